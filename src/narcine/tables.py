"""How a model lies in two flat vectors: numbers in `parameters`, counts and indices in `layout`.

A table holds the rows of one kind (links, foils, ...) column by column. The head of `layout` says for each table how
many rows it has and where its first number and its first integer lie. The module of each kind names its columns in a
NamedTuple of offsets, which the build uses to write and the kernels to read: `p[foils.chord + i]`.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.compiled import kernel

Integers = NDArray[np.int64]


class Table(IntEnum):
    """The tables of a model, in the order in which they lie."""

    WATER = 0
    LINKS = 1
    FREEDOMS = 2
    SPRINGS = 3
    KNOTS = 4
    DRIVES = 5
    OSCILLATORS = 6
    WAVES = 7
    HYDROSTATICS = 8
    WATERLINES = 9
    FRUSTA = 10
    TRIANGLES = 11
    DRAG = 12
    DRAG_MATRICES = 13
    CROSSFLOW = 14
    STRIPS = 15
    FOILS = 16
    UNSTEADY_FOILS = 17
    PROPELLERS = 18
    SURFACES = 19
    OBSTACLES = 20
    FLEET = 21
    HULLS = 22
    POINTS = 23
    SUCTION = 24


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


class Row(NamedTuple):
    """One row of a table: the entries of its columns, numbers and integers apart."""

    numbers: Mapping[str, Any]
    integers: Mapping[str, Any]
