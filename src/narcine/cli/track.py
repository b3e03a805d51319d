"""`narcine track`: speed and turn rate out of positions that a camera saw."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import xarray

    from narcine.identification.track import Track
    from narcine.sensing.camera import Camera, Samples
    from narcine.spatial.vectors import Array

FASTEST, SLOWEST = 1000.0, 0.1
"""Frames a second that a camera may take."""
MISSES = 2.0
"""Residual over the noise above which the path leaves more out than noise."""


def track_command(
    source: Path,
    /,
    *,
    vehicle: str | None = None,
    frames: float = 25.0,
    noise: str = "2 mm",
    dropout: float = 0.1,
    pixel: str = "0 mm",
    seed: int = 0,
    spacing: str = "1 s",
    out: Path | None = None,
) -> int:
    """Tell speed and turn rate out of positions that an overhead camera saw, of a run or in a file of one's own.

    Of a run.nc a camera with noise and lost frames sees the vehicle from above; beside what it tells stands what was.
    A CSV has the columns time, x, y (s and m, or with units: x [cm]); rows without x or y are gaps, and a column sigma
    weighs the samples. Writes track.csv and track.png.

    Examples
    --------
      narcine track runs/minifish_001/run.nc
      narcine track runs/minifish_001/run.nc --noise 5mm --dropout 0.3 --spacing 1s
      narcine track filmed.csv --out results

    Parameters
    ----------
    source
        a run.nc, or a CSV file of samples
    vehicle
        which of several vehicles of a run
    frames
        of the camera, a second
    noise
        standard deviation of each coordinate that the camera tells
    dropout
        share of frames in which it does not find the vehicle
    pixel
        width of its pixels at the vehicle; 0: positions are not rounded
    seed
        of noise and lost frames
    spacing
        of the spline's knots: motion faster than about half a cycle in this time is averaged out
    out
        folder for track.csv and track.png; beside the source when not given

    """
    from narcine.cli.typed import quantity
    from narcine.identification.track import fit_track
    from narcine.identification.track_file import read_samples, refuse_track, write_track
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.track import draw_track

    apart = quantity("--spacing", spacing, "time", above=0.0)
    lost, truth, axes, title, error = 0, None, ("x", "y"), source.stem, 0.0
    try:
        if source.suffix.lower() == ".csv":
            samples = read_samples(source)
        else:
            camera = _camera(frames, noise, dropout, pixel)
            error = camera.noise
            run, title, way = _way(source, vehicle)
            samples, lost, truth = _seen(camera, run["time"].values, way, seed, apart)
            axes = ("north", "east")
        track = fit_track(samples, apart)
    except ValueError as problem:
        raise refuse_track(source, str(problem)) from None
    beside = source if source.is_dir() else source.parent
    folder = beside if out is None else out
    folder.mkdir(parents=True, exist_ok=True)
    table, picture = folder / "track.csv", folder / "track.png"
    write_track(track, table, axes)
    with style(), whole_file(picture) as unfinished:
        draw_track(f"{title}: track", samples, track, axes, truth).savefig(unfinished, dpi=110)
    _show(samples, lost, track, truth)
    for line in unresolved(track, error):
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{table}, {picture}\n")
    return 0


def _camera(frames: float, noise: str, dropout: float, pixel: str) -> "Camera":
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import quantity
    from narcine.sensing.camera import Camera

    if not SLOWEST <= frames <= FASTEST:
        raise refuse(f"--frames {frames:g}", f"must lie between {SLOWEST:g} and {FASTEST:g} frames a second")
    if not 0.0 <= dropout < 1.0:
        raise refuse(f"--dropout {dropout:g}", "must be a share from 0 up to, but not, 1")
    error, width = (
        quantity(option, text, "length", at_least=0.0) for option, text in (("--noise", noise), ("--pixel", pixel))
    )
    return Camera(frames, error, dropout, width)


def _way(source: Path, vehicle: str | None) -> "tuple[xarray.Dataset, str, Array]":
    """Return a run, what to call it, and the way of a vehicle's root from above (time, 2)."""
    from narcine.cli.pictures import refuse
    from narcine.cli.run_file import open_run
    from narcine.recording.dataset import finite_records

    run = open_run(source)
    names = [str(name) for name in run["vehicle"].values]
    if vehicle is None and len(names) > 1:
        raise refuse(str(source), f"has several vehicles; name one with --vehicle: {', '.join(names)}")
    if vehicle is not None and vehicle not in names:
        raise refuse(f"--vehicle {vehicle}", f"there is none in the run; it has {', '.join(names)}")
    number = 0 if vehicle is None else names.index(vehicle)
    run = run.isel(time=slice(finite_records(run)))
    body = list(run["body"].values).index(run["root"].values[number])
    title = str(run.attrs.get("title", source.stem))
    return run, title if vehicle is None else f"{title}, {vehicle}", run["position"].values[:, body, :2]


