"""Keeping a run to the clock on the wall."""

import time

LARGEST_LAG = 0.1
"""How far behind the clock a run may be and still catch up (s); beyond, it goes on from where it is."""


class Pace:
    """Holds a run back so that it goes at some times real time."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor
        self._origin: float | None = None

    def keep(self, run_time: float) -> None:
        """Wait until the clock on the wall has come to a time of the run (s)."""
        now = time.perf_counter()
        due = now if self._origin is None else self._origin + run_time / self.factor
        if self._origin is None or now - due > LARGEST_LAG:
            self._origin, due = now - run_time / self.factor, now
        if due > now:
            time.sleep(due - now)
