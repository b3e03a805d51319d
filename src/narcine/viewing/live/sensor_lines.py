"""Curves of what sensors read and of the distance to lamps."""

import numpy as np

from narcine.description.scenario import Scenario
from narcine.recording.lamps import nearest
from narcine.recording.trajectory import Array
from narcine.viewing.live.diagram import Panel
from narcine.viewing.moment import Moment

STACKED = 0.7
"""Height of a switch that is on, over the distance from one switch to the next."""


class SensorLines:
    """Photocells and switches of one vehicle, or the brightest photocell of each of several; distances to lamps."""

    def __init__(self, scenario: Scenario) -> None:
        vehicles = tuple(scenario.vehicles)
        names: list[str] = []
        cells: list[list[int]] = []
        switches: list[int] = []
        for placed in scenario.vehicles.values():
            kinds = [sensor.type for sensor in placed.vehicle.eyes.values()]
            cells.append([len(names) + k for k, kind in enumerate(kinds) if kind == "photocell"])
            switches += [len(names) + k for k, kind in enumerate(kinds) if kind == "infrared"]
            names += placed.vehicle.eyes
        self._count = len(names)
        several = len(vehicles) > 1
        self._brightest = cells if several and all(cells) else []
        self._cells = [] if several else cells[0]
        self._switches = [] if several else switches
        self._lamps = [scenario.world.names.index(name) for name in scenario.world.lamps]
        self.panels: list[Panel] = []
        if self._brightest:
            self.panels.append(Panel("brightest photocell (lx)", vehicles, by_vehicle=True))
        if self._cells:
            self.panels.append(Panel("photocells (lx)", tuple(names[k] for k in self._cells)))
        if self._switches:
            self.panels.append(Panel("infrared switches, up: on", tuple(names[k] for k in self._switches)))
        if self._lamps:
            self.panels.append(Panel("distance to the lamp (m)", vehicles, by_vehicle=True))

    def values(self, moment: Moment) -> Array:
        """Return the values of all lines at a moment, panel after panel; switches stand above each other."""
        told = len(moment.reading) == self._count
        reading = moment.reading if told else np.full(self._count, np.nan)
        parts = [
            np.array([reading[each].max() for each in self._brightest]),
            reading[self._cells],
            STACKED * reading[self._switches] + np.arange(len(self._switches)),
        ]
        if self._lamps:
            parts.append(nearest(moment.place, moment.obstacles[self._lamps]))
        return np.concatenate(parts)
