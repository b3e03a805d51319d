"""How a vehicle is controlled: its loops, the map to its actuators, its drivers and the rules that keep it safe."""

import math
from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from narcine.description.names import NAME_PATTERN
from narcine.description.quantities import Count, Length, Quantity, Rate, Time, fail
from narcine.description.record import Record

Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN)]
Gain = Annotated[float, Quantity("angular steering gain", at_least=0.0)]
Share = Annotated[float, Quantity("share", at_least=0.0, at_most=1.0)]
Pressure = Annotated[float, Quantity("pressure", above=0.0)]
Wait = Annotated[float, Quantity("time", at_least=0.0)]


def _at_most(degrees: float) -> Callable[[float], float]:
    """Return what refuses angles beyond one, which likely lack their unit."""

    def check(angle: float) -> float:
        if angle > math.radians(degrees) + 1e-9:
            raise fail(f"is {math.degrees(angle):.4g} deg; at most {degrees:g} deg. A plain number is in radians")
        return angle

    return check


PositiveAngle = Annotated[float, Quantity("angle", above=0.0), AfterValidator(_at_most(90.0))]
Part = Annotated[float, Quantity("angle", at_least=0.0), AfterValidator(_at_most(90.0))]
Error = Annotated[float, Quantity("angle", above=0.0), AfterValidator(_at_most(180.0))]
"""in heading"""


class AngleLoop(Record):
    """A loop from an error in heading, pitch or roll to a corrective of the actuators."""

    kp: Gain = Field(0.0, description="corrective over error")
    ki: Annotated[float, Quantity("angular integral steering gain", at_least=0.0)] = 0.0
    kd: Annotated[float, Quantity("angular derivative steering gain", at_least=0.0)] = 0.0
    limit: PositiveAngle = Field(description="largest corrective")
    integral_limit: Part | None = Field(None, description="largest part of it that the integral makes; limit")


class RollLoop(AngleLoop):
    """The loop that rights the vehicle."""

    limit: PositiveAngle = Field(0.0873, description="largest corrective; 5 deg")


class DepthLoop(Record):
    """The loop from an error in depth to a desired pitch, which the pitch loop follows."""

    kp: Annotated[float, Quantity("linear steering gain", at_least=0.0)] = Field(0.0, description="pitch over depth")
    ki: Annotated[float, Quantity("linear integral steering gain", at_least=0.0)] = 0.0
    kd: Annotated[float, Quantity("linear derivative steering gain", at_least=0.0)] = 0.0
    limit: PositiveAngle = Field(description="largest desired pitch")
    integral_limit: Part | None = Field(None, description="largest part of it that the integral makes; limit")


class SpeedLoop(Record):
    """From a desired speed to a share of full thrust: in proportion, and a loop where a speed is measured."""

    factor: Annotated[float, Quantity("ratio", at_least=0.0)] = Field(0.0, description="share over speed (s/m)")
    kp: Annotated[float, Quantity("ratio", at_least=0.0)] = Field(0.0, description="share over error in speed (s/m)")
    ki: Annotated[float, Quantity("ratio", at_least=0.0)] = 0.0
    kd: Annotated[float, Quantity("ratio", at_least=0.0)] = 0.0
    limit: Share = Field(1.0, description="most that the loop adds or takes")
    integral_limit: Share | None = Field(None, description="largest part of it that the integral makes; limit")


class Mode(Record):
    """The loops of one mode of a vehicle."""

    heading: AngleLoop
    pitch: AngleLoop
    depth: DepthLoop
    roll: RollLoop = RollLoop()
    speed: SpeedLoop = SpeedLoop()


class Control(Record):
    """How the control engine runs."""

    period: Time = Field(0.1, description="from one tick to the next")
    gain_changes: Literal["persist", "leg"] = Field(
        "persist", description="whether a leg's change of a gain lasts until the next change, or for the leg"
    )
    stale: Time = Field(1.0, description="age from which a measurement is none")


class MainPropeller(Record):
    """What drives the vehicle."""

    actuator: Name = Field(description="which it is")
    full: Rate = Field(description="speed at full drive; a share of drive is a share of it")


