"""The sensors of all vehicles of a model, and what they read."""

import numpy as np
from numpy.typing import NDArray

from narcine.description.scenario import Scenario
from narcine.description.sensor import Infrared, Photocell
from narcine.sensing.infrared import switched, switches
from narcine.sensing.noise import standard_normals
from narcine.sensing.photocell import Cells, Lamps, illuminances, noisy
from narcine.sensing.solids import Solid, solids_of_body, window
from narcine.sensing.surroundings import Numbers, scene, surroundings
from narcine.simulation.model import Model
from narcine.spatial.vectors import Array
from narcine.world.rows import placed_obstacles


class Sensing:
    """Sensors by number, in the order of vehicles and of their files."""

    def __init__(self, model: Model, scenario: Scenario) -> None:
        links = {body.name: body.link for body in model.bodies}
        self._owners: list[str] = []
        bodies: list[Solid] = []
        records: list[Infrared | Photocell] = []
        eyes: list[Array] = []
        names: list[str] = []
        carriers: list[int] = []
        for name, placed in scenario.vehicles.items() if scenario.has_sensors else ():
            prefix = f"{name}." if len(scenario.vehicles) > 1 else ""
            own = {
                each: solids_of_body(body, links[prefix + each], name) for each, body in placed.vehicle.bodies.items()
            }
            bodies += [solid for solids in own.values() for solid in solids]
            for each, sensor in placed.vehicle.eyes.items():
                at = np.array(sensor.at)
                behind = sensor.type == "photocell"
                eyes.append(window(at, np.array(sensor.axis), own[sensor.body]) if behind else at)
                names.append(prefix + each)
                carriers.append(links[prefix + sensor.body])
                records.append(sensor)
                self._owners.append(name)
        self.names = tuple(names)
        self.units = tuple(sensor.unit for sensor in records)
        self._links = np.array(carriers, np.int64)
        self._eyes = np.array(eyes).reshape(-1, 3)
        self._axes = np.array([sensor.axis for sensor in records]).reshape(-1, 3)
        self._around = surroundings(placed_obstacles(scenario.world), bodies)
        self._lamps = lamps_of(scenario)
        found = {number: sensor for number, sensor in enumerate(records) if isinstance(sensor, Infrared)}
        lit = {number: sensor for number, sensor in enumerate(records) if isinstance(sensor, Photocell)}
        self._infrared, self._cells = np.array(list(found), np.int64), np.array(list(lit), np.int64)
        self._switches = switches(
            np.array([sensor.range for sensor in found.values()]),
            np.array([sensor.beam for sensor in found.values()]),
            [self._owners[number] for number in found],
            self._around,
        )
        self._photocells = Cells(
            np.array([sensor.lobe for sensor in lit.values()]),
            np.array([sensor.noise for sensor in lit.values()]),
            np.array([sensor.floor for sensor in lit.values()]),
        )

    def of(self, vehicle: str) -> Numbers:
        """Return the numbers of a vehicle's sensors."""
        return np.array([number for number, owner in enumerate(self._owners) if owner == vehicle], np.int64)

    def read(
        self, places: Array, attitudes: Array, obstacle_places: Array, times: Array, seeds: NDArray[np.int64]
    ) -> Array:
        """Return readings (rows, sensors), infrared 0 or 1, photocells in lx.

        `places` (rows, links, 3) and `attitudes` (rows, links, 3, 3), link to world, are those of the links;
        `obstacle_places` (rows, obstacles, 3) of all that can be touched; noise is that of `times` (rows,) and of
        `seeds` (rows,).
        """
        readings = np.zeros((len(places), len(self.names)))
        if not self.names:
            return readings
        turns = attitudes[:, self._links]
        eyes = places[:, self._links] + (turns @ self._eyes[..., None])[..., 0]
        axes = (turns @ self._axes[..., None])[..., 0]
        here = scene(self._around, places, attitudes, obstacle_places)
        switch, cell = self._infrared, self._cells
        if len(switch):
            readings[:, switch] = switched(self._switches, here, eyes[:, switch], axes[:, switch])
        if len(cell):
            light = illuminances(self._photocells, self._lamps, here, obstacle_places, eyes[:, cell], axes[:, cell])
            readings[:, cell] = noisy(self._photocells, light, standard_normals(seeds, cell, times))
        return readings


def lamps_of(scenario: Scenario) -> Lamps:
    """Return the lamps of a world, by their numbers among all that can be touched."""
    world = scenario.world
    numbers = np.array([world.names.index(name) for name in world.lamps], np.int64)
    return Lamps(numbers, np.array([lamp.intensity for lamp in world.lamps.values()]), world.ambient)
