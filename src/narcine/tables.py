"""How a model lies in two flat vectors: numbers in `parameters`, counts and indices in `layout`.

A table holds the rows of one kind (links, foils, ...) column by column. The head of `layout` says for each table how
many rows it has and where its first number and its first integer lie. The module of each kind names its columns in a
NamedTuple of offsets, which the build uses to write and the kernels to read: `p[foils.chord + i]`.
"""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.compiled import kernel

Integers = NDArray[np.int64]


class Table(IntEnum):
    """The tables of a model, in the order in which they lie."""

    WATER = 0
    SWELL = 1
    LINKS = 2
    FREEDOMS = 3
    SPRINGS = 4
    KNOTS = 5
    DRIVES = 6
    OSCILLATORS = 7
    WAVES = 8
    HYDROSTATICS = 9
    WATERLINES = 10
    FRUSTA = 11
    TRIANGLES = 12
    DRAG = 13
    DRAG_MATRICES = 14
    CROSSFLOW = 15
    STRIPS = 16
    FOILS = 17
    UNSTEADY_FOILS = 18
    PROPELLERS = 19
    SURFACES = 20
    DEPLOYMENTS = 21
    SCALES = 22
    OBSTACLES = 23
    FLEET = 24
    HULLS = 25
    POINTS = 26
    SUCTION = 27
    COUPLINGS = 28
    SLOTS = 29
    IMPULSE = 30
    THRUSTERS = 31
    HOLDS = 32
    MIXING = 33
    TENDONS = 34
    GUIDES = 35
    PLATES = 36
    BENDS = 37
    RAMPS = 38
    HELD_BODIES = 39
    STEERING = 40
    FORMS = 41
    BUOYANCY_ENGINES = 42


HEAD_WIDTH = 3
POSITIONS = HEAD_WIDTH * len(Table)
"""Where `layout` keeps the number of position coordinates; the next entries follow."""
VELOCITIES = POSITIONS + 1
STATES = POSITIONS + 2
INPUTS = POSITIONS + 3
HEAD_SIZE = POSITIONS + 4


@kernel
def table_start(layout: Integers, table: int) -> tuple[int, int, int]:
    """Return the number of rows of a table, where its numbers start, and where its integers start."""
    k = HEAD_WIDTH * table
    return layout[k], layout[k + 1], layout[k + 2]


def columns_of(columns: Callable[[int, int, int], Any], layout: Integers, table: Table) -> Any:
    """Return where the columns of a table lie, without compiling anything."""
    start = (int(k) for k in layout[HEAD_WIDTH * table : HEAD_WIDTH * (table + 1)])
    return getattr(columns, "py_func", columns)(*start)


class Row(NamedTuple):
    """One row of a table: the entries of its columns, numbers and integers apart."""

    numbers: Mapping[str, Any]
    integers: Mapping[str, Any]
