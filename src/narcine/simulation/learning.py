"""The motion function of a vehicle that plans (eq 8): from its file, kept from before, or learned by swimming."""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from narcine.compiled import cache_folder, note_compiled
from narcine.description.problems import DescriptionError, Problem
from narcine.planning.actions import FREQUENCY, TURN
from narcine.planning.motion import Motion, symmetric
from narcine.simulation import beats_of_rows, swimmer
from narcine.simulation.beats_of_rows import course, heading, speed_over, turned
from narcine.simulation.motion_file import motion_dataset, read_motion, write_motion
from narcine.simulation.motion_fingerprint import hangs_on, what_changed
from narcine.simulation.planners import actions_of, asked
from narcine.simulation.simulation import Simulation
from narcine.simulation.swimmer import LONGEST_SETTLING, SETTLING, Progress, Swimmer, open_water
from narcine.spatial.vectors import Array


def learn_motion(simulation: Simulation, vehicle: str | None = None, progress: Progress | None = None) -> Motion:
    """Return the motion function of a vehicle, learned in open water from its own swimming.

    Each action swims from rest until it is steady; from there each action follows for a period, and so on as far as the
    planner remembers. Without memory each action follows the fastest swim straight on. A beat that begins to the other
    side is the mirror image of one that turns to the other side, so that the mean with the mirror image is that over
    both halves of the beat, and makes the function exactly symmetric.
    """
    name = vehicle or planning_vehicle(simulation)
    record = asked(simulation.scenario.vehicles[name].vehicle)
    actions = actions_of(simulation.scenario.vehicles[name].vehicle, record)
    fish = Swimmer(open_water(simulation, name), actions, record.period)
    number = len(actions)
    counts = [number ** (stage + 2) for stage in range(record.history)] or [number]
    done, total = 0.0, number * LONGEST_SETTLING / 3.0 + sum(counts) * record.period

    def note(seconds: float) -> None:
        nonlocal done
        done += seconds
        if progress is not None:
            progress(min(1.0, done / total))

    chosen = np.arange(number)
    rows = fish.settled(chosen, note)
    note_compiled(fish.model.coupled is not None)
    beat = 1.0 / actions[:, FREQUENCY]
    span = 0.5 * SETTLING
    steady_speed, turn_rate = speed_over(rows.tracks, beat, span), turned(rows.tracks, beat, span) / span
    for count in counts:
        alone = [] if record.history else [_fastest(actions, steady_speed)]
        parents = np.repeat(alone or np.arange(len(chosen)), number)
        begun = heading(rows.tracks, beat[chosen])[parents]
        chosen = np.tile(np.arange(number), count // number)
        rows = fish.followed(rows, parents, chosen, note)
    reached = heading if record.direction == "heading" else course
    theta = reached(rows.tracks, beat[chosen]) - begun
    theta -= 2.0 * np.pi * np.rint(theta / (2.0 * np.pi))
    speed = speed_over(rows.tracks, beat[chosen], record.period)
    shape = (number,) * (record.history + 1)
    return symmetric(
        Motion(actions, record.period, speed.reshape(shape), theta.reshape(shape), steady_speed, turn_rate)
    )


def _fastest(actions: Array, speed: Array) -> int:
    """Return the number of the fastest action straight on."""
    ahead = np.flatnonzero(actions[:, TURN] == 0.0)
    return int(ahead[np.argmax(speed[ahead])])


def planning_vehicle(simulation: Simulation) -> str:
    """Return the first vehicle of a scenario that has a planner."""
    for name, placed in simulation.scenario.vehicles.items():
        if placed.vehicle.planner is not None:
            return name
    raise ValueError(f"no vehicle of {simulation.scenario.name} has a planner")


def motion_for(
    simulation: Simulation,
    vehicle: str | None = None,
    say: Callable[[str], None] | None = None,
    progress: Progress | None = None,
) -> Motion:
    """Return the motion function of a vehicle that plans.

    It is read from the file that its planner names, which is refused where the vehicle has changed since; else it is
    the one that was kept when it was last learned; else it is learned and kept. `say` is told when it is learned.
    """
    name = vehicle or planning_vehicle(simulation)
    planner = asked(simulation.scenario.vehicles[name].vehicle)
    now = hangs_on(simulation, name)
    if planner.motion is not None:
        return _from_file(simulation, name, Path(planner.motion), now)
    kept = cache_folder() / f"motion-{_fingerprint(now)}.nc"
    with suppress(OSError, ValueError):
        motion, then = read_motion(kept)
        if then == now:
            return motion
    if say is not None:
        number, history = len(now["planner"]["actions"]), planner.history
        told = f"{number} actions" + (f" after {number**history} histories" if history else "")
        say(f"learning how {simulation.scenario.vehicles[name].vehicle.name} moves: {told} ...")
    motion = learn_motion(simulation, name, progress)
    with suppress(OSError):
        write_motion(motion_dataset(motion, now, name), kept)
    return motion


def _fingerprint(now: dict[str, Any]) -> str:
    """Return a word for what a motion function hangs on, the way in which it is learned included."""
    digest = hashlib.sha256(json.dumps(now, sort_keys=True).encode())
    for file in (__file__, swimmer.__file__, beats_of_rows.__file__):
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]


def _from_file(simulation: Simulation, vehicle: str, file: Path, now: dict[str, Any]) -> Motion:
    """Return what a file holds, if it is of this vehicle as it is."""
    own: tuple[str | int, ...] = () if simulation.description.kind == "vehicle" else ("vehicles", vehicle, "vehicle")
    path = (*own, "planner", "motion")

    def refused(message: str) -> DescriptionError:
        place = simulation.description.located(path, message)
        return DescriptionError([Problem(path, message, place.place, str(file))])

    try:
        motion, then = read_motion(file)
    except FileNotFoundError:
        raise refused("there is no such file; `narcine plan` writes one") from None
    except ValueError as error:
        raise refused(str(error)) from None
    changed = what_changed(then, now)
    if changed:
        raise refused(f"was learned from another vehicle: {changed}; learn it anew with `narcine plan`")
    return motion
