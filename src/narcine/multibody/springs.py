"""Efforts that joints make by themselves: springs (straight or by a curve), dampers and soft stops.

A stop pushes back with k d and brakes with c (d / width) q_dot once the joint is d past its limit; the braking grows
over `STOP_WIDTH`, so that neither force nor damping jumps.
"""

from math import inf, pi
from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.compiled import kernel
from narcine.curves import Knots, curve, curve_rows
from narcine.multibody.links import JointKind, Links
from narcine.multibody.work import Work
from narcine.scalars import at_least_zero, atan2, clip
from narcine.spatial.vectors import Array, norm3, scale3, u, vector3
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.joint import Elasticity
    from narcine.multibody.assembly import Link

SPRING_FLOATS = 7
SPRING_INTEGERS = 5
DEFAULT_STOP_FREQUENCY = 8.0
DEFAULT_STOP_DAMPING = 0.5
"""Natural frequency (Hz) and damping ratio of a stop that the file does not describe, on the inertia that it stops."""
STOP_WIDTH = 0.02
"""Penetration (rad or m) over which a stop's damping comes up."""


class Springs(NamedTuple):
    """Columns of the spring table, one row per joint coordinate that has one, a ball joint counting as one."""

    rows: int
    stiffness: int
    rest: int
    damping: int
    lower: int
    upper: int
    stop_stiffness: int
    stop_damping: int
    position: int
    velocity: int
    ball: int
    first_knot: int
    knots: int


@kernel
def spring_columns(n: int, p: int, i: int) -> Springs:
    """Return where the numbers of the springs lie."""
    return Springs(
        rows=n,
        stiffness=p,
        rest=p + n,
        damping=p + 2 * n,
        lower=p + 3 * n,
        upper=p + 4 * n,
        stop_stiffness=p + 5 * n,
        stop_damping=p + 6 * n,
        position=i,
        velocity=i + n,
        ball=i + 2 * n,
        first_knot=i + 3 * n,
        knots=i + 4 * n,
    )


@kernel
def add_spring_efforts(
    p: Array, layout: Integers, springs: Springs, knots: Knots, links: Links, x: Array, w: Work, work: Array
) -> None:
    """Add to `spring`, and note the local stiffness and damping for a semi-implicit step."""
    for i in range(springs.rows):
        q = layout[u(springs.position + i)]
        k = layout[u(springs.velocity + i)]
        if layout[u(springs.ball + i)]:
            deviation = rotation_vector(x, q)
            angle = norm3(deviation)
            effort, stiffness, damping = stretch_effort(p, layout, springs, knots, i, angle, 0.0 * angle)
            along = effort / angle if angle.real > 0.0 else -stiffness
            for j in range(3):
                rate = x[u(links.first_velocity + k + j)]
                work[u(w.spring + k + j)] += along * deviation[j] - damping * rate
                work[u(w.stiffness + k + j)] += at_least_zero(stiffness)
                work[u(w.damping + k + j)] += damping
        else:
            rate = x[u(links.first_velocity + k)]
            effort, stiffness, damping = stretch_effort(p, layout, springs, knots, i, x[u(q)], rate)
            work[u(w.spring + k)] += effort
            work[u(w.stiffness + k)] += at_least_zero(stiffness)
            work[u(w.damping + k)] += damping


@kernel
def stretch_effort(
    p: Array, layout: Integers, springs: Springs, knots: Knots, i: int, q: Any, rate: Any
) -> tuple[Any, Any, Any]:
    """Return effort, local stiffness and local damping of one coordinate."""
    stretch = q - p[u(springs.rest + i)]
    stiffness = p[u(springs.stiffness + i)]
    damping = p[u(springs.damping + i)]
    effort = -stiffness * stretch
    if layout[u(springs.knots + i)] > 0:
        resistance, slope = curve(p, knots, layout[u(springs.first_knot + i)], layout[u(springs.knots + i)], stretch)
        effort -= resistance
        stiffness += slope
    past = q - clip(q, p[u(springs.lower + i)], p[u(springs.upper + i)])
    if past.real != 0.0:
        effort -= p[u(springs.stop_stiffness + i)] * past
        stiffness += p[u(springs.stop_stiffness + i)]
        depth = past if past.real > 0.0 else -past
        damping += p[u(springs.stop_damping + i)] * clip(depth / STOP_WIDTH, 0.0, 1.0)
    return effort - damping * rate, stiffness, damping


@kernel
def rotation_vector(x: Array, q: int) -> tuple[Any, Any, Any]:
    """Return the rotation vector of a quaternion, the short way round."""
    w = x[u(q)]
    axis = vector3(x, q + 1)
    sine = norm3(axis)
    if w.real < 0.0:
        w = -w
        axis = scale3(-1.0, axis)
    ratio = 2.0 * atan2(sine, w) / sine if sine.real > 1e-12 else 2.0 / w
    return scale3(ratio, axis)


def is_slack(elasticity: "Elasticity") -> bool:
    """Say whether nothing holds a coordinate; a number that is given counts, even when it is zero."""
    return not elasticity.model_fields_set & {"stiffness", "damping", "stiffness_curve", "limits"}


def spring_row(elasticity: "Elasticity", joint: "Link", inertia: float, first_knot: int) -> tuple[Row, list[Row]]:
    """Return the row of a coordinate's elasticity and the points of its curve; unsaid stops fit the inertia."""
    lower, upper = elasticity.limits or (-inf, inf)
    stop_frequency = 2.0 * pi * DEFAULT_STOP_FREQUENCY
    stop = elasticity.stop
    numbers = {
        "stiffness": elasticity.stiffness,
        "rest": elasticity.rest,
        "damping": elasticity.damping,
        "lower": lower,
        "upper": upper,
        "stop_stiffness": inertia * stop_frequency**2 if stop is None else stop.stiffness,
        "stop_damping": 2.0 * DEFAULT_STOP_DAMPING * inertia * stop_frequency if stop is None else stop.damping,
    }
    measured = elasticity.stiffness_curve
    knots = [] if measured is None else curve_rows(measured.deflections, measured.efforts)
    integers = {
        "position": joint.position,
        "velocity": joint.velocity,
        "ball": int(joint.kind == JointKind.BALL),
        "first_knot": first_knot,
        "knots": len(knots),
    }
    return Row(numbers, integers), knots
