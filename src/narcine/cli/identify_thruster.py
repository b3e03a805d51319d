"""`narcine identify thruster`: shaft speed, thrust and thrust loss out of tests."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from narcine.cli.thruster_tables import show_bollard, show_tow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from narcine.cli.thruster_setting import Asked
    from narcine.identification.writing import Identified


def identify_thruster_command(
    source: Path,
    /,
    *,
    vehicle: str | None = None,
    actuators: str | None = None,
    write: Path | None = None,
    neutral: float = 1500.0,
    axis: str | None = None,
    thrusters: int | None = None,
    drag: str | None = None,
    wake: float | None = None,
    diameter: str | None = None,
    density: str | None = None,
    wire_angle: str = "47 deg",
    exclude: Annotated[list[str] | None, Parameter(negative=())] = None,
    out: Path | None = None,
) -> int:
    """Tell shaft speed over pulse, thrust over shaft speed and inflow, and power, with intervals.

    A bollard test has the columns pulse [us], shaft [rpm], force [N] and perhaps power [W]; Blue Robotics' performance
    data are read as they are downloaded. It tells dead band, w = a x^b + c, T_ww and power both ways; shaft.png and
    thrust.png show them.

    Towing runs are a table as `narcine identify tow` takes it, with pulse [us] and shaft [rpm]: carriage force = drag -
    thrust. They tell T_ww and T_wu both ways (T = T_ww |w| w + T_wu |w| u_a), K_T over J and the thrust loss;
    shaft.png, open_water.png, thrust_loss.png and thrust_points.csv show them.

    Parameters
    ----------
    source
        CSV file of a bollard test or of towing runs
    vehicle
        that has the thrusters: a file, or the name of one that ships; of towing runs it tells the drag, where neither
        --drag nor runs with thrusters standing do
    actuators
        names of its thrusters that turned, with commas; they tell how many there are and which way they push, and are
        what --write gives numbers to
    write
        vehicle file to write: the vehicle with these numbers, their intervals and where they come from
    neutral
        pulse at which the shaft stands still (us)
    axis
        of towing runs, where the file does not say it or has several: surge, sway or heave
    thrusters
        how many turned, where no --actuators tell it; negative where pulses above neutral push against the axis
    drag
        of what was towed, c1,c2 of c1 |u| u + c2 u (kg/m, kg/s), as 34.96,0; else runs with thrusters standing tell it
    wake
        fraction by which the water at the screws is slower; the actuators' own, else 0
    diameter
        of the screws, as "76 mm", for K_T and J; the actuators' own
    density
        of the water of the tests, as "1025 kg/m3"; that of the actuators' numbers, else 1000 kg/m3
    wire_angle
        phi of the wire with the third cell: f = m1 + m2 - m3 cos(phi)
    exclude
        what is not fitted, and why: "surge -0.9..-0.6 m/s: REASON", "< 0.1 m/s: REASON", "run NAME, NAME: REASON"; may
        be given several times
    out
        folder for pictures and points; beside the source when not given

    """
    from narcine.cli.thruster_setting import parse_asked
    from narcine.cli.typed import quantity
    from narcine.description.library import find_measurements, results_beside
    from narcine.identification.columns import refuse_file
    from narcine.identification.towing.tow_file import has_samples
    from narcine.identification.writing import write_identified

    source = find_measurements(source)
    asked = parse_asked(vehicle, actuators, write, neutral, axis, thrusters, drag, wake, diameter, density)
    towed = has_samples(source)
    asked.check_fits(towed, exclude or [])
    folder = results_beside(source) if out is None else out
    angle = quantity("--wire-angle", wire_angle, "angle", at_least=0.0)
    try:
        if towed:
            written, numbers = _tow(source, asked, angle, exclude or [], folder)
        else:
            written, numbers = _bollard(source, asked, folder)
    except ValueError as problem:
        raise refuse_file(source, str(problem)) from None
    if write is not None and vehicle is not None:
        write_identified(write, vehicle, numbers)
        written.append(write)
    sys.stdout.write(f"{', '.join(map(str, written))}\n")
    return 0


def _bollard(source: Path, asked: "Asked", folder: Path) -> "tuple[list[Path], list[Identified]]":
    import numpy as np

    from narcine.identification.thrusters.thruster import fit_thruster
    from narcine.identification.thrusters.thruster_file import read_bollard
    from narcine.identification.thrusters.thruster_vehicle import from_bollard
    from narcine.viewing.figures import style
    from narcine.viewing.thrusters import ShaftData, draw_bollard, draw_shaft

    test = read_bollard(source)
    fit = fit_thruster(test.pulse, test.shaft, test.force, test.power, asked.neutral)
    numbers = from_bollard(asked.names, fit, source.name) if asked.writes else []
    data = ShaftData(test.pulse, np.sign(test.pulse - asked.neutral) * np.abs(test.shaft))
    with style():
        pictures = {
            "shaft.png": draw_shaft(
                f"{source.stem}: shaft speed", data, {way: own.curve for way, _, own in fit.ways}, asked.neutral
            ),
            "thrust.png": draw_bollard(f"{source.stem}: thrust", test, fit),
        }
        written = _save(pictures, folder)
    show_bollard(fit, test)
    return written, numbers


def _tow(
    source: Path, asked: "Asked", angle: float, exclude: Sequence[str], folder: Path
) -> "tuple[list[Path], list[Identified]]":
    from rich.console import Console

    from narcine.cli.identifying import parse_selection
    from narcine.identification.thrusters.open_water import open_water
    from narcine.identification.thrusters.thrust_csv import write_thrust_points
    from narcine.identification.thrusters.thrust_loss import thrust_loss
    from narcine.identification.thrusters.thrust_tow import identify_thrusters
    from narcine.identification.thrusters.thruster_vehicle import from_tow
    from narcine.viewing.figures import style
    from narcine.viewing.open_water import draw_loss, draw_open_water
    from narcine.viewing.thrusters import draw_shaft, shaft_data

    selection = parse_selection(exclude, None)
    with Console(stderr=True).status(f"reading {source.name}"):
        runs = asked.runs(source, angle)
        found = identify_thrusters(runs, asked.setting(runs), selection, asked.neutral)
    numbers = from_tow(asked.names, found, source.name, asked.density, asked.thrusters) if asked.writes else []
    loss, screw = thrust_loss(found.fit), asked.screw
    lines = [] if screw is None else open_water(found.fit, screw)
    pictures: dict[str, Figure] = {}
    with style():
        pictures["shaft.png"] = draw_shaft(
            f"{source.stem}: shaft speed", shaft_data(found), found.curves, asked.neutral
        )
        if lines:
            pictures["open_water.png"] = draw_open_water(f"{source.stem}: propeller characteristics", lines)
        if len(loss.loss):
            pictures["thrust_loss.png"] = draw_loss(f"{source.stem}: thrust loss of one thruster", loss)
        written = _save(pictures, folder)
    write_thrust_points(found, folder / "thrust_points.csv")
    show_tow(found, lines)
    return [*written, folder / "thrust_points.csv"], numbers


def _save(pictures: "dict[str, Figure]", folder: Path) -> list[Path]:
    from narcine.recording.write import whole_file

    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in pictures.items():
        with whole_file(folder / name) as unfinished:
            figure.savefig(unfinished, dpi=110)
    return [folder / name for name in pictures]
