"""Drives of hinges and sliders: prescribed motion, servo, torque; those of shafts are motors (`motor.py`).

A drive follows a signal (value, rate, acceleration). Its own command gives the signal's mean; a gait adds waves to it.

- prescribed: the joint moves exactly as the signal says; a changed command passes a critically damped third-order
  filter, so that position, velocity and acceleration, and with it the torque, stay continuous;
- servo: the target follows the signal with a lag, within angle and rate limits; the torque k (target - q) + d
  (target_dot - q_dot) is limited;
- torque: the signal is the torque, limited.
"""

from enum import IntEnum
from math import inf, pi
from typing import TYPE_CHECKING, NamedTuple

from narcine.compiled import kernel
from narcine.following import NINETY_PERCENT, follow
from narcine.multibody.links import Links
from narcine.multibody.work import Work
from narcine.scalars import clip, magnitude
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.drive import Drive
    from narcine.multibody.assembly import Link

DRIVE_FLOATS = 9
DRIVE_INTEGERS = 5


class DriveKind(IntEnum):
    """How a drive turns its signal into motion."""

    PRESCRIBED = 0
    SERVO = 1
    TORQUE = 2
    MOTOR = 3
    SHAFT = 4
    """torque on a shaft that is no joint"""


DRIVE_STATES = {
    DriveKind.PRESCRIBED: ("command", "command_rate", "command_acceleration"),
    DriveKind.SERVO: ("target",),
    DriveKind.TORQUE: (),
    DriveKind.MOTOR: ("target", "angle", "speed"),
    DriveKind.SHAFT: (),
}
ON_SHAFTS = (DriveKind.MOTOR, DriveKind.SHAFT)


class Drives(NamedTuple):
    """Columns of the drive table."""

    rows: int
    lower: int
    upper: int
    rate: int
    torque: int
    stiffness: int
    damping: int
    lag: int
    response: int
    """natural frequency of the command filter (rad/s)"""
    inertia: int
    """that the joint feels with all else free; of a motor its own"""
    kind: int
    position: int
    velocity: int
    command: int
    state: int


@kernel
def drive_columns(n: int, p: int, i: int) -> Drives:
    """Return where the numbers of the drives lie."""
    return Drives(
        rows=n,
        lower=p,
        upper=p + n,
        rate=p + 2 * n,
        torque=p + 3 * n,
        stiffness=p + 4 * n,
        damping=p + 5 * n,
        lag=p + 6 * n,
        response=p + 7 * n,
        inertia=p + 8 * n,
        kind=i,
        position=i + n,
        velocity=i + 2 * n,
        command=i + 3 * n,
        state=i + 4 * n,
    )


@kernel
def start_signals(
    p: Array, layout: Integers, drives: Drives, x: Array, command: Array, w: Work, work: Array, rates: Array
) -> None:
    """Set each drive's signal to its own command, filtered where the motion is prescribed."""
    for i in range(drives.rows):
        signal = w.signal + 3 * i
        value = command[u(layout[u(drives.command + i)])]
        if layout[u(drives.kind + i)] == DriveKind.PRESCRIBED:
            s = layout[u(drives.state + i)]
            work[u(signal)], work[u(signal + 1)], work[u(signal + 2)] = x[u(s)], x[u(s + 1)], x[u(s + 2)]
            goal = clip(value, p[u(drives.lower + i)], p[u(drives.upper + i)])
            follow(p[u(drives.response + i)], goal, x, s, rates)
        else:
            work[u(signal)], work[u(signal + 1)], work[u(signal + 2)] = value, 0.0, 0.0


@kernel
def prescribe_motion(layout: Integers, drives: Drives, velocities: int, x: Array, w: Work, work: Array) -> None:
    """Write positions and velocities of prescribed joints into the state, and note their accelerations."""
    for i in range(drives.rows):
        if layout[u(drives.kind + i)] == DriveKind.PRESCRIBED:
            signal = w.signal + 3 * i
            k = layout[u(drives.velocity + i)]
            x[u(layout[u(drives.position + i)])] = work[u(signal)]
            x[u(velocities + k)] = work[u(signal + 1)]
            work[u(w.given + k)] = work[u(signal + 2)]


@kernel
def add_drive_efforts(
    p: Array, layout: Integers, drives: Drives, links: Links, x: Array, h: float, w: Work, work: Array, rates: Array
) -> None:
    """Add the torques of servos and torque drives, and note what stiffness and damping they bring.

    Over an implicit step h a servo's torque falls to about 1 / (1 + (h d + h^2 k) / I) of what it is at its start: what
    counts as beyond its limit is the torque at the end.
    """
    for i in range(drives.rows):
        kind = layout[u(drives.kind + i)]
        k = layout[u(drives.velocity + i)]
        limit = p[u(drives.torque + i)]
        value = work[u(w.signal + 3 * i)]
        if kind == DriveKind.TORQUE:
            work[u(w.drive + k)] += clip(value, -limit, limit)
        elif kind == DriveKind.SERVO:
            s = layout[u(drives.state + i)]
            goal = clip(value, p[u(drives.lower + i)], p[u(drives.upper + i)])
            speed = p[u(drives.rate + i)]
            target_rate = clip((goal - x[u(s)]) / p[u(drives.lag + i)], -speed, speed)
            rates[u(s)] = target_rate
            stiffness, damping = p[u(drives.stiffness + i)], p[u(drives.damping + i)]
            effort = stiffness * (x[u(s)] - x[u(layout[u(drives.position + i)])])
            effort += damping * (target_rate - x[u(links.first_velocity + k)])
            at_end = effort
            if h > 0.0:
                at_end = effort / (1.0 + h * (damping + h * stiffness) / p[u(drives.inertia + i)])
            if magnitude(at_end).real <= limit.real:
                work[u(w.drive + k)] += effort
                work[u(w.stiffness + k)] += stiffness
                work[u(w.damping + k)] += damping
            else:
                work[u(w.drive + k)] += clip(effort, -limit, limit)


def drive_kind(drive: "Drive", on_joint: bool) -> DriveKind:
    """Return how a drive turns its signal into motion."""
    return DriveKind.SHAFT if drive.type == "torque" and not on_joint else DriveKind[drive.type.upper()]


def drive_row(
    drive: "Drive", limits: tuple[float, float], inertia: float, joint: "Link | None", command: int, state: int
) -> Row:
    """Return the row of a drive on this inertia, of a joint or of its own shaft.

    The stiffness of a position loop follows from its bandwidth where it is not given.
    """
    torque = drive.torque if drive.type != "prescribed" else None
    numbers = {
        "lower": limits[0],
        "upper": limits[1],
        "rate": inf,
        "torque": inf if torque is None else torque,
        "stiffness": 0.0,
        "damping": 0.0,
        "lag": 1.0,
        "inertia": inertia or 1.0,
        "response": NINETY_PERCENT / drive.response if drive.type == "prescribed" else 1.0,
    }
    if drive.type == "servo" or drive.type == "motor":
        natural_frequency = 2.0 * pi * drive.bandwidth
        stiffness = inertia * natural_frequency**2 if drive.stiffness is None else drive.stiffness
        damping = 2.0 * inertia * natural_frequency if drive.damping is None else drive.damping
        numbers |= {"rate": drive.rate, "stiffness": stiffness, "damping": damping, "lag": drive.lag}
    integers = {
        "kind": drive_kind(drive, joint is not None),
        "position": 0 if joint is None else joint.position,
        "velocity": 0 if joint is None else joint.velocity,
        "command": command,
        "state": state,
    }
    return Row(numbers, integers)
