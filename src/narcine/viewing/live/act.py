"""What the page shows: something that can be looked at, and has controls of its own."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import viser
from numpy.typing import NDArray

from narcine.recording.trajectory import Array
from narcine.simulation.simulation import Simulation
from narcine.viewing.moment import Moment

READS_EVERY = 1.0 / 15.0
"""Time of the clock (s) from one reading of sensors to the next, which cost more than all else that is seen."""
SPEEDS = ("0.1", "0.25", "0.5", "1", "2", "5", "10")
"""Shown over real time, as the panel offers them."""


@dataclass(frozen=True)
class History:
    """What is known of all times beforehand, as of a recorded run."""

    times: Array
    values: Array
    """of all curves (time, line)"""
    places: Array
    """of each vehicle's root (time, vehicle, 3)"""
    obstacles: Array
    """where all is that can be touched (time, obstacle, 3)"""
    touches: NDArray[np.int64]
    """how often each vehicle has touched something until then (time, vehicle)"""


class Act(Protocol):
    """A live run, a recorded one, or one in another process."""

    simulation: Simulation
    began_anew: bool
    """set when time went back, for whoever keeps a history"""
    goes_on: bool
    """whether it began where the act before it was, so that trails go on"""

    def add_controls(self, server: viser.ViserServer) -> None:
        """Add what steers it to the panel."""

    def begin(self) -> None:
        """Begin: somebody looks."""

    def successor(self) -> "Act | None":
        """Return what takes its place by itself, if something does."""

    def history(self) -> History | None:
        """Return the whole of it, where that is known."""

    def moment(self) -> Moment | None:
        """Return what there is to see now; None when nothing is new."""

    def status(self) -> str:
        """Return how it goes, in a line."""

    @property
    def planner_steers(self) -> bool:
        """Whether planners are at the helm, where there are any."""

    def close(self) -> None:
        """End it."""
