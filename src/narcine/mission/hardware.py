"""The simulated hardware of a vehicle: a twin for each device that its frontseat reads or moves."""

from collections.abc import Callable
from typing import Any, NamedTuple

from narcine.autonomy.actuator_maps.maps import make_map
from narcine.autonomy.frontseat.hardware import Hardware
from narcine.description.sensor import Battery, DepthSensor, HullPressure, Imu, Instrument
from narcine.mission.actuators import MotorTwin, ServoTwin, StrobeTwin
from narcine.mission.instruments import BatteryTwin, HullPressureTwin, ImuTwin, PressureTwin, Twin
from narcine.mission.noise import Noise
from narcine.mission.preparing import Prepared
from narcine.simulation.stepper import Commands, Stepper

AnyTwin = Twin[Any]


class Sensed(NamedTuple):
    """An instrument, and how many steps of the physics before each tick it looks."""

    twin: AnyTwin
    early: int


def simulated_hardware(mission: Prepared, run: Stepper) -> tuple[Hardware, list[Sensed]]:
    """Return the hardware of a run, and the instruments that are to be told how the vehicle is."""
    sensed: dict[str, Sensed] = {}
    for number, record in enumerate(mission.description.vehicle.instruments.values()):
        sensed[record.type] = _instrument(mission, run, number, record)
    twins: dict[str, Any] = {kind: each.twin for kind, each in sensed.items()}
    settings = mission.frontseat.map
    servos = {
        name: ServoTwin(_setter(run.command, name))
        for name in make_map(settings).outputs
        if settings.propeller is None or name != settings.propeller.actuator
    }
    motor = None
    if settings.propeller is not None:
        motor = MotorTwin(_setter(run.command, settings.propeller.actuator), settings.propeller.full)
    hardware = Hardware(
        imu=twins["imu"],
        depth=twins.get("depth"),
        battery=twins.get("battery"),
        hull_pressure=twins.get("hull_pressure"),
        strobe=StrobeTwin(),
        motor=motor,
        servos=servos,
    )
    return hardware, list(sensed.values())


def _instrument(mission: Prepared, run: Stepper, number: int, record: Instrument) -> Sensed:
    scenario = mission.description.description.scenario
    links = {body.name: body.link for body in run.model.bodies}
    latency = record.latency if isinstance(record, Imu | DepthSensor) else 0.0
    delay, early = divmod(round(latency / run.step_size), mission.steps)
    period = mission.steps * run.step_size
    first = period - early * run.step_size if early else 0.0

    def noise(*deviations: float) -> Noise:
        return Noise(scenario.seed, number, deviations, first, period)

    twin: AnyTwin
    if isinstance(record, Imu):
        angles, rates = record.attitude_noise, record.rate_noise
        twin = ImuTwin(record, links[record.body], noise(angles, angles, angles, rates, rates, rates), delay)
    elif isinstance(record, DepthSensor):
        deviations = noise(record.noise, record.temperature_noise)
        twin = PressureTwin(record, links[record.body], scenario.water, deviations, delay)
    elif isinstance(record, Battery):
        twin = BatteryTwin(record, noise(record.voltage_noise, record.current_noise))
    else:
        assert isinstance(record, HullPressure), "there are four kinds"
        twin = HullPressureTwin(record, noise(record.noise))
    return Sensed(twin, early)


def _setter(commands: Commands, name: str) -> Callable[[float], None]:
    def command(value: float) -> None:
        commands[name] = value

    return command
