"""Noise of instruments: the function of seed, sensor and time that all sensors have, worked out ahead in blocks."""

import numpy as np

from narcine.recording.trajectory import Array
from narcine.sensing.noise import standard_normals

INSTRUMENTS = 1 << 20
"""Number of the first channel: far from those of sensors that look, so that no two share their noise."""
CHANNELS = 8
"""Most channels of one instrument."""
BLOCK = 1024
"""Readings that are worked out at once: one by one they would take longer than the physics."""


class Noise:
    """Standard normal numbers for the channels of an instrument, at each of its readings."""

    def __init__(self, seed: int, instrument: int, deviations: tuple[float, ...], first: float, period: float) -> None:
        """Prepare readings at `first`, `first + period` and so on; `deviations` scale the channels."""
        self._seed = seed
        self._numbers = INSTRUMENTS + CHANNELS * instrument + np.arange(len(deviations))
        self._deviations = np.array(deviations)
        self._first, self._period = first, period
        self._reading = 0
        self._block = np.zeros((0, len(deviations)))
        self.is_silent = not any(deviations)

    def next(self) -> Array:
        """Return the noise of the next reading (channel,)."""
        number = self._reading % BLOCK
        if number == 0 and not self.is_silent:
            times = self._first + self._period * np.arange(self._reading, self._reading + BLOCK)
            seeds = np.full(BLOCK, self._seed)
            self._block = self._deviations * standard_normals(seeds, self._numbers, times)
        self._reading += 1
        return np.zeros(len(self._deviations)) if self.is_silent else self._block[number]
