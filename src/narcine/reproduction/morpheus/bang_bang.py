"""The first base vehicle holds its course by solenoids: constant roll, and a limit cycle (figures 13 and 14)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.mission.flight import Course, Flight, Said, Surfaces
from narcine.mission.turns import wrapped
from narcine.recording.trajectory import Array
from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.morpheus.zigzags import (
    EMATT,
    RELEASE,
    SCREW,
    flown,
    half_released,
    points,
    straight_speed,
    track,
)
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROLL = (15.0, 25.0)
"""Constant roll that counts as the published 20 deg (deg, to either side)."""
HEADING, DEPTH = (5.0, 10.0), (0.2, 0.4)
"""Published amplitudes of heading (deg) and depth (m)."""
THRUSTS = ("low", "middle", "high")
SHOWN_FROM, SHOWN_TO = 0.0, 130.0
"""Part of the mission (s) whose control response is drawn: a straight run and a turn."""
KEPT_ANGLES = ("heading", "desired heading", "rudder", "pitch", "desired pitch", "roll over time", "elevator")
"""Readings over that part that are in degrees."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return roll and oscillations of each variant at three thrust percentages."""
    return [_read(flown(EMATT, each)) for each in simulations]


def _read(flights: list[Flight]) -> Readings:
    readings: Readings = {}
    for thrust, flight in zip(THRUSTS, flights, strict=True):
        readings |= {
            f"roll {thrust}": float(np.degrees(np.mean([np.median(flight.course.roll[k]) for k in _straight(flight)]))),
            f"heading {thrust}": float(np.degrees(np.mean([_swing(_error(flight, k)) for k in _straight(flight)]))),
            f"depth {thrust}": float(np.mean([_swing(flight.course.depth[k]) for k in _straight(flight)])),
            f"speed {thrust}": straight_speed(flight),
            **track(flight, f"{thrust} "),
        }
    shown = flights[1]
    part = (shown.course.time >= SHOWN_FROM) & (shown.course.time <= SHOWN_TO)
    readings |= {
        "roll": abs(float(readings["roll middle"])),
        "swing of heading": float(readings["heading middle"]),
        "swing of depth": float(readings["depth middle"]),
        "time": shown.course.time[part],
        "heading": np.degrees(np.unwrap(shown.course.heading))[part],
        "desired heading": np.degrees(shown.desired("heading"))[part],
        "rudder": np.degrees(shown.number("rudder_command"))[part],
        "pitch": np.degrees(shown.course.pitch)[part],
        "desired pitch": np.degrees(shown.desired("pitch"))[part],
        "roll over time": np.degrees(shown.course.roll)[part],
        "elevator": np.degrees(shown.number("elevator_command"))[part],
        "depth": shown.course.depth[part],
        "desired depth": shown.desired("depth")[part],
    }
    return readings


def _straight(flight: Flight) -> list[NDArray[np.int64]]:
    """Return the samples of the second half between the end of each turn and the next, where it goes straight on."""
    time = flight.course.time
    halves = [(0.5 * (turn.end + turn.last), turn.last) for turn in flight.turns if turn.reached]
    return [np.flatnonzero((time >= begin) & (time < end)) for begin, end in halves]


def _error(flight: Flight, samples: NDArray[np.int64]) -> Array:
    return wrapped(flight.number("desired_heading")[samples] - flight.course.heading[samples])


def _swing(values: Array) -> float:
    """Return half of the highest less the lowest."""
    return float(np.ptp(values)) / 2.0


def judge_roll(readings: Readings) -> Verdict:
    """Say whether it rolls as much as published."""
    low, high = ROLL
    note = (
        f"{readings['roll middle']:.1f} deg (negative to port) at {readings['speed middle']:.2f} m/s, against around "
        f"20; {readings['roll low']:.1f} deg at {readings['speed low']:.2f} m/s and {readings['roll high']:.1f} deg at "
        f"{readings['speed high']:.2f} m/s: it grows as the thrust"
    )
    return Verdict(low <= float(readings["roll"]) <= high, note)


def judge_cycle(readings: Readings) -> Verdict:
    """Say whether heading and depth swing as published."""
    heading, depth = float(readings["swing of heading"]), float(readings["swing of depth"])
    others = ", ".join(
        f"{readings[f'heading {thrust}']:.1f} deg and {readings[f'depth {thrust}']:.2f} m at "
        f"{readings[f'speed {thrust}']:.2f} m/s"
        for thrust in ("low", "high")
    )
    note = (
        f"heading swings by {heading:.1f} deg to either side (published 5 to 10), depth by {depth:.2f} m (0.2 to 0.4) "
        f"at {readings['speed middle']:.2f} m/s; {others}"
    )
    return Verdict(HEADING[0] <= heading <= HEADING[1] and DEPTH[0] <= depth <= DEPTH[1], note)


