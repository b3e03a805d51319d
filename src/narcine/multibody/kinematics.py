"""Where every link is and how it moves, from the root outwards."""

from narcine.compiled import kernel
from narcine.multibody.joints import joint_placement
from narcine.multibody.links import JointKind, Links
from narcine.multibody.work import Work
from narcine.spatial.rotations import IDENTITY, matrix3, motion_in_child, product, rotate, store9
from narcine.spatial.vectors import (
    Array,
    Vector6,
    add3,
    add6,
    motion_cross,
    scale6,
    store3,
    store6,
    subtract6,
    u,
    vector3,
    vector6,
)
from narcine.tables import Integers

ZERO3 = (0.0, 0.0, 0.0)
ZERO6 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def update_kinematics(p: Array, layout: Integers, links: Links, x: Array, w: Work, work: Array) -> None:
    """Fill rotation, offset, attitude, place, motion and drift of every link for the state x.

    nu_i = X_i nu_parent + S_i q_dot_i and drift_i = nu_i x S_i q_dot_i (Featherstone 2008, table 5.1).
    """
    set_world_at_rest(links, w, work)
    for i in range(links.rows):
        parent = layout[u(links.parent + i)]
        kind = layout[u(links.kind + i)]
        rotation, offset = joint_placement(
            p, links.turn + 27 * i, links.reach + 9 * i, kind, x, layout[u(links.position + i)]
        )
        attitude_of_parent = matrix3(work, w.attitude + 9 * parent)
        store9(work, w.rotation + 9 * i, rotation)
        store3(work, w.offset + 3 * i, offset)
        store9(work, w.attitude + 9 * i, product(attitude_of_parent, rotation))
        store3(work, w.place + 3 * i, add3(vector3(work, w.place + 3 * parent), rotate(attitude_of_parent, offset)))

        inherited = motion_in_child(rotation, offset, vector6(work, w.motion + 6 * parent))
        motion = inherited
        if kind == JointKind.FREE:
            motion = vector6(x, links.first_velocity + layout[u(links.velocity + i)])
        else:
            for k in range(
                layout[u(links.velocity + i)], layout[u(links.velocity + i)] + layout[u(links.freedoms + i)]
            ):
                motion = add6(motion, scale6(x[u(links.first_velocity + k)], vector6(p, links.freedom + 6 * k)))
        store6(work, w.motion + 6 * i, motion)
        store6(work, w.drift + 6 * i, motion_cross(motion, subtract6(motion, inherited)))


@kernel
def set_world_at_rest(links: Links, w: Work, work: Array) -> None:
    """Fill the place of the world behind the last link."""
    i = links.rows
    store9(work, w.attitude + 9 * i, IDENTITY)
    store3(work, w.place + 3 * i, ZERO3)
    store6(work, w.motion + 6 * i, ZERO6)
    store6(work, w.acceleration + 6 * i, ZERO6)


@kernel
def counted_motion(w: Work, work: Array, link: int) -> Vector6:
    """Return the motion by which energy is counted: past the water where all of it moves alike, else over ground."""
    if work[u(w.uniform)].real == 1.0:
        return vector6(work, w.flow + 6 * link)
    return vector6(work, w.motion + 6 * link)
