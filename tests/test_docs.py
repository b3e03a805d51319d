"""The documents are true: their examples run, their names exist, and nothing is left out."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from narcine.description.quantities import UNITS
from narcine.description.scenario import Scenario
from narcine.description.shapes.shape import SHAPE_KINDS
from tests.recording.test_recording import ATTRIBUTES, VARIABLES

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


def records(annotation: Any, found: set[type[BaseModel]]) -> None:
    """Collect all records that a type reaches."""
    if get_origin(annotation) in (Annotated, Union, UnionType, dict, tuple, list):
        for inner in get_args(annotation):
            records(inner, found)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel) and annotation not in found:
        found.add(annotation)
        for field in annotation.model_fields.values():
            records(field.annotation, found)


def test_every_key_of_a_file_is_documented():
    found: set[type[BaseModel]] = set()
    records(Scenario, found)
    text = re.sub(r"```.*?```", "", (ROOT / "docs" / "vehicle_file.md").read_text(), flags=re.DOTALL)
    words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", text))))
    keys = {field.alias or name for record in found for name, field in record.model_fields.items()}
    assert keys - words == set()
    assert set(SHAPE_KINDS) <= words
    assert len(found) > 20


def test_every_name_of_a_run_file_is_documented():
    text = (ROOT / "docs" / "run_file.md").read_text()
    for name in (*VARIABLES, *ATTRIBUTES):
        assert f"`{name}`" in text, name


@pytest.mark.parametrize("number", [0, 1])
def test_the_python_of_the_readme_runs(number, tmp_path, monkeypatch, capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 2
    monkeypatch.chdir(tmp_path)
    source = blocks[number] if number == 0 else f"import narcine\n{blocks[number]}"
    exec(compile(source, "README.md", "exec"), {})
    assert capsys.readouterr().out


PYTHON = [
    pytest.param(block, id=f"{name}-{number}")
    for name in (
        "python",
        "autonomy",
        "input_log",
        "feed",
        "vehicles/raybot",
        "reproduce",
        "identification",
        "stability",
        "missions",
    )
    for number, block in enumerate(
        re.findall(r"```python\n(.*?)```", (ROOT / "docs" / f"{name}.md").read_text(), re.DOTALL)
    )
]


@pytest.mark.parametrize("block", PYTHON)
def test_the_python_of_the_documents_runs(block, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "docs", "exec"), {})
    assert capsys.readouterr().out


def test_the_first_example_of_the_readme_is_short():
    block = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[0]
    assert len([line for line in block.splitlines() if line.strip()]) <= 10


def test_the_scenario_of_the_documents_runs(tmp_path):
    from narcine.description.load import load_description
    from narcine.simulation.simulation import Simulation

    text = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "vehicle_file.md").read_text(), re.DOTALL)[0]
    file = tmp_path / "two_rays.yaml"
    file.write_text(text)
    run = Simulation(load_description(str(file))).run(duration=1.0)
    assert list(run.vehicle.values) == ["first", "second"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
        assert target.startswith("http") or (document.parent / target).exists(), target


def test_units_in_the_documents_exist():
    text = (ROOT / "docs" / "vehicle_file.md").read_text()
    units = {unit for table in UNITS.values() for unit in table}
    for unit in re.findall(r"`[0-9.]+ ([A-Za-z/]+)`", text):
        assert unit in units, unit


def merged(file: Any, more: Any) -> Any:
    """Return a file with lines of the tutorial put where it says: a shape is replaced, all else is added."""
    for key, value in more.items():
        inside = key != "shape" and isinstance(value, dict) and isinstance(file.get(key), dict)
        file[key] = merged(file[key], value) if inside else value
    return file


@pytest.mark.slow
def test_the_tutorial_does_what_it_says(tmp_path, monkeypatch):
    """Its commands and its lines, one after the other; what it quotes of their output comes out, but for rounding."""
    from ruamel.yaml import YAML

    text = (ROOT / "docs" / "tutorial.md").read_text()
    for file in ("koi.urdf", "hull.stl"):
        (tmp_path / file).write_bytes((ROOT / "examples" / "koi" / file).read_bytes())
    monkeypatch.chdir(tmp_path)
    yaml = YAML(typ="safe", pure=True)
    said = ""
    for kind, block in re.findall(r"```(sh|yaml|python)\n(.*?)```", text, re.DOTALL):
        if kind == "yaml":
            vehicle = merged(yaml.load(Path("koi.yaml")), yaml.load(block))
            yaml.dump(vehicle, Path("koi.yaml"))
        elif kind == "python":
            with pytest.warns(UserWarning, match="its servo is softer than the water"):
                exec(compile(block, "tutorial.md", "exec"), {})
        else:
            for line in block.splitlines():
                if line.startswith("narcine "):
                    words = [sys.executable, "-m", *shlex.split(line, comments=True)]
                    result = subprocess.run(words, capture_output=True, text=True, check=False)
                    assert result.returncode == 0, (line, result.stderr)
                    said += result.stdout
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for quote in re.findall(r"^ {4,}(.*)$", prose, re.MULTILINE):
        if quote.strip() != "..." and "real time" not in quote:
            assert any(alike(quote, line) for line in said.splitlines()), quote
    assert "DOES NOT CLOSE" not in said


NUMBER = r"[-+]?\d[\d.]*(?:e[-+]?\d+)?"


def alike(quote: str, line: str) -> bool:
    """Say whether two lines have the same words, and numbers that differ by what another machine may do."""
    if re.sub(NUMBER, "#", " ".join(quote.split())) != re.sub(NUMBER, "#", " ".join(line.split())):
        return False
    pairs = zip(re.findall(NUMBER, quote), re.findall(NUMBER, line), strict=True)
    return all(
        float(a.strip(".")) == pytest.approx(float(b.strip(".")), rel=0.02, abs=0.011)
        or ("e-" in a and float(b) < 10.0 * float(a))
        for a, b in pairs
    )
