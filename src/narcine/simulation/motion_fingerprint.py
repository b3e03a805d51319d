"""What the motion function of a vehicle hangs on, and in words what of it has changed."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from narcine.description.problems import path_text
from narcine.description.vehicle import Vehicle
from narcine.planning.actions import STEERED
from narcine.simulation.planners import actions_of, asked
from narcine.simulation.simulation import Simulation
from narcine.simulation.swimmer import open_water

MOVING = ("bodies", "joints", "couplings", "foils", "drives", "transmissions", "actuators", "holds")
"""Sections of a vehicle that its motion hangs on, beside its gait; not its name, its start or its sensors."""
MOST_TOLD = 4


def hangs_on(simulation: Simulation, vehicle: str) -> dict[str, Any]:
    """Return all that the motion function of a vehicle hangs on, as plain values.

    Beside what its file says this is a digest of the numbers that the engine runs on: they hold what meshes hold.
    """
    alone = open_water(simulation, vehicle)
    record: Vehicle = next(iter(alone.scenario.vehicles.values())).vehicle
    planner = asked(simulation.scenario.vehicles[vehicle].vehicle)
    dumped = record.model_dump(include={*MOVING, "gait"}, exclude_defaults=True)
    gait = {key: value for key, value in dumped.pop("gait").items() if key not in STEERED}
    digest = hashlib.sha256(alone.model.parameters.tobytes() + alone.model.layout.tobytes()).hexdigest()[:16]
    whole = {
        **dumped,
        "gait": gait,
        "water": alone.scenario.water.model_dump(exclude_defaults=True),
        "step": alone.scenario.step,
        "integrator": alone.scenario.integrator,
        "planner": {
            "actions": actions_of(record, planner).tolist(),
            "period": planner.period,
            "history": planner.history,
            "direction": planner.direction,
        },
        "engine": digest,
    }
    plain: dict[str, Any] = json.loads(json.dumps(whole, default=str))
    return plain


def differences(then: Any, now: Any, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """Yield what is not as it was, by its path."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in dict.fromkeys([*then, *now]):
            if key not in now:
                yield f"{path_text((*path, key))} is gone"
            elif key not in then:
                yield f"{path_text((*path, key))} is new"
            else:
                yield from differences(then[key], now[key], (*path, key))
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (old, new) in enumerate(zip(then, now, strict=True)):
            yield from differences(old, new, (*path, number))
    elif then != now:
        yield f"{path_text(path)} was {_brief(then)} and is {_brief(now)}"


def _brief(value: Any) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def what_changed(then: dict[str, Any], now: dict[str, Any]) -> str:
    """Return in words what is not as it was; nothing when all is."""
    found = list(differences(then, now))
    told = [each for each in found if not each.startswith("engine ")] or (
        ["the engine, or a file that the vehicle names"] if found else []
    )
    more = f" and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    return ", ".join(told[:MOST_TOLD]) + more
