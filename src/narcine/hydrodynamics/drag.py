"""Linear and quadratic drag of a body: per axis at a point of it, or by full 6x6 matrices at its origin.

Per axis f_i = -(l_i exp(-a_i |v|) + q_i |v_i|) v_i with the fade a of the linear part (0 unless a model asks for it).
By coefficients f_i = -q_i v_i |v|_i with |v|_i^2 = v_i^2 + sum_j s_ij v_j^2 and s_ij = (min / max)^2 of q_i and q_j:
what is round has no preferred side, and what is slender has cross-flow. All is multiplied by the body's wet share.
"""

from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from narcine.compiled import kernel
from narcine.hydrodynamics.meeting import flow_at
from narcine.hydrodynamics.shape_drag import quadratic_from_coefficients
from narcine.multibody.work import Work
from narcine.scalars import exp, magnitude, sqrt
from narcine.spatial.vectors import (
    Array,
    Vector3,
    Vector6,
    accumulate6,
    add3,
    angular,
    cross,
    join,
    linear,
    norm3,
    scale6,
    u,
    vector3,
    vector6,
)
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.body import Body, Morison
    from narcine.description.shapes.revolution import Cylinder

DRAG_FLOATS = 24
DRAG_INTEGERS = 3
DRAG_MATRIX_FLOATS = 72
DRAG_MATRIX_INTEGERS = 1


class Drag(NamedTuple):
    """Columns of the table of drag per axis."""

    rows: int
    linear: int
    quadratic: int
    fade: int
    centre: int
    likeness: int
    """of the drag along two axes: forward and starboard, starboard and down, down and forward (3)"""
    link: int
    fades: int
    blends: int


class DragMatrices(NamedTuple):
    """Columns of the table of drag matrices, by rows."""

    rows: int
    linear: int
    quadratic: int
    link: int


@kernel
def drag_columns(n: int, p: int, i: int) -> Drag:
    """Return where the numbers of drag per axis lie."""
    return Drag(
        rows=n,
        linear=p,
        quadratic=p + 6 * n,
        fade=p + 12 * n,
        centre=p + 18 * n,
        likeness=p + 21 * n,
        link=i,
        fades=i + n,
        blends=i + 2 * n,
    )


@kernel
def drag_matrix_columns(n: int, p: int, i: int) -> DragMatrices:
    """Return where the drag matrices lie."""
    return DragMatrices(rows=n, linear=p, quadratic=p + 36 * n, link=i)


@kernel
def add_drag(p: Array, layout: Integers, drag: Drag, matrices: DragMatrices, w: Work, work: Array, wrench: int) -> None:
    """Add the drag of all bodies."""
    for i in range(drag.rows):
        link = layout[u(drag.link + i)]
        flow = vector6(work, w.flow + 6 * link)
        centre = vector3(p, drag.centre + 3 * i)
        at_centre = join(flow_at(w, work, link, flow, centre), angular(flow))
        coefficients = vector6(p, drag.linear + 6 * i)
        if layout[u(drag.fades + i)]:
            coefficients = faded(coefficients, vector6(p, drag.fade + 6 * i), norm3(linear(at_centre)))
        quadratic = vector6(p, drag.quadratic + 6 * i)
        force = axis_drag(coefficients, quadratic, at_centre)
        if layout[u(drag.blends + i)]:
            blend = vector3(p, drag.likeness + 3 * i)
            force = join(blended_drag(linear(quadratic), linear(at_centre), blend), angular(force))
        at_origin = join(linear(force), add3(angular(force), cross(centre, linear(force))))
        accumulate6(work, wrench + 6 * link, scale6(work[u(w.wet + link)], at_origin))
    for i in range(matrices.rows):
        link = layout[u(matrices.link + i)]
        for row in range(6):
            force = 0.0 * work[u(w.flow + 6 * link)]
            for column in range(6):
                flow_component = work[u(w.flow + 6 * link + column)]
                k = 36 * i + 6 * row + column
                force -= (
                    p[u(matrices.linear + k)] + p[u(matrices.quadratic + k)] * magnitude(flow_component)
                ) * flow_component
            work[u(wrench + 6 * link + row)] += work[u(w.wet + link)] * force


@kernel
def axis_drag(l: Vector6, q: Vector6, v: Vector6) -> Vector6:
    """Return -(l + q |v|) v, component by component."""
    return (
        -(l[0] + q[0] * magnitude(v[0])) * v[0],
        -(l[1] + q[1] * magnitude(v[1])) * v[1],
        -(l[2] + q[2] * magnitude(v[2])) * v[2],
        -(l[3] + q[3] * magnitude(v[3])) * v[3],
        -(l[4] + q[4] * magnitude(v[4])) * v[4],
        -(l[5] + q[5] * magnitude(v[5])) * v[5],
    )


