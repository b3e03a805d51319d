"""The pair as one rigid vehicle: the bodies of both and of their connector on fixed joints, without any coupling."""

from narcine.description.actuator import Thruster
from narcine.description.hold import Hold
from narcine.description.joint import FixedJoint
from narcine.description.settings import Start
from narcine.description.vehicle import Vehicle, VehicleRun
from narcine.simulation.simulation import Simulation


def composite(pair: Simulation) -> Simulation:
    """Return one vehicle of all bodies of a scenario, joined as they stand at its start, driven and held alike.

    Of vehicles of one body each, with thrusters alone, none turned against another.
    """
    scenario = pair.scenario
    vehicles = {name: placed.vehicle for name, placed in scenario.vehicles.items()}
    starts = {name: placed.start or Start() for name, placed in scenario.vehicles.items()}
    roots = {name: f"{name}_{next(iter(vehicle.bodies))}" for name, vehicle in vehicles.items()}
    first, *others = vehicles
    made = Vehicle(
        name="composite",
        bodies={roots[name]: next(iter(vehicle.bodies.values())) for name, vehicle in vehicles.items()},
        joints={name: _fixed(roots[first], starts[first], roots[name], starts[name]) for name in others},
        actuators={
            f"{name}_{key}": each.model_copy(update={"body": roots[name]})
            for name, vehicle in vehicles.items()
            for key, each in vehicle.actuators.items()
            if isinstance(each, Thruster)
        },
        holds={
            f"{name}_{key}": _renamed(each, name, roots[name])
            for name, vehicle in vehicles.items()
            for key, each in vehicle.holds.items()
        },
        run=VehicleRun(
            duration=scenario.duration,
            step=scenario.step,
            record=scenario.record,
            water=scenario.water,
            start=starts[first],
            commands={key.replace(".", "_", 1): value for key, value in scenario.commands.items()},
        ),
    )
    return Simulation(made)


def _fixed(parent: str, here: Start, child: str, there: Start) -> FixedJoint:
    north, east, down = (far - near for far, near in zip(there.position, here.position, strict=True))
    return FixedJoint(type="fixed", parent=parent, child=child, at=(north, east, down))


def _renamed(hold: Hold, vehicle: str, body: str) -> Hold:
    thrusters = {f"{vehicle}_{name}": share for name, share in hold.thrusters.items()}
    return hold.model_copy(update={"body": body, "thrusters": thrusters})
