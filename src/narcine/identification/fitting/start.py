"""How a run starts: what its first samples tell, and which numbers of the first state are estimated with it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from narcine.identification.fitting.glimpse import Glimpse
from narcine.multibody.links import JointKind
from narcine.recording.dataset import rotation_matrices
from narcine.simulation.body_motion import BodyMotion, body_motion
from narcine.simulation.model import Model
from narcine.spatial.rotations import quaternion_from_matrix
from narcine.spatial.vectors import Array

LOOSE = ("passive", "torque")
"""Drives whose joints start anywhere; others start where they are driven to."""
SPREAD = 1.0
"""Standard deviation (m, rad, m/s, rad/s) of how far a start is from what the first samples tell: so wide that it
weighs nothing where anything was measured, and holds what nothing tells."""
SMALL = 1e-4
"""Half angle (rad) below which the series of sin(a) / a is exact to rounding."""


@dataclass(frozen=True)
class Start:
    """Entries of the first state that do not come from the model, and those of them that are estimated."""

    given: NDArray[np.int64]
    values: Array
    added: NDArray[np.int64]
    """entries to which an estimated number adds"""
    turned: tuple[int, ...]
    """first entries of quaternions that an estimated rotation vector turns, in the body's axes"""
    names: tuple[str, ...] = ()
    """of the estimated numbers"""

    @property
    def count(self) -> int:
        """How many numbers are estimated."""
        return len(self.added) + 3 * len(self.turned)

    def state(self, initial: Array, offsets: Array) -> Array:
        """Return the first state, from that of the model and the estimated numbers, real or complex."""
        x = np.array(initial, np.result_type(initial, offsets))
        x[self.given] = self.values
        x[self.added] += offsets[: len(self.added)]
        for number, q in enumerate(self.turned):
            first = len(self.added) + 3 * number
            x[q : q + 4] = _turned(x[q : q + 4], offsets[first : first + 3])
        return x


NOTHING = np.zeros(0, np.int64)
KNOWN = Start(NOTHING, np.zeros(0), NOTHING, ())
"""A run that starts as the model does."""


def fixed(state: Array) -> Start:
    """Return the start at a given state, with nothing to estimate."""
    return Start(np.arange(len(state)), state, NOTHING, ())


def loose_start(model: Model, link: int, told: Glimpse) -> Start:
    """Return the start of a run whose vehicle may be anywhere, from what was measured of its first moment."""
    start = around(model, link, told_state(model, model.initial_state, link, told))
    freed = {*(int(k) for k in start.added), *(q + k for q in start.turned for k in range(4))}
    given = np.array(sorted(freed), np.int64)
    return replace(start, given=given, values=start.values[given])


def around(model: Model, link: int, state: Array) -> Start:
    """Return the start near a state: free are the vehicle's root, and joints that nothing drives."""
    vehicle = next(body.vehicle for body in model.bodies if body.link == link)
    added: list[int] = []
    turned: list[int] = []
    links, layout = model.link_columns, model.layout
    for i in range(links.rows):
        q, v = int(layout[links.position + i]), model.positions + int(layout[links.velocity + i])
        kind = layout[links.kind + i]
        if kind not in (JointKind.FREE, JointKind.BALL) or model.state_vehicles[q] != vehicle:
            continue
        free = kind == JointKind.FREE
        added += [*range(q, q + 3 * free), *range(v, v + (6 if free else 3))]
        turned.append(q + 3 * free)
    for each in model.coordinates:
        if each.drive in LOOSE and model.state_vehicles[each.position] == vehicle:
            added += [each.position, model.positions + each.velocity]
    names = [model.state_names[k] for k in added]
    for q in turned:
        owner = model.state_names[q].removesuffix(".attitude_w")
        names += [f"{owner}.{axis}" for axis in ("roll", "pitch", "yaw")]
    return Start(np.arange(len(state)), state, np.array(added, np.int64), tuple(turned), tuple(names))


def told_state(model: Model, initial: Array, link: int, told: Glimpse) -> Array:
    """Return a state with all in place that was measured of one moment."""
    x = np.array(initial)
    for each in model.coordinates:
        if each.name in told.joints:
            x[each.position], x[model.positions + each.velocity] = told.joints[each.name]
    root = model.link_roots[link]
    links = model.link_columns
    if model.layout[links.kind + root] != JointKind.FREE:
        return _posed(model, x, link, told)
    q, v = int(model.layout[links.position + root]), model.positions + model.velocity_of(root)
    at_origin = x.copy()
    at_origin[q : q + 7], at_origin[v : v + 6] = (0, 0, 0, 1, 0, 0, 0), 0.0
    seen = body_motion(model, model.parameters, at_origin, link)
    R = rotation_matrices(x[q + 3 : q + 7])
    if told.attitude is not None:
        R = rotation_matrices(told.attitude) @ seen.attitude.T
        x[q + 3 : q + 7] = quaternion_from_matrix(R)
    if told.position is not None:
        x[q : q + 3] = told.position - R @ seen.place
    if told.angular_velocity is not None:
        x[v + 3 : v + 6] = seen.attitude @ (told.angular_velocity - seen.angular_velocity)
    if told.velocity is not None:
        x[v : v + 3] = seen.attitude @ (told.velocity - seen.velocity) - np.cross(x[v + 3 : v + 6], seen.place)
    return x


def _posed(model: Model, x: Array, link: int, told: Glimpse) -> Array:
    """Return a state with joints that nothing drives or measures where a body's pose, and its motion, have them."""
    from scipy.optimize import least_squares
    from scipy.spatial.transform import Rotation

    loose = [each for each in model.coordinates if each.drive in LOOSE and each.name not in told.joints]
    places, rates = [each.position for each in loose], [model.positions + each.velocity for each in loose]
    if not loose or (told.position is None and told.attitude is None):
        return x

    def at(values: Array, which: list[int]) -> BodyMotion:
        moved = x.copy()
        moved[which] = values
        return body_motion(model, model.parameters, moved, link)

    def off(values: Array) -> Array:
        seen = at(values, places)
        place = np.zeros(0) if told.position is None else seen.place - told.position
        if told.attitude is None:
            return np.asarray(place)
        turn = Rotation.from_matrix(rotation_matrices(told.attitude).T @ seen.attitude).as_rotvec()
        return np.concatenate([place, turn])

    x[places] = least_squares(off, x[places], method="trf").x

    def motion(values: Array) -> Array:
        seen = at(values, rates)
        both = ((told.velocity, seen.velocity), (told.angular_velocity, seen.angular_velocity))
        return np.concatenate([now for known, now in both if known is not None])

    known = [each for each in (told.velocity, told.angular_velocity) if each is not None]
    if known:
        still = motion(np.zeros(len(rates)))
        columns = np.stack([motion(unit) - still for unit in np.eye(len(rates))], axis=1)
        x[rates] = np.linalg.lstsq(columns, np.concatenate(known) - still, rcond=None)[0]
    return x


def _turned(q: Array, vector: Array) -> Array:
    """Return a quaternion turned by a rotation vector in body axes."""
    half = 0.5 * np.sqrt(np.sum(vector * vector))
    ratio = 0.5 * np.sin(half) / half if half.real > SMALL else 0.5 - half * half / 12.0
    w, (x, y, z) = np.cos(half), ratio * vector
    a, b, c, d = q
    return np.array(
        [
            a * w - b * x - c * y - d * z,
            a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x,
            a * z + b * y - c * x + d * w,
        ]
    )
