"""Curves of the last moments beside the scene: speed, depth, attitude, joint angles, readings of sensors."""

from collections import deque
from math import degrees

import numpy as np
import viser

from narcine.recording.trajectory import Array
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS
from narcine.viewing.live.act import History
from narcine.viewing.live.diagram import Panel
from narcine.viewing.live.sensor_lines import SensorLines
from narcine.viewing.moment import Moment
from narcine.viewing.scene import VEHICLES

WINDOW = 20.0
"""Time that the curves show (s)."""
POINTS = 500
MOST_JOINTS = 8
HEIGHT = 150
PADDING = (8, 24, 0, 0)
"""Room above, right, below and left, so that the topmost number is not cut (pixels)."""


def shown_joints(simulation: Simulation) -> list[int]:
    """Return which coordinates are drawn: those that a gait drives, then others, as many as can be told apart."""
    several = len(simulation.scenario.vehicles) > 1
    driven = {
        f"{name}.{drive}" if several else drive
        for name, placed in simulation.scenario.vehicles.items()
        for drive in (placed.vehicle.gait.drives if placed.vehicle.gait is not None else ())
    }
    coordinates = simulation.model.coordinates
    order = sorted(range(len(coordinates)), key=lambda k: (coordinates[k].name not in driven, k))
    return order[:MOST_JOINTS]


class Lines:
    """The lines of all diagrams of a simulation, and their values at a moment."""

    def __init__(self, simulation: Simulation) -> None:
        self.vehicles = tuple(vehicle.name for vehicle in simulation.model.vehicles)
        self._joints = shown_joints(simulation)
        joints = [simulation.model.coordinates[k] for k in self._joints]
        self._factors = [degrees(1.0) if each.unit == "rad" else 1.0 for each in joints]
        self.panels = [
            Panel("speed (m/s)", self.vehicles, by_vehicle=True),
            Panel("depth (m)", self.vehicles, by_vehicle=True, downwards=True),
            Panel("roll, pitch (deg)", self._of_each("roll", "pitch")),
            Panel("heading (deg)", self.vehicles, by_vehicle=True),
        ]
        if joints:
            unit = "deg" if all(each.unit == "rad" for each in joints) else "deg or m"
            self.panels.append(Panel(f"joints ({unit})", tuple(each.name for each in joints)))
        self._sensors = SensorLines(simulation.scenario)
        self.panels += self._sensors.panels

    def _of_each(self, *names: str) -> tuple[str, ...]:
        several = len(self.vehicles) > 1
        return tuple(f"{vehicle} {name}" if several else name for name in names for vehicle in self.vehicles)

    def values(self, moment: Moment) -> Array:
        """Return the values of all lines at a moment, panel after panel."""
        angles = np.degrees(np.concatenate([moment.roll, moment.pitch, moment.heading]))
        joints = moment.joints[self._joints] * self._factors
        return np.concatenate([moment.speed, moment.place[:, 2], angles, joints, self._sensors.values(moment)])

    def unwrapped(self, values: Array) -> Array:
        """Return values (time, line) whose headings go on beyond a whole turn instead of jumping back."""
        headings = slice(4 * len(self.vehicles), 5 * len(self.vehicles))
        unwrapped = values.copy()
        unwrapped[:, headings] = np.unwrap(values[:, headings], period=360.0, axis=0)
        return unwrapped


class Curves:
    """The diagrams in the browser: of the last moments, or of a whole history, faint where it is yet to come."""

    def __init__(self, server: viser.ViserServer, simulation: Simulation, history: History | None = None) -> None:
        self._lines = Lines(simulation)
        self._history = history
        self._times: deque[float] = deque(maxlen=POINTS)
        self._values: deque[Array] = deque(maxlen=POINTS)
        self._handles = [self._add(server, panel) for panel in self._lines.panels]

    def _add(self, server: viser.ViserServer, panel: Panel) -> viser.GuiUplotHandle:
        colours = VEHICLES if panel.by_vehicle else COLOURS
        lines = tuple(
            viser.uplot.Series(label=name, stroke=colours[k % len(colours)], width=1.5)
            for k, name in enumerate(panel.lines)
        )
        if self._history is not None:
            later = tuple(viser.uplot.Series(label="later", stroke=f"{line['stroke']}40", width=1.5) for line in lines)
            lines = (*lines, *later)
        return server.gui.add_uplot(
            tuple(np.zeros(1) for _ in range(len(lines) + 1)),
            (viser.uplot.Series(label="time (s)"), *lines),
            title=panel.title,
            scales={
                "x": viser.uplot.Scale(time=False, auto=True),
                "y": viser.uplot.Scale(auto=True, dir=-1 if panel.downwards else 1),
            },
            height=HEIGHT,
            padding=PADDING,
        )

    def forget(self) -> None:
        """Begin anew."""
        self._times.clear()
        self._values.clear()

    def note(self, moment: Moment) -> None:
        """Take a moment over, unless it is too soon after the one before, and let go of what is too long ago."""
        if self._times and moment.time < self._times[-1]:
            self.forget()
        if not self._times or moment.time - self._times[-1] >= WINDOW / POINTS:
            self._times.append(moment.time)
            self._values.append(self._lines.values(moment))
        while moment.time - self._times[0] > WINDOW:
            self._times.popleft()
            self._values.popleft()

    def draw(self, now: float) -> None:
        """Send the curves as they are at a time."""
        if self._history is not None:
            self._send(self._history.times, self._history.values, now)
        elif self._times:
            self._send(np.array(self._times), np.array(self._values), None)

    def _send(self, times: Array, values: Array, now: float | None) -> None:
        """Send lines; of a history those up to now, and all of them faintly."""
        values = self._lines.unwrapped(values)
        first = 0
        for panel, handle in zip(self._lines.panels, self._handles, strict=True):
            last = first + len(panel.lines)
            lines = list(np.ascontiguousarray(values[:, first:last].T))
            if now is not None:
                past = times <= max(now, times[0])
                lines = [np.where(past, line, np.nan) for line in lines] + lines
            handle.data = (times, *lines)
            first = last
