"""How hard couplings held, and how well."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import xarray


@dataclass(frozen=True)
class CouplingReport:
    """What one coupling, or a joint that is held as one, did over a run."""

    coupling: str
    force: float
    """largest (N)"""
    moment: float
    """largest (N m)"""
    drift: float
    """largest (m or rad)"""
    intervals: tuple[tuple[float, float], ...]
    """when it held (s)"""


def report_couplings(run: "xarray.Dataset") -> list[CouplingReport]:
    """Return what each coupling of a run did."""
    if "coupling" not in run.sizes or not run.sizes["time"]:
        return []
    time = run["time"].values
    found = []
    for number, name in enumerate(run["coupling"].values):
        force, moment = (
            np.linalg.norm(run[key].values[:, number], axis=-1).max() for key in ("coupling_force", "coupling_moment")
        )
        docked = run["docked"].values[:, number] > 0.5
        edges = np.flatnonzero(np.diff(np.concatenate([[False], docked, [False]]).astype(int)))
        intervals = tuple(
            (float(time[first]), float(time[min(last, len(time) - 1)])) for first, last in edges.reshape(-1, 2)
        )
        drift = float(run["coupling_drift"].values[:, number].max())
        found.append(CouplingReport(str(name), float(force), float(moment), drift, intervals))
    return found