@kernel
def blended_drag(q: Vector3, v: Vector3, s: Vector3) -> Vector3:
    """Return -q_i v_i |v|_i, where the flow along another axis counts in |v|_i by the likeness of both axes."""
    x, y, z = v[0] * v[0], v[1] * v[1], v[2] * v[2]
    return (
        -q[0] * v[0] * sqrt(x + s[0] * y + s[2] * z),
        -q[1] * v[1] * sqrt(y + s[1] * z + s[0] * x),
        -q[2] * v[2] * sqrt(z + s[2] * x + s[1] * y),
    )


@kernel
def faded(l: Vector6, fade: Vector6, speed: Any) -> Vector6:
    """Return the linear coefficients faded by the speed."""
    return (
        l[0] * exp(-fade[0] * speed),
        l[1] * exp(-fade[1] * speed),
        l[2] * exp(-fade[2] * speed),
        l[3] * exp(-fade[3] * speed),
        l[4] * exp(-fade[4] * speed),
        l[5] * exp(-fade[5] * speed),
    )


def drag_rows(body: "Body", link: int, density: float) -> tuple[list[Row], list[Row]]:
    """Return the rows of a body's drag per axis (L, Q at its origin; coefficients at its centre) and by matrices."""
    record = body.drag
    if record is None:
        return [], []
    per_axis, matrices = [], []
    if record.linear is not None or record.quadratic is not None:
        L, Q = (np.zeros((6, 6)) if rows is None else np.array(rows) for rows in (record.linear, record.quadratic))
        if any(np.any(matrix - np.diag(np.diag(matrix))) for matrix in (L, Q)):
            matrices.append(Row({"linear": L, "quadratic": Q}, {"link": link}))
        else:
            per_axis.append(_axis_row(np.diag(L), np.diag(Q), (0.0, 0.0, 0.0), record.linear_fade, link))
    if record.morison is not None and body.shape is not None:
        along, quadratic = morison_drag(record.morison, body.shape.cylinder, density)
        per_axis.append(_axis_row(along, quadratic, body.centre, None, link))
    if record.coefficients is not None and body.shape is not None:
        quadratic = quadratic_from_coefficients(body.shape.geometry, record.coefficients, density)
        alike = likeness(quadratic[:3])
        per_axis.append(_axis_row(np.zeros(6), quadratic, body.centre, None, link, alike))
    return per_axis, matrices


def morison_drag(law: "Morison", cylinder: "Cylinder | None", density: float) -> tuple[Any, Any]:
    """Return the linear and quadratic drag of a module about its middle (Li et al. 2015, eqs 6 and 11).

    As printed, one number serves for both, as if the unit of speed were in it; moments take friction where cross-flow
    belongs. By strips friction along the axis is left for this table, and what four paddles of height w resist spinning
    about it: rho C_D l ((r + w)^4 - r^4) / 2, the sum of their cross-flow.
    """
    assert cylinder is not None, "the validator holds that there is one"
    r, length, axis = cylinder.radius[0], cylinder.length, cylinder.axis_index
    section = law.section * cylinder.section
    friction = section * density * pi * law.friction * r
    quadratic = np.zeros(6)
    quadratic[axis] = 0.5 * friction * length
    if law.law == "strip":
        quadratic[3 + axis] = 0.5 * density * law.across * length * ((r + cylinder.paddles) ** 4 - r**4)
        return np.zeros(6), quadratic
    across = [index for index in range(3) if index != axis]
    quadratic[across] = section * density * law.across * r * length
    linear = quadratic.copy()
    turning = [3 + index for index in across]
    linear[turning], quadratic[turning] = friction * length**3 / 3.0, friction * length**4 / 4.0
    return linear, quadratic


def likeness(drag: Any) -> Vector3:
    """Return how much alike the drag along each two axes is: 1 where it is the same, as for what is round."""
    pairs = ((drag[0], drag[1]), (drag[1], drag[2]), (drag[2], drag[0]))
    a, b, c = (float((min(pair) / max(pair)) ** 2) if max(pair) > 0.0 else 0.0 for pair in pairs)
    return a, b, c


def _axis_row(
    linear: Any, quadratic: Any, centre: Vector3, fade: Vector6 | None, link: int, alike: Vector3 | None = None
) -> Row:
    numbers = {
        "linear": linear,
        "quadratic": quadratic,
        "fade": fade or (0.0,) * 6,
        "centre": centre,
        "likeness": alike or (0.0,) * 3,
    }
    return Row(numbers, {"link": link, "fades": int(fade is not None), "blends": int(alike is not None)})
