"""What tests say of a vehicle's thrusters, as numbers of its file, and what its file says of how they were towed."""

from collections.abc import Sequence

import numpy as np

from narcine.description.actuator import Thruster
from narcine.description.load import Description
from narcine.description.problems import DescriptionError, Problem
from narcine.description.quantities import suggestion
from narcine.identification.estimate import Estimate
from narcine.identification.thrusters.thrust_law import WAYS
from narcine.identification.thrusters.thrust_tow import TowedThrusters
from narcine.identification.thrusters.thruster import ShaftCurve, ThrusterFit
from narcine.identification.towing.axes import AXES
from narcine.identification.towing.tow_vehicle import root_of
from narcine.identification.writing import Identified
from narcine.identification.written import record_of

ALIKE = 1e-6
"""By how much numbers of thrusters that count as alike may differ."""


def thrusters_of(description: Description, names: Sequence[str]) -> list[Thruster]:
    """Return thrusters by name, or raise that there are none of that name."""
    actuators = record_of(description).actuators
    there = [name for name, each in actuators.items() if isinstance(each, Thruster)]
    found = []
    for name in names:
        thruster = actuators.get(name)
        if not isinstance(thruster, Thruster):
            near = suggestion(name, there)
            has = f"its thrusters: {', '.join(there)}" if there else "it has none"
            raise DescriptionError(
                [Problem(("actuators", name), f"is no thruster of {_name(description)}{near}; {has}")]
            )
        found.append(thruster)
    return found


def _name(description: Description) -> str:
    return record_of(description).name


def along_axis(thrusters: Sequence[Thruster], axis: str) -> tuple[float, float]:
    """Return the thrust of all along an axis over that of one, and the cosine between the axis and that of each."""
    index = AXES.index(axis)
    if index > 2:
        raise ValueError(f"thrust along {axis} cannot be told from a moment; tow along surge, sway or heave")
    cosines = [each.thrust_direction[index] for each in thrusters]
    if min(map(abs, cosines)) < ALIKE:
        raise ValueError(f"one of these thrusters does not push along {axis}")
    if max(abs(cosine - cosines[0]) for cosine in cosines) > ALIKE:
        raise ValueError(f"these thrusters push along {axis} by different shares; tow with those that push alike")
    return float(sum(cosines)), float(cosines[0])


def drag_of(description: Description, axis: str) -> tuple[float, float]:
    """Return quadratic and linear drag of the root body along an axis, c1 and c2."""
    vehicle = record_of(description)
    root = root_of(vehicle)
    drag = vehicle.bodies[root].drag
    if drag is None or (drag.quadratic is None and drag.linear is None):
        raise ValueError(f"{vehicle.name} has no quadratic or linear drag of {root}; give --drag c1,c2")
    index = AXES.index(axis)
    both = [0.0 if rows is None else float(np.asarray(rows)[index, index]) for rows in (drag.quadratic, drag.linear)]
    return both[0], both[1]


def from_bollard(names: Sequence[str], fit: ThrusterFit, file: str) -> list[Identified]:
    """Return what a bollard test tells of each of some thrusters that are alike."""
    said = f"bollard test in {file} (narcine identify thruster)"
    numbers: list[Identified] = []
    for name in names:
        path = f"actuators.{name}"
        numbers += [
            Identified(f"{path}.speed.dead_band.{k}", pulse, None, f"{said}, the last pulse at which the shaft stands")
            for k, pulse in enumerate(fit.dead_band)
        ]
        numbers.append(Identified(f"{path}.speed.neutral", fit.neutral, None, said))
        for k, (way, _, own) in enumerate(fit.ways):
            numbers += _curve(path, way, own.curve, said)
            numbers.append(_number(f"{path}.thrust.{k}", own.thrust, said))
            if own.power is not None:
                numbers.append(_number(f"{path}.power.{k}", own.power, said))
    return numbers


def from_tow(
    names: Sequence[str], found: TowedThrusters, file: str, density: float, thrusters: Sequence[Thruster]
) -> list[Identified]:
    """Return what towing runs in water of some density tell of each of some thrusters.

    A vehicle's numbers of thrust are those in the density and with the wake fraction that its file names.
    """
    fit = found.fit
    runs = sum(point.count for point in fit.points)
    said = f"towing tank, {found.axis}: {len(fit.points)} points of {runs} runs in {file} (narcine identify thruster)"
    numbers: list[Identified] = []
    for name, thruster in zip(names, thrusters, strict=True):
        thrust_scale = thruster.density / density
        advance_scale = thrust_scale * (1.0 - fit.setting.wake) / (1.0 - thruster.wake_fraction)
        for k, way in enumerate(WAYS):
            if way in found.curves:
                numbers += _curve(f"actuators.{name}", way, found.curves[way], said)
            for key in ("thrust", "advance"):
                if f"{way}.{key}" not in fit.names:
                    continue
                value, reach = fit.value(f"{way}.{key}"), fit.half_width(f"{way}.{key}")
                _check_sign(way, key, value, reach)
                low, high = value - reach, value + reach
                limits = (max(low, 0.0), high) if key == "thrust" else (low, min(high, 0.0))
                scale = thrust_scale if key == "thrust" else advance_scale
                numbers.append(
                    Identified(
                        f"actuators.{name}.{key}.{k}", scale * value, (scale * limits[0], scale * limits[1]), said
                    )
                )
    return numbers


def _check_sign(way: str, key: str, value: float, reach: float) -> None:
    if key == "thrust" and value <= 0.0:
        raise ValueError(
            f"{way}: T_ww is {value:.3g} +- {reach:.2g}: thrust against the pulse; count --thrusters again"
        )
    if key == "advance" and value > 0.0:
        raise ValueError(
            f"{way}: T_wu is {value:.3g} +- {reach:.2g}, but inflow takes thrust away: what was fitted is not written"
        )


def _curve(path: str, way: str, curve: ShaftCurve, said: str) -> list[Identified]:
    said = f"{said}; a, b and c make up for each other, so that none can be varied alone"
    pairs = zip(curve.speed.values, curve.speed.half_widths, strict=True)
    return [
        Identified(f"{path}.speed.{way}.{k}", value, (value - reach, value + reach), said)
        for k, (value, reach) in enumerate(pairs)
    ]


def _number(path: str, estimate: Estimate, said: str) -> Identified:
    value, reach = estimate.values[0], estimate.half_widths[0]
    return Identified(path, value, (max(value - reach, 0.0), value + reach), said)
