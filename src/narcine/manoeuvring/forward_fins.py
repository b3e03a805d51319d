"""The same vehicle with its forward fins away and with them out; fins of the rudder's size where it has none."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from narcine.description.load import copied
from narcine.description.vehicle import Vehicle
from narcine.manoeuvring.controls import Controls, controls_of, gravity_centre, total_inertia
from narcine.manoeuvring.deep_water import in_deep_water, refused, vehicle_of
from narcine.manoeuvring.motion_states import MotionStates
from narcine.manoeuvring.steady import Aim, SteadyRun, steady_run
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

SUPPOSED = "supposed_fin"
"""Surface that is added where a vehicle has no fins ahead."""
KEPT = ("slope", "stall", "broadside_drag", "limit", "lag")
"""Numbers of the rudder that supposed fins have too."""
ROUNDING = 1e-6
"""By which a place (m) may miss the end of a hull."""
AHEAD = 0.6
"""Where supposed fins sit, of the way from the centre of gravity to the nose, unless told."""


@dataclass(frozen=True)
class Fitted:
    """Two straight runs at the same aim, and the parameters with which the fins of the first are away."""

    away: SteadyRun
    out: SteadyRun
    supposed: bool
    """whether the fins are none of the vehicle's own"""
    ends: tuple[float, float]
    """aft and forward end of the vehicle along its root's axis (m)"""
    deploys: tuple[str, ...]
    """what slides the fins out"""

    @property
    def length(self) -> float:
        """Return the length of the vehicle (m)."""
        return self.ends[1] - self.ends[0]


def fitted(simulation: Simulation, aim: Aim, place: float | None = None, size: float | None = None) -> Fitted:
    """Return a vehicle with fins away and out; `place` (m) and `size` (m2, all together) are those of supposed ones."""
    vehicle = vehicle_of(simulation)
    plain = in_deep_water(simulation)
    motions = MotionStates(plain.model)
    controls = controls_of(vehicle, motions)
    if not controls.rudders:
        raise refused(simulation, _no_rudder(vehicle, controls))
    if not controls.propellers:
        raise refused(simulation, "has no propeller, so that it has no steady straight run to be stable on")
    ends = _ends(vehicle, controls)
    if controls.fins:
        deploys = _deployments(vehicle, controls)
        away = steady_run(simulation, aim, dict.fromkeys(deploys, 0.0))
        return Fitted(away, steady_run(simulation, aim, dict.fromkeys(deploys, 1.0)), False, ends, deploys)
    centre = float(gravity_centre(total_inertia(motions)[0])[0])
    fin = _supposed(vehicle, controls, centre + AHEAD * (ends[1] - centre) if place is None else place, size)
    equipped = in_deep_water(simulation, {SUPPOSED: fin})
    return Fitted(steady_run(simulation, aim), steady_run(equipped, aim), True, ends, ())


def check_places(simulation: Simulation, places: Iterable[float]) -> None:
    """Raise where fins would sit beyond the ends of the hull."""
    hull = _hull(vehicle_of(simulation))
    for place in places:
        if hull is not None and not hull[0] - ROUNDING <= place <= hull[1] + ROUNDING:
            said = f"fins at {place:+.4g} m are off its hull, which reaches from {hull[0]:+.4g} to {hull[1]:+.4g} m"
            raise refused(simulation, said)


def without_fins(run: SteadyRun) -> Array:
    """Return the parameters of a run's model with fins of no size."""
    return run.controls.fins.resized(run.motions, 0.0)


def _no_rudder(vehicle: Vehicle, controls: Controls) -> str:
    surfaces = ", ".join(each.name for each in controls.surfaces)
    if not controls.surfaces:
        return "has no control surfaces: a rudder is an actuator of `type: surface` whose `normal` is athwart"
    return f"has no rudder, a surface athwart and astern of the centre of gravity; its surfaces are {surfaces}"


def _deployments(vehicle: Vehicle, controls: Controls) -> tuple[str, ...]:
    """Return the deployments that the fins' areas follow."""
    found: dict[str, None] = {}
    for name in controls.fins.names:
        for scale in getattr(vehicle.actuators[name], "scale", ()):
            if scale.along in controls.deployments:
                found[scale.along] = None
    return tuple(found)


def _ends(vehicle: Vehicle, controls: Controls) -> tuple[float, float]:
    """Return how far aft and forward the vehicle reaches: its hull, else its surfaces."""
    hull = _hull(vehicle)
    if hull is not None:
        return hull
    places = [each.place[0] for each in controls.surfaces]
    return min(places), max(*places, -min(places))


def _hull(vehicle: Vehicle) -> tuple[float, float] | None:
    """Return how far aft and forward the shape of the longest body reaches, where a body has one."""
    spans = [
        (body.centre[0] + float(bounds[0][0]), body.centre[0] + float(bounds[1][0]))
        for body in vehicle.bodies.values()
        if body.shape is not None
        for bounds in (body.shape.geometry.bounds,)
    ]
    return max(spans, key=lambda span: span[1] - span[0], default=None)


def _supposed(vehicle: Vehicle, controls: Controls, place: float, size: float | None) -> Mapping[str, Any]:
    """Return a fin on the body of the rudder, of its kind, that meets the flow past it."""
    model = vehicle.actuators[controls.rudders.names[0]]
    assert model.type == "surface", "controls_of takes surfaces alone"
    kept = copied(model.model_dump(include=set(KEPT)))
    area = controls.rudders.area if size is None else size
    at = [place, 0.0, 0.0]
    return {"type": "surface", "body": model.body, "at": at, "normal": [0.0, 1.0, 0.0], "area": area, **kept}
