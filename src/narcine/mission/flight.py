"""What a flight leaves behind: how the vehicle went, and what was said on its bus, at every tick of its control."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.mission.turns import Turn, find_turns
from narcine.recording.trajectory import Array


class Course(NamedTuple):
    """How a vehicle really went, over the ticks of its control."""

    time: Array
    """(s)"""
    north: Array
    east: Array
    depth: Array
    """of its root's origin (m)"""
    roll: Array
    pitch: Array
    heading: Array
    """(rad)"""
    heading_rate: Array
    """(rad/s)"""
    speed: Array
    """forward, through the water (m/s)"""

    @property
    def path(self) -> Array:
        """Return the way as seen from above (time, 2), north and east."""
        return np.stack([self.north, self.east], axis=1)


class Said(NamedTuple):
    """A text or flag on the bus, when it became another."""

    time: float
    name: str
    value: str


class Leg(NamedTuple):
    """A line of the timetable."""

    start: float
    """(s)"""
    text: str
    """as written"""


class Surfaces(NamedTuple):
    """The actuators that turn the vehicle, by what they do."""

    rudders: tuple[str, ...] = ()
    elevators: tuple[str, ...] = ()
    fins: tuple[str, ...] = ()


NO_SURFACES = Surfaces()


@dataclass(frozen=True)
class Flight:
    """A mission that was flown."""

    title: str
    vehicle: str
    course: Course
    numbers: Mapping[str, Array]
    """what was published, by the names of the bus; the last value at each tick, nan before the first"""
    said: tuple[Said, ...] = ()
    legs: tuple[Leg, ...] = ()
    surfaces: Surfaces = NO_SURFACES
    bounds: tuple[str, ...] = ()
    """rules of the vehicle and of the cruise, in words"""
    ended: str = ""
    """why it is over"""
    failure: str = ""
    """why it could not go on, if it could not"""
    wall: float = 0.0
    """how long it took to fly (s)"""
    settings: Mapping[str, object] = field(default_factory=dict)

    def number(self, name: str) -> Array:
        """Return what was published under a name; nan where nothing was."""
        if name in self.numbers:
            return self.numbers[name]
        return np.full(len(self.course.time), np.nan)

    def desired(self, name: str) -> Array:
        """Return what was desired while the helm had control; nan where nothing was.

        A depth is not desired where a glide angle stands in its place, nor a speed where a thrust does.
        """
        values = np.where(self._is_led(), self.number(f"desired_{name}"), np.nan)
        instead = {"depth": "desired_glide_angle", "speed": "desired_thrust"}
        if name in instead:
            values[np.isfinite(self.number(instead[name]))] = np.nan
        return values

    def _is_led(self) -> NDArray[np.bool_]:
        """Return at which ticks the helm had control."""
        led = np.zeros(len(self.course.time), bool)
        for when, state in self.states:
            led[self.course.time >= when - 1e-9] = state == "executing"
        return led

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return its turns in order."""
        course = self.course
        desired = self.desired("heading")
        return find_turns(course.time, desired, course.heading, course.heading_rate, course.path)

    @property
    def states(self) -> tuple[tuple[float, str], ...]:
        """Return when the frontseat went into which state."""
        return tuple((each.time, each.value) for each in self.said if each.name == "frontseat_state")


def labels(flights: Sequence[Flight]) -> list[str]:
    """Return what tells flights apart: their titles, without what all of them begin with where they are runs of one."""
    first = {flight.title.partition(", ")[0] for flight in flights}
    if len(flights) > 1 and len(first) == 1:
        return [flight.title.partition(", ")[2] or flight.title for flight in flights]
    return [flight.title for flight in flights]
