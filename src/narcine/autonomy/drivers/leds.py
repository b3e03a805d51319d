"""The strobe on the mast: a pattern for each state of a mission (004, III-H.3)."""

from itertools import accumulate
from typing import Protocol

PATTERNS: dict[str, tuple[float, ...]] = {
    "off": (),
    "waiting": (1.0, 1.0),
    "countdown": (0.1, 0.1),
    "executing": (0.1, 1.9),
    "ended": (0.1, 0.2, 0.1, 1.6),
    "safe": (0.1, 0.2, 0.1, 0.2, 0.1, 0.8),
}
"""Seconds on and off in turn. The first four states are those of the paper; a fault flashes three times."""


class StrobeDevice(Protocol):
    """Lights that are on or off."""

    def light(self, on: bool) -> None:
        """Switch on or off; called when it changes, and off once at the start."""


class StrobeDriver:
    """Plays the pattern of a state, on the time that it is told."""

    def __init__(self, device: StrobeDevice) -> None:
        self._device = device
        self._on = False
        self._pattern = "off"
        self._since = 0.0
        device.light(False)

    def drive(self, pattern: str, time: float) -> None:
        """Show a pattern, from its beginning when it is new."""
        if pattern != self._pattern:
            self._pattern, self._since = pattern, time
        on = is_on(pattern, time - self._since)
        if on is not self._on:
            self._on = on
            self._device.light(on)


def is_on(pattern: str, elapsed: float) -> bool:
    """Say whether the lights are on so long after a pattern began."""
    ends = list(accumulate(PATTERNS[pattern]))
    if not ends:
        return False
    phase = (elapsed + 1e-9) % ends[-1]
    return next(number for number, end in enumerate(ends) if phase < end) % 2 == 0
