"""What a flight makes one doubt: legs whose heading or depth was not held, and did not come nearer."""

from collections.abc import Iterator
from math import degrees, radians

import numpy as np
from numpy.typing import NDArray

from narcine.mission.flight import Flight
from narcine.mission.legs import held_legs
from narcine.mission.turns import wrapped
from narcine.recording.trajectory import Array

ASTRAY, SWINGING = radians(15.0), radians(90.0)
"""Mean error in heading over the second half of a leg, and way from side to side, that are worth a word."""
OFF_DEPTH = 1.0
"""Mean error in depth (m) that is."""
NEARER = 0.9
"""Share of the error in the third quarter of a leg below which that in the last says that the vehicle is coming."""


def doubts_about_flight(flight: Flight) -> Iterator[str]:
    """Yield which of heading and depth a vehicle does not follow, and what that often comes from."""
    course = flight.course
    headings, depths = [], []
    for leg in held_legs(flight):
        middle, late = 0.5 * (leg.begin + leg.end), 0.25 * leg.begin + 0.75 * leg.end
        settled = (course.time >= middle) & (course.time < leg.end)
        last = course.time[settled] >= late
        turned = wrapped(course.heading[settled] - flight.desired("heading")[settled])
        if 2.0 * leg.heading_swing > SWINGING and _stays(np.abs(turned), last):
            headings.append(f"{leg.number} (swings by {degrees(2.0 * leg.heading_swing):.0f} deg)")
        elif np.mean(np.abs(turned)) > ASTRAY and _stays(np.abs(turned), last):
            headings.append(f"{leg.number} (off by {degrees(float(np.mean(np.abs(turned)))):.0f} deg)")
        dived = np.abs(course.depth[settled] - flight.desired("depth")[settled])
        if np.mean(dived) > OFF_DEPTH and _stays(dived, last):
            depths.append(f"{leg.number} (off by {np.mean(dived):.1f} m)")
    mounted = "are its {} mounted so that positive angles {}, and does it go fast enough?"
    if headings:
        asked = mounted.format("rudders", "turn to starboard")
        yield f"{flight.title}: it does not follow its heading on {_told(headings)}; {asked}"
    if depths:
        asked = mounted.format("elevators", "raise the nose")
        yield f"{flight.title}: it does not follow its depth on {_told(depths)}; {asked}"


def _stays(errors: Array, last: NDArray[np.bool_]) -> bool:
    """Say whether errors hardly become less; never where there are none to compare."""
    if last.all() or not last.any():
        return False
    return bool(np.mean(errors[last]) > NEARER * np.mean(errors[~last]))


def _told(legs: list[str]) -> str:
    return f"leg{'s' if len(legs) > 1 else ''} {', '.join(legs)}"
