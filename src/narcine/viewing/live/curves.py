"""Curves of the last moments beside the scene: speed, depth, attitude, joint angles."""

from collections import deque
from dataclasses import dataclass
from math import degrees

import numpy as np
import viser

from narcine.recording.trajectory import Array
from narcine.simulation.model import Model
from narcine.viewing.figures import COLOURS
from narcine.viewing.live.act import History
from narcine.viewing.moment import Moment
from narcine.viewing.scene import VEHICLES

WINDOW = 20.0
"""Time that the curves show (s)."""
POINTS = 500
MOST_JOINTS = 8
HEIGHT = 150


@dataclass(frozen=True)
class Panel:
    """One diagram: its title and the names of its lines."""

    title: str
    lines: tuple[str, ...]
    by_vehicle: bool = False
    """whether each line is a vehicle's, in its colour"""


def panels_of(model: Model) -> tuple[Panel, ...]:
    """Return the diagrams of a model, in the order of `values_of`."""
    vehicles = tuple(vehicle.name for vehicle in model.vehicles)
    several = len(vehicles) > 1

    def of_each(*names: str) -> tuple[str, ...]:
        return tuple(f"{vehicle} {name}" if several else name for name in names for vehicle in vehicles)

    panels = [
        Panel("speed (m/s)", vehicles, by_vehicle=True),
        Panel("depth (m)", vehicles, by_vehicle=True),
        Panel("attitude (deg)", of_each("roll", "pitch", "heading")),
    ]
    joints = tuple(each.name for each in model.coordinates[:MOST_JOINTS])
    if joints:
        unit = "deg" if all(each.unit == "rad" for each in model.coordinates[:MOST_JOINTS]) else "deg or m"
        panels.append(Panel(f"joints ({unit})", joints))
    return tuple(panels)


def values_of(model: Model, moment: Moment) -> Array:
    """Return the values of all lines at a moment."""
    shown = model.coordinates[:MOST_JOINTS]
    factors = [degrees(1.0) if each.unit == "rad" else 1.0 for each in shown]
    angles = np.degrees(np.concatenate([moment.roll, moment.pitch, moment.heading]))
    return np.concatenate([moment.speed, moment.place[:, 2], angles, moment.joints[: len(shown)] * factors])


class Curves:
    """The diagrams in the browser: of the last moments, or of a whole history, faint where it is yet to come."""

    def __init__(self, server: viser.ViserServer, model: Model, history: History | None = None) -> None:
        self.model = model
        self.panels = panels_of(model)
        self._history = history
        self._times: deque[float] = deque(maxlen=POINTS)
        self._values: deque[Array] = deque(maxlen=POINTS)
        self._handles = [self._add(server, panel) for panel in self.panels]

    def _add(self, server: viser.ViserServer, panel: Panel) -> viser.GuiUplotHandle:
        colours = VEHICLES if panel.by_vehicle else COLOURS
        lines = tuple(
            viser.uplot.Series(label=name, stroke=colours[k % len(colours)], width=1.5)
            for k, name in enumerate(panel.lines)
        )
        if self._history is not None:
            faint = tuple(
                viser.uplot.Series({**line, "label": "to come", "stroke": f"{line['stroke']}40"}) for line in lines
            )
            lines = (*faint, *lines)
        return server.gui.add_uplot(
            tuple(np.zeros(1) for _ in range(len(lines) + 1)),
            (viser.uplot.Series(label="time (s)"), *lines),
            title=panel.title,
            scales={"x": viser.uplot.Scale(time=False, auto=True), "y": viser.uplot.Scale(auto=True)},
            height=HEIGHT,
        )

    def forget(self) -> None:
        """Begin anew."""
        self._times.clear()
        self._values.clear()

    def note(self, moment: Moment) -> None:
        """Take a moment over, unless it is too soon after the one before."""
        if self._times and moment.time < self._times[-1]:
            self.forget()
        if not self._times or moment.time - self._times[-1] >= WINDOW / POINTS:
            self._times.append(moment.time)
            self._values.append(values_of(self.model, moment))

    def draw(self, now: float) -> None:
        """Send the curves as they are at a time."""
        if self._history is not None:
            come = np.where((self._history.times <= now)[:, None], self._history.values, np.nan)
            self._send(self._history.times, self._history.values, come)
        elif len(self._times) > 1:
            self._send(np.array(self._times), np.array(self._values))

    def _send(self, times: Array, *layers: Array) -> None:
        """Send lines; headings go on beyond a whole turn instead of jumping back."""
        headings = slice(4 * len(self.model.vehicles), 5 * len(self.model.vehicles))
        for layer in layers:
            layer[:, headings] = np.unwrap(layer[:, headings], period=360.0, axis=0)
        first = 0
        for panel, handle in zip(self.panels, self._handles, strict=True):
            last = first + len(panel.lines)
            lines = np.concatenate([layer[:, first:last] for layer in layers], axis=1)
            handle.data = (times, *np.ascontiguousarray(lines.T))
            first = last
