"""A vehicle: bodies, joints, foils, drives, actuators, holds, sensors, a gait and a planner."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from narcine.description.actuator import Actuator
from narcine.description.body import Body
from narcine.description.chain import Chain
from narcine.description.coupling import Coupling
from narcine.description.drive import Drive
from narcine.description.foil import Foil
from narcine.description.frontseat import Frontseat
from narcine.description.gait import Gait
from narcine.description.hold import Hold
from narcine.description.joint import Joint
from narcine.description.names import NAME_PATTERN
from narcine.description.planner import Planner
from narcine.description.quantities import Position
from narcine.description.record import Record
from narcine.description.rim import Rim
from narcine.description.sensor import Eye, Infrared, Instrument, Photocell, Sensor
from narcine.description.settings import RunSettings, Start, Water
from narcine.description.tether import Tether
from narcine.description.transmission import Transmission
from narcine.description.world import World

Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN)]


class Point(Record):
    """A point of a body."""

    body: str = Field(description="of which it is a point")
    at: Position
    chain: str | None = Field(None, description="in place of both: the aft end of its last module")


class VehicleRun(RunSettings):
    """How a vehicle runs when no scenario says otherwise."""

    water: Water = Water()
    world: World = Field(World(), description="seabed, obstacles and contact")
    start: Start = Start()


class Vehicle(Record):
    """A vehicle as a file describes it."""

    name: Name = Field(description="letters, digits, _ and -")
    about: str = Field("", description="one line that says what it is")
    bodies: dict[Name, Body] = Field(min_length=1, description="the rigid bodies, by name")
    joints: dict[Name, Joint] = Field({}, description="what each body hangs on")
    couplings: dict[Name, Coupling] = Field({}, description="what closes loops beside the tree of joints")
    foils: dict[Name, Foil] = Field({}, description="what lifts")
    drives: dict[str, Drive] = Field(
        {}, description="by the name of the joint, or joint.axis for a universal joint; motors by names of their own"
    )
    transmissions: dict[Name, Transmission] = Field({}, description="tendons and plates between motors and joints")
    actuators: dict[Name, Actuator] = Field({}, description="propellers, thrusters, control surfaces and what deploys")
    holds: dict[Name, Hold] = Field({}, description="controllers that hold depth and attitude by thrusters")
    sensors: dict[Name, Sensor] = Field({}, description="what sees, and what a frontseat reads")
    chains: dict[Name, Chain] = Field({}, description="rows of modules from head to tail, written out when read")
    rims: dict[Name, Rim] = Field({}, description="rows of fins along the edge of a disc, written out when read")
    tethers: dict[Name, Tether] = Field({}, description="cables on bodies, written out when read")
    gaits: dict[Name, Gait] = Field({}, description="gaits to pick from, by name")
    gait: Gait | None = Field(None, description="the rhythm that its drives follow: the name of one of `gaits`, or one")
    planners: dict[Name, Planner] = Field({}, description="planners to pick from, by name")
    planner: Planner | None = Field(
        None, description="what decides how its tail beats: the name of one of `planners`, or one; nothing without it"
    )
    frontseat: Frontseat | None = Field(None, description="how it is controlled when it flies a mission")
    tail_tip: Point | None = Field(None, description="the point whose sideways sweep the Strouhal number takes")
    run: VehicleRun = Field(VehicleRun(), description="how it runs when no scenario says otherwise")
    parts: dict[str, Any] = Field({}, description="blocks that `use: '#parts.name'` puts elsewhere in the file")

    @property
    def eyes(self) -> dict[str, Eye]:
        """The sensors that look, by name: those that runs keep readings of and planners are told of."""
        return {name: sensor for name, sensor in self.sensors.items() if isinstance(sensor, Infrared | Photocell)}

    @property
    def instruments(self) -> dict[str, Instrument]:
        """The sensors that a frontseat reads, by name."""
        return {name: sensor for name, sensor in self.sensors.items() if not isinstance(sensor, Infrared | Photocell)}

    @property
    def is_free(self) -> bool:
        """Say whether the vehicle hangs on nothing but water."""
        hung = {joint.child for joint in self.joints.values() if joint.type != "free"}
        return any(body not in hung for body in self.bodies)
