"""From couplings to the rows of their tables."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np
from numpy.typing import NDArray

from narcine.multibody.couplings import HELD_ROWS, CouplingKind
from narcine.tables import Row

Array = NDArray[np.float64]
Vector3 = tuple[float, float, float]


@dataclass(frozen=True)
class CoupledPair:
    """A coupling of two links, by their indices; -1 for the world."""

    name: str
    kind: CouplingKind
    first: int
    second: int
    to: Vector3
    at: Vector3 = (0.0, 0.0, 0.0)
    placement: Array = field(default_factory=lambda: np.eye(3))
    axis: Vector3 = (0.0, 0.0, 1.0)
    inner: Vector3 = (0.0, 0.0, 0.0)
    length: float = 0.0
    capture: tuple[float, float] = (inf, inf)
    state: int = -1
    coordinates: int = 0
    position: int = 0
    velocity: int = 0
    prescribed: int = 0

    @property
    def rows(self) -> int:
        """Number of its rows, those of coordinates included."""
        return HELD_ROWS[self.kind] + self.coordinates

    @property
    def size(self) -> float:
        """Its length, or the cosine between the axes of a universal joint."""
        if self.kind == CouplingKind.UNIVERSAL:
            return float(np.array(self.inner) @ self.placement @ np.array(self.axis))
        return self.length


def coupling_rows(
    pairs: Sequence[CoupledPair], roots: Sequence[int], inertias: Sequence[Array]
) -> tuple[list[Row], list[Row]]:
    """Return the rows of couplings and of their slots; each link has a root, whose tree lies in one piece."""
    count = len(roots)
    ends = {root: max(i for i in range(count) if roots[i] == root) + 1 for root in roots}
    root_of = [*roots, count]
    ends[count] = count
    trees = [{root_of[pair.first], root_of[pair.second]} - {count} for pair in pairs]
    firsts = np.concatenate([[0], np.cumsum([pair.rows for pair in pairs])]).astype(int)
    couplings, slots = [], []
    start = 0
    for number, pair in enumerate(pairs):
        first_root, second_root = root_of[pair.first], root_of[pair.second]
        numbers = {
            "at": pair.at,
            "to": pair.to,
            "placement": pair.placement,
            "axis": pair.axis,
            "inner": pair.inner,
            "size": pair.size,
            "capture": pair.capture,
            "scale": _scale(trees[number], roots, inertias),
        }
        integers = {
            "kind": pair.kind,
            "first": pair.first if pair.first >= 0 else count,
            "second": pair.second,
            "first_root": first_root,
            "first_end": ends[first_root],
            "second_root": second_root,
            "second_end": ends[second_root],
            "state": pair.state,
            "slot": firsts[number],
            "coordinates": pair.coordinates,
            "position": pair.position,
            "velocity": pair.velocity,
            "prescribed": pair.prescribed,
        }
        couplings.append(Row(numbers, integers))
        neighbour = next(each for each in range(number + 1) if trees[each] & trees[number])
        for i in range(firsts[number], firsts[number + 1]):
            slots.append(Row({}, {"coupling": number, "first": firsts[neighbour], "start": start}))
            start += i - int(firsts[neighbour]) + 1
    return couplings, slots


def _scale(trees: set[int], roots: Sequence[int], inertias: Sequence[Array]) -> tuple[float, float]:
    """Return what a unit of force and of moment do to all of the trees, taken as one body of about a metre."""
    whole = sum((M for M, of in zip(inertias, roots, strict=True) if of in trees), np.zeros((6, 6)))
    mass, moment = np.trace(whole[:3, :3]) / 3.0, np.trace(whole[3:, 3:]) / 3.0
    return 1.0 / max(mass, 1e-300), 1.0 / max(moment + mass, 1e-300)