class Fins(Record):
    """Fins that morph: out in large turns, turned against the rudder, in again (004, IV-B)."""

    surfaces: tuple[Name, ...] = Field(min_length=1, description="that turn")
    deployment: Name = Field(description="that slides them out and in")
    deploy_above: Error = Field(0.5236, description="error in heading above which they come out; 30 deg")
    retract_below: Error = Field(0.0873, description="error in heading below which they go in; 5 deg")
    engaged: bool = Field(True, description="whether they are used")
    limit: PositiveAngle = Field(0.3491, description="largest angle; 20 deg")
    travel: Wait = Field(0.0, description="from the command to come out until they may turn")
    centring: Wait = Field(0.0, description="from the command to stand straight until they may go in")

    @model_validator(mode="after")
    def _apart(self) -> "Fins":
        if not self.retract_below < self.deploy_above:
            raise fail("retract_below must be less than deploy_above")
        return self


class CruciformMap(Record):
    """Four stern surfaces, each with a servo of its own (004, eqs 6 to 9)."""

    type: Literal["cruciform"]
    upper_rudder: Name = Field("upper_rudder", description="which actuator it is; positive to starboard")
    lower_rudder: Name = Field("lower_rudder", description="which actuator it is; positive to starboard")
    port_elevator: Name = Field("port_elevator", description="which actuator it is; positive nose up")
    starboard_elevator: Name = Field("starboard_elevator", description="which actuator it is; positive nose up")
    limit: PositiveAngle = Field(0.2618, description="largest angle of a surface; 15 deg")
    roll_limit: PositiveAngle = Field(0.0873, description="most by which they are offset to right the vehicle; 5 deg")
    roll_compensation: bool = Field(True, description="whether heading and pitch are kept apart at a roll")
    fins: Fins | None = Field(None, description="that morph")
    propeller: MainPropeller | None = Field(None, description="what drives the vehicle")


class BangBangMap(Record):
    """One rudder and one elevator that solenoids throw: hard over either way, or neutral (004, II-B)."""

    type: Literal["bang_bang"]
    rudder: Name = Field("rudder", description="which actuator it is; positive to starboard")
    elevator: Name = Field("elevator", description="which actuator it is; positive nose up")
    limit: PositiveAngle = Field(0.2618, description="angle of hard over; 15 deg")
    dead_band: PositiveAngle = Field(0.0524, description="corrective from which they are thrown; 3 deg")
    release: PositiveAngle = Field(0.0262, description="corrective below which they go back to neutral; 1.5 deg")
    propeller: MainPropeller | None = Field(None, description="what drives the vehicle")

    @model_validator(mode="after")
    def _apart(self) -> "BangBangMap":
        if self.release > self.dead_band:
            raise fail("release must be at most dead_band")
        return self


class BuoyancyEngine(Record):
    """What makes a glider lighter or heavier than water."""

    actuator: Name = Field(description="which it is")
    limit: Annotated[float, Quantity("volume", above=0.0)] = Field(description="volume more or less than neutral")


class MovingMass(Record):
    """What a glider pitches by."""

    actuator: Name = Field(description="the drive of its slider")
    limit: Length = Field(description="way to either side of the middle")
    ratio: Annotated[float, Quantity("ratio", above=0.0)] = Field(
        description="way over pitch corrective (m/rad); forward where the nose should go down"
    )


class GliderMap(CruciformMap):
    """A hybrid glider: as `cruciform` where it is propelled; where it glides, buoyancy and a mass that moves."""

    type: Literal["glider"]  # type: ignore[assignment]
    buoyancy_engine: BuoyancyEngine
    moving_mass: MovingMass
    gliding: tuple[Name, ...] = Field(min_length=1, description="modes in which it glides")


Map = Annotated[CruciformMap | BangBangMap | GliderMap, Field(discriminator="type")]


