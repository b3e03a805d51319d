"""Forces on the gliding ray worked out from the numbers of its file alone, as one would on paper."""

from math import pi, radians, sin

import numpy as np
from scipy.optimize import fsolve

DOWN = np.array([0.0, 0.0, 1.0])


def turn(axis, angle):
    """Return the rotation about an axis (Rodrigues)."""
    x, y, z = np.asarray(axis) / np.linalg.norm(axis)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross


def fins(trim):
    """Return the angles of the fins at a pectoral trim."""
    return {"front_starboard": trim, "front_port": trim, "pelvic_starboard": -trim, "pelvic_port": -trim}


def poses(vehicle, trim):
    """Return place and rotation of each body in the disc's axes."""
    found = {"disc": (np.zeros(3), np.eye(3))}
    for name, joint in vehicle.joints.items():
        place, rotation = found[joint.parent]
        own = turn(joint.axis, fins(trim).get(name, 0.0)) if joint.type == "hinge" else np.eye(3)
        middle = place + rotation @ (np.array(joint.at) - own @ np.array(joint.to))
        found[joint.child] = (middle, rotation @ own)
    return found


def thin_foil(foil, velocity, density):
    """Return force and point of action of a foil in its body's axes (docs/physics.md)."""
    along, across = -velocity[0], -velocity[2]
    speed = np.hypot(along, across)
    sine, cosine = across / speed, -along / speed
    ratio = foil.span**2 / foil.area
    slope = 2.0 * pi * ratio / (2.0 + np.sqrt(ratio**2 + 4.0))
    attached = 1.0 / (1.0 + (sine / sin(foil.stall)) ** 8)
    lift = (attached * slope + (1.0 - attached) * foil.broadside_drag) * sine * cosine
    drag = foil.parasitic_drag + attached * (slope * sine * cosine) ** 2 / (pi * foil.efficiency * ratio)
    drag += (1.0 - attached) * foil.broadside_drag * sine**2
    flow, across_flow = np.array([along, 0.0, across]) / speed, np.array([across, 0.0, -along]) / speed
    force = 0.5 * density * foil.area * speed**2 * (drag * flow + lift * across_flow)
    return force, np.array([0.25 * foil.chord * cosine, 0.0, 0.0])


def imbalance(vehicle, water, speed, attack, pitch, trim):
    """Return force ahead (N), force down (N) and pitching moment (N m) on a ray that glides steadily."""
    velocity = speed * np.array([np.cos(attack), 0.0, np.sin(attack)])
    down = np.array([-sin(pitch), 0.0, np.cos(pitch)])
    force, moment = np.zeros(3), np.zeros(3)

    def add(push, point):
        force[:] += push
        moment[:] += np.cross(point, push)

    places = poses(vehicle, trim)
    for name, body in vehicle.bodies.items():
        place, rotation = places[name]
        add(body.mass * water.gravity * down, place + rotation @ np.array(body.gravity_centre))
        add(-water.density * body.volume * water.gravity * down, place + rotation @ np.array(body.buoyancy_centre))
    for foil in vehicle.foils.values():
        if foil.lift == "thin_foil":
            place, rotation = places[foil.body]
            push, point = thin_foil(foil, rotation.T @ velocity, water.density)
            add(rotation @ push, place + rotation @ point)
    _, b, c = vehicle.bodies["disc"].shape.ellipsoid
    head = 0.5 * water.density * velocity[0] ** 2
    add([-head * vehicle.bodies["disc"].drag.coefficients[0] * pi * b * c, 0.0, 0.0], np.zeros(3))
    tail, caudal = vehicle.bodies["tail_1"], vehicle.foils["caudal"]
    cylinder, plate = tail.shape.cylinder, vehicle.bodies["tail_2"].shape.plate
    add([-tail.drag.quadratic[0][0] * velocity[0] ** 2, 0.0, 0.0], places["tail_1"][0])
    across = 0.5 * water.density * tail.crossflow.coefficient * 2.0 * cylinder.radius[0] * cylinder.length
    add([0.0, 0.0, -across * velocity[2] * abs(velocity[2])], places["tail_1"][0])
    add([-head * plate.chord * plate.span * caudal.tangential_coefficient, 0.0, 0.0], places["tail_2"][0])
    moment[1] += velocity[0] * velocity[2] * water.density * pi * cylinder.radius[0] ** 2 * cylinder.length
    return np.array([force[0], force[2], moment[1]])


def glide_by_hand(vehicle, water, attack):
    """Return speed, pitch and trim of the steady glide at an angle of attack (rad)."""
    scale = [1e-2, 1e-2, 1e-4]
    return fsolve(
        lambda x: imbalance(vehicle, water, x[0], attack, x[1], x[2]) / scale, [0.12, 0.0, radians(1.0)], xtol=1e-12
    )
