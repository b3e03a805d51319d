"""Simulated twins of what drivers move: the inputs of a run."""

from collections.abc import Callable


class ServoTwin:
    """What goes where it is told: the input of an actuator."""

    def __init__(self, command: Callable[[float], None]) -> None:
        self._command = command

    def move(self, position: float) -> None:
        """Go to a position."""
        self._command(position)


class MotorTwin:
    """A motor behind a gate: while it is closed, the screw is told to stand still."""

    def __init__(self, command: Callable[[float], None], full: float) -> None:
        """Take the input of a screw, and its speed at full drive (rad/s)."""
        self._command, self._full = command, full
        self.armed = False

    def arm(self, armed: bool) -> None:
        """Open or close the gate."""
        self.armed = armed
        if not armed:
            self._command(0.0)

    def drive(self, thrust: float) -> None:
        """Turn with a share of full drive."""
        self._command(self._full * thrust if self.armed else 0.0)


class StrobeTwin:
    """Lights that nobody sees."""

    def __init__(self) -> None:
        self.on = False

    def light(self, on: bool) -> None:
        """Switch on or off."""
        self.on = on
