"""Free decay: a vehicle that is let go on springs, by its own righting moment, or as a pendulum on an arm.

A rig holds the root to the world by one joint, so that one freedom swings: the derived vehicle is what `narcine
identify fit` fits to the motion. Arms: Eng, Lau, Low, Seet and Chin 2008, "Estimation of the hydrodynamic coefficients
of an ROV using free decay pendulum motion".
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from narcine.identification.towing.axes import TURNING
from narcine.laboratory.mounting import bare, root_of
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

RIG = "rig"
FAINT = 1e-3
"""Width of a half swing, over the largest, below which it is no swing any more."""
_DIRECTIONS = {"surge": "forward", "sway": "starboard", "heave": "down", "roll": "forward", "pitch": "starboard"}
_SWINGING = {"surge": "starboard", "sway": "forward"}
"""About which axis an arm turns that lets a vehicle swing ahead and back, or from side to side."""


@dataclass(frozen=True)
class Rig:
    """How a vehicle is held, and from where it is let go."""

    axis: str
    """surge, sway, heave, roll, pitch or yaw"""
    offset: float
    """from which it is let go, from where springs rest (m, rad; of an arm rad)"""
    spring: float = 0.0
    """N/m, N m/rad"""
    arm: float = 0.0
    """length of an arm upwards to a pivot, for surge and sway (m)"""

    @property
    def turns(self) -> bool:
        """Whether its coordinate is an angle."""
        return self.axis in TURNING or self.arm > 0.0


def decaying(simulation: Simulation, rig: Rig, duration: float) -> dict[str, Any]:
    """Return the description of a vehicle on a rig, let go: a vehicle file of its own."""
    root = root_of(simulation)
    vehicle = next(iter(simulation.scenario.vehicles.values())).vehicle
    plain = bare(simulation, beating=False)
    depth = vehicle.run.start.position[2]
    joint: dict[str, Any] = {"type": "hinge" if rig.turns else "slider", "parent": "world", "child": root}
    joint["axis"] = _SWINGING[rig.axis] if rig.arm > 0.0 else _DIRECTIONS.get(rig.axis, "down")
    joint["at"] = [0.0, 0.0, depth - rig.arm]
    if rig.arm > 0.0:
        joint["to"] = [0.0, 0.0, -rig.arm]
    if rig.spring > 0.0:
        joint["stiffness"] = rig.spring
    joints = plain.get("joints") or {}
    plain["joints"] = {**joints, RIG: joint}
    plain["name"] = f"{simulation.scenario.name}_decay"
    start = plain["run"].setdefault("start", {})
    start["joints"] = {**start.get("joints", {}), RIG: rig.offset}
    plain["run"]["duration"] = duration
    return plain


@dataclass(frozen=True)
class Swings:
    """What turning points tell of a decay."""

    time: Array
    """(point,)"""
    place: Array
    """(point,): of the coordinate at each"""

    @property
    def period(self) -> float | None:
        """Mean time of a whole swing (s)."""
        return None if len(self.time) < 3 else float(2.0 * np.mean(np.diff(self.time)))

    @property
    def decrements(self) -> Array:
        """Logarithm of the ratio of whole swings, from one turning point to the next but one."""
        widths = np.abs(np.diff(self.place))
        return np.asarray(np.log(widths[:-2] / widths[2:])) if len(widths) > 2 else np.zeros(0)


def swings(time: Array, place: Array) -> Swings:
    """Return the turning points of a coordinate, by parabolas through the samples about each; noise is not expected."""
    change = np.diff(place)
    middle = np.flatnonzero(change[:-1] * change[1:] < 0.0) + 1
    before, here, after = place[middle - 1], place[middle], place[middle + 1]
    shift = 0.5 * (before - after) / (before - 2.0 * here + after)
    step = float(time[1] - time[0])
    when = time[middle] + shift * step
    height = here - 0.25 * (before - after) * shift
    when, height = np.concatenate([time[:1], when]), np.concatenate([place[:1], height])
    widths = np.abs(np.diff(height))
    faint = widths < FAINT * np.max(widths, initial=0.0)
    last = int(np.argmax(faint)) if faint.any() else len(widths)
    return Swings(when[: last + 1], height[: last + 1])
