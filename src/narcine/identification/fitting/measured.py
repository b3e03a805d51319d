"""What was measured of a run, and how far a simulated one is from it: differences and their exact derivatives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from narcine.identification.motion.motion import JOINT, Motion
from narcine.recording.dataset import rotation_matrices
from narcine.simulation.body_motion import BodyMotion, body_motion
from narcine.simulation.derivatives import TINY
from narcine.simulation.model import Model
from narcine.spatial.vectors import Array

POSITION, ATTITUDE, VELOCITY, ANGULAR_VELOCITY = "position", "attitude", "velocity", "angular_velocity"
AXES = {
    POSITION: ("north", "east", "down"),
    ATTITUDE: ("roll", "pitch", "yaw"),
    VELOCITY: ("forward", "starboard", "down"),
    ANGULAR_VELOCITY: ("roll rate", "pitch rate", "yaw rate"),
}
"""Channels of each group; of an attitude the components of the rotation vector, in the body's axes."""
UNITS = {POSITION: "m", ATTITUDE: "rad", VELOCITY: "m/s", ANGULAR_VELOCITY: "rad/s"}
SMALL = 1e-4
"""Angle (rad) below which the series of the inverse left out of its fourth power is exact to rounding."""
TURN = 2.0 * np.pi


@dataclass(frozen=True)
class Group:
    """Channels that were measured by one instrument, and so have one noise."""

    name: str
    """position, attitude, velocity, angular_velocity, or joint.NAME"""
    channels: tuple[str, ...]
    unit: str
    values: Array
    """(sample, channel); of an attitude quaternions (sample, 4); nan where a sample was lost"""

    @property
    def known(self) -> Array:
        """Say which samples there are."""
        return np.asarray(np.isfinite(self.values).all(axis=1))


def groups_of(motion: Motion, model: Model, wanted: Sequence[str] | None) -> tuple[Group, ...]:
    """Return what was measured, or what of it is wanted: names of groups, `joints` for all joints."""
    found = [
        Group(name, AXES[name], UNITS[name], values)
        for name in AXES
        if (values := getattr(motion, name)) is not None and np.isfinite(values).any()
    ]
    units = {each.name: each.unit for each in model.coordinates}
    for name, angles in motion.joints.items():
        if name not in units:
            raise ValueError(f"the model has no joint coordinate {name!r}; it has {', '.join(units) or 'none'}")
        if np.isfinite(angles).any():
            found.append(Group(f"{JOINT}.{name}", (name,), units[name], angles[:, None]))
    if wanted is None:
        return tuple(found)
    for word in wanted:
        if not any(_is_wanted(each.name, (word,)) for each in found):
            raise ValueError(f"{word} was not measured; there are {', '.join(each.name for each in found) or 'none'}")
    return tuple(each for each in found if _is_wanted(each.name, wanted))


def _is_wanted(name: str, wanted: Sequence[str]) -> bool:
    return name in wanted or (
        name.startswith(f"{JOINT}.") and (f"{JOINT}s" in wanted or name.partition(".")[2] in wanted)
    )


def differences(
    groups: Sequence[Group], model: Model, link: int, parameters: Array, states: Array
) -> Mapping[str, Array]:
    """Return simulated less measured of each group (sample, channel), of states (sample, state)."""
    seen = body_motion(model, parameters, states, link)
    return {group.name: _difference(group, model, seen, states) for group in groups}


def slopes(groups: Sequence[Group], model: Model, link: int, parameters: Array, states: Array) -> Mapping[str, Array]:
    """Return the derivatives of the differences (row, sample, channel), of complex rows of parameters and states."""
    seen = body_motion(model, parameters[:, None], states, link)
    found = {}
    for group in groups:
        if group.name == ATTITUDE:
            found[group.name] = _attitude_slope(group, seen)
        elif group.name in AXES:
            found[group.name] = _of_body(group.name, seen).imag / TINY
        else:
            found[group.name] = states[..., [_position(group, model)]].imag / TINY
    return found


def _difference(group: Group, model: Model, seen: BodyMotion, states: Array) -> Array:
    if group.name == ATTITUDE:
        return _rotation_vectors(group, seen.attitude)
    if group.name in AXES:
        return np.asarray(_of_body(group.name, seen) - group.values)
    off = states[:, [_position(group, model)]] - group.values
    return np.asarray(off - TURN * np.round(off / TURN) if group.unit == "rad" else off)


def _of_body(name: str, seen: BodyMotion) -> Array:
    return {POSITION: seen.place, VELOCITY: seen.velocity, ANGULAR_VELOCITY: seen.angular_velocity}[name]


def _position(group: Group, model: Model) -> int:
    return next(each.position for each in model.coordinates if each.name == group.channels[0])


def _rotation_vectors(group: Group, attitude: Array) -> Array:
    """Return the rotation vectors of the turns from measured to simulated attitudes, in the body's axes."""
    from scipy.spatial.transform import Rotation

    found = np.full((len(attitude), 3), np.nan)
    known = group.known & np.isfinite(attitude).all(axis=(1, 2))
    if known.any():
        off = np.swapaxes(rotation_matrices(group.values[known]), -1, -2) @ attitude[known]
        found[known] = Rotation.from_matrix(off).as_rotvec()
    return found


def _attitude_slope(group: Group, seen: BodyMotion) -> Array:
    """Return the derivative of the rotation vector: that of the attitude through the inverse right Jacobian of SO(3).

    J^-1 = 1 + S / 2 + (1 / a^2 - (1 + cos a) / (2 a sin a)) S^2, S the cross product with the vector, a its
    length.
    """
    real = seen.attitude[0].real
    turned = np.swapaxes(real, -1, -2) @ (seen.attitude.imag / TINY)
    spin = 0.5 * np.stack(
        [
            turned[..., 2, 1] - turned[..., 1, 2],
            turned[..., 0, 2] - turned[..., 2, 0],
            turned[..., 1, 0] - turned[..., 0, 1],
        ],
        axis=-1,
    )
    vector = _rotation_vectors(group, real)
    angle = np.linalg.norm(vector, axis=-1)
    large = np.where(angle > SMALL, angle, 1.0)
    factor = np.where(angle > SMALL, 1.0 / large**2 - (1.0 + np.cos(large)) / (2.0 * large * np.sin(large)), 1.0 / 12.0)
    across = np.cross(vector, spin)
    return np.asarray(spin + 0.5 * across + factor[:, None] * np.cross(vector, across))
