"""Maximal coordinates: every body is free, and every joint of the tree a coupling between two bodies."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from narcine.multibody.assembly import ORIGIN, Link
from narcine.multibody.coupling_rows import CoupledPair
from narcine.multibody.couplings import CouplingKind
from narcine.multibody.links import POSITION_WIDTH, VELOCITY_WIDTH, JointKind

KINDS = {
    JointKind.FIXED: CouplingKind.RIGID,
    JointKind.HINGE: CouplingKind.HINGE,
    JointKind.SLIDER: CouplingKind.SLIDER,
    JointKind.BALL: CouplingKind.BALL,
}


@dataclass(frozen=True)
class FreeBodies:
    """Free links, the joints whose coordinates follow theirs in the state, and the couplings that the joints are."""

    links: list[Link]
    joints: list[Link]
    couplings: list[CoupledPair]


def free_bodies(tree: Sequence[Link], prescribed: Collection[str]) -> FreeBodies:
    """Return the bodies of a tree as free links, with what holds them together."""
    bodies = [link for link in tree if link.body is not None]
    links = [
        replace(
            link,
            parent=-1,
            kind=JointKind.FREE,
            freedom="",
            elasticity=None,
            placement=np.eye(3),
            at=ORIGIN,
            to=ORIGIN,
            position=POSITION_WIDTH[JointKind.FREE] * number,
            velocity=VELOCITY_WIDTH[JointKind.FREE] * number,
        )
        for number, link in enumerate(bodies)
    ]
    joints: list[Link] = []
    positions = POSITION_WIDTH[JointKind.FREE] * len(links)
    velocities = VELOCITY_WIDTH[JointKind.FREE] * len(links)
    for link in tree:
        if link.kind not in (JointKind.FREE, JointKind.FIXED):
            joints.append(replace(link, position=positions, velocity=velocities))
            positions += link.position_width
            velocities += link.freedoms
    number_of = {link.name: number for number, link in enumerate(links)}
    joint_of = {joint.name: joint for joint in joints}
    couplings = []
    for link in bodies:
        if link.kind == JointKind.FREE:
            continue
        frame = tree[link.parent] if link.parent >= 0 and tree[link.parent].body is None else None
        parent = link.parent if frame is None else frame.parent
        first = number_of[tree[parent].name] if parent >= 0 else -1
        own = joint_of.get(link.name)
        outermost = own if frame is None else joint_of[frame.name]
        names = [each.freedom for each in (frame, link) if each is not None]
        couplings.append(
            CoupledPair(
                name=outermost.freedom.split(".")[-1] if outermost is not None else link.name,
                kind=KINDS[link.kind] if frame is None else CouplingKind.UNIVERSAL,
                first=first,
                second=number_of[link.name],
                at=link.at if frame is None else frame.at,
                to=link.to,
                placement=link.placement,
                axis=link.axis,
                inner=ORIGIN if frame is None else frame.axis,
                coordinates=0 if own is None else VELOCITY_WIDTH[link.kind] + (frame is not None),
                position=0 if outermost is None else outermost.position,
                velocity=0 if outermost is None else outermost.velocity,
                prescribed=sum(1 << j for j, name in enumerate(names) if name in prescribed),
            )
        )
    return FreeBodies(links, joints, couplings)