class DepthDriver(Record):
    """From pressure to depth (004, III-C.1)."""

    outlier_rate: Annotated[float, Quantity("speed", above=0.0)] = Field(
        5.0, description="change of depth above which a reading is rejected"
    )
    consistent: Annotated[int, Count(at_least=1)] = Field(
        5, description="rejected readings that agree, after which they are believed"
    )
    window: Annotated[int, Count(at_least=1)] = Field(20, description="readings that are averaged")
    density: Annotated[float, Quantity("density", above=0.0)] = Field(
        1000.0, description="of the water, at `temperature`"
    )
    temperature: Annotated[float, Quantity("temperature")] = Field(
        15.0, description="at which it has `density`; it changes from there as pure water does"
    )
    surface_pressure: Pressure = Field(101325.0, description="of the air at the surface")
    gravity: Annotated[float, Quantity("acceleration", above=0.0)] = 9.81


class ImuDriver(Record):
    """Attitude and rates."""

    offsets_file: str | None = Field(None, description="in which mounting offsets are kept; not kept without it")


class ServoDriver(Record):
    """Servos that move in increments."""

    step: PositiveAngle | None = Field(None, description="most that a surface is moved in a tick; at once")


class ModemDriver(Record):
    """Short messages."""

    allowed: tuple[str, ...] = Field((), description="numbers from which messages are taken")


class Drivers(Record):
    """How measurements are processed and servos moved."""

    depth: DepthDriver = DepthDriver()
    imu: ImuDriver = ImuDriver()
    servos: ServoDriver = ServoDriver()
    modem: ModemDriver = ModemDriver()


class Surfacing(Record):
    """How a vehicle comes up in the safe mode `surface`."""

    pitch: PositiveAngle = Field(0.3491, description="nose up by so much; 20 deg")
    thrust: Share = 0.6
    depth: Length = Field(0.3, description="at which it is up, and the motor stops")
    time: Time = Field(120.0, description="after which the motor stops in any case")


Safe = Literal["surface", "stop"]


class SafeModes(Record):
    """What the vehicle does when a rule is broken: come up under power, or stop the motor and float up."""

    maximum_depth: Safe = Field("surface", description="too deep for the vehicle")
    cruise_depth: Safe = Field("surface", description="too deep for the mission")
    minimum_voltage: Safe = Field("surface", description="the battery is low")
    maximum_current: Safe = Field("stop", description="the motor draws too much")
    maximum_hull_pressure: Safe = Field("surface", description="a leak")
    attitude: Safe = Field("stop", description="roll, pitch or heading is not measured any more")
    depth: Safe = Field("surface", description="the depth is not measured any more")
    silence: Safe = Field("surface", description="a measurement that another rule needs is missed")
    helm: Safe = Field("surface", description="the helm is silent, or asks for what it may not")


class Rules(Record):
    """What must hold throughout a mission (004, III-E.1)."""

    maximum_depth: Length | None = Field(None, description="deepest that the vehicle may go")
    minimum_voltage: Annotated[float, Quantity("voltage", above=0.0)] | None = Field(
        None, description="of the battery, under load"
    )
    maximum_current: Annotated[float, Quantity("current", above=0.0)] | None = Field(
        None, description="of the main motor"
    )
    maximum_hull_pressure: Pressure | None = Field(None, description="inside the hull: more is a leak")
    cruise_margin: Annotated[float, Quantity("length", at_least=0.0)] = Field(
        0.5, description="by which the vehicle may overshoot the cruise depth that a mission sets"
    )
    confirm: Wait = Field(1.0, description="for which a rule must be broken without a break until it counts")
    silence: Time = Field(2.0, description="after which a measurement that a rule needs is missed")
    lease: Time = Field(5.0, description="for which a helm may be silent or ask for what it may not")
    safe_modes: SafeModes = SafeModes()
    surfacing: Surfacing = Surfacing()


class Frontseat(Record):
    """How a vehicle is controlled."""

    control: Control = Control()
    modes: dict[Name, Mode] = Field(min_length=1, description="loops by mode of the vehicle; the first is the default")
    map: Map = Field(description="from the correctives of control to the actuators")
    drivers: Drivers = Drivers()
    rules: Rules = Rules()
