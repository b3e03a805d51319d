"""Following a simulation in another process through its feed."""

import viser

from narcine.simulation.follower import Follower
from narcine.simulation.simulation import Simulation
from narcine.viewing.moment import Moment, Observer


class Following:
    """A simulation elsewhere, looked at and not touched; its sender has said what it is."""

    def __init__(self, follower: Follower) -> None:
        self._described = follower.description
        assert self._described is not None, "the sender has said what runs"
        self.simulation = Simulation(self._described["description"])
        self.follower = follower
        self.began_anew = False
        self._observer = Observer(self.simulation.model)
        self._time = -1.0

    def add_controls(self, server: viser.ViserServer) -> None:
        """Say where it comes from."""
        server.gui.add_markdown(f"following **{self.follower.address}**")

    def successor(self) -> "Following | None":
        """Return what the sender has come back with, if that is something else."""
        told = self.follower.description
        if told is None or self._described is None or told is self._described:
            return None
        if told["description"] == self._described["description"]:
            self._described = told
            return None
        return Following(self.follower)

    def history(self) -> None:
        """Nobody knows what comes."""

    def moment(self) -> Moment | None:
        """Return the newest moment that came."""
        told, sample = self.follower.snapshot()
        if sample is None or sample[0] == self._time or told is not self._described:
            return None
        self.began_anew = self.began_anew or sample[0] < self._time
        self._time = sample[0]
        return self._observer.see(*sample)

    def status(self) -> str:
        """Return whether anything comes."""
        return "receiving" if self.follower.connected else f"waiting for the sender: {self.follower.problem}"

    def close(self) -> None:
        """Let go of the feed."""
        self.follower.close()
