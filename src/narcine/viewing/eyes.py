"""Sensors as they are seen: the cones of infrared switches, and petals of photocells that grow with the light."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from narcine.description.scenario import Scenario
from narcine.description.sensor import Infrared
from narcine.recording.trajectory import Array
from narcine.viewing.solids import cone
from narcine.viewing.things import Colour, Thing, thing_of

CLEAR_BEAM: Colour = (0.25, 0.55, 0.62)
LIT_BEAM: Colour = (0.93, 0.16, 0.16)
"""Of an infrared switch that sees nothing, and of one that sees something."""
BEAM_OPACITY, LIT_OPACITY = 0.13, 0.36
PETAL: Colour = (1.0, 0.72, 0.05)
PETAL_LENGTH = 0.55
"""Of the longest petal over the length of its vehicle."""
PETAL_WIDTH = 0.13
"""Half angle of a petal (rad)."""
THINNEST = 0.01
"""Half angle (rad) at which a ray is drawn as a cone."""
HALF_BRIGHT = 3.0
"""Distance from the brightest lamp, in lengths of the vehicle, whose light makes a petal half as long as it can be."""
NO_LAMP = 10.0
"""Illuminance (lx) of half a petal where there is no lamp."""


@dataclass(frozen=True)
class Eye:
    """A sensor to be shown."""

    name: str
    """as a run has it"""
    number: int
    """among all sensors of a run"""
    vehicle: int
    label: str
    """its name in the vehicle's file"""
    kind: Literal["infrared", "photocell"]
    body: int
    at: Array
    """in body axes (3,)"""
    axis: Array
    """unit vector along which it looks, in body axes (3,)"""
    bearing: float
    """rad, from forward, positive to starboard"""
    longest: float
    """range of a switch, longest petal of a cell (m)"""
    spread: float
    """half angle of its cone (rad)"""
    half_bright: float
    """illuminance (lx) at which a petal is half as long"""

    def petal(self, reading: Array) -> Array:
        """Return the length of a petal (m): half its longest at `half_bright`, never all of it."""
        light = np.maximum(reading, 0.0)
        return np.asarray(self.longest * light / (light + self.half_bright))


def eyes_of(scenario: Scenario, bodies: dict[str, int], sizes: tuple[float, ...]) -> tuple[Eye, ...]:
    """Return the sensors of a scenario in the order in which runs have them."""
    several = len(scenario.vehicles) > 1
    found: list[Eye] = []
    world = scenario.world
    brightest = max((lamp.intensity for lamp in world.lamps.values()), default=0.0)
    for number, ((name, placed), size) in enumerate(zip(scenario.vehicles.items(), sizes, strict=True)):
        prefix = f"{name}." if several else ""
        half_bright = world.ambient + brightest / (HALF_BRIGHT * size) ** 2 or NO_LAMP
        for label, sensor in placed.vehicle.eyes.items():
            found.append(
                Eye(
                    f"{prefix}{label}",
                    len(found),
                    number,
                    label,
                    sensor.type,
                    bodies[prefix + sensor.body],
                    np.array(sensor.at),
                    np.array(sensor.axis),
                    sensor.bearing,
                    sensor.range if isinstance(sensor, Infrared) else PETAL_LENGTH * size,
                    max(sensor.beam, THINNEST) if isinstance(sensor, Infrared) else PETAL_WIDTH,
                    half_bright,
                )
            )
    return tuple(found)


def eye_things(eyes: tuple[Eye, ...]) -> Iterator[Thing]:
    """Yield the cone of each sensor, on its body; a petal is one metre long and is shown as long as its reading."""
    for eye in eyes:
        if eye.kind == "infrared":
            mesh = cone(eye.longest, eye.spread, eye.axis).placed(np.eye(3), eye.at)
            yield thing_of(eye.name, "beam", eye.body, mesh, CLEAR_BEAM, BEAM_OPACITY, sensor=eye.number)
        else:
            yield thing_of(eye.name, "petal", eye.body, cone(1.0, eye.spread, eye.axis), PETAL, sensor=eye.number)
