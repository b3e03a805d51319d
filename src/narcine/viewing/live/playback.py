"""Playing a recorded run back, at any speed and from any time."""

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import viser

from narcine.recording.dataset import finite_records
from narcine.recording.summary import contact_begins
from narcine.simulation.piloting import is_piloted
from narcine.simulation.restoring import states_of_run
from narcine.simulation.simulation import Simulation
from narcine.viewing.live.act import SPEEDS, History
from narcine.viewing.live.curves import Lines
from narcine.viewing.live.sliders import HANDS_OFF
from narcine.viewing.moment import Moment, Observer

if TYPE_CHECKING:
    import xarray

MOST_POINTS = 1000
"""Of the curves and ways of a run."""


class Playback:
    """A recorded run with a hand on its time."""

    def __init__(self, run: "xarray.Dataset", simulation: Simulation) -> None:
        run = run.isel(time=slice(0, finite_records(run)))
        self.simulation = simulation
        self.times = run["time"].values
        self.speed = 1.0
        self.playing = True
        self._states, self._commands = states_of_run(simulation.model, run)
        self._position, self._attitude = run["position"].values, run["attitude"].values
        self._reading = run["reading"].values if "reading" in run else np.zeros((len(self.times), 0))
        self._obstacles = run["obstacle_position"].values if "obstacle_position" in run else None
        self._touches = np.cumsum(contact_begins(run).sum(axis=2), axis=0)
        self._observer = Observer(simulation.model)
        self._lock = threading.Lock()
        self._now = float(self.times[0])
        self._clock = time.perf_counter()
        self._shown = -1
        self._waits = True
        self._scrubbed = 0.0
        self._slider: viser.GuiSliderHandle[float] | None = None
        self._play: viser.GuiButtonHandle | None = None
        self.began_anew = False
        self.goes_on = False
        self.planner_steers = is_piloted(simulation.scenario)

    def add_controls(self, server: viser.ViserServer) -> None:
        """Add the slider of time and what plays."""
        gui = server.gui
        first, last = float(self.times[0]), float(self.times[-1])
        with gui.add_folder("playback"):
            step = max(round((last - first) / 1000.0, 3), 0.001)
            slider = gui.add_slider("time (s)", first, last, step, first)
            self._slider = slider

            @slider.on_update
            async def _(event: "viser.GuiEvent[viser.GuiSliderHandle[float]]") -> None:
                if event.client is not None:
                    self._scrubbed = time.perf_counter()
                    self.go_to(slider.value)

            self._play = gui.add_button("Pause", icon=viser.Icon.PLAYER_PAUSE)
            self._play.on_click(lambda _: self.play(not self.playing))
            self._show_play()
            gui.add_button("One record on").on_click(lambda _: self.step(1))
            gui.add_button("One record back").on_click(lambda _: self.step(-1))
            speed = gui.add_dropdown("speed", SPEEDS, initial_value="1")
            speed.on_update(lambda _: setattr(self, "speed", float(speed.value)))

    def play(self, playing: bool) -> None:
        """Play on, or hold; after the end play again from the start."""
        self._waits = False
        with self._lock:
            if playing and self._now >= self.times[-1]:
                self._now, self.began_anew = float(self.times[0]), True
            self.playing, self._clock = playing, time.perf_counter()
        self._show_play()

    def _show_play(self) -> None:
        if self._play is not None:
            self._play.label = "Pause" if self.playing else "Play"
            self._play.icon = viser.Icon.PLAYER_PAUSE if self.playing else viser.Icon.PLAYER_PLAY

    def go_to(self, moment: float) -> None:
        """Go to a time."""
        with self._lock:
            self.began_anew = self.began_anew or moment < self._now
            self._now = float(np.clip(moment, self.times[0], self.times[-1]))
            self._clock = time.perf_counter()

    def step(self, records: int) -> None:
        """Hold, and go some records on or back."""
        self.play(False)
        place = int(np.clip(self.record + records, 0, len(self.times) - 1))
        self.go_to(float(self.times[place]))

    @property
    def record(self) -> int:
        """The record nearest to now."""
        return int(np.abs(self.times - self._now).argmin())

    def begin(self) -> None:
        """Play from the start, now that somebody looks."""
        with self._lock:
            self._clock = time.perf_counter()
        self._waits = False

    def successor(self) -> None:
        """Nothing takes its place by itself."""

    def history(self) -> History:
        """Return the curves and ways of the whole run."""
        shown = np.unique(np.linspace(0, len(self.times) - 1, MOST_POINTS).round().astype(int))
        moments = [self.at(record) for record in shown]
        lines = Lines(self.simulation)
        values = np.array([lines.values(moment) for moment in moments])
        places, obstacles = (np.array([getattr(each, key) for each in moments]) for key in ("place", "obstacles"))
        return History(self.times[shown], values, places, obstacles, self._touches[shown])

    def moment(self) -> Moment | None:
        """Return what the file has of now."""
        with self._lock:
            clock = time.perf_counter()
            if self.playing and not self._waits:
                self._now = min(self._now + (clock - self._clock) * self.speed, float(self.times[-1]))
            self._clock = clock
            place = self.record
        if self.playing and self._now >= self.times[-1]:
            self.play(False)
        if place == self._shown:
            return None
        self._shown = place
        if self._slider is not None and time.perf_counter() - self._scrubbed > HANDS_OFF:
            self._slider.value = self._now  # type: ignore[misc]  # viser's setter is generic in the handle
        return self.at(place)

    def at(self, record: int) -> Moment:
        """Return the moment of a record."""
        seen = self._observer.see(float(self.times[record]), self._states[record], self._commands[record])
        obstacles = seen.obstacles if self._obstacles is None else self._obstacles[record]
        return replace(
            seen,
            position=self._position[record],
            attitude=self._attitude[record],
            obstacles=obstacles,
            reading=self._reading[record],
        )

    def status(self) -> str:
        """Return where it stands."""
        return f"{'playing' if self.playing else 'held'}, {self._now:.2f} of {self.times[-1]:g} s"

    def close(self) -> None:
        """Nothing is left to end."""
