"""Going on with another gait from where a vehicle is: the present one fades out, then the other begins there.

A gait whose start is smooth begins with straight joints. So nothing jumps, if the joints have come to rest straight.
What a vehicle remembers beside its motion, such as the wakes of its foils, begins anew.
"""

import time

import numpy as np

from narcine.recording.dataset import euler_angles
from narcine.simulation.model import Model
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.live.running import Live

NO_JUMP = 1e-4
"""Difference (rad, m, rad/s, m/s) below which one motion goes on as another: a hundredth of a degree shows nowhere."""
PATIENCE = 8.0
"""Times the gait's response after which joints that are not at rest are not waited for any longer."""
LOOK = 0.02
VELOCITIES = ("forward_velocity", "starboard_velocity", "down_velocity")
RATES = ("roll_rate", "pitch_rate", "yaw_rate")
FADING = ("amplitude", "turn", "dive")


def why_not(simulation: Simulation) -> str:
    """Return why a run cannot go on with another gait where it is, or nothing."""
    vehicles = list(simulation.scenario.vehicles.values())
    if simulation.description.kind != "vehicle" or vehicles[0].vehicle.gait is None:
        return "only a single vehicle with a gait goes on"
    return "" if vehicles[0].vehicle.is_free else "only a vehicle that swims freely goes on"


def fade_out(live: Live) -> dict[str, float]:
    """Let the gait fade out and joints straighten; return what was commanded before."""
    gait = next(iter(live.simulation.scenario.vehicles.values())).vehicle.gait
    commanded = dict(zip((each.name for each in live.model.inputs), live.sample[2].tolist(), strict=True))
    moved = {each.name for each in live.model.coordinates} & set(live.by_hand)
    faded = {f"gait.{key}": 0.0 for key in FADING} | {
        each.name: each.default for each in live.model.inputs if each.name in moved
    }
    before = {name: commanded[name] for name in faded if name in commanded}
    for name in before:
        live.command(name, faded[name])
    began, longest = live.sample[0], PATIENCE * (gait.response if gait is not None else 0.0)
    while live.is_under_way and live.sample[0] - began < longest and not at_rest(live.model, live.sample[1]):
        time.sleep(LOOK)
    return before


def at_rest(model: Model, state: Array) -> bool:
    """Say whether all joints that a gait prescribes are straight and stay so."""
    prescribed = [each for each in model.coordinates if each.drive == "prescribed"]
    angles = state[[each.position for each in prescribed]]
    rates = state[[model.positions + each.velocity for each in prescribed]]
    return bool(np.all(np.abs(angles) < NO_JUMP) and np.all(np.abs(rates) < NO_JUMP))


def starting_here(simulation: Simulation, state: Array) -> dict[str, str]:
    """Return the settings with which a vehicle starts where a state has it, as it moves there."""
    model = simulation.model
    value = dict(zip(model.state_names, state.tolist(), strict=True))
    root = next(body.name for body in model.bodies if body.link == model.vehicles[0].root)
    attitude = np.array([[value[f"{root}.attitude_{part}"] for part in "wxyz"]])
    settings = {
        "run.start.position": [value[f"{root}.{axis}"] for axis in ("north", "east", "down")],
        "run.start.attitude": [float(angle[0]) for angle in euler_angles(attitude)],
        "run.start.velocity": [value[f"{root}.{name}"] for name in VELOCITIES],
        "run.start.angular_velocity": [value[f"{root}.{name}"] for name in RATES],
    }
    texts = {path: f"[{', '.join(map(repr, numbers))}]" for path, numbers in settings.items()}
    loose = [each.name for each in model.coordinates if each.drive != "prescribed"]
    for key, suffix in (("joints", ""), ("rates", ".rate")) if loose else ():
        texts[f"run.start.{key}"] = f"{{{', '.join(f'{name}: {value[name + suffix]!r}' for name in loose)}}}"
    return texts


def jump(model: Model, state: Array, first: Array) -> float:
    """Return the largest difference of position or velocity between a state and the first of what goes on from it."""
    moving = model.positions + model.velocities
    attitude = [place for place, name in enumerate(model.state_names[:moving]) if ".attitude_" in name]
    first = first.copy()
    first[attitude] *= 1.0 if state[attitude] @ first[attitude] > 0.0 else -1.0  # both stand for the same attitude
    return float(np.max(np.abs(state[:moving] - first[:moving])))


def is_start(path: str) -> bool:
    """Say whether a setting says where a vehicle starts."""
    return path.startswith("run.start.")
