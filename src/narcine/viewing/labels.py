"""Labels beside things in a plane at a known scale, left out where they would cover something."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from narcine.recording.trajectory import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTER, HEIGHT, GAP = 0.068, 0.13, 0.06
"""Mean width of a letter, height of a line, and distance from what is labelled (inches)."""
SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Below, above, right, left, then the corners; the vertical axis points down."""
DENSE = 0.04
"""Distance between the points that stand for a line (inches)."""


class Labels:
    """The labels of a panel; each takes the first free side or corner of its thing."""

    def __init__(self, axes: "Axes", scale: float, lines: list[Array]) -> None:
        self.axes = axes
        self.scale = scale
        """Inches per metre."""
        self.taken = np.concatenate([self._along(line) for line in lines])

    def avoid(self, corners: Array) -> None:
        """Keep later labels off a polygon, or a point."""
        self.taken = np.concatenate([self.taken, self._along(np.concatenate([corners, corners[:1]]))])

    def write(self, text: str, around: Array) -> None:
        """Write a text beside some points, if there is room."""
        size = np.array([LETTER * len(text), HEIGHT])
        for centre in self._sides(self._inches(around), size):
            box = np.stack([centre - size / 2.0, centre + size / 2.0])
            if self._is_free(box):
                north, across = centre / self.scale
                self.axes.text(north, across, text, ha="center", va="center", fontsize="small", zorder=4)
                self.taken = np.concatenate([self.taken, _filled(box)])
                return

    def _inches(self, points: Array) -> Array:
        return np.asarray(points * self.scale)

    def _along(self, line: Array) -> Array:
        """Return points along a line, close enough that no label fits between them."""
        line = self._inches(line[np.all(np.isfinite(line), axis=1)])
        if len(line) < 2:
            return line
        travel = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1)))
        marks = np.linspace(0.0, travel[-1], min(int(travel[-1] / DENSE) + 2, 20_000))
        return np.stack([np.interp(marks, travel, column) for column in line.T], axis=1)

    def _sides(self, around: Array, size: Array) -> Iterator[Array]:
        """Yield places for the centre of a label."""
        low, high = around.min(axis=0), around.max(axis=0)
        away = (high - low + size) / 2.0 + GAP
        for direction in SIDES:
            yield (low + high) / 2.0 + np.array(direction) * away

    def _is_free(self, box: Array) -> bool:
        limits = self._inches(np.array([self.axes.get_xlim(), sorted(self.axes.get_ylim())]).T)
        inside = bool(np.all(box[0] >= limits[0]) and np.all(box[1] <= limits[1]))
        covered = np.all((self.taken > box[0] - GAP / 2.0) & (self.taken < box[1] + GAP / 2.0), axis=1)
        return inside and not bool(covered.any())


def _filled(box: Array) -> Array:
    """Return points all over a box."""
    counts = np.ceil(np.ptp(box, axis=0) / DENSE).astype(int) + 1
    grid = np.meshgrid(*(np.linspace(low, high, count) for low, high, count in zip(*box, counts, strict=True)))
    return np.stack([side.ravel() for side in grid], axis=1)
