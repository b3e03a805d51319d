"""What the page shows: something that can be looked at, and has controls of its own."""

from typing import Protocol

import viser

from narcine.simulation.simulation import Simulation
from narcine.viewing.moment import Moment


class Act(Protocol):
    """A live run, a recorded one, or one in another process."""

    simulation: Simulation
    began_anew: bool
    """set when time went back, for whoever keeps a history"""

    def add_controls(self, server: viser.ViserServer) -> None:
        """Add what steers it to the panel."""

    def successor(self) -> "Act | None":
        """Return what takes its place by itself, if something does."""

    def moment(self) -> Moment | None:
        """Return what there is to see now; None when nothing is new."""

    def status(self) -> str:
        """Return how it goes, in a line."""

    def close(self) -> None:
        """End it."""
