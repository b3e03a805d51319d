"""How the miniature fish hangs on its float: draft and trim in closed form."""

from math import cos, degrees, pi, sin

from scipy.optimize import brentq

import narcine
from narcine.reproduction.experiment import Check, Finding
from narcine.simulation.audit import floating_vehicles

TOLERANCE = 1e-6
"""Part by which depth may differ from the closed form: Newton's steps end at a billionth of the weight."""
LEVEL = 0.5
"""Pitch (deg) within which it lies level enough for the closed form, which knows no pitch."""


def wet_half_angle(radius: float, length: float, volume: float) -> float:
    """Return the half angle a of the wet segment of a level cylinder: volume = r^2 (a - sin a cos a) length."""
    return float(brentq(lambda a: radius**2 * (a - sin(a) * cos(a)) * length - volume, 0.0, pi, xtol=1e-14))


def find() -> Finding:
    """Compare depth and heave stiffness with those of a level cylinder that carries the weight in water."""
    simulation = narcine.load("minifish")
    [placed] = simulation.scenario.vehicles.values()
    vehicle, water = placed.vehicle, simulation.scenario.water
    foam, joint = vehicle.bodies["float"], vehicle.joints["float"]
    assert foam.shape is not None
    assert foam.shape.cylinder is not None
    radius, length = foam.shape.cylinder.radius[0], foam.shape.cylinder.length
    carried = sum(body.mass / water.density - body.volume for body in vehicle.bodies.values()) + foam.volume
    half = wet_half_angle(radius, length, carried)
    depth = -joint.at[2] - radius * cos(half)
    stiffness = water.density * water.gravity * 2.0 * radius * sin(half) * length
    [floating] = floating_vehicles(simulation)
    [hull] = [
        body.shape.geometry.half_extents[2]
        for name, body in vehicle.bodies.items()
        if name == "forebody" and body.shape
    ]
    under = floating.depth - float(hull)
    errors = (abs(floating.depth / depth - 1.0), abs(floating.heave_stiffness / stiffness - 1.0))
    bound = 1.0 - cos(floating.pitch) + TOLERANCE + abs(floating.pitch)
    note = (
        f"origin {1e3 * floating.depth:.3f} mm deep (closed form {1e3 * depth:.3f}), pitch "
        f"{degrees(floating.pitch):+.2f} deg; the back lies {1e3 * under:.1f} mm under water and "
        f"{100.0 * carried / foam.volume:.0f} % of the float is wet; {floating.heave_stiffness:.3f} N/m hold its depth "
        f"(closed form {stiffness:.3f})"
    )
    level = abs(degrees(floating.pitch)) <= LEVEL
    return Finding(level and under > 0.0 and max(errors) <= bound, note)


FLOATING = Check(
    id="minifish.floating",
    title="Hangs under its float",
    text=(
        "“All the body is under water” (section 2.1). The float is a level cylinder that carries what the fish weighs "
        "in water: its wet segment has the area r^2 (a - sin a cos a), which gives the depth, and the width of the "
        "waterline the stiffness. The closed form knows no pitch; they may differ by as much as the pitch (in rad)."
    ),
    find=find,
)
