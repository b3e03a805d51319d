"""Steering by buttons and keys: left and right, up and down, faster and slower."""

import threading
import time
import traceback
from collections.abc import Callable
from math import atan2, pi, remainder
from typing import NamedTuple

import numpy as np
import viser
from viser._messages import HotkeyKey

from narcine.description.inputs import all_inputs
from narcine.recording.dataset import rotation_matrices
from narcine.simulation.simulation import Simulation
from narcine.viewing.live.helm import Way, Wheel, wheels_of
from narcine.viewing.live.running import Live
from narcine.viewing.live.sliders import SHOWN_UNITS, slider_of
from narcine.viewing.moment import Observer

QUICKEST = 0.12
"""Least time (s) between two presses of a key that is kept down."""
SETTLING = 0.1
"""Time (s) in which a command surely reaches the run."""
TRYING = "trying which way is which ..."


class Press(NamedTuple):
    """A button: what it says, the key that does the same, and where it goes: -1, 0 (back to the middle) or 1."""

    label: str
    key: HotkeyKey
    way: int


ROWS: dict[Way, tuple[Press, ...]] = {
    "turn": (Press("left", "J", -1), Press("straight on", "H", 0), Press("right", "L", 1)),
    "dive": (Press("up", "I", -1), Press("level", "N", 0), Press("down", "K", 1)),
    "pace": (Press("slower", "U", -1), Press("as usual", "Y", 0), Press("faster", "O", 1)),
}
"""Buttons of each row; the keys lie around J, K and L, since others move the camera."""


class Steering:
    """The wheels of one vehicle; which way they steer is found out beside the run, then the buttons come."""

    def __init__(self, live: Live, number: int) -> None:
        self._live = live
        self._number = number
        self._index = {each.name: place for place, each in enumerate(live.model.inputs)}
        self._specs = all_inputs(live.simulation.scenario)
        self._observer = Observer(live.model)
        self._wanted: dict[str, tuple[float, float]] = {}
        self.rests = False
        """whether a planner is at the helm, so that buttons and keys do nothing"""
        self._wheels: dict[Way, Wheel] | None = None
        self._folder: viser.GuiFolderHandle | None = None
        threading.Thread(target=self._find_out, name="steering", daemon=True).start()

    def _find_out(self) -> None:
        try:
            self._wheels = wheels_of(self._live.simulation, self._number)
        except Exception:
            traceback.print_exc()
            self._wheels = {}

    def add_controls(self, server: viser.ViserServer, label: str) -> None:
        """Add where the buttons will be."""
        self._server = server
        self._folder = server.gui.add_folder(label)
        with self._folder:
            self._waiting = server.gui.add_markdown(TRYING)

    def show_when_known(self) -> None:
        """Add the buttons and keys once it is known which way they steer."""
        if self._wheels is None or self._folder is None:
            return
        folder, self._folder = self._folder, None
        self._waiting.remove()
        with folder:
            for way, wheel in self._wheels.items():
                self._add_row(way, wheel)
        if not self._wheels:
            folder.remove()

    def _add_row(self, way: Way, wheel: Wheel) -> None:
        presses = ROWS[way]
        keys = ", ".join(f"{each.label} {each.key}" for each in presses)
        unit, factor = SHOWN_UNITS[self._specs[wheel.name].dimension]
        hint = f"{wheel.name}, {wheel.step * factor:.3g} {unit} at a time; keys: {keys}".replace(" ;", ";")
        label = {"turn": "heading", "dive": "depth"}[way] if wheel.holds else way
        row = self._server.gui.add_button_group(label, [each.label for each in presses], hint=hint)
        by_label = {each.label: each.way for each in presses}
        row.on_click(lambda _: self.press(way, by_label[row.value]))
        if self._number == 0:
            for each in presses:
                command = self._server.gui.add_command(f"{each.label} ({wheel.name})", hotkey=each.key)
                command.on_trigger(self._pressing(way, each.way))

    def _pressing(self, way: Way, direction: int) -> Callable[[object], None]:
        """Return what a key does; one that is kept down repeats itself faster than anybody can steer."""
        pressed = 0.0

        def press(_: object) -> None:
            nonlocal pressed
            now = time.perf_counter()
            if now - pressed >= QUICKEST:
                pressed = now
                self.press(way, direction)

        return press

    def press(self, way: Way, direction: int) -> None:
        """Steer by one step to starboard, down or faster (1), the other way (-1), or to the middle again (0)."""
        if self.rests:
            return
        wheel = (self._wheels or {})[way]
        now = self._commanded(wheel.name)
        wanted = now + direction * wheel.sense * wheel.step if direction else self._middle(way, wheel)
        if wheel.holds and way == "turn":
            wanted = remainder(wanted, 2.0 * pi)
        slider = slider_of(wheel.name, self._specs[wheel.name], self._specs[wheel.name].default)
        inside = float(np.clip(wanted * slider.factor, slider.lower, slider.upper)) / slider.factor
        self._wanted[wheel.name] = time.perf_counter(), inside
        self._live.command(wheel.name, inside)

    def _commanded(self, name: str) -> float:
        """Return what an input is commanded, or will be at the next step."""
        since, wanted = self._wanted.get(name, (0.0, 0.0))
        return wanted if time.perf_counter() - since < SETTLING else float(self._live.sample[2][self._index[name]])

    def _middle(self, way: Way, wheel: Wheel) -> float:
        """Return what goes straight on or level: no bend, or where the vehicle is now if that is held."""
        if not wheel.holds:
            return wheel.neutral
        moment = self._observer.see(*self._live.sample)
        bodies = held_bodies(self._live.simulation, self._number, wheel.name)
        forward = rotation_matrices(moment.attitude[bodies])[:, :, 0].sum(axis=0)
        return float(atan2(forward[1], forward[0]) if way == "turn" else moment.position[bodies, 2].mean())


def held_bodies(simulation: Simulation, number: int, name: str) -> list[int]:
    """Return the bodies that a hold looks at: one, or the modules of a chain."""
    owner, placed = list(simulation.scenario.vehicles.items())[number]
    prefix = f"{owner}." if len(simulation.scenario.vehicles) > 1 else ""
    hold, chains = placed.vehicle.holds[name.removeprefix(prefix)], placed.vehicle.chains
    names = (hold.body,) if hold.chain is None else chains[hold.chain].modules(hold.chain)
    bodies = [each.name for each in simulation.model.bodies]
    return [bodies.index(f"{prefix}{each}") for each in names]


def can_be_steered(simulation: Simulation, number: int) -> bool:
    """Say whether a vehicle may have something to steer it by."""
    vehicle = list(simulation.scenario.vehicles.values())[number].vehicle
    return vehicle.gait is not None or any(hold.of in ("heading", "depth") for hold in vehicle.holds.values())
