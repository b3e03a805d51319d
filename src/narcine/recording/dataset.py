"""A run as an xarray Dataset with CF names and units; the names are a contract (docs/run_file.md)."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.recording.trajectory import Array, Trajectory

if TYPE_CHECKING:
    import xarray

WORLD_AXES = ("north", "east", "down")
BODY_AXES = ("forward", "starboard", "down")
QUATERNION = ("w", "x", "y", "z")


def euler_angles(attitude: Array) -> tuple[Array, Array, Array]:
    """Return roll, pitch and heading of quaternions (..., 4) (Fossen 2011, eqs 2.73-2.75)."""
    w, x, y, z = np.moveaxis(attitude, -1, 0)
    roll = np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2.0 * (w * y - x * z), -1.0, 1.0))
    heading = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    return roll, pitch, heading


def rotation_matrices(attitude: Array) -> Array:
    """Return the matrices (..., 3, 3) of unit quaternions (..., 4), body to world."""
    w, x, y, z = np.moveaxis(attitude, -1, 0)
    rows = (
        (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
    )
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def finite_records(run: "xarray.Dataset") -> int:
    """Return how many records of a run come before the first that does not stay finite; at least one."""
    count = run.sizes["time"]
    values = [run[name].values.reshape(count, -1) for name in ("position", "attitude", "velocity", "joint_position")]
    broken = ~np.all(np.isfinite(np.concatenate(values, axis=1)), axis=1)
    return max(int(np.argmax(broken)) if broken.any() else count, 1)


def to_dataset(run: Trajectory) -> "xarray.Dataset":
    """Return the Dataset of a run."""
    import xarray

    roots = list(run.roots)
    roll, pitch, heading = euler_angles(run.attitude[:, roots])
    speed = np.linalg.norm(run.velocity[:, roots], axis=-1)
    variables = {
        "position": (("time", "body", "world_axis"), run.position, "m", "position of each body's origin", ""),
        "attitude": (("time", "body", "quaternion"), run.attitude, "1", "attitude of each body, body to world", ""),
        "velocity": (
            ("time", "body", "body_axis"),
            run.velocity,
            "m s-1",
            "velocity of each body's origin over ground",
            "",
        ),
        "angular_velocity": (
            ("time", "body", "body_axis"),
            run.angular_velocity,
            "rad s-1",
            "angular velocity of each body",
            "",
        ),
        "joint_position": (
            ("time", "joint"),
            run.joint_position,
            "",
            "angle of each hinge (rad), position of each slider (m)",
            "",
        ),
        "joint_velocity": (("time", "joint"), run.joint_velocity, "", "rate of each joint coordinate, per second", ""),
        "drive_effort": (
            ("time", "joint"),
            run.drive_effort,
            "",
            "torque (N m) or force (N) of each joint's drive",
            "",
        ),
        "spring_effort": (
            ("time", "joint"),
            run.spring_effort,
            "",
            "effort of each joint's spring, damper and stops",
            "",
        ),
        "command": (("time", "input"), run.command, "", "command of each input, held from this time on", ""),
        "actuator_state": (
            ("time", "actuator"),
            run.actuator_state,
            "",
            "inner states of drives, gaits and actuators",
            "",
        ),
        "motor_power": (("time", "motor"), run.motor_power, "W", "power that each motor gives to its shaft", ""),
        "propeller_power": (("time", "propeller"), run.propeller_power, "W", "power that each propeller takes", ""),
        "power": (
            ("time", "term"),
            run.power,
            "W",
            "power of each force on all bodies, in the frame of the water if it is uniform",
            "",
        ),
        "kinetic_energy": (
            ("time",),
            run.kinetic_energy,
            "J",
            "of bodies and added inertia, in the frame of the water if it is uniform",
            "",
        ),
        "anchor_power": (
            ("time",),
            run.anchor_power,
            "W",
            "power of joints to the world, in the frame of the water",
            "",
        ),
        "roll_angle": (("time", "vehicle"), roll, "rad", "roll of each vehicle's root", "platform_roll_starboard_down"),
        "pitch_angle": (("time", "vehicle"), pitch, "rad", "pitch of each vehicle's root", "platform_pitch_fore_up"),
        "heading": (
            ("time", "vehicle"),
            heading,
            "rad",
            "heading of each vehicle's root",
            "platform_orientation",
        ),
        "depth": (("time", "vehicle"), run.position[:, roots, 2], "m", "depth of each vehicle's root", "depth"),
        "speed": (
            ("time", "vehicle"),
            speed,
            "m s-1",
            "speed of each vehicle's root over ground",
            "platform_speed_wrt_ground",
        ),
        "water_velocity": (
            ("time", "vehicle", "world_axis"),
            run.water_velocity,
            "m s-1",
            "velocity of the water that each vehicle's root meets",
            "",
        ),
        "tail_tip": (("time", "vehicle", "world_axis"), run.tail_tip, "m", "position of each vehicle's tail tip", ""),
        "gait_frequency": (("time", "vehicle"), run.gait_frequency, "Hz", "frequency of each vehicle's gait", ""),
        "contact_force": (
            ("time", "vehicle", "obstacle"),
            run.contact_force,
            "N",
            "how hard each obstacle presses on each vehicle",
            "",
        ),
        "contact_impulse": (
            ("time", "vehicle", "obstacle"),
            run.contact_impulse,
            "N s",
            "integral of contact_force since the start",
            "",
        ),
        "reading": (("time", "sensor"), run.reading, "", "what each sensor reads, noise included", ""),
        "obstacle_position": (
            ("time", "obstacle", "world_axis"),
            run.obstacle_position,
            "m",
            "centre of each obstacle, a point of a plane, the root of a vehicle",
            "",
        ),
        "coupling_force": (
            ("time", "coupling", "body_axis"),
            run.coupling_wrench[..., :3],
            "N",
            "force of each coupling's first body on its second, in the second's axes",
            "",
        ),
        "coupling_moment": (
            ("time", "coupling", "body_axis"),
            run.coupling_wrench[..., 3:],
            "N m",
            "moment of each coupling's first body on its second, about its point, in the second's axes",
            "",
        ),
        "coupling_drift": (
            ("time", "coupling"),
            run.coupling_drift,
            "",
            "how far off each coupling is (m or rad, whichever is more)",
            "",
        ),
        "docked": (("time", "coupling"), run.docked, "1", "1 where a coupling holds, else 0", ""),
    }
    data = {}
    for name, (dimensions, values, unit, long_name, standard_name) in variables.items():
        attributes = {"long_name": long_name}
        if unit:
            attributes["units"] = unit
        if standard_name:
            attributes["standard_name"] = standard_name
        data[name] = (dimensions, values, attributes)
    coordinates = {
        "time": ("time", run.time, {"long_name": "time since the start of the run", "units": "s", "axis": "T"}),
        "body": ("body", list(run.bodies)),
        "joint": ("joint", list(run.joints)),
        "joint_unit": ("joint", list(run.joint_units)),
        "input": ("input", list(run.inputs)),
        "input_unit": ("input", list(run.input_units)),
        "actuator": ("actuator", list(run.actuator_states)),
        "motor": ("motor", list(run.motors)),
        "propeller": ("propeller", list(run.propellers)),
        "term": ("term", list(run.terms)),
        "vehicle": ("vehicle", list(run.vehicles)),
        "obstacle": ("obstacle", list(run.obstacles)),
        "sensor": ("sensor", list(run.sensors)),
        "sensor_unit": ("sensor", list(run.sensor_units)),
        "coupling": ("coupling", list(run.couplings)),
        "root": ("vehicle", [run.bodies[index] for index in roots]),
        "mass": ("vehicle", np.array(run.masses), {"long_name": "mass of each vehicle", "units": "kg"}),
        "world_axis": ("world_axis", list(WORLD_AXES)),
        "body_axis": ("body_axis", list(BODY_AXES)),
        "quaternion": ("quaternion", list(QUATERNION)),
    }
    return xarray.Dataset(data, coordinates, {"Conventions": "CF-1.11", **run.attributes})
