"""What a paper's rows, checks and pictures are: plain records that the harness runs and prints."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from narcine.description.load import Description
    from narcine.simulation.simulation import Simulation

Readings = dict[str, float | NDArray[np.float64]]
"""What one variant of a vehicle gives, by name.

Those that are drawn hold for each name also `NAME.low` and `NAME.high`, the 5th and 95th percentile over the draws.
"""
SAMPLES = 64
"""Draws that make an interval unless a row says otherwise: three lie beyond either end of it."""
BATCH = 16
"""Variants that run at once unless a row says otherwise: enough to fill the cores, few enough that progress shows."""


class Verdict(NamedTuple):
    """Whether readings agree with what was published, None where they are only reported, and the numbers in words."""

    ok: bool | None
    note: str


class Picture(NamedTuple):
    """A figure and the caption under it."""

    figure: "Figure"
    caption: str


@dataclass(frozen=True)
class Experiment:
    """One row of a paper: what was published, what counts as agreement, and how it is run."""

    id: str
    """paper.row"""
    source: str
    """where in the paper"""
    title: str
    published: str
    """in words"""
    counts: str
    """what counts as agreement, in words"""
    unit: str
    """of the main reading, which is given in it"""
    reading: str
    """name of the main reading"""
    vehicle: str
    """name or file of what is run; its ranges make the interval"""
    measure: Callable[[Sequence["Simulation"]], Sequence[Readings]]
    """readings of each variant, as one batch where that can be; one that explodes may raise or read nan"""
    judge: Callable[[Readings], tuple[bool | None, str]]
    draw: Callable[[Readings], Sequence[tuple["Figure", str]]]
    calibrated: bool = False
    """whether an assumed number was set by what this row publishes"""
    method: str = ""
    """what was done, in words"""
    explanation: str = ""
    """why a miss misses"""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """values set on top of the file, by path"""
    fixed: tuple[str, ...] = ()
    """paths whose ranges are left alone: what the row itself sweeps or publishes"""
    tied: "Callable[[Description], dict[str, Any]] | None" = None
    """what follows from the drawn numbers, such as the rest of a published whole; its paths belong to `fixed`"""
    samples: int = SAMPLES
    batch: int = BATCH
    """how many variants `measure` gets at once; Ctrl-C waits for them"""
    unread: str = ""
    """what it means where the main reading is not finite"""
    shown: Mapping[str, str] = field(default_factory=dict)
    """further readings for the page, with how they are called there"""


class Finding(NamedTuple):
    """What a check found: whether it holds, the numbers in words, and what it drew."""

    ok: bool | None
    note: str
    pictures: Sequence[tuple["Figure", str]] = ()


@dataclass(frozen=True)
class Check:
    """What a paper's page shows beside its rows: something that must hold and that nobody published."""

    id: str
    title: str
    text: str
    """what is checked and why, in words"""
    find: Callable[[], Finding]
    coupled: bool = False
    """whether it needs what couplings need, which is compiled apart"""


@dataclass(frozen=True)
class Paper:
    """A paper and what of it is run."""

    name: str
    title: str
    citation: str
    short: str
    """as in a text: Krishnamurthy et al. 2009"""
    experiments: tuple[Experiment, ...]
    checks: tuple[Check, ...] = ()
    prefixes: tuple[str, ...] = ()
    """with which ids begin: the paper's name when not given, or a word for each of its vehicles"""

    @property
    def parts(self) -> "tuple[Experiment | Check, ...]":
        """All that can be run: rows, then checks."""
        return (*self.experiments, *self.checks)

    def __post_init__(self) -> None:
        ids = [part.id for part in self.parts]
        assert len(set(ids)) == len(ids), f"{self.name}: ids are unique"
        begins = {each.partition(".")[0] for each in ids}
        assert begins <= set(self.prefixes or (self.name,)), f"{self.name}: ids begin with the paper's name"
