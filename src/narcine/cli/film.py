"""`narcine film`: a run as a film, drawn without a window."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    import xarray
    from rich.progress import Progress


def film_command(
    run: Path,
    file: Path,
    /,
    *,
    camera: Literal["follow", "top", "side", "front", "free"] | None = None,
    fps: float = 30.0,
    size: str = "1280x720",
    speed: float = 1.0,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    to: str | None = None,
) -> int:
    """Write a run as a film.

    A headless browser draws each frame exactly at its time. Ctrl-C ends the film early and keeps what was drawn.

    Examples
    --------
      narcine film runs/raybot_001/run.nc ray.mp4
      narcine film runs/raybot_001/run.nc ray.mp4 --camera side --from 5 --to 10 --speed 0.5
      narcine film runs/raybot_001/run.nc ray.gif --size 480x270 --fps 15 --to 4

    Parameters
    ----------
    run
        a run.nc
    file
        name of the film: .mp4 (H.264), .webm (VP9) or .gif
    camera
        follow: behind the vehicle; top, side, front: without perspective; free: the whole way or pool at rest; when not
        given free in a pool, else follow
    fps
        frames per second of the film
    size
        width and height in pixels, both even
    speed
        how many seconds of the run a second of the film shows
    from_
        where the film starts (s, or with a unit)
    to
        where it ends

    """
    from narcine.cli.pictures import check_suffix, parse_size, refuse
    from narcine.cli.run_file import open_run, warn_of_missing_shapes
    from narcine.viewing.replay.film import ENCODERS, film, frame_times

    check_suffix(file, ENCODERS, "a film")
    sides = parse_size(size, even=file.suffix.lower() != ".gif")
    if not 1.0 <= fps <= 240.0:
        raise refuse(f"--fps {fps:g}", "must be from 1 to 240")
    if not 0.001 <= speed <= 1000.0:
        raise refuse(f"--speed {speed:g}", "must be from 0.001 to 1000")
    dataset = open_run(run)
    start, end = _span(dataset, run, from_, to)
    warn_of_missing_shapes(dataset)
    times = frame_times(start, end, fps, speed)
    began = time.perf_counter()
    with _progress() as progress:
        task = progress.add_task(file.name, total=len(times))
        made = film(dataset, file, times, fps, camera, sides, speed, lambda done: progress.update(task, completed=done))
    wall = time.perf_counter() - began
    told = f"{made.frames} frames in {wall:.1f} s, {made.frames / wall:.1f} per second"
    sys.stdout.write(f"{file}: {made.frames / fps:.2f} s, {told}, {file.stat().st_size / 1e6:.2f} MB\n")
    if not made.whole:
        sys.stderr.write(f"interrupted after {made.frames} of {made.asked} frames; {file} holds those\n")
        return 130
    return 0


def _span(dataset: "xarray.Dataset", run: Path, from_: str | None, to: str | None) -> tuple[float, float]:
    """Return where the film starts and ends, which must leave something to show."""
    from narcine.cli.pictures import parse_time, refuse

    start = parse_time("--from", from_, dataset, float(dataset["time"].values[0]))
    end = parse_time("--to", to, dataset, float(dataset["time"].values[-1]))
    if end < start:
        raise refuse(f"--to {to}", f"the film starts at {start:g} s, after that")
    if end == start:
        place = f"--to {to}" if to is not None else f"--from {from_}" if from_ is not None else str(run)
        raise refuse(place, f"the film would start and end at {start:g} s; `narcine snapshot` shows one moment")
    return start, end


def _progress() -> "Progress":
    """Return a bar that tells frames per second and the time left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft
    from rich.text import Text

    class FramesColumn(ProgressColumn):
        """Shows how fast frames come."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.1f} frames/s" if task.speed else "starting")

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), FramesColumn(), TimeLeft())
    return Progress(*columns, console=Console(stderr=True, highlight=False), transient=True)
