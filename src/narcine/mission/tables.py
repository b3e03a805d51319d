"""Tables of flights in words, for the terminal and the page."""

from collections.abc import Sequence
from math import degrees, isfinite

import numpy as np

from narcine.mission.flight import Flight, labels
from narcine.mission.legs import Held, held_legs
from narcine.recording.tabulated import Tabulated

CLOSED = 0.05
"""Share by which radius times rate may differ from speed in a turn that counts as steady."""
SPEED_OFF = 0.2
"""Share of the desired speed by which that of a leg may differ."""


def flight_table(flights: Sequence[Flight]) -> Tabulated:
    """Return how each flight went as a whole."""
    rows = []
    for label, flight in zip(labels(flights), flights, strict=True):
        course = flight.course
        way = float(np.sum(np.linalg.norm(np.diff(course.path, axis=0), axis=1)))
        rows.append(
            (
                label,
                flight.vehicle,
                f"{course.time[-1]:.4g}",
                f"{way:.4g}",
                f"{np.max(course.depth):.3g}",
                flight.failure or flight.ended,
            )
        )
    headings = ("mission", "vehicle", "flown (s)", "way (m)", "deepest (m)", "ended")
    return Tabulated("Flights", headings, tuple(rows))


def turn_table(flights: Sequence[Flight]) -> Tabulated:
    """Return the turns of all flights."""
    several = len(flights) > 1
    rows = []
    for label, flight in zip(labels(flights), flights, strict=True):
        for turn in flight.turns:
            closure = turn.closure
            rows.append(
                (
                    *((label,) if several else ()),
                    f"{turn.begin:.4g}",
                    turn.side,
                    f"{degrees(abs(turn.angle)):.0f}",
                    f"{degrees(turn.peak_rate):.3g}",
                    f"{degrees(turn.steady_rate):.3g}",
                    _number(turn.radius),
                    _number(turn.speed),
                    _number(closure) + ("" if not isfinite(closure) or abs(closure - 1.0) <= CLOSED else " *"),
                    f"{degrees(turn.overshoot):.1f}" if turn.reached else "not reached",
                    _number(turn.settling),
                )
            )
    headings = (
        *(("mission",) if several else ()),
        "at (s)",
        "to",
        "by (deg)",
        "peak (deg/s)",
        "steady (deg/s)",
        "radius (m)",
        "speed (m/s)",
        "closure",
        "over (deg)",
        "settled (s)",
    )
    note = (
        "Rates are those of the heading. Steady rate (mean), radius (of the circle through the path) and speed are "
        "those between a quarter and three quarters of the angle that is turned. Closure is radius times rate over "
        "speed: 1 in a turn that is steady, with a star where it is more than 5 % off. Over: by how much the heading "
        "overshoots. Settled: after which time it stays within 5 deg."
    )
    return Tabulated("Turns", headings, tuple(rows), note)


def leg_table(flights: Sequence[Flight]) -> Tabulated:
    """Return how the legs of all flights were held."""
    several = len(flights) > 1
    rows = []
    for label, flight in zip(labels(flights), flights, strict=True):
        for leg in held_legs(flight):
            rows.append(
                (
                    *((label,) if several else ()),
                    str(leg.number),
                    f"{leg.begin:.4g} to {leg.end:.4g}",
                    _fixed(degrees(leg.desired_heading) % 360.0, 0),
                    _fixed(degrees(leg.heading_error), 1),
                    _fixed(degrees(leg.heading_swing), 1),
                    _fixed(leg.desired_depth, 2),
                    _fixed(leg.depth_error, 2),
                    _fixed(leg.depth_swing, 2),
                    _fixed(leg.speed, 2) + ("*" if _misses(leg) else ""),
                    _fixed(degrees(leg.roll), 1),
                    _fixed(degrees(leg.pitch), 1),
                )
            )
    headings = (
        *(("mission",) if several else ()),
        "leg",
        "time (s)",
        "heading (deg)",
        "off (deg)",
        "swing (deg)",
        "depth (m)",
        "off (m)",
        "swing (m)",
        "speed (m/s)",
        "roll (deg)",
        "pitch (deg)",
    )
    note = (
        "Over the second half of each leg. Off: mean of actual less desired; swing: half of highest less lowest. "
        "Speed is forward, through the water, with a star where it is more than 20 % off the desired one."
    )
    return Tabulated("Legs", headings, tuple(rows), note)


def said_table(flight: Flight) -> Tabulated:
    """Return what the frontseat and the helm said of a flight: states, safe modes, reasons.

    Lights are left out: they follow the states.
    """
    rows = tuple((f"{each.time:.4g}", each.name, each.value) for each in flight.said if each.name != "leds")
    return Tabulated(f"{flight.title}: what the frontseat said", ("time (s)", "variable", "became"), rows)


def _misses(leg: Held) -> bool:
    """Say whether a leg's speed is far from the desired one; never where none is desired."""
    return abs(leg.speed - leg.desired_speed) > SPEED_OFF * leg.desired_speed


def _number(value: float) -> str:
    return f"{value:.3g}" if isfinite(value) else "-"


def _fixed(value: float, places: int) -> str:
    return f"{round(value, places) + 0.0:.{places}f}" if isfinite(value) else "-"
