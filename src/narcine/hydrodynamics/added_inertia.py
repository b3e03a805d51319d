"""Added inertia from shape: one rule per shape, about the shape's centre, in body axes.

Ellipsoids by Lamb's integrals (Lamb 1932, section 114; Newman 1977, section 4.14), cylinders by elliptic strips,
plates by the two-dimensional value with a factor for the finite sides.
"""

from collections.abc import Callable
from math import pi, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from narcine.spatial.rotations import skew

if TYPE_CHECKING:
    from narcine.description.body import Body
    from narcine.description.shapes.ellipsoid import Ellipsoid
    from narcine.description.shapes.geometry import Geometry
    from narcine.description.shapes.revolution import Cylinder, RoundSections
    from narcine.description.shapes.triangles import Box, Extrusion, Plate

Array = NDArray[np.float64]

PLATE_FACTORS = ((0.0, 1.0), (0.2, 0.90), (0.5, 0.76), (1.0, 0.58))
"""Added mass of a rectangular plate over the two-dimensional value, by the ratio of its short to its long side
(DNV-RP-C205, table A-2), drawn straight between these points."""


DEPTH_FACTORS = ((0.0, 1.0), (0.1, 1.14), (0.2, 1.21), (0.5, 1.36), (1.0, 1.51), (2.0, 1.70), (5.0, 1.98), (10.0, 2.23))
"""Added mass of a rectangle over that of a plate as wide, by its depth along the motion over its width
(DNV-RP-C205, table A-1)."""
SQUARE_TURNING = 0.0112
"""Of a square plate, in place of 1/128 and 1/48: that of the disc of the same area, 16/45 rho a^5."""
NEAR = 1e-3
"""Relative distance at which Carlson's series is exact to rounding: its error is of sixth order."""


def shifted(inertia: Array, centre: Any) -> Array:
    """Return a 6x6 inertia about the origin, given about a centre: H^T M H with H = [[1, -S(r)], [0, 1]]."""
    H = np.eye(6)
    H[:3, 3:] = -skew(np.asarray(centre))
    return H.T @ inertia @ H


def rigid_inertia(body: "Body") -> Array:
    """Return the 6x6 inertia of a body and of the water trapped in it, about the body's origin."""
    own = np.zeros((6, 6))
    own[:3, :3] = body.mass * np.eye(3)
    own[3:, 3:] = body.inertia_matrix
    total = shifted(own, body.gravity_centre)
    if body.trapped_water > 0.0 and body.shape is not None:
        trapped = np.zeros((6, 6))
        trapped[:3, :3] = body.trapped_water * np.eye(3)
        trapped[3:, 3:] = body.trapped_water * body.shape.geometry.inertia_per_mass
        total += shifted(trapped, body.centre)
    return total


def added_inertia(body: "Body", density: float) -> Array:
    """Return the 6x6 added inertia of a body about its origin."""
    record = body.added_inertia
    if record is not None and record.matrix is not None:
        return np.array(record.matrix)
    if record is not None and record.per_density is not None:
        return density * record.per_density
    rule = "from_shape" if record is None else record.rule
    if body.shape is None or rule == "none":
        return np.zeros((6, 6))
    geometry = body.shape.geometry
    if rule == "projected_area":
        about_centre = projected_area(geometry, density)
    else:
        about_centre = SHAPE_RULES[type(geometry).__name__](geometry, density, rule == "strip")
    return shifted(about_centre, body.water_centre)


def lamb_factors(semi_axes: Any) -> Array:
    """Return alpha_i = abc int_0^inf dl / ((a_i^2 + l) sqrt((a^2 + l)(b^2 + l)(c^2 + l))), by Carlson's R_D."""
    a, b, c = np.square(semi_axes)
    arguments = ((b, c, a), (c, a, b), (a, b, c))
    return np.array([2.0 / 3.0 * np.sqrt(a * b * c) * carlson_rd(*each) for each in arguments])


