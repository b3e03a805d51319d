"""Motors: drives that turn a shaft of their own, from which tendons and plates carry their work to the joints.

- motor: the target follows the signal with a lag, no faster than the motor runs idle; the torque k (target - angle) +
  d (target_dot - speed) stays under the line from the stall torque at rest to zero at the idle speed; the shaft's
  inertia, that of the rotor through the gear included, takes what the load leaves: J speed_dot = torque - load.
  The rotor's own angular momentum is left out: through a gear n it is n times smaller than J speed;
- a drive of type torque that is no joint's: the torque is the signal, limited, and the load takes all of it.
"""

from typing import Any

from narcine.actuation.drives import DriveKind, Drives
from narcine.compiled import kernel
from narcine.multibody.work import Work
from narcine.scalars import clip
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers


@kernel
def motor_torque(p: Array, layout: Integers, drives: Drives, i: int, x: Array, w: Work, work: Array) -> tuple[Any, Any]:
    """Return the torque on a shaft and the rate of the target that the motor follows."""
    signal = work[u(w.signal + 3 * i)]
    stall = p[u(drives.torque + i)]
    if layout[u(drives.kind + i)] == DriveKind.SHAFT:
        return clip(signal, -stall, stall), 0.0 * signal
    s = layout[u(drives.state + i)]
    target, angle, speed = x[u(s)], x[u(s + 1)], x[u(s + 2)]
    idle = p[u(drives.rate + i)]
    goal = clip(signal, p[u(drives.lower + i)], p[u(drives.upper + i)])
    target_rate = clip((goal - target) / p[u(drives.lag + i)], -idle, idle)
    wanted = p[u(drives.stiffness + i)] * (target - angle) + p[u(drives.damping + i)] * (target_rate - speed)
    highest = stall * clip(1.0 - speed / idle, -1.0 + 0.0 * speed, 1.0 + 0.0 * speed)
    lowest = -stall * clip(1.0 + speed / idle, -1.0 + 0.0 * speed, 1.0 + 0.0 * speed)
    return clip(wanted, lowest, highest), target_rate


@kernel
def turn_motors(p: Array, layout: Integers, drives: Drives, x: Array, w: Work, work: Array, rates: Array) -> None:
    """Write the rates of targets, angles and speeds of all motors, as if nothing hung on them."""
    for i in range(drives.rows):
        if layout[u(drives.kind + i)] == DriveKind.MOTOR:
            s = layout[u(drives.state + i)]
            torque, target_rate = motor_torque(p, layout, drives, i, x, w, work)
            rates[u(s)] = target_rate
            rates[u(s + 1)] = x[u(s + 2)]
            rates[u(s + 2)] = torque / p[u(drives.inertia + i)]


@kernel
def load_motor(p: Array, layout: Integers, drives: Drives, i: int, torque: Any, rates: Array) -> None:
    """Brake a shaft by the torque of what hangs on it."""
    if layout[u(drives.kind + i)] == DriveKind.MOTOR:
        rates[u(layout[u(drives.state + i)] + 2)] -= torque / p[u(drives.inertia + i)]


@kernel
def shaft_angle(layout: Integers, drives: Drives, i: int, x: Array) -> tuple[Any, Any]:
    """Return angle and speed of a motor's shaft."""
    s = layout[u(drives.state + i)]
    return x[u(s + 1)], x[u(s + 2)]
