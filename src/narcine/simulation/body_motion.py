"""Where a body is and how it moves, read off many states at once, real or complex alike.

The same recursion as `multibody.kinematics`, for one body and along axes of arrays: nothing is compiled, so that
derivatives of what is measured on a body cost no kernel of their own.
"""

from dataclasses import dataclass

import numpy as np

from narcine.multibody.links import JointKind
from narcine.recording.dataset import rotation_matrices
from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model
from narcine.spatial.vectors import Array
from narcine.tables import Table


@dataclass(frozen=True)
class BodyMotion:
    """Of a body's origin, over ground; leading axes are those of the states."""

    place: Array
    """(..., 3) in the world"""
    attitude: Array
    """(..., 3, 3) from the body's axes to the world's"""
    velocity: Array
    """(..., 3) in the body's own axes"""
    angular_velocity: Array
    """(..., 3) in the body's own axes"""


def body_motion(model: Model, parameters: Array, states: Array, link: int) -> BodyMotion:
    """Return the motion of a link; axes before the last of parameters and states go together."""
    links, layout = model.link_columns, model.layout
    freedoms = read_columns(layout, Table.FREEDOMS)
    way = [link]
    while (parent := int(layout[links.parent + way[-1]])) < links.rows:
        way.append(parent)
    lead = np.broadcast_shapes(parameters.shape[:-1], states.shape[:-1])
    place = np.zeros((*lead, 3), states.dtype)
    attitude = np.broadcast_to(np.eye(3, dtype=states.dtype), (*lead, 3, 3))
    velocity, spin = place, place
    for i in reversed(way):
        kind = JointKind(layout[links.kind + i])
        q = int(layout[links.position + i])
        v = model.positions + int(layout[links.velocity + i])
        R, r = _placement(parameters, links.turn + 27 * i, links.reach + 9 * i, kind, states, q)
        place = place + _turned(attitude, r)
        attitude = attitude @ R
        if kind == JointKind.FREE:
            velocity, spin = states[..., v : v + 3], states[..., v + 3 : v + 6]
            continue
        back = np.swapaxes(R, -1, -2)
        velocity, spin = _turned(back, velocity + np.cross(spin, r)), _turned(back, spin)
        for k in range(int(layout[links.freedoms + i])):
            column = freedoms.motion + 6 * (int(layout[links.velocity + i]) + k)
            rate = states[..., v + k, None]
            velocity = velocity + rate * parameters[..., column : column + 3]
            spin = spin + rate * parameters[..., column + 3 : column + 6]
    return BodyMotion(place, attitude, velocity, spin)


def _placement(p: Array, turn: int, reach: int, kind: JointKind, x: Array, q: int) -> tuple[Array, Array]:
    """Return rotation link-to-parent and the link's origin there (`links`)."""
    if kind == JointKind.FREE:
        return rotation_matrices(x[..., q + 3 : q + 7]), x[..., q : q + 3]
    T = [p[..., turn + 9 * k : turn + 9 * k + 9].reshape(*p.shape[:-1], 3, 3) for k in range(3)]
    r = [p[..., reach + 3 * k : reach + 3 * k + 3] for k in range(3)]
    if kind == JointKind.BALL:
        R = T[0] @ rotation_matrices(x[..., q : q + 4])
        return R, r[0] - _turned(R, r[1])
    if kind == JointKind.FIXED:
        return T[0], r[0]
    angle = x[..., q, None]
    a, b = (np.cos(angle), np.sin(angle)) if kind == JointKind.HINGE else (angle, 0.0 * angle)
    return T[0] + a[..., None] * T[1] + b[..., None] * T[2], r[0] + a * r[1] + b * r[2]


def _turned(R: Array, vector: Array) -> Array:
    turned: Array = np.einsum("...ij,...j->...i", R, vector)
    return turned