def carlson_rd(x: float, y: float, z: float) -> float:
    """Return 3/2 int_0^inf dt / ((t + z) sqrt((t + x)(t + y)(t + z))) by duplication (Carlson 1995, algorithm 2).

    Each turn brings x, y and z four times nearer to their mean; the series in what is left is cut at fifth order.
    """
    total, scale = 0.0, 1.0
    while True:
        mean = (x + y + 3.0 * z) / 5.0
        X, Y = 1.0 - x / mean, 1.0 - y / mean
        Z = -(X + Y) / 3.0
        if max(abs(X), abs(Y), abs(Z)) < NEAR:
            break
        root = sqrt(x * y) + sqrt(y * z) + sqrt(z * x)
        total += scale / (sqrt(z) * (z + root))
        scale, x, y, z = scale / 4.0, (x + root) / 4.0, (y + root) / 4.0, (z + root) / 4.0
    E2, E3 = X * Y - 6.0 * Z * Z, (3.0 * X * Y - 8.0 * Z * Z) * Z
    E4, E5 = 3.0 * (X * Y - Z * Z) * Z * Z, X * Y * Z * Z * Z
    series = (
        1.0
        - 3.0 / 14.0 * E2
        + E3 / 6.0
        + 9.0 / 88.0 * E2 * E2
        - 3.0 / 22.0 * E4
        - 9.0 / 52.0 * E2 * E3
        + 3.0 / 26.0 * E5
    )
    return 3.0 * total + scale * series / (mean * sqrt(mean))


def ellipsoid_added_inertia(shape: "Ellipsoid", density: float, strip: bool) -> Array:
    """Return the diagonal added inertia of an ellipsoid; a disc or needle is a limit of it."""
    return _of_ellipsoid(np.array(shape.semi_axes), density)


def _of_ellipsoid(semi_axes: Array, density: float) -> Array:
    displaced = density * 4.0 / 3.0 * pi * float(np.prod(semi_axes))
    alpha = lamb_factors(semi_axes)
    squares = np.square(semi_axes)
    turning = np.zeros(3)
    for i, (j, k) in enumerate(((1, 2), (2, 0), (0, 1))):
        difference = squares[j] - squares[k]
        if abs(difference) > 1e-12 * squares.max():
            gap = alpha[k] - alpha[j]
            turning[i] = difference**2 * gap / (2.0 * difference - (squares[j] + squares[k]) * gap) / 5.0
    return np.diag(displaced * np.concatenate([alpha / (2.0 - alpha), turning]))


def ellipse_strip(along: float, across: float, density: float) -> tuple[float, float, float]:
    """Return the added mass per length of an elliptic section: moving along each semi-axis, and turning."""
    return (
        density * pi * across**2,
        density * pi * along**2,
        density * pi / 8.0 * (along**2 - across**2) ** 2,
    )


def cylinder_added_inertia(shape: "Cylinder", density: float, strip: bool) -> Array:
    """Return the added inertia of a cylinder by strips: nothing along its axis; paddles carry more water across it."""
    axis = shape.axis_index
    j, k = (index for index in range(3) if index != axis)
    length = shape.length
    mass_j, mass_k, turning = ellipse_strip(shape.radius[0], shape.radius[1], density)
    diagonal = np.zeros(6)
    mass_j, mass_k = shape.section * mass_j, shape.section * mass_k
    diagonal[j], diagonal[k] = mass_j * length, mass_k * length
    diagonal[3 + axis] = turning * length
    diagonal[3 + j] = mass_k * length**3 / 12.0
    diagonal[3 + k] = mass_j * length**3 / 12.0
    return np.diag(diagonal)


def plate_added_inertia(shape: "Plate", density: float, strip: bool) -> Array:
    """Return the added inertia of a thin rectangular plate; as a strip, without the factor for its finite sides."""
    normal = 1 if shape.normal == "starboard" else 2
    span_axis, chord_axis = shape.span_axis, 0
    if strip or shape.chord <= shape.span:
        short, long, short_axis, long_axis = shape.chord, shape.span, chord_axis, span_axis
    else:
        short, long, short_axis, long_axis = shape.span, shape.chord, span_axis, chord_axis
    ratios, factors = zip(*PLATE_FACTORS, strict=True)
    factor = 1.0 if strip else float(np.interp(short / long, ratios, factors))
    diagonal = np.zeros(6)
    diagonal[normal] = factor * density * pi * short**2 * long / 4.0
    diagonal[3 + long_axis] = factor * density * pi * short**4 * long / 128.0
    diagonal[3 + short_axis] = factor * density * pi * short**2 * long**3 / 48.0
    return np.diag(diagonal)


