"""Operating a live run: pause, step, speed, reset, a slider for every input, and saving what was recorded."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import viser

from narcine.description.inputs import InputSpec, all_inputs
from narcine.planning.actions import STEERED
from narcine.simulation.piloting import is_piloted
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.live.act import READS_EVERY, SPEEDS
from narcine.viewing.live.numbers import CROWD
from narcine.viewing.live.running import Live, Sample
from narcine.viewing.live.sliders import HANDS_OFF, Slider, slider_of
from narcine.viewing.live.steering import Steering, can_be_steered
from narcine.viewing.moment import Moment, Observer

OPEN_GROUPS = ("gait", "thrusters", "holds", "fins", "propellers")
"""Groups of sliders that stand open from the start."""
PLANNER = "unticked: sliders and steering keys act"
STEPS = "one step: pause and take one; reset: begin again, sliders stay where they are"


class Operating:
    """A simulation that runs as fast as the clock and obeys sliders."""

    def __init__(
        self,
        simulation: Simulation,
        log: Callable[[], Path] | None,
        save: Callable[["Operating"], list[Path]],
        paused: bool = False,
    ) -> None:
        self.simulation = simulation
        self.live = Live(simulation, log, paused=True)
        self._waits = not paused
        self._save = save
        self._observer = Observer(simulation.model, simulation.scenario, READS_EVERY)
        self._observer.see(*self.live.sample)  # compiles, the first time ever, so that nobody looks at an empty page
        self._seen: Sample | None = None
        self._sliders: list[tuple[int, viser.GuiSliderHandle[float], Slider]] = []
        self._commanded = self.live.sample[2]
        self._touched: dict[int, float] = {}
        self._saving = threading.Lock()
        self._steerings = {
            name: Steering(self.live, number)
            for number, name in enumerate(simulation.scenario.vehicles)
            if can_be_steered(simulation, number) and (number == 0 or len(simulation.scenario.vehicles) <= CROWD)
        }
        self.began_anew = False
        """set by a reset, for whoever keeps a history"""
        self.goes_on = False
        """whether it began where the act before it was"""

    def add_controls(self, server: viser.ViserServer) -> None:
        """Add what steers the run."""
        gui = server.gui
        with gui.add_folder("run"):
            self._pause = gui.add_button("Go on" if self.live.paused else "Pause", icon=viser.Icon.PLAYER_PAUSE)
            self._pause.on_click(lambda _: self._toggle())
            gui.add_command("pause or go on", hotkey="P").on_trigger(lambda _: self._toggle())
            steps = gui.add_button_group("time", ("One step", "Reset"), hint=STEPS)
            steps.on_click(lambda _: self._one_step() if steps.value == "One step" else self._reset())
            speed = gui.add_dropdown(
                "speed", SPEEDS, initial_value=f"{self.live.speed:g}", hint="simulated over real time"
            )
            speed.on_update(lambda _: setattr(self.live, "speed", float(speed.value)))
            save = gui.add_button("Save run and report", icon=viser.Icon.DOWNLOAD, color="blue")
            save.on_click(lambda event: self._on_save(event, save))
            if is_piloted(self.simulation.scenario):
                steers = gui.add_checkbox("planner steers", initial_value=self.planner_steers, hint=PLANNER)
                steers.on_update(lambda _: self._let_planner_steer(steers.value))
        several = len(self._steerings) > 1
        for name, steering in self._steerings.items():
            steering.add_controls(server, f"{name}: steer" if several else "steer")
        crowd = len(self.simulation.scenario.vehicles) > CROWD
        for group, specs in groups_of(self.simulation).items():
            with gui.add_folder(group, expand_by_default=group.rpartition(": ")[2] in OPEN_GROUPS and not crowd):
                for name, spec in specs.items():
                    self._add_slider(server, name, spec)
        self._show_helm()

    @property
    def planner_steers(self) -> bool:
        """Whether planners are at the helm, where there are any."""
        return self.live.planner_steers

    def _let_planner_steer(self, steers: bool) -> None:
        self.live.let_planner_steer(steers)
        self._show_helm(steers)

    def _show_helm(self, steers: bool | None = None) -> None:
        """Let sliders of what planners command follow them, and steering wait, while they are at the helm."""
        steers = self.planner_steers if steers is None else steers
        steered = piloted_inputs(self.simulation)
        for index, handle, _ in self._sliders:
            if self.simulation.model.inputs[index].name in steered:
                handle.disabled = steers
        for name, steering in self._steerings.items():
            if self.simulation.scenario.vehicles[name].vehicle.planner is not None:
                steering.rests = steers

    def _add_slider(self, server: viser.ViserServer, name: str, spec: InputSpec) -> None:
        index = [each.name for each in self.simulation.model.inputs].index(name)
        slider = slider_of(name, spec, float(self.live.sample[2][index]))
        short = short_name(self.simulation, name)
        label = f"{short} ({slider.unit})" if slider.unit else short
        handle = server.gui.add_slider(label, slider.lower, slider.upper, slider.step, slider.value, hint=name)
        self._sliders.append((index, handle, slider))

        @handle.on_update
        async def _(event: "viser.GuiEvent[viser.GuiSliderHandle[float]]") -> None:
            if event.client is not None:
                self._touched[index] = time.perf_counter()
                self.live.command(name, handle.value / slider.factor)

    def _follow_schedule(self, command: Array) -> None:
        """Let sliders show what the scenario commands, but for those that a hand has just moved."""
        for index, handle, slider in self._sliders:
            if time.perf_counter() - self._touched.get(index, 0.0) < HANDS_OFF:
                continue
            now = float(np.clip(command[index] * slider.factor, slider.lower, slider.upper))
            if abs(now - handle.value) > slider.step / 2.0:
                handle.value = now  # type: ignore[misc]  # viser's setter is generic in the handle

    def begin(self) -> None:
        """Go, now that somebody looks, unless told to wait."""
        if self._waits:
            self._waits = False
            self.live.paused = False
            self._show_pause()

    def _toggle(self) -> None:
        self._waits = False
        self.live.paused = not self.live.paused
        self._show_pause()

    def _show_pause(self) -> None:
        self._pause.label = "Go on" if self.live.paused else "Pause"
        self._pause.icon = viser.Icon.PLAYER_PLAY if self.live.paused else viser.Icon.PLAYER_PAUSE

    def _one_step(self) -> None:
        self.live.step()
        self.live.paused = True
        self._show_pause()

    def _reset(self) -> None:
        self.live.reset()
        self.began_anew = True

    def _on_save(self, event: "viser.GuiEvent[viser.GuiButtonHandle]", button: viser.GuiButtonHandle) -> None:
        """Save, and hand the report to the browser that asked."""
        button.disabled = True
        title, told, files = "Saved", "", []
        try:
            with self._saving:
                files = self._save(self)
            told = ", ".join(str(file) for file in files)
        except Exception as error:
            title, told = "Not saved", f"{error}"
        if event.client is not None:
            for file in files:
                if file.suffix == ".html":
                    event.client.send_file_download(file.name, file.read_bytes())
            event.client.add_notification(title, told, auto_close_seconds=15)
        with suppress(RuntimeError):  # the panel may be another's by now
            button.disabled = False

    def successor(self) -> None:
        """Nothing takes its place by itself."""

    def history(self) -> None:
        """Nobody knows what comes."""

    def moment(self) -> Moment | None:
        """Return the newest moment of the run."""
        for steering in self._steerings.values():
            steering.show_when_known()
        sample = self.live.sample
        if sample is self._seen or (self._seen is not None and _same(sample, self._seen)):
            return None
        self._seen = sample
        if not np.array_equal(sample[2], self._commanded):
            self._commanded = sample[2]
            self._follow_schedule(sample[2])
        return self._observer.see(*sample)

    def status(self) -> str:
        """Return how the run goes."""
        if self.live.failure:
            return f"**stopped**: {self.live.failure}"
        if self._waits:
            return "begins when somebody looks"
        if self.live.paused:
            return "paused"
        behind = "" if self.live.pace > 0.8 * self.live.speed else " (this machine does not keep up)"
        return f"running at {self.live.pace:.2g} x real time{behind}"

    def close(self) -> None:
        """End the run."""
        self.live.stop()


def _same(one: Sample, other: Sample) -> bool:
    return one[0] == other[0] and np.array_equal(one[2], other[2]) and np.array_equal(one[1], other[1])


def piloted_inputs(simulation: Simulation) -> set[str]:
    """Return the names of all inputs that planners command."""
    vehicles = simulation.scenario.vehicles
    return {
        f"{name}.gait.{each}" if len(vehicles) > 1 else f"gait.{each}"
        for name, placed in vehicles.items()
        for each in STEERED
        if placed.vehicle.planner is not None
    }


def groups_of(simulation: Simulation) -> dict[str, dict[str, InputSpec]]:
    """Return the inputs in the groups that the panel shows, those of each vehicle together."""
    groups: dict[str, dict[str, InputSpec]] = {}
    for name, spec in all_inputs(simulation.scenario).items():
        groups.setdefault(_group_of(simulation, name), {})[name] = spec
    return groups


def _group_of(simulation: Simulation, name: str) -> str:
    several = len(simulation.scenario.vehicles) > 1
    owner, _, rest = name.partition(".")
    if several and owner in simulation.scenario.vehicles:
        return f"{owner}: {_kind_of(simulation, owner, rest)}"
    only = next(iter(simulation.scenario.vehicles))
    return _kind_of(simulation, only, name)


def _kind_of(simulation: Simulation, vehicle: str, name: str) -> str:
    described = simulation.scenario.vehicles[vehicle].vehicle
    if name in described.holds:
        return "holds"
    if name in described.drives:
        return "joints"
    if name in described.actuators:
        kind = described.actuators[name].type
        return {"thruster": "thrusters", "propeller": "propellers", "surface": "fins"}.get(kind, "fins")
    return name.partition(".")[0]


def short_name(simulation: Simulation, name: str) -> str:
    """Return what a slider is called inside its group."""
    owner, _, rest = name.partition(".")
    if len(simulation.scenario.vehicles) > 1 and owner in simulation.scenario.vehicles:
        name = rest
    return name.removeprefix("gait.").removeprefix("current.")
