"""Reading missions: a file becomes one mission for each of its `runs`, each with the scenario in which it is flown."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

from narcine.description.library import find_file, find_mission
from narcine.description.load import Description, copied, describe, is_scenario
from narcine.description.mission import Mission
from narcine.description.overrides import apply_settings, split_path
from narcine.description.problems import DescriptionError, Path, Place, Problem
from narcine.description.provenance import take_provenance
from narcine.description.quantities import suggestion
from narcine.description.references import resolve_parts
from narcine.description.tree import Tree, read_file
from narcine.description.validation import validate
from narcine.description.vehicle import Vehicle

SHARED = ("duration", "seed", "step", "integrator", "record", "water", "world")
"""Keys that a mission and the scenario in which it is flown have in common."""
FALLBACK = "vehicle"
"""What a vehicle without a name of its own is called."""
WORDS = ("name", "about", "legs")
"""Keys whose values are text: a colon in them makes no block."""
LAYERS = ("settings", "runs")
"""Blocks that hold settings, and are none themselves."""
TAKEN_OUT = ("commands", "commands_file", "events", "duration")
"""What a vehicle's own `run` says that is the mission's to say: nothing but the frontseat commands actuators."""


@dataclass(frozen=True)
class MissionDescription:
    """A mission that fits, and what it was read from."""

    mission: Mission
    description: Description
    """of the scenario in which it is flown"""
    tree: Tree
    file: FilePath | None = None
    run: str = ""
    """its name among several runs of one file"""
    settings: dict[str, Any] = field(default_factory=dict)
    """what was set on top of the vehicle's file and of the mission's, by path"""

    @property
    def title(self) -> str:
        """Return what the mission is called: its name, and which of its runs."""
        return f"{self.mission.name}, {self.run}" if self.run else self.mission.name

    @property
    def vehicle(self) -> Vehicle:
        """Return the vehicle that flies."""
        return next(iter(self.description.scenario.vehicles.values())).vehicle

    def located(self, path: Path, message: str, value: Any = None) -> Problem:
        """Return a problem with the place of its path in the mission's file."""
        return Problem(path, message, self.tree.place(path), value)


def read_missions(name: str, settings: Mapping[str, Any] | None = None) -> list[MissionDescription]:
    """Return the missions of a file, by the name of one that ships or by its path; one for each of its runs."""
    file = find_mission(name)
    return missions_of(read_file(file), file, settings or {})


def missions_of(tree: Tree, file: FilePath, settings: Mapping[str, Any]) -> list[MissionDescription]:
    """Return the missions that a tree holds, or all that is wrong with it."""
    if not isinstance(tree.value, dict):
        raise DescriptionError([Problem((), "must be a block of keys", tree.place(()))])
    resolve_parts(tree, file)
    found: list[MissionDescription] = []
    problems: list[Problem] = []
    for run, changes in (_runs(tree) or {"": {}}).items():
        try:
            found.append(_mission(deepcopy(tree), file, run, changes, settings))
        except DescriptionError as error:
            problems += error.problems
    if problems:
        once = {(problem.place or problem.path, problem.message): problem for problem in reversed(problems)}
        raise DescriptionError(sorted(once.values(), key=by_place))
    return found


def by_place(problem: Problem) -> tuple[str, int, int]:
    """Return where a problem stands among others."""
    place = problem.place or Place("")
    return place.file, place.line, place.column


def _runs(tree: Tree) -> dict[str, dict[str, Any]]:
    """Return the runs that can be told apart; what is wrong with the others is said when the mission is read."""
    runs = tree.value.get("runs")
    return {str(key): own for key, own in runs.items() if isinstance(own, dict)} if isinstance(runs, dict) else {}