def _seen(camera: "Camera", times: "Array", way: "Array", seed: int, spacing: float) -> "tuple[Samples, int, Track]":
    """Return what a camera sees of a way, how many frames it lost, and what a perfect one would tell."""
    from narcine.identification.track import fit_track
    from narcine.sensing.camera import Camera, Samples, filmed

    if len(times) < 2:
        raise ValueError("a run of one record is no way to be filmed")
    samples = filmed(camera, times, way, seed)
    whole = filmed(Camera(camera.frames), times, way, seed)
    return samples, len(whole.time) - len(samples.time), fit_track(Samples(times, way), spacing, trusted=True)


def _show(samples: "Samples", lost: int, track: "Track", truth: "Track | None") -> None:
    """Print what the camera tells, and beside it what was."""
    import numpy as np
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True)
    outliers = int(np.sum(~track.used))
    console.print(
        f"{len(samples.time)} samples over {samples.time[-1] - samples.time[0]:.4g} s"
        + (f", {lost} frames lost" if lost else "")
        + (f", {outliers} outliers left out" if outliers else "")
    )
    rows: list[tuple[str, Any, str, float]] = [
        ("mean speed", lambda each: each.mean_speed, "cm/s", 100.0),
        ("top speed", lambda each: each.top_speed, "cm/s", 100.0),
        ("mean turn rate", lambda each: each.mean_turn_rate, "deg/s", 180.0 / np.pi),
        ("largest turn rate", lambda each: each.top_turn_rate, "deg/s", 180.0 / np.pi),
        ("residual", lambda each: each.residual, "mm", 1e3),
    ]
    table = Table(box=None, pad_edge=False)
    headings = ("", "tracked", "") if truth is None else ("", "tracked", "", "as it was", "error")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number in (0, 2) else "right")
    for name, value, unit, scale in rows:
        cells = [name, f"{scale * value(track):.4g}", unit]
        if truth is not None:
            was = value(truth)
            cells += ["", ""] if name == "residual" else [f"{scale * was:.4g}", f"{scale * (value(track) - was):+.2g}"]
        table.add_row(*cells)
    console.print(table)
    console.print(f"standard error of the mean speed: {100.0 * track.mean_speed_error:.2g} cm/s")


def unresolved(track: "Track", noise: float = 0.0) -> list[str]:
    """Return what a track does not tell; `noise` is that of its samples, where it is known (m)."""
    import numpy as np

    lines = [
        f"knots are {track.spacing:g} s apart: what is faster than about {track.resolved:.2g} Hz, such as the "
        "rocking of a tail beat, is averaged out"
    ]
    if noise > 0.0 and track.residual > MISSES * noise:
        lines.append(
            f"the residual is {track.residual / noise:.2g} times the camera's noise: what is averaged out is larger "
            "than that; a shorter --spacing shows more of it"
        )
    if track.gaps:
        longest = max(end - begin for begin, end in track.gaps)
        many = "1 gap" if len(track.gaps) == 1 else f"{len(track.gaps)} gaps"
        lines.append(f"{many} longer than that, up to {longest:.3g} s: nothing is told of what happened there")
    unknown = float(np.mean(np.isfinite(track.speed) & ~np.isfinite(track.turn_rate)))
    if unknown > 0.0:
        lines.append(f"it hardly moves for {100.0 * unknown:.0f} % of the time: no turn rate is told there")
    return lines
