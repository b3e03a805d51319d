"""Compiled kernels are cached, and an edited kernel is never served from a stale cache."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import narcine
from narcine import compiled

PACKAGE = Path(narcine.__file__).parent


def test_the_hash_covers_every_file_that_kernels_reach():
    covered = {str(file.relative_to(PACKAGE)) for file in compiled.kernel_sources()}
    assert {
        "scalars.py",
        "tables.py",
        "spatial/inertias.py",
        "multibody/reduced.py",
        "hydrodynamics/foils/thin_foil.py",
        "actuation/drives.py",
        "gaits/oscillator.py",
        "simulation/step.py",
    } <= covered
    kernels = {
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        if "\n@kernel\n" in file.read_text(encoding="utf-8")
    }
    assert kernels <= covered


def copy_of_package(folder: Path) -> Path:
    target = folder / "narcine"
    shutil.copytree(PACKAGE, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def in_copy(folder: Path, script: str, cache: Path | None = None) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "NARCINE_CACHE_DIR": str(cache or folder / "cache")}
    result = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_an_edit_in_a_callee_changes_the_cache_folder(tmp_path):
    package = copy_of_package(tmp_path)
    script = "from narcine.compiled import cache_folder; print(cache_folder())"
    before = in_copy(tmp_path, script)
    callee = package / "hydrodynamics" / "hydrostatics.py"
    callee.write_text(callee.read_text() + "\n# an edit\n")
    after = in_copy(tmp_path, script)
    assert before != after
    assert before.startswith(str(tmp_path / "cache"))


def test_another_copy_of_the_same_version_is_not_yet_compiled(tmp_path):
    """Numba keys its cache by the path of the source, so what one copy compiled another compiles again."""
    script = """
from narcine.compiled import cache_folder, is_compiled, note_compiled
before = is_compiled(), is_compiled(coupled=True)
note_compiled(coupled=False)
print(cache_folder(), *before, is_compiled(), is_compiled(coupled=True))
"""
    said = []
    for name in ("first", "second"):
        copy_of_package(tmp_path / name)
        said.append(in_copy(tmp_path / name, script, cache=tmp_path / "cache"))
    assert said[0] == said[1]
    assert said[0].split()[1:] == ["False", "False", "True", "False"]


@pytest.mark.slow
def test_an_edited_kernel_is_never_served_from_a_stale_cache(tmp_path):
    """Run from the cache; double the weight in a file that the entry point only calls: the pendulum must notice."""
    package = copy_of_package(tmp_path)
    script = "import narcine\nrun = narcine.load('pendulum').start()\nprint(run.observe().rates[0, 1])"
    first, cached = in_copy(tmp_path, script), in_copy(tmp_path, script)
    assert first == cached
    callee = package / "hydrodynamics" / "hydrostatics.py"
    text = callee.read_text()
    assert text.count("p[u(bodies.mass + i)] * p[u(water.gravity)]") == 1
    callee.write_text(
        text.replace("p[u(bodies.mass + i)] * p[u(water.gravity)]", "2.0 * p[u(bodies.mass + i)] * p[u(water.gravity)]")
    )
    assert abs(float(in_copy(tmp_path, script))) > 1.5 * abs(float(first))


def test_kernels_and_a_saved_model_load_with_numpy_and_numba_alone():
    """A machine with a GPU may have neither pydantic nor xarray: the rollout must not need them."""
    script = (
        "import sys\n"
        "import narcine.simulation.rollout\n"
        "loaded = {'pydantic', 'ruamel', 'xarray', 'h5netcdf', 'matplotlib', 'rich', 'cyclopts'} & set(sys.modules)\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
