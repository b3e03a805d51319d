"""Perambulator under both drag laws: the paper's numbers at the middle of each module, and strips along it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from narcine.simulation.batch import record_batch
from narcine.simulation.numbers import changed
from narcine.simulation.simulation import FULL_DURATION, Simulation

if TYPE_CHECKING:
    import xarray

PRINTED, STRIP = "as_printed", "strip"
LAWS = {PRINTED: "as printed", STRIP: "by strips"}
"""The laws, and what pictures call them."""
LAW = "chains.spine.module.drag.morison.law"


def under(law: str, simulation: Simulation) -> Simulation:
    """Return the same vehicle under a drag law."""
    return changed(simulation, LAW, law)


def swims(simulations: Sequence[Simulation], duration: float) -> "list[dict[str, xarray.Dataset]]":
    """Return the swims of each variant under both laws, those of one law as one batch."""
    by_law = {law: record_batch([under(law, each) for each in simulations], duration) for law in LAWS}
    return [{law: by_law[law][number] for law in LAWS} for number in range(len(simulations))]


def whole(run: "xarray.Dataset") -> bool:
    """Say whether a swim went on to its end."""
    return bool(run.attrs["ended"] == FULL_DURATION)
