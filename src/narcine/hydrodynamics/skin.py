"""Friction of the flow along a cylinder on the area of its sides, as rows of drag per axis."""

from math import pi, sqrt
from typing import TYPE_CHECKING

import numpy as np

from narcine.tables import Row

if TYPE_CHECKING:
    from narcine.description.body import Body


def skin_rows(body: "Body", link: int, density: float) -> list[Row]:
    """Return the row of a body's friction: rho C_f S V^2 / 2, or half of it linear where its layer is laminar."""
    skin = body.drag.skin if body.drag is not None else None
    if skin is None or body.shape is None or body.shape.cylinder is None:
        return []
    cylinder = body.shape.cylinder
    wetted = ellipse_perimeter(*cylinder.radius) * cylinder.length
    linear, quadratic = np.zeros(6), np.zeros(6)
    whole = 0.5 * density * skin.friction * wetted
    share = 1.0 if skin.speed is None else 0.5
    quadratic[cylinder.axis_index] = share * whole
    linear[cylinder.axis_index] = (1.0 - share) * whole * (skin.speed or 0.0)
    numbers = {
        "linear": linear,
        "quadratic": quadratic,
        "fade": (0.0,) * 6,
        "centre": body.centre,
        "likeness": (0.0,) * 3,
    }
    return [Row(numbers, {"link": link, "fades": 0, "blends": 0})]


def ellipse_perimeter(a: float, b: float) -> float:
    """Return the perimeter of an ellipse by its semi-axes (Ramanujan 1914, to 4e-4 for the flattest)."""
    h = ((a - b) / (a + b)) ** 2
    return pi * (a + b) * (1.0 + 3.0 * h / (10.0 + sqrt(4.0 - 3.0 * h)))
