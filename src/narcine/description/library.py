"""The vehicles, scenarios, missions and measurements that ship, and how a name or a path becomes a file."""

from pathlib import Path

from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.quantities import suggestion

VEHICLES = Path(__file__).parent.parent / "vehicles"
SCENARIOS = VEHICLES / "scenarios"
MISSIONS = VEHICLES / "missions"
SAMPLES = VEHICLES.parent / "samples"
ABOUT = "about.yaml"
"""What each file of samples is, in their folder."""


def shipped_vehicles() -> dict[str, Path]:
    """Return the vehicles that ship, by name."""
    return {file.stem: file for file in sorted(VEHICLES.glob("*.yaml"))}


def shipped_scenarios() -> dict[str, Path]:
    """Return the scenarios that ship, by name."""
    return {file.stem: file for file in sorted(SCENARIOS.glob("*.yaml"))}


def shipped_missions() -> dict[str, Path]:
    """Return the missions that ship, by name."""
    return {file.stem: file for file in sorted(MISSIONS.glob("*.yaml"))}


def shipped_samples() -> dict[str, Path]:
    """Return the files of measurements that ship, by name."""
    return {file.name: file for file in sorted(SAMPLES.iterdir()) if file.name != ABOUT}


def find_measurements(file: Path) -> Path:
    """Return a file of measurements: one that is there, or one that ships by its name."""
    shipped = shipped_samples()
    return shipped[file.name] if file.name in shipped and not file.exists() and file.parent == Path() else file


def results_beside(file: Path) -> Path:
    """Return the folder for what comes out of a file: its own, or the one we are in where the file ships."""
    return Path() if file.parent == SAMPLES else file.parent


def find_mission(name: str) -> Path:
    """Return the file of a mission: a path, or the name of one that ships."""
    shipped = shipped_missions()
    if name in shipped:
        return shipped[name]
    file = Path(name)
    if file.is_file():
        return file
    if file.is_dir():
        raise DescriptionError([Problem((), f"{name} is a folder; give the file of a mission")])
    if name in shipped_vehicles() or name in shipped_scenarios():
        raise DescriptionError([Problem((), f"{name} is no mission; run it with `narcine run {name}`")])
    if name.endswith((".yaml", ".yml")):
        near = suggestion(file.name, [each.name for each in file.parent.glob("*.y*ml")])
        raise DescriptionError([Problem((), f"there is no file {name}{near}")])
    near = suggestion(name, list(shipped))
    message = f"no mission {name!r} ships and no such file exists{near}; `narcine list` shows what ships"
    raise DescriptionError([Problem((), message)])


def find_file(name: str, beside: Path | None = None, asked_at: Place | None = None) -> Path:
    """Return the file of a vehicle or scenario: a path (beside the file that asks), or the name of one that ships."""
    shipped = shipped_vehicles() | shipped_scenarios()
    looks_like_path = name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name
    if not looks_like_path and name in shipped:
        return shipped[name]
    candidate = Path(name) if beside is None else beside.parent / name
    if candidate.is_file():
        return candidate
    written_out = candidate.with_name(f"{candidate.name}.yaml") if candidate.name else candidate
    if written_out.is_file():
        raise DescriptionError([Problem((), f"there is no {name!r}; did you mean {str(written_out)!r}?", asked_at)])
    if candidate.is_dir():
        runs = sorted(str(run.parent) for run in candidate.glob("*/run.nc"))
        if runs:
            message = f"{candidate} is a folder of several runs; `narcine view` plays back one: {', '.join(runs)}"
            raise DescriptionError([Problem((), message, asked_at)])
        inside = "run.nc" if (candidate / "run.nc").is_file() else "file of a vehicle or scenario"
        raise DescriptionError([Problem((), f"{candidate} is a folder; give the {inside} in it", asked_at)])
    if looks_like_path:
        near = suggestion(candidate.name, [file.name for file in candidate.parent.glob("*.y*ml") if file != candidate])
        raise DescriptionError([Problem((), f"there is no file {candidate}{near}", asked_at)])
    if name in shipped_missions():
        raise DescriptionError([mission_instead(name, asked_at)])
    near = suggestion(name, list(shipped))
    raise DescriptionError(
        [
            Problem(
                (),
                f"no vehicle or scenario {name!r} ships and no such file exists{near}; `narcine list` shows what ships",
                asked_at,
            )
        ]
    )


def mission_instead(name: str, asked_at: Place | None = None) -> Problem:
    """Return that a name is that of a mission where a vehicle or scenario is wanted."""
    return Problem((), f"{name} is a mission: fly it with `narcine mission {name}`", asked_at)
