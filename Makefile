# make run    install into .venv and swim RayBot for 20 s
# make test   install and run the tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: run setup test validate lint bench figures proto clean

run: setup
	$(BIN)/narcine run raybot --duration 20

setup: $(INSTALLED)

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "narcine needs Python 3.11 or newer; choose one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' \
		|| { echo "this Python has no venv module; on Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Installing into $(VENV); this takes about a minute ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev,bench,bem]'
	@touch $@

test: setup
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow"

validate: setup
	$(BIN)/pytest -m slow

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/narcine bench

figures: setup
	$(BIN)/python -m tests.validation.plot_formulations

# Messages of the autonomy room. This old generator makes files that protobuf 5 and all later ones load; newer ones
# refuse each other. It needs an environment of its own: its own protobuf is older than narcine's.
proto:
	$(PYTHON) -m venv build/proto
	build/proto/bin/pip install --quiet --disable-pip-version-check grpcio-tools==1.62.3 'setuptools<80'
	cd src && ../build/proto/bin/python -m grpc_tools.protoc -I. --python_out=. --pyi_out=. \
		narcine/autonomy/proto/*.proto

clean:
	rm -rf $(VENV) runs .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
