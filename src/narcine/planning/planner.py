"""What a planner knows of its sensors, and how it weighs what they say."""

from dataclasses import dataclass

OBSTACLE_PATTERNS = 8
"""What three switches can say."""


@dataclass(frozen=True)
class Planner:
    """A planner with the bearings of its sensors; one that heeds no obstacles has no switches, and so with light."""

    infrared: tuple[float, ...] = ()
    """bearings of the switches: left, middle, right (rad, positive to starboard)"""
    photocells: tuple[float, ...] = ()
    """bearings of the photocells from port to starboard"""
    ambient: float = 0.0
    """a cell that reads no more sees no lamp (lx)"""
    zones: tuple[float, ...] = ()
    """light (lx) at which each zone but the first begins: I_a and I_b of eq 22, each the first of the brighter zone"""
    weights: tuple[float, ...] = ()
    """of the light in each zone: M_1 of eq 22"""
    bearings: int = 36
    """directions that it tells apart"""

    @property
    def patterns(self) -> int:
        """How many patterns of obstacles it tells apart."""
        return OBSTACLE_PATTERNS if self.infrared else 1

    @property
    def lights(self) -> int:
        """How many sights of the light it tells apart: none, and each zone in each direction."""
        return 1 + len(self.weights) * self.bearings
