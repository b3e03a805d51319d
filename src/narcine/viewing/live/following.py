"""Following a simulation in another process through its feed."""

import viser

from narcine.simulation.feed import Follower
from narcine.simulation.simulation import Simulation
from narcine.viewing.moment import Moment, Observer


class Following:
    """A simulation elsewhere, looked at and not touched."""

    def __init__(self, follower: Follower, simulation: Simulation) -> None:
        self.simulation = simulation
        self.follower = follower
        self.described = follower.description
        self._observer = Observer(simulation.model)
        self._time = -1.0
        self.began_anew = False

    def add_controls(self, server: viser.ViserServer) -> None:
        """Say where it comes from."""
        server.gui.add_markdown(f"following **{self.follower.address}**")

    @property
    def is_another(self) -> bool:
        """Whether the sender has begun to send something else."""
        return self.follower.description != self.described

    def moment(self) -> Moment | None:
        """Return the newest moment that came."""
        sample = self.follower.latest()
        if sample is None or sample[0] == self._time or self.is_another:
            return None
        self.began_anew = self.began_anew or sample[0] < self._time
        self._time = sample[0]
        return self._observer.see(*sample)

    def status(self) -> str:
        """Return whether anything comes."""
        return "receiving" if self.follower.connected else "waiting for the sender to come back"

    def close(self) -> None:
        """Let go of the feed."""
        self.follower.close()
