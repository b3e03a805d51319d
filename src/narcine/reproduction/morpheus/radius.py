"""Turning radii: Morpheus with its fins and without, and the first base vehicle (figure 16)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.morpheus.zigzags import (
    EMATT,
    MATCH,
    RELEASE,
    SCREW,
    WITH_FINS,
    WITHOUT_FINS,
    flown,
    half_released,
    points,
    straight_speed,
    track,
    turn_curves,
    turning,
    way_of_turn,
)
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AGREES = 0.2
"""Part by which a radius may differ from the published one."""
SWINGING = 0.15
"""The same for the first base vehicle, whose limit cycle in depth, rolled as it is, swings the rate of its turns."""
Measure = Callable[[Sequence[Simulation]], list[Readings]]


def measuring(mission: str, number: int = 0) -> Measure:
    """Return what measures the turns of one flight of a mission."""

    def measure(simulations: Sequence[Simulation]) -> list[Readings]:
        flights = [flown(mission, each)[number] for each in simulations]
        return [
            {**turning(each), **turn_curves(each), **track(each), "speed": straight_speed(each)} for each in flights
        ]

    return measure


def judging(published: float, match: float = MATCH) -> Callable[[Readings], Verdict]:
    """Return what compares the radius to starboard with a published one (m), and radius times rate with the speed."""

    def judge(readings: Readings) -> Verdict:
        radius, port = float(readings["radius starboard"]), float(readings["radius port"])
        miss = max(float(readings["miss starboard"]), float(readings["miss port"]))
        note = (
            f"{radius:.2f} m to starboard, {port:.2f} m to port, against about {published:g} m; "
            f"{readings['rate starboard']:.1f} deg/s at {readings['speed starboard']:.2f} m/s, straight on "
            f"{readings['speed']:.2f} m/s; radius times rate misses the speed by {miss:.1f} %"
        )
        return Verdict(abs(radius - published) <= AGREES * published and miss <= 100.0 * match, note)

    return judge


def drawing(published: float) -> Callable[[Readings], list[Picture]]:
    """Return what draws the turns and the whole track."""

    def draw(readings: Readings) -> list[Picture]:
        turns = (
            f"Turns, begun at the origin and up the page, as in figure 16: to starboard and to port; dotted the "
            f"published radius of about {published:g} m."
        )
        whole = "The whole zig-zag from above, north up, as in figures 14 and 15."
        return [Picture(_turns(readings, published), turns), Picture(_track(readings), whole)]

    return draw


def _turns(readings: Readings, published: float) -> "Figure":
    import numpy as np
    from matplotlib.figure import Figure

    figure = Figure((6.0, 4.0), layout="constrained")
    axes = figure.subplots()
    for number, (side, sign) in enumerate((("starboard", 1.0), ("port", -1.0))):
        forward, across = way_of_turn(readings, f"way {side}").T
        axes.plot(across, forward, color=COLOURS[number], linewidth=2.0, label=f"to {side}")
        round_it = np.linspace(0.0, 2.0 * np.pi, 200)
        circle = sign * published * (1.0 - np.cos(round_it)), published * np.sin(round_it)
        axes.plot(*circle, ":", color=INK, linewidth=1.0)
    axes.set(xlabel="to starboard (m)", ylabel="ahead (m)", aspect="equal")
    axes.legend(frameon=False)
    return figure


def _track(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 4.5), layout="constrained")
    axes = figure.subplots()
    north, east = points(readings, "track").T
    axes.plot(east, north, color=COLOURS[0], linewidth=1.5)
    axes.plot(east[0], north[0], "o", color=INK)
    axes.set(xlabel="east (m)", ylabel="north (m)", aspect="equal")
    return figure


SHOWN = {
    "radius port": "radius to port (m)",
    "rate starboard": "steady rate to starboard (deg/s)",
    "rate port": "steady rate to port (deg/s)",
    "peak starboard": "peak rate to starboard (deg/s)",
    "peak port": "peak rate to port (deg/s)",
    "speed": "speed straight on (m/s)",
    "speed starboard": "speed in the turn to starboard (m/s)",
    "miss starboard": "radius times rate beside the speed, starboard (%)",
}
COUNTS = (
    f"turns to starboard, where they are steady: within {100 * AGREES:.0f} %, and radius times rate equals the speed "
    "within {match:.0f} %"
)
UNREAD = "no turn became steady"
METHOD = (
    "The mission {mission} in software-in-the-loop: passive helm, control at 10 Hz, surfaces within angle and rate, "
    "noise of the sensors, safety rules on. Steady is what lies between a quarter and three quarters of the angle "
    "that is turned; the radius is that of the circle nearest to the path there (Kasa 1976), mean over the turns. The "
    "paper gives neither the legs nor the speed; {speed}."
)


def _row(
    vehicle: str,
    name: str,
    title: str,
    published: float,
    words: str,
    mission: str,
    speed: str,
    number: int = 0,
    match: float = MATCH,
    why: str = "",
    calibrated: bool = False,
) -> Experiment:
    """Return the row of one radius, flown by one flight of a mission; `speed` and `why` are words for the page."""
    return Experiment(
        id=f"{vehicle}.{name}",
        source="section V-B, figure 16",
        title=title,
        published=words,
        counts=COUNTS.format(match=100 * match) + why,
        unit="m",
        reading="radius starboard",
        vehicle=vehicle,
        measure=measuring(mission, number),
        judge=judging(published, match),
        draw=drawing(published),
        method=METHOD.format(mission=mission, speed=speed),
        fixed=(*SCREW, RELEASE) if vehicle == "ematt" else SCREW,
        tied=half_released if vehicle == "ematt" else None,
        samples=32,
        batch=4,
        unread=UNREAD,
        shown=SHOWN,
        calibrated=calibrated,
    )


WITHOUT = _row(
    "morpheus",
    "radius_plain",
    "Turning radius without morphing fins",
    2.5,
    "around 2.5 m",
    WITHOUT_FINS,
    "1.0 m/s is ours, and the radius hardly hangs on it. The chord of the shroud is calibrated on this row",
    calibrated=True,
)
WITH = _row(
    "morpheus",
    "radius_fins",
    "Turning radius with morphing fins",
    1.5,
    "approximately 1.5 m",
    WITH_FINS,
    "1.0 m/s is ours, as without the fins",
)
FIRST = _row(
    "ematt",
    "radius",
    "Turning radius of the first base vehicle",
    10.0,
    "around 10 m",
    EMATT,
    "this is the middle one of its three thrust percentages. Nothing is calibrated on this row",
    number=1,
    match=SWINGING,
    why=", since the limit cycle in depth swings the rate",
)
