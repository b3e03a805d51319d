"""Tables of flights in words, for the terminal and the page."""

from collections.abc import Sequence
from math import degrees, isfinite

import numpy as np

from narcine.mission.flight import Flight
from narcine.mission.legs import held_legs
from narcine.recording.tabulated import Tabulated

CLOSED = 0.05
"""Share by which radius times rate may differ from speed in a turn that counts as steady."""


def summary_table(flights: Sequence[Flight]) -> Tabulated:
    """Return how each flight went as a whole."""
    rows = []
    for flight in flights:
        course = flight.course
        way = float(np.sum(np.linalg.norm(np.diff(course.path, axis=0), axis=1)))
        rows.append(
            (
                flight.title,
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
    for flight in flights:
        for turn in flight.turns:
            closure = turn.closure
            rows.append(
                (
                    *((flight.title,) if several else ()),
                    f"{turn.begin:.4g}",
                    turn.side,
                    f"{degrees(abs(turn.angle)):.0f}",
                    f"{degrees(turn.peak_rate):.3g}",
                    f"{degrees(turn.steady_rate):.3g}",
                    _number(turn.radius),
                    _number(turn.speed),
                    _number(closure)
                    + ("" if not isfinite(closure) or abs(closure - 1.0) <= CLOSED else " (not steady)"),
                    f"{degrees(turn.overshoot):.2g}" if turn.reached else "not reached",
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
        "radius x rate / speed",
        "overshoot (deg)",
        "settled in (s)",
    )
    note = (
        "Rates are those of the heading. Steady rate (median), radius (of the circle through the path) and speed are "
        "those between a quarter and three quarters of the angle that is turned; radius times rate is the speed in a "
        "turn that is steady. Settled: within 5 deg from then on."
    )
    return Tabulated("Turns", headings, tuple(rows), note)


def leg_table(flights: Sequence[Flight]) -> Tabulated:
    """Return how the legs of all flights were held."""
    several = len(flights) > 1
    rows = []
    for flight in flights:
        for leg in held_legs(flight):
            rows.append(
                (
                    *((flight.title,) if several else ()),
                    str(leg.number),
                    f"{leg.begin:.4g} to {leg.end:.4g}",
                    _number(degrees(leg.desired_heading) % 360.0),
                    _with_swing(degrees(leg.heading_error), degrees(leg.heading_swing)),
                    _number(leg.desired_depth),
                    _with_swing(leg.depth_error, leg.depth_swing),
                    _number(leg.depth_rms),
                    _number(leg.speed),
                    _number(degrees(leg.roll)),
                    _number(degrees(leg.pitch)),
                )
            )
    headings = (
        *(("mission",) if several else ()),
        "leg",
        "time (s)",
        "heading (deg)",
        "off (deg)",
        "depth (m)",
        "off (m)",
        "rms (m)",
        "speed (m/s)",
        "roll (deg)",
        "pitch (deg)",
    )
    note = (
        "Over the second half of each leg; off: mean of actual less desired, and by how much it swings to either side. "
        "Speed is forward, through the water."
    )
    return Tabulated("Legs", headings, tuple(rows), note)


def said_table(flight: Flight) -> Tabulated:
    """Return what the frontseat and the helm said of a flight: states, safe modes, reasons."""
    rows = tuple((f"{each.time:.4g}", each.name, each.value) for each in flight.said)
    return Tabulated(f"{flight.title}: what the frontseat said", ("time (s)", "variable", "became"), rows)


def _number(value: float) -> str:
    return f"{value:.3g}" if isfinite(value) else "-"


def _with_swing(mean: float, swing: float) -> str:
    return f"{mean:+.2g} +- {swing:.2g}" if isfinite(mean) else "-"
