"""What the frontseat asks of a helm."""

from typing import Protocol

from narcine.autonomy.bus import Bus

ALIVE = "helm_alive"
"""What a helm publishes whenever it decides, so that its silence is heard."""


class Helm(Protocol):
    """What decides where the vehicle goes, while the frontseat leases it control.

    It publishes `desired_heading`, `desired_speed` or `desired_thrust`, `desired_depth` or `desired_glide_angle`,
    `vehicle_mode` and gains, each when it changes, and `helm_alive` in each tick. A desired thrust or glide angle that
    is not a number is none: speed or depth count again.
    """

    def decide(self, bus: Bus, mission_time: float) -> None:
        """Publish what is decided, so many seconds after the launch."""
