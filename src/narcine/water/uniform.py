"""Water of one density that moves with a steady, uniform current, unbounded or under a calm surface."""

from typing import NamedTuple

from narcine.compiled import kernel
from narcine.spatial.vectors import Vector3

WATER_FLOATS = 5
WATER_INTEGERS = 1


class Water(NamedTuple):
    """Columns of the one-row water table: density, gravity, current (world axes); whether there is a surface."""

    density: int
    gravity: int
    current: int
    surface: int


@kernel
def is_still(velocity: Vector3) -> bool:
    """Say whether water does not move, nor is asked how things would change if it did (the imaginary parts count)."""
    return bool(velocity[0] == 0.0 and velocity[1] == 0.0 and velocity[2] == 0.0)


@kernel
def water_columns(n: int, p: int, i: int) -> Water:
    """Return where the water's numbers lie."""
    return Water(density=p, gravity=p + 1, current=p + 2, surface=i)
