"""Following a simulation in another process through its feed."""

from typing import Any

import viser

from narcine.description.problems import DescriptionError
from narcine.simulation.feed_messages import FeedError
from narcine.simulation.follower import Follower
from narcine.simulation.model import Model
from narcine.simulation.piloting import is_piloted
from narcine.simulation.simulation import Simulation
from narcine.viewing.live.act import READS_EVERY
from narcine.viewing.moment import Moment, Observer


class Following:
    """A simulation elsewhere, looked at and not touched; its sender has said what it is."""

    def __init__(self, follower: Follower) -> None:
        self._described = follower.description
        assert self._described is not None, "the sender has said what runs"
        self.simulation = Simulation(self._described["description"])
        _check_names(self._described, self.simulation.model)
        self.follower = follower
        self.began_anew = False
        self.goes_on = False
        self.planner_steers = is_piloted(self.simulation.scenario)
        self._refused: object = None
        self._refusal = ""
        self._observer = Observer(self.simulation.model, self.simulation.scenario, READS_EVERY)
        self._time = -1.0

    def add_controls(self, server: viser.ViserServer) -> None:
        """Say where it comes from."""
        server.gui.add_markdown(f"following **{self.follower.address}**")

    def begin(self) -> None:
        """Do nothing: the sender began long ago."""

    def successor(self) -> "Following | None":
        """Return what the sender has come back with, if that is something else that can be shown."""
        told = self.follower.description
        if told is None or self._described is None or told is self._described or told is self._refused:
            return None
        if told["description"] == self._described["description"]:
            self._described = told
            return None
        try:
            return Following(self.follower)
        except (DescriptionError, FeedError) as error:
            self._refused, self._refusal = told, str(error)
            return None

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
        if self._refusal:
            return f"the sender has come back with what cannot be shown: {self._refusal}"
        return "receiving" if self.follower.connected else f"waiting for the sender: {self.follower.problem}"

    def close(self) -> None:
        """Let go of the feed."""
        self.follower.close()


def _check_names(told: dict[str, Any], model: Model) -> None:
    """Refuse a feed whose samples are not states and commands of the model that its description makes here."""
    ours = {"states": list(model.state_names), "inputs": [each.name for each in model.inputs]}
    for key, names in ours.items():
        if list(told.get(key, ())) != names:
            raise FeedError(f"the sender's {key} are not those of this version's model; it runs another version")
