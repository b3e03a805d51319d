"""Links in the order in which the engine walks them, from the bodies and joints of vehicles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.multibody.links import POSITION_WIDTH, VELOCITY_WIDTH, JointKind
from narcine.spatial.rotations import rotation_from_euler, skew

if TYPE_CHECKING:
    from narcine.description.body import Body
    from narcine.description.joint import Elasticity, Joint
    from narcine.description.vehicle import Vehicle

Array = NDArray[np.float64]
ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Link:
    """A body, or the massless frame inside a universal joint, and the joint that it hangs on."""

    name: str
    vehicle: str
    body: "Body | None"
    parent: int
    """index of the parent's link; -1 for the world"""
    kind: JointKind
    freedom: str
    """name of the joint's coordinate; empty where it has none of its own"""
    elasticity: "Elasticity | None"
    placement: Array
    at: tuple[float, float, float]
    to: tuple[float, float, float]
    axis: tuple[float, float, float]
    position: int
    velocity: int

    @property
    def position_width(self) -> int:
        """Number of position coordinates."""
        return POSITION_WIDTH[self.kind]

    @property
    def freedoms(self) -> int:
        """Number of velocity coordinates."""
        return VELOCITY_WIDTH[self.kind]

    @property
    def turn(self) -> Array:
        """Return T0, T1, T2 of the rotation to the parent's axes: for a hinge E n n^T, E (1 - n n^T), E S(n)."""
        if self.kind != JointKind.HINGE:
            return np.array([self.placement, np.zeros((3, 3)), np.zeros((3, 3))])
        axis = np.array(self.axis)
        along = np.outer(axis, axis)
        return np.array([self.placement @ part for part in (along, np.eye(3) - along, skew(axis))])

    @property
    def reach(self) -> Array:
        """Return r0, r1, r2 of the origin in the parent's axes."""
        at, to = np.array(self.at), np.array(self.to)
        if self.kind == JointKind.BALL:
            return np.array([at, to, np.zeros(3)])
        reach: Array = -(self.turn @ to)
        reach[0] += at
        if self.kind == JointKind.SLIDER:
            reach[1] = self.placement @ np.array(self.axis)
        return reach

    @property
    def motions(self) -> Array:
        """Return the motion (6) that a unit of each velocity coordinate makes, in the link's axes."""
        if self.kind == JointKind.FREE:
            return np.eye(6)
        axis, to = np.array(self.axis), np.array(self.to)
        if self.kind == JointKind.SLIDER:
            return np.concatenate([axis, np.zeros(3)])[None]
        if self.kind == JointKind.HINGE:
            return np.concatenate([np.cross(to, axis), axis])[None]
        if self.kind == JointKind.BALL:
            return np.array([np.concatenate([np.cross(to, unit), unit]) for unit in np.eye(3)])
        return np.zeros((0, 6))


def assemble(vehicles: Mapping[str, "Vehicle"]) -> list[Link]:
    """Return the links of all vehicles, parents before children; names carry the vehicle's when there are several."""
    assembler = _Assembler(named=len(vehicles) > 1)
    for name, vehicle in vehicles.items():
        assembler.add_vehicle(name, vehicle)
    return assembler.links


def walk(bodies: Iterable[str], joints: Mapping[str, "Joint"]) -> list[tuple[str, str | None]]:
    """Return bodies with the joint that each hangs on (None for an unsaid free joint), parents before children."""
    joint_of = {joint.child: name for name, joint in joints.items()}
    children: dict[str, list[str]] = {}
    for body in bodies:
        parent = joints[joint_of[body]].parent if body in joint_of else "world"
        children.setdefault(parent, []).append(body)
    order: list[tuple[str, str | None]] = []
    waiting = list(reversed(children.get("world", [])))
    while waiting:
        body = waiting.pop()
        order.append((body, joint_of.get(body)))
        waiting += reversed(children.get(body, []))
    return order


class _Assembler:
    """Collects links and counts coordinates."""

    def __init__(self, named: bool) -> None:
        self.named = named
        self.links: list[Link] = []
        self.positions = 0
        self.velocities = 0

    def add_vehicle(self, name: str, vehicle: "Vehicle") -> None:
        prefix = f"{name}." if self.named else ""
        index: dict[str, int] = {"world": -1}
        for body_name, joint_name in walk(vehicle.bodies, vehicle.joints):
            body = vehicle.bodies[body_name]
            link_name = prefix + body_name
            if joint_name is None:
                index[body_name] = self.add(link_name, name, body, -1, JointKind.FREE)
                continue
            joint = vehicle.joints[joint_name]
            parent = index[joint.parent]
            placement = rotation_from_euler(*joint.attitude)
            coordinate = prefix + joint_name
            if joint.type == "universal":
                (first, inner), (second, outer) = joint.axes.items()
                frame = self.add(
                    f"{coordinate}.{first}",
                    name,
                    None,
                    parent,
                    JointKind.HINGE,
                    f"{coordinate}.{first}",
                    inner,
                    at=joint.at,
                    axis=inner.axis,
                )
                index[body_name] = self.add(
                    link_name,
                    name,
                    body,
                    frame,
                    JointKind.HINGE,
                    f"{coordinate}.{second}",
                    outer,
                    placement,
                    ORIGIN,
                    joint.to,
                    outer.axis,
                )
                continue
            elastic = joint if joint.type in ("hinge", "slider", "ball") else None
            index[body_name] = self.add(
                link_name,
                name,
                body,
                parent,
                JointKind[joint.type.upper()],
                coordinate if elastic is not None else "",
                elastic,
                placement,
                joint.at,
                joint.to,
                getattr(joint, "axis", (0.0, 0.0, 1.0)),
            )

    def add(
        self,
        name: str,
        vehicle: str,
        body: "Body | None",
        parent: int,
        kind: JointKind,
        freedom: str = "",
        elasticity: "Elasticity | None" = None,
        placement: Array | None = None,
        at: tuple[float, float, float] = ORIGIN,
        to: tuple[float, float, float] = ORIGIN,
        axis: tuple[float, float, float] = (0.0, 0.0, 1.0),
    ) -> int:
        link = Link(
            name,
            vehicle,
            body,
            parent,
            kind,
            freedom,
            elasticity,
            np.eye(3) if placement is None else placement,
            at,
            to,
            axis,
            self.positions,
            self.velocities,
        )
        self.links.append(link)
        self.positions += link.position_width
        self.velocities += link.freedoms
        return len(self.links) - 1