def _mission(
    tree: Tree, file: FilePath, run: str, changes: dict[str, Any], asked: Mapping[str, Any]
) -> MissionDescription:
    """Return one mission; settings of the file are those of the vehicle, then come those of the run and of the user."""
    written = tree.value.get("settings")
    layers: list[tuple[Path | None, Mapping[str, Any]]] = [
        (("settings",), written if isinstance(written, dict) else {}),
        (("runs", run), changes),
        (None, asked),
    ]
    places: dict[str, Place] = {}
    own: dict[str, Any] = {}
    theirs: dict[str, Any] = {}
    problems: list[Problem] = []
    for path, layer in layers:
        for dotted, value in layer.items():
            if path is not None and (place := tree.keys.get((*path, dotted))) is not None:
                places[dotted] = place
            else:
                places.pop(dotted, None)
            first, *rest = split_path(dotted)
            if first in LAYERS:
                place = places.pop(dotted, None) or Place(f"set {dotted}={value}")
                problems.append(Problem((dotted,), _instead(first, rest), place))
                continue
            mine = first in _KEYS and path != ("settings",)
            (own if mine else theirs).pop(dotted, None)
            (own if mine else theirs)[dotted] = value
    problems += _unknown(theirs, places)
    apply_settings(tree, own, WORDS)
    tree.places |= {(word,): places[word] for word in WORDS if word in own and word in places}
    vehicle, scenario = tree.value.get("vehicle"), _scenario(tree, file, "vehicle" in asked)
    outer = Tree({**tree.value, "vehicle": "" if vehicle is None else vehicle}, tree.places, tree.keys)
    _, found = take_provenance(outer)
    mission, wrong = validate(Mission, outer)
    if () in tree.unfinished:  # what is missing would have come from the mission that it uses
        wrong = [problem for problem in wrong if problem.message != "is missing"]
    problems += [*found, *wrong, *tree.problems]
    if "vehicle" not in tree.value and () not in tree.unfinished:
        problems.append(Problem(("vehicle",), "is missing", tree.place(())))
    description = None
    sound = {key: value for key, value in theirs.items() if not _is_unknown(key)}
    try:
        prefix = f"vehicles.{_key(scenario)}.vehicle."
        description = describe(scenario, file, {prefix + dotted: value for dotted, value in sound.items()})
    except DescriptionError as error:
        problems += [_translated(each, _key(scenario), places) for each in error.problems]
    problems = [_in_file(problem, places) for problem in problems]
    if problems or mission is None or description is None:
        raise DescriptionError(problems)
    description = replace(description, settings={**own, **theirs})
    return MissionDescription(mission, description, tree, file, run, {**theirs, **own})


_KEYS = tuple(Mission.model_fields)


def _instead(first: str, rest: list[str]) -> str:
    """Say what to write in place of a setting of settings or of runs."""
    if first == "settings":
        return f"is no setting: write {'.'.join(rest) or 'the path of the value'} itself, without `settings`"
    told = f"write {'.'.join(rest[1:])}, which sets it in all of them" if rest[1:] else "set values by their own paths"
    return f"is no setting: `runs` stand in the file alone; {told}"


def _is_unknown(dotted: str) -> bool:
    return split_path(dotted)[0] not in Vehicle.model_fields


def _unknown(settings: Mapping[str, Any], places: Mapping[str, Place]) -> list[Problem]:
    """Return settings of what neither a vehicle nor a mission has."""
    problems = []
    for dotted in filter(_is_unknown, settings):
        first = split_path(dotted)[0]
        allowed = sorted({*Vehicle.model_fields, *_KEYS})
        if first in _KEYS:
            message = "is the mission's own: say it there, or among the settings of one of its runs"
        else:
            message = f"neither the vehicle nor the mission has {first!r}{suggestion(first, allowed)}"
        place = places.get(dotted) or Place(f"set {dotted}={settings[dotted]}")
        problems.append(Problem((dotted,), message, place))
    return problems


