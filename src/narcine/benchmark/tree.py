"""A tree like RayBot with any number of bodies, for this engine and for MuJoCo.

A disc, up to six fins around it, and a tail of all other bodies. Here every body has added inertia, weight and
buoyancy, the disc its drag and lift, each fin and tail body its foil, the first tail body its cross-flow strips, each
joint a damper and a servo, and a gait drives the tail. There every body is an ellipsoid in MuJoCo's ellipsoid fluid
model, each joint has a damper and a position servo. MuJoCo has no buoyancy (so no gravity either), no implicit added
inertia and no gait, and its servos are softer, since stiff ones explode in its explicit fluid forces at this step.
"""

from typing import Any

from narcine.description.vehicle import Vehicle

FINS = 6
STEP = 0.002
DISC = (0.20, 0.14, 0.045)
FIN = (0.09, 0.055, 0.006)
TAIL = (0.05, 0.006, 0.06)


def _fin_count(bodies: int) -> int:
    return min(FINS, max(0, bodies - 2))


def ray_tree(bodies: int) -> Vehicle:
    """Return the tree as a vehicle."""
    fins = _fin_count(bodies)
    tails = bodies - 1 - fins
    records: dict[str, Any] = {
        "disc": {
            "shape": {"ellipsoid": DISC},
            "mass": 3.6,
            "displaced_volume": 3.65e-3,
            "trapped_water": 1.6,
            "centre_of_gravity": [0, 0, 0.015],
            "added_inertia": {"rule": "from_shape", "coriolis": [1, 0, 1]},
            "drag": {"coefficients": [0.15, 0.9, 1.1]},
        }
    }
    foils: dict[str, Any] = {
        "disc": {
            "body": "disc",
            "normal": "down",
            "chord": 0.4,
            "span": 0.28,
            "area": 0.088,
            "lift": "thin_foil",
            "stall": 0.35,
        }
    }
    joints: dict[str, Any] = {}
    servo = {"type": "servo", "rate": 6.0, "torque": 1.0}
    drives = {}
    for number in range(fins):
        name, angle = f"fin_{number}", (-1) ** number * (0.6 + 0.8 * (number // 2))
        plate = {"chord": 2 * FIN[0], "span": 2 * FIN[1], "thickness": 2 * FIN[2], "normal": "down"}
        records[name] = {"shape": {"plate": plate}, "mass": 0.25}
        at = [0.15 - 0.12 * (number // 2), 0.14 * (-1) ** number, 0.0]
        to = [0.0, -0.055 * (-1) ** number, 0.0]
        joints[name] = {
            "type": "hinge",
            "parent": "disc",
            "child": name,
            "at": at,
            "to": to,
            "axis": [0.7, angle, 0],
            "damping": 0.02,
        }
        foils[name] = {"body": name, "lift": "thin_foil", "stall": 0.26, "parasitic_drag": 0.02}
        drives[name] = servo
    for number in range(tails):
        name = f"tail_{number}"
        plate = {"chord": 2 * TAIL[0], "span": 2 * TAIL[2], "thickness": 2 * TAIL[1], "normal": "starboard"}
        records[name] = {"shape": {"plate": plate}, "mass": 0.12}
        if number == 0:
            records[name]["crossflow"] = {"coefficient": 1.1, "strips": 6}
        parent, at = ("disc", [-0.20, 0, 0]) if number == 0 else (f"tail_{number - 1}", [-0.05, 0, 0])
        joints[name] = {
            "type": "hinge",
            "parent": parent,
            "child": name,
            "at": at,
            "to": [0.05, 0, 0],
            "axis": "down",
            "damping": 0.02,
        }
        foils[name] = {
            "body": name,
            "lift": "stall_ramp",
            "normal_coefficient": 1.2,
            "tangential_coefficient": 0.02,
            "stall": 0.4,
        }
        drives[name] = servo
    gait = (
        {"type": "tail_beat", "drives": list(drives)[fins:], "frequency": 1.2, "amplitude": 0.1, "lag": 0.3}
        if tails
        else None
    )
    return Vehicle.model_validate(
        {
            "name": "ray_tree",
            "bodies": records,
            "joints": joints,
            "foils": foils,
            "drives": drives,
            "gait": gait,
            "run": {"step": STEP, "start": {"position": [0, 0, 2]}},
        }
    )


def ray_tree_mjcf(bodies: int, integrator: str) -> str:
    """Return the tree as a MuJoCo model (z up), without contacts and constraints."""
    fins = _fin_count(bodies)

    def body(
        name: str, position: tuple[float, ...], joint: str, size: tuple[float, ...], mass: float, inner: str
    ) -> str:
        shape = f'<geom type="ellipsoid" size="{size[0]} {size[1]} {size[2]}" mass="{mass}" fluidshape="ellipsoid"/>'
        place = " ".join(str(value) for value in position)
        return f'<body name="{name}" pos="{place}">{joint}{shape}{inner}</body>'

    def hinge(name: str, point: tuple[float, ...], axis: tuple[float, ...]) -> str:
        place, turn = (" ".join(str(value) for value in vector) for vector in (point, axis))
        return f'<joint name="{name}" type="hinge" pos="{place}" axis="{turn}" damping="0.02"/>'

    tail = ""
    for number in reversed(range(bodies - 1 - fins)):
        place = (-0.25, 0.0, 0.0) if number == 0 else (-0.10, 0.0, 0.0)
        tail = body(f"tail_{number}", place, hinge(f"tail_{number}", (0.05, 0, 0), (0, 0, -1)), TAIL, 0.12, tail)
    around = ""
    for number in range(fins):
        side, angle = (-1) ** number, (-1) ** number * (0.6 + 0.8 * (number // 2))
        place = (0.15 - 0.12 * (number // 2), -0.195 * side, 0.0)
        around += body(
            f"fin_{number}", place, hinge(f"fin_{number}", (0, 0.055 * side, 0), (0.7, -angle, 0)), FIN, 0.25, ""
        )
    disc = body("disc", (0, 0, -2), "<freejoint/>", DISC, 3.6, around + tail)
    names = [f"fin_{number}" for number in range(fins)] + [f"tail_{number}" for number in range(bodies - 1 - fins)]
    servos = "".join(f'<position joint="{name}" kp="0.5" kv="0.005" forcerange="-1 1"/>' for name in names)
    return (
        f'<mujoco><option timestep="{STEP}" integrator="{integrator}" density="1000" viscosity="0.001" gravity="0 0 0">'
        '<flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{disc}</worldbody><actuator>{servos}</actuator></mujoco>"
    )
