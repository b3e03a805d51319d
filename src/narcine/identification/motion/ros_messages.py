"""Messages of ROS as columns of motion, from its axes into those of a vehicle.

ROS has worlds with x east, y north, z up and bodies with x forward, y to port, z up (REP 103); here worlds are north,
east, down and bodies forward, starboard, down. What comes in a frame whose name holds the word `ned` (or `frd`, of a
body) is taken as it is: map_ned, base_link_frd.
"""

import re
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from narcine.identification.motion.motion import POSITION, QUATERNION, RATES, VELOCITY
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import Quaternion, quaternion_product

Row = dict[str, float]
Frames = tuple[str, str | None]
"""Of the world, empty where a message does not tell; and of the body, None where its type cannot tell it."""

HALF = sqrt(0.5)
WORLD_TURN = (0.0, HALF, HALF, 0.0)
"""Quaternion from east, north, up to north, east, down."""
BODY_TURN = (0.0, 1.0, 0.0, 0.0)
"""Quaternion from forward, starboard, down to forward, port, up, which is its own inverse."""
NO_TURN = (1.0, 0.0, 0.0, 0.0)


def _pose(position: Any, orientation: Any) -> Row:
    values = (position.x, position.y, position.z, orientation.w, orientation.x, orientation.y, orientation.z)
    return dict(zip((*POSITION, *QUATERNION), map(float, values), strict=True))


def _twist(twist: Any) -> Row:
    values = (getattr(part, axis) for part in (twist.linear, twist.angular) for axis in "xyz")
    return dict(zip((*VELOCITY, *RATES), map(float, values), strict=True))


def _odometry(message: Any) -> Row:
    pose = message.pose.pose
    return _pose(pose.position, pose.orientation) | _twist(message.twist.twist)


def _joints(message: Any) -> Row:
    return {f"joint.{name}": float(place) for name, place in zip(message.name, message.position, strict=False)}


def _channels(message: Any) -> Row:
    return {f"command.rc.{number}": float(pulse) for number, pulse in enumerate(message.channels, 1)}


POSES: dict[str, Callable[[Any], Row]] = {
    "nav_msgs/Odometry": _odometry,
    "geometry_msgs/PoseStamped": lambda message: _pose(message.pose.position, message.pose.orientation),
    "geometry_msgs/PoseWithCovarianceStamped": lambda message: _pose(
        message.pose.pose.position, message.pose.pose.orientation
    ),
    "geometry_msgs/TransformStamped": lambda message: _pose(message.transform.translation, message.transform.rotation),
}
VELOCITIES: dict[str, Callable[[Any], Row]] = {"geometry_msgs/TwistStamped": lambda message: _twist(message.twist)}
JOINTS: dict[str, Callable[[Any], Row]] = {"sensor_msgs/JointState": _joints}
COMMANDS: dict[str, Callable[[Any], Row]] = {"mavros_msgs/RCOut": _channels}
"""What messages of each type hold, by role and type."""


def stamp(message: Any) -> int | None:
    """Return when what a message tells was measured (ns), by its header; None where it has none or does not fill it."""
    header = getattr(message, "header", None)
    if header is None:
        return None
    time = header.stamp
    nanoseconds = getattr(time, "nanosec", None)
    if nanoseconds is None:
        nanoseconds = time.nsec
    return int(time.sec) * 10**9 + int(nanoseconds) or None


def frames(message: Any) -> Frames:
    """Return the frames of a message."""
    header = getattr(message, "header", None)
    return str(getattr(header, "frame_id", "")), getattr(message, "child_frame_id", None)


def _says(frame: str, *words: str) -> bool:
    return any(word in re.split(r"[^a-z]+", frame.lower()) for word in words)


def into_own_axes(numbers: dict[str, Array], world: str, body: str | None) -> dict[str, Array]:
    """Return columns of poses and of velocities, whichever there are, in a vehicle's axes."""
    down = _says(world, "ned")
    starboard = _says(body or "", "frd", "ned") or (down and not _says(body or "", "flu"))
    turned: dict[str, Array] = {}
    if POSITION[0] in numbers:
        x, y, z = (numbers[name] for name in POSITION)
        matrix = _turning(NO_TURN if down else WORLD_TURN, NO_TURN if starboard else BODY_TURN)
        attitude = matrix @ np.stack([numbers[name] for name in QUATERNION])
        turned |= dict(zip(POSITION, (x, y, z) if down else (y, x, -z), strict=True))
        turned |= dict(zip(QUATERNION, attitude, strict=True))
    for name in (*VELOCITY, *RATES):
        if name in numbers:
            turned[name] = numbers[name] if starboard or name in (VELOCITY[0], RATES[0]) else -numbers[name]
    return turned


def _turning(world: Quaternion, body: Quaternion) -> Array:
    """Return the matrix that turns quaternions between other axes of world and body: world q body."""
    units: list[Quaternion] = [(1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)]
    return np.array([quaternion_product(quaternion_product(world, unit), body) for unit in units]).T
