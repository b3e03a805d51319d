"""How far a point is from an obstacle, in the obstacle's axes, with gradient and curvature.

The edges of boxes and cylinders are rounded by a small radius r; outside, and inside down to the depth r, it is the
distance. Deeper inside the depths a_i below the faces of what is left are blended, d = r + (sum a_i^-4)^(-1/4): the
depth below the nearest face but for (a_1 / a_2)^4 / 4 of it, and smooth where the nearest face changes. All are convex.
Inside an ellipsoid it is the distance again, by Newton's method on the reciprocal of the secular equation (Hebden
1973), which converges from the left without fail.
"""

from typing import Any, NamedTuple

from narcine.compiled import kernel
from narcine.scalars import sqrt
from narcine.spatial.vectors import Array, Vector3, dot3, norm3, scale3, u, vector3
from narcine.tables import Integers
from narcine.world.table import ObstacleKind, Obstacles

FAR_FACE = -1e30
"""Distance (m) of a face that is not there."""
SECULAR_STEPS = 6
TINY = 1e-12
"""Length (m) that is none."""


class Near(NamedTuple):
    """A distance, negative inside, its gradient, and its second derivatives xx, yy, zz, xy, xz, yz."""

    distance: Any
    normal: Vector3
    curvature: tuple[Any, Any, Any, Any, Any, Any]


class Solid(NamedTuple):
    """A shape about the origin, as the table of obstacles has it."""

    kind: int
    size: Vector3
    edge: Any


@kernel
def solid_of(p: Array, layout: Integers, obstacles: Obstacles, j: int) -> Solid:
    """Return the shape of an obstacle."""
    return Solid(layout[u(obstacles.kind + j)], vector3(p, obstacles.size + 3 * j), p[u(obstacles.edge + j)])


@kernel
def distance_to(solid: Solid, x: Vector3) -> Near:
    """Return the distance of the point x from a shape."""
    kind, size = solid.kind, solid.size
    zero = 0.0 * x[0]
    if kind == ObstacleKind.PLANE:
        normal = (size[0] + zero, size[1] + zero, size[2] + zero)
        return Near(dot3(normal, x), normal, (zero, zero, zero, zero, zero, zero))
    if kind == ObstacleKind.ELLIPSOID:
        return ellipsoid_distance(size, x)
    return edged_distance(kind == ObstacleKind.CYLINDER, size, solid.edge, x)


@kernel
def edged_distance(is_round: bool, size: Vector3, edge: Any, x: Vector3) -> Near:
    """Return the distance from a box, or from a cylinder (radius, half length) along the third axis."""
    zero = 0.0 * x[0]
    e = (zero + 1.0, zero)
    radius = zero + 1.0
    if is_round:
        radius = sqrt(x[0] * x[0] + x[1] * x[1])
        if radius.real > TINY:
            e = (x[0] / radius, x[1] / radius)
        else:
            radius = zero + TINY
        sides = (1.0, 1.0, sign(x[2]))
        s, g, h = corner_distance((radius - size[0], zero + FAR_FACE, sides[2] * x[2] - size[1]), edge)
        across = g[0] / radius
        curvature = (
            h[0] * e[0] * e[0] + across * e[1] * e[1],
            h[0] * e[1] * e[1] + across * e[0] * e[0],
            h[2],
            (h[0] - across) * e[0] * e[1],
            h[4] * e[0] * sides[2],
            h[4] * e[1] * sides[2],
        )
        return Near(s, (g[0] * e[0], g[0] * e[1], g[2] * sides[2]), curvature)
    signs = (sign(x[0]), sign(x[1]), sign(x[2]))
    beyond = (signs[0] * x[0] - size[0], signs[1] * x[1] - size[1], signs[2] * x[2] - size[2])
    s, g, h = corner_distance(beyond, edge)
    return Near(
        s,
        (g[0] * signs[0], g[1] * signs[1], g[2] * signs[2]),
        (h[0], h[1], h[2], h[3] * signs[0] * signs[1], h[4] * signs[0] * signs[2], h[5] * signs[1] * signs[2]),
    )


@kernel
def sign(x: Any) -> float:
    """Return on which side of zero a number lies."""
    return 1.0 if x.real >= 0.0 else -1.0


