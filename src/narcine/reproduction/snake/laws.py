"""Perambulator under both drag laws: the paper's numbers at the middle of each module, and strips along it."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING

from narcine.simulation.batch import record_batch
from narcine.simulation.simulation import FULL_DURATION, Simulation

if TYPE_CHECKING:
    import xarray

PRINTED, STRIP = "as_printed", "strip"
LAWS = {PRINTED: "as printed", STRIP: "by strips"}
"""The laws, and what pictures call them."""
LAW = "chains.spine.module.drag.morison.law"
PATH = LAW.split(".")


def under(law: str, simulation: Simulation) -> Simulation:
    """Return the same vehicle under a drag law."""
    plain = deepcopy(simulation.description.plain)
    block = plain
    for key in PATH[:-1]:
        block = block[key]
    block[PATH[-1]] = law
    return Simulation(plain)


def swims(
    simulations: Sequence[Simulation], duration: float, commands: Mapping[str, float] | None = None
) -> "list[dict[str, xarray.Dataset]]":
    """Return the swims of each variant under both laws, those of one law as one batch."""
    held = [dict(commands or {})] * len(simulations)
    by_law = {law: record_batch([under(law, each) for each in simulations], duration, held) for law in LAWS}
    return [{law: by_law[law][number] for law in LAWS} for number in range(len(simulations))]


def whole(run: "xarray.Dataset") -> bool:
    """Say whether a swim went on to its end."""
    return bool(run.attrs["ended"] == FULL_DURATION)