def draw(readings: Readings) -> list[Picture]:
    """Draw the control response as figure 13 has it, and the three tracks of figure 14."""
    response = (
        "Control response at the middle thrust, as in figure 13. Above: desired and actual heading, and below "
        "them the rudder's three positions; middle: pitch, as the depth loop asks for it and as it is, roll, and below "
        "them the elevator's three positions; below: depth."
    )
    tracks = "The same zig-zag at three thrust percentages, as in figure 14, from above, north up."
    return [Picture(_response(readings), response), Picture(_tracks(readings), tracks)]


def _response(readings: Readings) -> "Figure":
    """Draw the flight as any mission is drawn, from what was kept of it."""
    from narcine.viewing.mission_control import draw_control

    time = np.asarray(readings["time"], float)
    kept = {name: np.radians(np.asarray(readings[name], float)) for name in KEPT_ANGLES}
    none = np.full(len(time), np.nan)
    course = Course(
        time=time,
        north=none,
        east=none,
        depth=np.asarray(readings["depth"], float),
        roll=kept["roll over time"],
        pitch=kept["pitch"],
        heading=kept["heading"],
        heading_rate=none,
        speed=none,
    )
    numbers = {
        "desired_heading": kept["desired heading"],
        "desired_pitch": kept["desired pitch"],
        "desired_depth": np.asarray(readings["desired depth"], float),
        "rudder_command": kept["rudder"],
        "elevator_command": kept["elevator"],
    }
    led = (Said(float(time[0]), "frontseat_state", "executing"),)
    return draw_control(Flight("ematt", "ematt", course, numbers, led, surfaces=Surfaces(("rudder",), ("elevator",))))


def _tracks(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 5.0), layout="constrained")
    axes = figure.subplots()
    for number, thrust in enumerate(THRUSTS):
        north, east = points(readings, f"{thrust} track").T
        label = f"{thrust} thrust, {float(readings[f'speed {thrust}']):.2f} m/s"
        axes.plot(east, north, color=COLOURS[number], linewidth=1.3, label=label)
    axes.plot(0.0, 0.0, "o", color=INK)
    axes.set(xlabel="east (m)", ylabel="north (m)", aspect="equal")
    axes.legend(frameon=False)
    return figure


METHOD = (
    f"The mission {EMATT} in software-in-the-loop at three thrust percentages, which are ours: rudder and elevator are "
    "hard over or neutral, with a dead band and the delay of the loop. Read over the second half of the way between "
    "turns."
)
ROLLING = Experiment(
    id="ematt.roll",
    source="section V-A, figure 13",
    title="Constant roll from the propeller's torque",
    published="around 20 deg",
    counts="15 to 25 deg at the middle thrust",
    unit="deg",
    reading="roll",
    vehicle="ematt",
    measure=measure,
    judge=judge_roll,
    draw=draw,
    method=METHOD + " How low the centre of gravity lies decides, 3 mm, which is assumed and not fitted to this row.",
    fixed=(*SCREW, RELEASE),
    tied=half_released,
    samples=32,
    batch=2,
    unread="it never came to a course",
    shown={"roll low": "at the low thrust (deg)", "roll high": "at the high thrust (deg)"},
)
CYCLE = Experiment(
    id="ematt.limit_cycle",
    source="section V-A, figure 13",
    title="Limit cycle of bang-bang control",
    published="heading oscillates with 5 to 10 deg of amplitude, depth with 0.2 to 0.4 m",
    counts="half of highest less lowest on straight legs at the middle thrust: both inside the published bands",
    unit="deg",
    reading="swing of heading",
    vehicle="ematt",
    measure=measure,
    judge=judge_cycle,
    draw=draw,
    calibrated=True,
    method=METHOD
    + " The delay of the loop, in the latency of the IMU, is calibrated on this row; the dead band is assumed.",
    fixed=(*SCREW, RELEASE),
    tied=half_released,
    samples=32,
    batch=2,
    unread="it never came to a course",
    shown={
        "swing of depth": "of depth (m)",
        "heading low": "of heading at the low thrust (deg)",
        "heading high": "of heading at the high thrust (deg)",
        "depth low": "of depth at the low thrust (m)",
        "depth high": "of depth at the high thrust (m)",
    },
)
