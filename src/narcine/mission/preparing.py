"""From the file of a mission to what can be flown: legs, rules and equipment, or all that is wrong with them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from narcine.autonomy.frontseat.manager import Cruise
from narcine.autonomy.helm.legs import BrokenLegs, Leg, parse_legs
from narcine.description.frontseat import Frontseat
from narcine.description.library import find_mission
from narcine.description.mission_file import MissionDescription, by_place, missions_of
from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.sensor import Battery, DepthSensor, HullPressure, Imu
from narcine.description.tree import Tree, read_file
from narcine.simulation.simulation import Simulation

LEGS = ("legs",)
ROUNDING = 1e-6
"""Part of a step by which a period may miss whole ones."""


@dataclass(frozen=True)
class Prepared:
    """A mission that can be flown."""

    description: MissionDescription
    simulation: Simulation
    frontseat: Frontseat
    legs: tuple[Leg, ...]
    cruise: Cruise
    steps: int
    """of the physics in a tick of control"""

    @property
    def title(self) -> str:
        """Return what the mission is called."""
        return self.description.title


def load_missions(name: str, settings: Mapping[str, Any] | None = None) -> list[Prepared]:
    """Return the missions of a file, by the name of one that ships or by its path; one for each of its runs."""
    file = find_mission(name)
    return prepare_missions(read_file(file), file, settings or {})


def prepare_missions(tree: Tree, file: FilePath, settings: Mapping[str, Any]) -> list[Prepared]:
    """Return the missions that a tree holds, or raise with all that is wrong."""
    try:
        found = missions_of(tree, file, settings)
    except DescriptionError as error:
        problems = [*error.problems, *_spelling(tree)]
        raise DescriptionError(sorted(problems, key=by_place)) from None
    problems = [problem for each in found for problem in _problems(each)]
    if problems:
        once = {(problem.place, problem.message): problem for problem in reversed(problems)}
        raise DescriptionError(sorted(once.values(), key=by_place))
    return [_prepared(each) for each in found]


def _prepared(told: MissionDescription) -> Prepared:
    mission, frontseat = told.mission, told.vehicle.frontseat
    assert frontseat is not None, "checked before"
    legs = parse_legs(mission.legs, tuple(frontseat.modes), deepest(told, frontseat))
    if mission.thrust is not None:
        first = legs[0]
        legs = (first._replace(decisions={**first.decisions, "thrust": mission.thrust}), *legs[1:])
    cruise = Cruise(mission.start_delay, mission.duration, mission.cruise_depth)
    steps = round(frontseat.control.period / told.description.scenario.step)
    simulation = Simulation(told.description)
    _ = simulation.model  # what cannot be built is told before anything is flown
    return Prepared(told, simulation, frontseat, legs, cruise, steps)


def deepest(told: MissionDescription, frontseat: Frontseat) -> float:
    """Return how deep the vehicle may go in a mission (m)."""
    bounds = (frontseat.rules.maximum_depth, told.mission.cruise_depth)
    return min((bound for bound in bounds if bound is not None), default=float("inf"))


def _problems(told: MissionDescription) -> list[Problem]:
    """Return what keeps a mission from being flown, though its file and its vehicle's are sound each by itself."""
    mission, frontseat, vehicle = told.mission, told.vehicle.frontseat, told.vehicle
    if frontseat is None:
        message = f"{vehicle.name} has no `frontseat:`, without which nothing controls it"
        return [told.located(("vehicle",), message)]
    problems = [told.located(("vehicle",), message) for message in _missing(told, frontseat)]
    if mission.start_delay >= mission.duration:
        message = f"must be less than the duration, {mission.duration:g} s"
        problems.append(told.located(("start_delay",), message, mission.start_delay))
    most = frontseat.rules.maximum_depth
    if mission.cruise_depth is not None and most is not None and mission.cruise_depth > most:
        message = f"is deeper than the vehicle may go: its rule maximum_depth is {most:g} m"
        problems.append(told.located(("cruise_depth",), message, mission.cruise_depth))
    step, period = told.description.scenario.step, frontseat.control.period
    whole = period / step
    if round(whole) < 1 or abs(whole - round(whole)) > ROUNDING:
        message = f"the physics steps by {step:g} s; frontseat.control.period, {period:g} s, must be whole steps"
        problems.append(told.located(("step",), message))
    legs: tuple[Leg, ...] = ()
    try:
        legs = parse_legs(mission.legs, tuple(frontseat.modes), deepest(told, frontseat))
    except BrokenLegs as error:
        problems += [_at_line(told.tree, each.line, each.message, mission.legs) for each in error.problems]
    if legs and mission.thrust is None and not any(leg.decisions.keys() & {"speed", "thrust"} for leg in legs):
        message = "no leg says speed or thrust, nor does the mission say `thrust`: nothing would drive the vehicle"
        problems.append(_at_line(told.tree, legs[0].line, message, mission.legs))
    for leg in legs:
        if leg.start_time >= mission.duration and "duration" not in told.settings:
            message = f"start_time = {leg.start_time:g} s is not before the end of the mission, {mission.duration:g} s"
            problems.append(_at_line(told.tree, leg.line, message, mission.legs))
        if mission.thrust is not None and leg.decisions.keys() & {"speed", "thrust"}:
            message = "says what the propeller does; leave it out where the mission says `thrust`"
            problems.append(_at_line(told.tree, leg.line, message, mission.legs))
    for leg, message in _too_fast(legs, frontseat):
        problems.append(_at_line(told.tree, leg.line, message, mission.legs))
    return problems


