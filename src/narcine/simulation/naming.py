"""What the entries of a state are called: positions, velocities, and the coordinates of joints."""

from collections.abc import Mapping, Sequence
from math import inf

from narcine.description.drive import Drive
from narcine.multibody.assembly import Link
from narcine.multibody.links import JointKind
from narcine.simulation.model import Coordinate

ATTITUDE_NAMES = ("attitude_w", "attitude_x", "attitude_y", "attitude_z")
RATE_NAMES = ("roll_rate", "pitch_rate", "yaw_rate")
POSITION_NAMES = {
    JointKind.FREE: ("north", "east", "down", *ATTITUDE_NAMES),
    JointKind.BALL: ATTITUDE_NAMES,
    JointKind.HINGE: ("",),
    JointKind.SLIDER: ("",),
}
VELOCITY_NAMES = {
    JointKind.FREE: ("forward_velocity", "starboard_velocity", "down_velocity", *RATE_NAMES),
    JointKind.BALL: RATE_NAMES,
    JointKind.HINGE: ("rate",),
    JointKind.SLIDER: ("rate",),
}
COORDINATE_UNITS = {JointKind.HINGE: "rad", JointKind.SLIDER: "m"}


def position_names(links: Sequence[Link]) -> list[str]:
    """Return the names of all positions: of a joint's coordinate, or of the body that it moves."""
    return _names(links, POSITION_NAMES)


def velocity_names(links: Sequence[Link]) -> list[str]:
    """Return the names of all velocities."""
    return _names(links, VELOCITY_NAMES)


def _names(links: Sequence[Link], parts: Mapping[JointKind, tuple[str, ...]]) -> list[str]:
    return [f"{link.freedom or link.name}.{part}".rstrip(".") for link in links for part in parts.get(link.kind, ())]


def coordinates(links: Sequence[Link], drives: Mapping[str, Drive]) -> tuple[Coordinate, ...]:
    """Return hinges and sliders, what drives them and how far they go."""
    return tuple(
        Coordinate(
            link.freedom,
            COORDINATE_UNITS[link.kind],
            link.position,
            link.velocity,
            drives[link.freedom].type if link.freedom in drives else "passive",
            *((link.elasticity.limits if link.elasticity is not None else None) or (-inf, inf)),
        )
        for link in links
        if link.kind in COORDINATE_UNITS
    )