@kernel
def corner_distance(beyond: Vector3, edge: Any) -> tuple[Any, Vector3, tuple[Any, Any, Any, Any, Any, Any]]:
    """Return distance, gradient and second derivatives of a corner from how far a point lies beyond its three faces."""
    q = (beyond[0] + edge, beyond[1] + edge, beyond[2] + edge)
    zero = 0.0 * q[0]
    if q[0].real > 0.0 or q[1].real > 0.0 or q[2].real > 0.0:
        a = q[0] if q[0].real > 0.0 else zero
        b = q[1] if q[1].real > 0.0 else zero
        c = q[2] if q[2].real > 0.0 else zero
        s = sqrt(a * a + b * b + c * c)
        n = (a / s, b / s, c / s)
        xx = (1.0 - n[0] * n[0]) / s if q[0].real > 0.0 else zero
        yy = (1.0 - n[1] * n[1]) / s if q[1].real > 0.0 else zero
        zz = (1.0 - n[2] * n[2]) / s if q[2].real > 0.0 else zero
        return s - edge, n, (xx, yy, zz, -n[0] * n[1] / s, -n[0] * n[2] / s, -n[1] * n[2] / s)
    m = -q[0]
    m = -q[1] if -q[1].real < m.real else m
    m = -q[2] if -q[2].real < m.real else m
    r = (share_of(m, -q[0]), share_of(m, -q[1]), share_of(m, -q[2]))
    squares = (r[0] * r[0], r[1] * r[1], r[2] * r[2])
    root = 1.0 / sqrt(sqrt(dot3(squares, squares)))
    g = (fifth_power(r[0] * root), fifth_power(r[1] * root), fifth_power(r[2] * root))
    if m.real < TINY:
        return -m * root - edge, g, (zero, zero, zero, zero, zero, zero)
    d = m * root
    return (
        -d - edge,
        g,
        (
            5.0 * g[0] * (r[0] / m - g[0] / d),
            5.0 * g[1] * (r[1] / m - g[1] / d),
            5.0 * g[2] * (r[2] / m - g[2] / d),
            -5.0 * g[0] * g[1] / d,
            -5.0 * g[0] * g[2] / d,
            -5.0 * g[1] * g[2] / d,
        ),
    )


@kernel
def share_of(least: Any, depth: Any) -> Any:
    """Return the least depth over another, one where both are none."""
    return least / depth if depth.real > 0.0 else 0.0 * depth + 1.0


@kernel
def fifth_power(x: Any) -> Any:
    """Return x^5."""
    square = x * x
    return square * square * x


@kernel
def ellipsoid_distance(a: Vector3, x: Vector3) -> Near:
    """Return the distance t |w| from an ellipsoid, with w_i = x_i / (t + a_i^2) and sum (a_i w_i)^2 = 1.

    The nearest point of its surface is a_i^2 w_i, its normal along w.
    """
    squares = (a[0] * a[0], a[1] * a[1], a[2] * a[2])
    t = a[0] * sign(x[0]) * x[0] - squares[0]
    for axis in range(1, 3):
        other = a[axis] * sign(x[axis]) * x[axis] - squares[axis]
        t = other if other.real > t.real else t
    least = min(squares[0].real, min(squares[1].real, squares[2].real))
    if t.real < (TINY - 1.0) * least:
        t = 0.0 * t + (TINY - 1.0) * least
    w = over(x, squares, t)
    for _ in range(SECULAR_STEPS):
        twice = over(w, squares, t)
        f = squares[0] * w[0] * w[0] + squares[1] * w[1] * w[1] + squares[2] * w[2] * w[2]
        slope = squares[0] * w[0] * twice[0] + squares[1] * w[1] * twice[1] + squares[2] * w[2] * twice[2]
        if slope.real > 0.0:
            t = t + f * (sqrt(f) - 1.0) / slope
        w = over(x, squares, t)
    length = norm3(w)
    if length.real < TINY:
        zero = 0.0 * t
        return Near(t / a[2], (zero, zero, zero + 1.0), (zero, zero, zero, zero, zero, zero))
    n = scale3(1.0 / length, w)
    twice = over(w, squares, t)
    slope = squares[0] * w[0] * twice[0] + squares[1] * w[1] * twice[1] + squares[2] * w[2] * twice[2]
    g = (squares[0] * twice[0] / slope, squares[1] * twice[1] / slope, squares[2] * twice[2] / slope)
    across = dot3(n, twice)
    b = (twice[0] - n[0] * across, twice[1] - n[1] * across, twice[2] - n[2] * across)
    k = (1.0 / (t + squares[0]), 1.0 / (t + squares[1]), 1.0 / (t + squares[2]))
    return Near(
        t * length,
        n,
        (
            ((1.0 - n[0] * n[0]) * k[0] - b[0] * g[0]) / length,
            ((1.0 - n[1] * n[1]) * k[1] - b[1] * g[1]) / length,
            ((1.0 - n[2] * n[2]) * k[2] - b[2] * g[2]) / length,
            (-n[0] * n[1] * k[1] - b[0] * g[1]) / length,
            (-n[0] * n[2] * k[2] - b[0] * g[2]) / length,
            (-n[1] * n[2] * k[2] - b[1] * g[2]) / length,
        ),
    )


@kernel
def over(x: Vector3, squares: Vector3, t: Any) -> Vector3:
    """Return x_i / (t + a_i^2)."""
    return (x[0] / (t + squares[0]), x[1] / (t + squares[1]), x[2] / (t + squares[2]))
