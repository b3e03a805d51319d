"""The numbers of each vehicle now, as a small table."""

from collections import deque

import numpy as np

from narcine.recording.trajectory import Array
from narcine.viewing.moment import Moment

CROWD = 3
"""Vehicles beyond which each has a line of its own, with fewer numbers."""
OF_A_CROWD = ("speed (m/s)", "north (m)", "east (m)", "heading (deg)")
LATELY = 5.0
"""Time (s) over which the speed made good is taken."""


class Progress:
    """Where vehicles were lately: the way that they made good, without the swaying of their beats."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, Array]] = deque()

    def note(self, moment: Moment) -> None:
        """Take a moment over and let go of what is too long ago."""
        if self._seen and moment.time < self._seen[-1][0]:
            self._seen.clear()
        self._seen.append((moment.time, moment.place.copy()))
        while len(self._seen) > 2 and moment.time - self._seen[1][0] >= LATELY:
            self._seen.popleft()

    def made_good(self, moment: Moment) -> Array:
        """Return the way of each vehicle from where it was, over the time since (vehicle, 3); none after a reset."""
        before, there = self._seen[0] if self._seen else (moment.time, moment.place)
        return np.asarray((moment.place - there) / max(moment.time - before, 1e-9))


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def numbers_table(
    vehicles: tuple[str, ...], moment: Moment, progress: Progress, power: float, status: str, has_surface: bool
) -> str:
    """Return a table of what vehicles do, in Markdown."""
    made_good = progress.made_good(moment)
    rows = (
        ("speed (m/s)", moment.speed, "{:z.3f}"),
        (f"over {LATELY:g} s (m/s)", np.linalg.norm(made_good, axis=1), "{:z.3f}"),
        ("course (deg)", np.degrees(np.arctan2(made_good[:, 1], made_good[:, 0])), "{:z.0f}"),
        ("north (m)", moment.place[:, 0], "{:z.2f}"),
        ("east (m)", moment.place[:, 1], "{:z.2f}"),
        ("depth (m)", moment.place[:, 2], "{:z.2f}"),
        ("heading (deg)", np.degrees(moment.heading), "{:z.1f}"),
        ("roll (deg)", np.degrees(moment.roll), "{:z.1f}"),
        ("pitch (deg)", np.degrees(moment.pitch), "{:z.1f}"),
    )
    cells = [[label, *(pattern.format(value) for value in values)] for label, values, pattern in rows]
    table = [["", *vehicles], *cells]
    if len(vehicles) > CROWD:
        chosen = (row for row in cells if row[0] in OF_A_CROWD)
        table = [list(row) for row in zip(["", *vehicles], *chosen, strict=True)]
    lines = [f"**{moment.time:.2f} s**, {status}", "", _row(table[0]), "| --- " * len(table[0]) + "|"]
    lines += [_row(row) for row in table[1:]]
    if not has_surface and bool(np.any(moment.place[:, 2] < 0.0)):
        lines += ["", "above depth zero: this water has no surface (`water: {surface: calm}` gives it one)"]
    lines += ["", f"power of drives, motors and screws {power:.2f} W"]
    return "\n".join(lines)
