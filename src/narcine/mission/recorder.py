"""What is kept of a flight while it goes on: the truth at every tick, and what is said on the bus."""

import numpy as np

from narcine.autonomy.bus import Bus, Entry
from narcine.autonomy.helm.helm import ALIVE
from narcine.mission.flight import Course, Said
from narcine.mission.moment import Moment
from narcine.recording.dataset import euler_angles
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import quaternion_from_matrix

HEARTBEATS = (ALIVE,)
"""Flags that are published in every tick and say nothing else."""


class Recorder:
    """Listens to a bus and looks at a vehicle's root."""

    def __init__(self, bus: Bus, root: int, most: int) -> None:
        """Have room for `most` ticks."""
        self._root = root
        self._most = most
        self._ticks = 0
        self._rows: dict[str, Array] = {}
        self._latest: dict[str, int] = {}
        """tick at which each variable was published last"""
        self._texts: dict[str, str] = {}
        self._truth = np.empty((most, 22))
        self.said: list[Said] = []
        bus.subscribe(self._hear)

    def keep(self, moment: Moment) -> None:
        """Keep the truth of a tick that is done; what is published from now on belongs to the next."""
        row, root = self._truth[self._ticks], self._root
        row[0] = moment.time
        row[1:4] = moment.place[root]
        row[4:13] = moment.turn[root].ravel()
        row[13:19] = moment.motion[root]
        row[19:22] = moment.stream[root]
        self._ticks += 1

    def _hear(self, name: str, entry: Entry) -> None:
        value = entry.value
        if type(value) is float:
            self._note(name, value)
            return
        if name in HEARTBEATS:
            return
        if isinstance(value, bool):
            self._note(name, float(value))
        told = value if isinstance(value, str) else "yes" if value else "no"
        if self._texts.get(name) != told:
            self._texts[name] = told
            self.said.append(Said(entry.time, name, told))

    def _note(self, name: str, value: float) -> None:
        """Keep a number for this tick; what was published last held until now."""
        row, tick = self._rows.get(name), self._ticks
        if row is None:
            row = self._rows[name] = np.full(self._most, np.nan)
        else:
            last = self._latest[name]
            if last < tick - 1:
                row[last + 1 : tick] = row[last]
        row[tick] = value
        self._latest[name] = tick

    def numbers(self) -> dict[str, Array]:
        """Return numbers and flags at each tick: what was published last, not a number before the first."""
        for name, row in self._rows.items():
            row[self._latest[name] + 1 : self._ticks] = row[self._latest[name]]
        return {name: row[: self._ticks] for name, row in self._rows.items()}

    def course(self) -> Course:
        """Return how the vehicle went."""
        truth = self._truth[: self._ticks]
        turn = truth[:, 4:13].reshape(-1, 3, 3)
        motion, stream = truth[:, 13:19], truth[:, 19:22]
        roll, pitch, heading = euler_angles(quaternion_from_matrix(turn))
        through = motion[:, :3] - np.einsum("tij,ti->tj", turn, stream)
        _, q, r = motion[:, 3:].T
        steep = np.where(np.abs(np.cos(pitch)) < 1e-6, np.nan, np.cos(pitch))
        rate = (q * np.sin(roll) + r * np.cos(roll)) / steep
        north, east, depth = truth[:, 1:4].T
        return Course(truth[:, 0], north, east, depth, roll, pitch, heading, rate, through[:, 0])
