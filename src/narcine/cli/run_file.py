"""Runs that are on disk already, read for the commands that show them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from narcine.description.problems import DescriptionError, Place, Problem

if TYPE_CHECKING:
    import xarray

    from narcine.description.load import Description

RUN = "run.nc"
NEEDED = ("time", "position", "attitude", "speed", "body", "vehicle")


def run_file(source: str) -> Path | None:
    """Return the file of a run that a name stands for: a .nc, or a folder that holds a run.nc; None for all else."""
    from narcine.description.library import shipped_scenarios, shipped_vehicles

    if source.endswith(".nc"):
        return Path(source)
    held = Path(source) / RUN
    ships = source in shipped_vehicles() or source in shipped_scenarios()
    return held if held.is_file() and not ships else None


def open_run(file: Path) -> "xarray.Dataset":
    """Return the run in a file, or say what is wrong with it."""
    from narcine.recording.write import read_run

    kind = _described(file)
    if kind:
        raise _problem(file, f"is a {kind}; run it first: narcine run {file}")
    if not file.exists():
        near = [each.name for each in file.parent.glob("*.nc")] if file.parent.is_dir() else []
        raise _problem(file, "there is no such file" + (f"; beside it is {near[0]}" if near else ""))
    if file.is_dir():
        if not (file / "run.nc").is_file():
            raise _problem(file, "is a folder without a run.nc")
        file = file / "run.nc"
    try:
        run = read_run(file)
    except (OSError, ValueError, KeyError):
        raise _problem(file, "is no run: `narcine run` writes run.nc, a netCDF file") from None
    missing = [name for name in NEEDED if name not in run.variables]
    if missing or "description" not in run.attrs:
        raise _problem(file, f"is no run of narcine: it has no {(missing or ['description'])[0]}")
    if not run.sizes["time"]:
        raise _problem(file, "holds no records")
    return run


def _described(file: Path) -> str:
    """Return what a name stands for that is no run: a vehicle or scenario that ships, or the file of one."""
    from narcine.description.library import shipped_scenarios, shipped_vehicles

    if file.is_file():
        return "vehicle or scenario" if file.suffix.lower() in (".yaml", ".yml") else ""
    if file.exists():
        return ""
    return "vehicle" if str(file) in shipped_vehicles() else "scenario" if str(file) in shipped_scenarios() else ""


def read_run(file: Path) -> "tuple[xarray.Dataset, Description]":
    """Return the run in a file and the description that it keeps."""
    from narcine.description.load import describe_plain

    run = open_run(file)
    return run, describe_plain(json.loads(run.attrs["description"]))


def warn_of_missing_shapes(run: "xarray.Dataset") -> None:
    """Say on the terminal why a run is shown without its shapes, where a mesh is no longer where it was."""
    from rich.console import Console

    from narcine.viewing.silhouettes import why_no_shapes

    reason = why_no_shapes(run)
    if reason:
        console = Console(stderr=True, highlight=False)
        console.print(f"warning: {reason}", style="yellow", soft_wrap=True, markup=False)


def _problem(file: Path, message: str) -> DescriptionError:
    return DescriptionError([Problem((), message, Place(str(file)))])