def _too_fast(legs: tuple[Leg, ...], frontseat: Frontseat) -> Iterator[tuple[Leg, str]]:
    """Yield legs that ask for a speed to which the feed-forward gives more than full thrust."""
    mode = next(iter(frontseat.modes))
    for leg in legs:
        mode = leg.mode or mode
        factor = frontseat.modes[mode].speed.factor
        speed = leg.decisions.get("speed", 0.0)
        if factor * speed > 1.0 + ROUNDING:
            yield leg, f"speed = {speed:g} m/s asks for more than full thrust, which gives {1.0 / factor:.3g} m/s"


def _missing(told: MissionDescription, frontseat: Frontseat) -> list[str]:
    """Return which instruments the vehicle lacks, or has twice."""
    rules = frontseat.rules
    powered = rules.minimum_voltage is not None or rules.maximum_current is not None
    tight = rules.maximum_hull_pressure is not None
    needed: dict[type, tuple[str, str]] = {
        Imu: ("imu", "without which nothing is steered"),
        DepthSensor: ("depth", "without which it does not know how deep it is"),
        Battery: ("battery", "which rules of its frontseat need" if powered else ""),
        HullPressure: ("hull_pressure", "which the rule maximum_hull_pressure needs" if tight else ""),
    }
    instruments = told.vehicle.instruments
    missing = []
    for kind, (word, why) in needed.items():
        names = [name for name, record in instruments.items() if isinstance(record, kind)]
        if not names and why:
            missing.append(f"{told.vehicle.name} has no sensor of type {word}, {why}")
        if len(names) > 1:
            missing.append(f"{told.vehicle.name} has {' and '.join(names)} of type {word}; a frontseat reads one")
    return missing


def _spelling(tree: Tree) -> list[Problem]:
    """Return what is wrong with the legs of a mission whose file has other mistakes, as far as they tell alone."""
    text = tree.value.get("legs") if isinstance(tree.value, dict) else None
    if not isinstance(text, str):
        return []
    try:
        parse_legs(text)
    except BrokenLegs as error:
        return [_at_line(tree, each.line, each.message, text) for each in error.problems]
    return []


def _at_line(tree: Tree, number: int, message: str, text: str) -> Problem:
    """Return a problem of a line of the legs, at its own line of the file."""
    place = tree.place(LEGS)
    lines = text.splitlines()
    if place is None or not place.line or not 0 < number <= len(lines):
        return Problem(LEGS, f"line {number}: {message}", place)
    wanted = lines[number - 1].strip()
    written = _lines(place.file)
    for line in (place.line + number, place.line + number - 1):
        if line <= len(written) and wanted and wanted in written[line - 1]:
            return Problem(LEGS, message, Place(place.file, line, written[line - 1].index(wanted) + 1))
    return Problem(LEGS, f"line {number}: {message}", place)


def _lines(file: str) -> list[str]:
    try:
        return FilePath(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