def _scenario(tree: Tree, file: FilePath, typed: bool) -> Tree:
    """Return the tree of the scenario in which a mission is flown; its places are those of the mission's file."""
    branch = _vehicle(tree, file, typed)
    name = branch.value.get("name") if isinstance(branch.value, dict) else None
    key = name if isinstance(name, str) and name.isidentifier() else FALLBACK
    title = tree.value.get("name")
    about = tree.value.get("about")
    value: dict[str, Any] = {
        "name": title if isinstance(title, str) and title.replace("-", "_").isidentifier() else "mission",
        "about": about if isinstance(about, str) else "",
        "vehicles": {key: {"vehicle": None}},
    }
    scenario = Tree(value, {(): tree.places[()]} if () in tree.places else {})
    scenario.graft(("vehicles", key, "vehicle"), branch)
    if branch.unfinished:
        scenario.unfinished.add(("vehicles", key, "vehicle"))
    for part in SHARED:
        if part in tree.value:
            value[part] = None
            scenario.graft((part,), _branch(tree, (part,)))
    _give_surface(value, branch)
    if "start" in tree.value:
        value["vehicles"][key]["start"] = None
        scenario.graft(("vehicles", key, "start"), _branch(tree, ("start",)))
    return scenario


def _give_surface(value: dict[str, Any], vehicle: Tree) -> None:
    """Let water end at depth 0 where nobody says anything else: no vehicle of a mission climbs out of the water."""
    run = vehicle.value.get("run") if isinstance(vehicle.value, dict) else None
    theirs = run.get("water") if isinstance(run, dict) else None
    water = value.setdefault("water", {})
    said = {*(water if isinstance(water, dict) else ()), *(theirs if isinstance(theirs, dict) else ())}
    if isinstance(water, dict) and not said & {"surface", "waves"}:
        water["surface"] = "calm"


def _key(scenario: Tree) -> str:
    return str(next(iter(scenario.value["vehicles"])))


def _vehicle(tree: Tree, file: FilePath, typed: bool) -> Tree:
    """Return the tree of the vehicle, without what its own run would command; empty and unfinished where it fails.

    A file that the user typed is sought where the user is, else beside the mission.
    """
    said = tree.value.get("vehicle")
    if isinstance(said, dict):
        branch = _branch(tree, ("vehicle",))
    elif not isinstance(said, str):
        if "vehicle" in tree.value:
            message = "must be the name or the file of a vehicle, or one written out"
            tree.problems.append(Problem(("vehicle",), message, tree.place(("vehicle",)), said))
        return Tree({}, unfinished={()})
    else:
        place = tree.place(("vehicle",))
        try:
            vehicle_file = find_file(said, None if typed else file, place)
            branch = read_file(vehicle_file)
            if is_scenario(branch.value) or not isinstance(branch.value, dict):
                raise DescriptionError([Problem((), f"{said} is no vehicle", place)])
            resolve_parts(branch, vehicle_file)
        except DescriptionError as error:
            tree.problems += [
                Problem(("vehicle", *each.path), each.message, each.place or place, each.value)
                for each in error.problems
            ]
            return Tree({}, unfinished={()})
    run = branch.value.get("run")
    for key in TAKEN_OUT if isinstance(run, dict) else ():
        run.pop(key, None)
    return branch


def _branch(tree: Tree, path: Path) -> Tree:
    """Return a part of a tree with the places of all that is in it."""
    length = len(path)
    return Tree(
        copied(tree.at(path)),
        {known[length:]: place for known, place in tree.places.items() if known[:length] == path},
        {known[length:]: place for known, place in tree.keys.items() if known[:length] == path},
    )


def _translated(problem: Problem, key: str, places: Mapping[str, Place]) -> Problem:
    """Return a problem of the scenario in the words of the mission's file."""
    path = problem.path
    if path[:2] == ("vehicles", key):
        path = path[2:]
    prefix = f"set vehicles.{key}.vehicle."
    place = problem.place
    if place is not None and place.file.startswith(prefix):
        place = Place(f"set {place.file.removeprefix(prefix)}")
    return replace(problem, path=path, place=place)


def _in_file(problem: Problem, places: Mapping[str, Place]) -> Problem:
    """Return a problem of a setting at the place where the file says it."""
    place = problem.place
    if place is None or not place.file.startswith("set "):
        return problem
    dotted = place.file.removeprefix("set ").partition("=")[0]
    return replace(problem, place=places.get(dotted, place))