def box_added_inertia(shape: "Box", density: float, strip: bool) -> Array:
    """Return the added inertia of a box: of the plate that each pair of faces makes, times a factor for its depth."""
    sides = 2.0 * shape.half_extents
    depths, factors = zip(*DEPTH_FACTORS, strict=True)
    diagonal = np.zeros(6)
    for normal in range(3):
        i, j = (index for index in range(3) if index != normal)
        mass, about_i, about_j = plate_terms(sides[i], sides[j], density)
        factor = float(np.interp(sides[normal] / min(sides[i], sides[j]), depths, factors))
        diagonal[[normal, 3 + i, 3 + j]] += factor * np.array([mass, about_i, about_j])
    return np.diag(diagonal)


def plate_terms(first: float, second: float, density: float) -> tuple[float, float, float]:
    """Return added mass of a rectangular plate, and added inertia about its first and about its second side."""
    short, long = sorted((first, second))
    ratios, factors = zip(*PLATE_FACTORS, strict=True)
    scale = float(np.interp(short / long, ratios, factors)) * density * pi * short**2 * long
    square = (short / long) ** 4
    about_long, about_short = (
        scale * ((1.0 - square) * part + square * SQUARE_TURNING * short * long)
        for part in (short**2 / 128.0, long**2 / 48.0)
    )
    return (scale / 4.0, about_long, about_short) if first >= second else (scale / 4.0, about_short, about_long)


def round_added_inertia(shape: "RoundSections", density: float, strip: bool) -> Array:
    """Return the added inertia of a hull of revolution by the spheroid of its length and volume.

    Turning across the axis is that of the spheroid times the ratio of int A x^2 dx of both, as strips have it: blunt
    ends carry more water around.
    """
    axis = shape.axis_index
    half_length = shape.half_extents[axis]
    semi_axes = np.full(3, np.sqrt(0.75 / pi * shape.volume / half_length))
    semi_axes[axis] = half_length
    moments = np.diag(shape.inertia_per_mass)
    inertia = _of_ellipsoid(semi_axes, density)
    inertia[3:, 3:] *= (moments.sum() / 2.0 - moments[axis]) / (half_length**2 / 5.0)
    return inertia


def extruded_added_inertia(shape: "Extrusion", density: float, strip: bool) -> Array:
    """Return the added inertia of a fin by the plate of its chord and span."""
    chord, span = 2.0 * shape.half_extents[0], shape.span
    mass, about_chord, about_span = plate_terms(chord, span, density)
    diagonal = np.zeros(6)
    diagonal[[3 - shape.span_axis, 3, 3 + shape.span_axis]] = mass, about_chord, about_span
    return np.diag(diagonal)


def mesh_added_inertia(shape: "Geometry", density: float, strip: bool) -> Array:
    """Return the added inertia of any shape by the ellipsoid with its volume and its ratios of inertia."""
    moments, axes = np.linalg.eigh(shape.inertia_per_mass)
    squares = np.maximum(2.5 * (moments.sum() - 2.0 * moments), 1e-12)
    semi_axes = np.sqrt(squares)
    semi_axes *= (shape.volume / (4.0 / 3.0 * pi * np.prod(semi_axes))) ** (1.0 / 3.0)
    turned = np.zeros((6, 6))
    turned[:3, :3] = turned[3:, 3:] = axes
    return np.asarray(turned @ _of_ellipsoid(semi_axes, density) @ turned.T)


def projected_area(shape: "Geometry", density: float) -> Array:
    """Return the added mass by the rule rho pi a^2 b^2 / (6 (a + b)) of Krishnamurthy et al. 2009, without rotation."""
    x, y, z = 2.0 * shape.half_extents
    pairs = ((y, z), (x, z), (x, y))
    return np.diag([density * pi * (a * b) ** 2 / (6.0 * (a + b)) for a, b in pairs] + [0.0] * 3)


SHAPE_RULES: dict[str, Callable[[Any, float, bool], Array]] = {
    "Ellipsoid": ellipsoid_added_inertia,
    "Cylinder": cylinder_added_inertia,
    "Plate": plate_added_inertia,
    "Box": box_added_inertia,
    "Capsule": round_added_inertia,
    "Revolution": round_added_inertia,
    "Extrusion": extruded_added_inertia,
    "Mesh": mesh_added_inertia,
}
