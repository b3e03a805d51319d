"""`narcine snapshot`: one picture of a run or of a vehicle."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import xarray


def snapshot_command(
    source: str,
    file: Path,
    /,
    *,
    time: str | None = None,
    camera: Literal["follow", "top", "side", "front", "free"] | None = None,
    size: str = "1280x720",
) -> int:
    """Write a picture of a run at a moment, or of a vehicle or scenario as it starts.

    Examples
    --------
      narcine snapshot raybot ray.png
      narcine snapshot runs/raybot_001/run.nc ray.png --time 12.5 --camera top
      narcine snapshot bluerov_pair pair.png --size 1920x1080

    Parameters
    ----------
    source
        a run (its folder or run.nc); or a vehicle or scenario that ships, or its file, which is shown at its start
    file
        name of the picture: .png, .jpg or .webp
    time
        moment of a run.nc (s, or with a unit); the start when not given
    camera
        follow: behind the vehicle; top, side, front: without perspective; free: the whole way or pool; when not given
        free in a pool, else follow
    size
        width and height in pixels

    """
    from narcine.cli.pictures import check_suffix, parse_size, parse_time
    from narcine.cli.run_file import warn_of_missing_shapes
    from narcine.viewing.replay.studio import KINDS, snapshot

    check_suffix(file, KINDS, "a picture")
    sides = parse_size(size, even=False)
    run = _run_of(source, time)
    moment = parse_time("--time", time, run, float(run["time"].values[0]))
    warn_of_missing_shapes(run)
    snapshot(run, file, moment, camera, sides)
    sys.stdout.write(f"{file}: {sides[0]} x {sides[1]}, {file.stat().st_size / 1e3:.0f} kB\n")
    return 0


def _run_of(source: str, time: str | None) -> "xarray.Dataset":
    """Return a run from its file, or one that has only begun, which has no other time."""
    from narcine.cli.run_file import open_run, run_file

    file = run_file(source)
    if file is not None:
        return open_run(file)
    from rich.console import Console

    from narcine.cli.pictures import refuse
    from narcine.cli.run import say_if_compiling
    from narcine.description.load import load_description
    from narcine.simulation.simulation import Simulation

    description = load_description(source, {})
    if time is not None:
        raise refuse(f"--time {time}", f"a {description.kind} is shown at its start; only a run.nc takes --time")
    simulation = Simulation(description)
    say_if_compiling(Console(stderr=True, highlight=False), simulation.coupled)
    return simulation.start().dataset()
