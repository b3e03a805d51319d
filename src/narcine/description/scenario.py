"""A scenario: vehicles in one water, how they start, what they are told, and for how long."""

from typing import Any

from pydantic import Field

from narcine.description.cluster import Cluster
from narcine.description.coupling import Coupling
from narcine.description.record import Record
from narcine.description.settings import RunSettings, Start, Water
from narcine.description.tether import Tether
from narcine.description.vehicle import Name, Vehicle
from narcine.description.world import World


class PlacedVehicle(Record):
    """A vehicle (by its name, its file, or written out) and how it starts; its own start when not given."""

    vehicle: Vehicle = Field(description="name, file or written out")
    start: Start | None = Field(None, description="the vehicle's own start when not given")
    tethers: dict[Name, Tether] = Field({}, description="cables that this scenario attaches to the vehicle")

    @property
    def begins(self) -> Start:
        """How the vehicle starts: as said here, else as its own file says."""
        return self.vehicle.run.start if self.start is None else self.start


class Scenario(RunSettings):
    """Vehicles in one water. With one vehicle its names stand alone; with several they read vehicle.name."""

    name: Name = Field(description="letters, digits, _ and -")
    about: str = Field("", description="one line that says what happens")
    water: Water = Water()
    world: World = Field(World(), description="seabed, obstacles and contact")
    vehicles: dict[Name, PlacedVehicle] = Field(min_length=1, description="by the names that commands use")
    clusters: dict[Name, Cluster] = Field(
        {}, description="rows and grids of one vehicle, held together; written out as vehicles and couplings when read"
    )
    couplings: dict[Name, Coupling] = Field({}, description="what holds bodies of different vehicles together")
    parts: dict[str, Any] = Field({}, description="blocks that `use: '#parts.name'` puts elsewhere in the file")

    @property
    def vehicles_touch(self) -> bool:
        """Say whether vehicles can touch each other."""
        return self.world.contact.vehicles and len(self.vehicles) > 1

    @property
    def touchable(self) -> tuple[str, ...]:
        """Return the names of all that a vehicle can touch: the world's, then those of vehicles if they touch."""
        return (*self.world.names, *(self.vehicles if self.vehicles_touch else ()))

    @property
    def has_sensors(self) -> bool:
        """Say whether any vehicle has sensors of which runs keep readings."""
        return any(placed.vehicle.eyes for placed in self.vehicles.values())


def scenario_of(vehicle: Vehicle) -> Scenario:
    """Return the scenario of a vehicle that runs alone, as its file says."""
    return Scenario.model_construct(
        **{key: getattr(vehicle.run, key) for key in RunSettings.model_fields},
        name=vehicle.name,
        about=vehicle.about,
        water=vehicle.run.water,
        world=vehicle.run.world,
        vehicles={vehicle.name: PlacedVehicle.model_construct(vehicle=vehicle, start=vehicle.run.start)},
    )
