"""Reading vehicles and scenarios: from a name, a path or a tree to records that fit, or to all that is wrong."""

from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from narcine.description.consistency import (
    check_broken_names,
    check_commands,
    check_start,
    check_times,
    check_vehicle,
)
from narcine.description.inputs import InputSpec, vehicle_inputs
from narcine.description.library import find_file
from narcine.description.problems import DescriptionError, Path, Place, Problem, path_text
from narcine.description.provenance import (
    SOURCED_KEYS,
    Provenance,
    numbers,
    provenance_of,
    take_provenance,
    with_unit,
)
from narcine.description.references import resolve_parts
from narcine.description.scenario import Scenario, scenario_of
from narcine.description.tree import Tree, read_file, read_tree
from narcine.description.validation import validate
from narcine.description.vehicle import Vehicle


@dataclass(frozen=True)
class Description:
    """A scenario that fits, and what it was read from."""

    scenario: Scenario
    kind: str
    """vehicle or scenario: what the file describes"""
    file: FilePath | None = None
    plain: dict[str, Any] = field(default_factory=dict)
    """the whole description with all parts and settings in place, as plain values"""
    tree: Tree | None = None
    provenance: dict[Path, Provenance] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    """what was set on top of the file, by path"""

    def unsourced(self) -> list[str]:
        """Return the paths of numbers that say neither where they come from nor what was assumed.

        Settings of a run are choices, not facts, and need no source.
        """
        if self.tree is None:
            return []
        return [
            path_text(path)
            for path in numbers(self.tree.value)
            if not ({"run", "parts"} & set(path) or self._is_setting(path))
            and provenance_of(path, self.provenance) is None
        ]

    def _is_setting(self, path: Path) -> bool:
        settings = ("duration", "step", "record", "seed", "commands", "water", "start")
        return self.kind == "scenario" and (path[0] in settings or (path[0] == "vehicles" and path[2] == "start"))

    def located(self, path: Path, message: str) -> Problem:
        """Return a problem with the place of its path."""
        return Problem(path, message) if self.tree is None else _found(self.tree, path, message)


def load_description(name: str, settings: dict[str, Any] | None = None) -> Description:
    """Return the description of a vehicle or scenario by name or path, with some values set to others."""
    file = find_file(name)
    tree = read_file(file)
    return describe(tree, file, settings or {})


def describe_plain(plain: dict[str, Any]) -> Description:
    """Return the description that plain values hold, written in Python or kept by a run."""
    return describe(Tree(copied(plain)), FilePath("description"), {})


def describe_text(text: str, file: str = "text") -> Description:
    """Return the description that a YAML text holds."""
    return describe(read_tree(text, file), FilePath(file), {})


def describe_records(source: Vehicle | Scenario) -> Description:
    """Return the description of records made in Python."""
    scenario = source if isinstance(source, Scenario) else scenario_of(source)
    problems: list[Problem] = []
    inputs: dict[str, InputSpec] = {}
    for name, placed in scenario.vehicles.items():
        prefix: Path = () if isinstance(source, Vehicle) else ("vehicles", name, "vehicle")
        found = [Problem(prefix + path, message) for path, message in check_vehicle(placed.vehicle, {})]
        problems += found
        if not found:
            label = f"{name}." if len(scenario.vehicles) > 1 else ""
            inputs |= {label + key: spec for key, spec in vehicle_inputs(placed.vehicle).items()}
            if placed.start is not None:
                findings = check_start(("vehicles", name, "start"), placed.start, placed.vehicle)
                problems += [Problem(*finding) for finding in findings]
    if not problems and isinstance(source, Scenario):
        problems += [Problem(*finding) for finding in check_commands(("commands",), scenario, inputs)]
        problems += [Problem(*finding) for finding in check_times((), scenario)]
    if problems:
        raise DescriptionError(problems)
    kind = "vehicle" if isinstance(source, Vehicle) else "scenario"
    return Description(scenario, kind, plain=source.model_dump(mode="json", exclude_defaults=True))


def describe(tree: Tree, file: FilePath, settings: dict[str, Any]) -> Description:
    """Return the description that a tree holds."""
    if not isinstance(tree.value, dict):
        raise DescriptionError([Problem((), "must be a block of keys", tree.place(()))])
    kind = "scenario" if "vehicles" in tree.value else "vehicle"
    resolve_parts(tree, file)
    if kind == "scenario":
        _resolve_vehicles(tree, file)
    for dotted, value in settings.items():
        _set(tree, dotted, value)
    plain = copied(tree.value)
    provenance, problems = take_provenance(tree)
    problems += tree.problems
    scenario = None
    if kind == "vehicle":
        vehicle, found = read_vehicle(tree, ())
        problems += found
        scenario = scenario_of(vehicle) if vehicle is not None else None
    else:
        scenario, found = _read_scenario(tree)
        problems += found
    if problems or scenario is None:
        raise DescriptionError(sorted(problems, key=_place_order))
    return Description(scenario, kind, file, plain, tree, provenance, dict(settings))


def _place_order(problem: Problem) -> tuple[str, int, int]:
    place = problem.place or Place("")
    return place.file, place.line, place.column


def read_vehicle(tree: Tree, prefix: Path) -> tuple[Vehicle | None, list[Problem]]:
    """Return the vehicle at a prefix of a tree, and all that is wrong with it."""
    vehicle, problems = validate(Vehicle, tree, prefix)
    broken: dict[str, set[str]] = {}
    for problem in problems:
        relative = problem.path[len(prefix) :]
        if relative:
            broken.setdefault(str(relative[0]), set()).add(str(relative[1]) if len(relative) > 1 else "")
    raw = tree.at(prefix)
    findings = list(check_broken_names(raw, broken)) if isinstance(raw, dict) else []
    if vehicle is not None:
        findings += check_vehicle(vehicle, broken)
    return vehicle, problems + [_found(tree, prefix + path, message) for path, message in findings]


def _found(tree: Tree, path: Path, message: str) -> Problem:
    value = tree.at(path)
    return Problem(path, message, tree.place(path), None if isinstance(value, dict | list) else value)


def _read_scenario(tree: Tree) -> tuple[Scenario | None, list[Problem]]:
    problems: list[Problem] = []
    placed = tree.value["vehicles"]
    whole = copied(tree.value)
    if isinstance(placed, dict):
        for name, entry in placed.items():
            if isinstance(entry, dict) and isinstance(entry.get("vehicle"), dict):
                path: Path = ("vehicles", name, "vehicle")
                vehicle, found = read_vehicle(tree, path)
                problems += found
                if vehicle is not None and not found:
                    whole["vehicles"][name]["vehicle"] = vehicle
    if problems:
        return None, problems
    scenario, problems = validate(Scenario, Tree(whole, tree.places, tree.keys))
    if scenario is None or problems:
        return None, problems
    several = len(scenario.vehicles) > 1
    inputs: dict[str, InputSpec] = {}
    for name, entry in scenario.vehicles.items():
        start_path: Path = ("vehicles", name, "start")
        if entry.start is not None:
            problems += [_found(tree, *found) for found in check_start(start_path, entry.start, entry.vehicle)]
        prefix = f"{name}." if several else ""
        inputs |= {prefix + key: spec for key, spec in vehicle_inputs(entry.vehicle).items()}
    problems += [_found(tree, *found) for found in check_commands(("commands",), scenario, inputs)]
    problems += [_found(tree, *found) for found in check_times((), scenario)]
    return scenario, problems


def _resolve_vehicles(tree: Tree, file: FilePath) -> None:
    """Put the trees of vehicles in place of their names."""
    placed = tree.value["vehicles"]
    problems: list[Problem] = []
    for name, entry in placed.items() if isinstance(placed, dict) else ():
        if not isinstance(entry, dict) or not isinstance(entry.get("vehicle"), str):
            continue
        path: Path = ("vehicles", name, "vehicle")
        try:
            vehicle_file = find_file(entry["vehicle"], file)
            branch = read_file(vehicle_file)
            resolve_parts(branch, vehicle_file)
        except DescriptionError as error:
            problems += [
                Problem(path + problem.path, problem.message, problem.place or tree.place(path), problem.value)
                for problem in error.problems
            ]
            continue
        tree.graft(path, branch)
    if problems:
        raise DescriptionError(problems)


def _set(tree: Tree, dotted: str, value: Any) -> None:
    """Put a value at a dotted path; blocks on the way are made where they are missing."""
    place = Place(f"--set {dotted}={value}")
    path: list[str | int] = []
    current = tree.value
    parts = dotted.split(".")
    number = 0
    while number < len(parts):
        if isinstance(current, dict) and "value" in current and parts[number] not in SOURCED_KEYS:
            current["value"] = with_unit(current["value"], current.pop("unit", None))
            path.append("value")
            current = current["value"]
        # names of coordinates and inputs hold dots themselves: take the longest run of parts that is a key
        for end in range(len(parts), number, -1):
            key = ".".join(parts[number:end])
            if isinstance(current, dict) and key in current:
                break
        else:
            key, end = parts[number], number + 1
        step: str | int = int(key) if isinstance(current, list) and key.isdigit() else key
        path.append(step)
        number = end
        if number == len(parts):
            break
        if isinstance(current, dict):
            following = current.get(key)
            if not isinstance(following, dict | list):
                current[key] = following = {}
            current = following
        elif isinstance(current, list) and isinstance(step, int) and step < len(current):
            current = current[step]
        else:
            raise DescriptionError([Problem(tuple(path), "there is nothing to set here", place)])
    target = tuple(path)
    if isinstance(current, list) and not (isinstance(target[-1], int) and target[-1] < len(current)):
        raise DescriptionError([Problem(target, f"must be an index below {len(current)}", place)])
    branch = read_tree(value, str(place)) if isinstance(value, str) and value.strip() else Tree(value)
    for relative in list(branch.places) or [()]:
        branch.places[relative] = place
    branch.keys = dict.fromkeys([*branch.keys, ()], place)
    tree.graft(target, branch)


def copied(value: Any) -> Any:
    """Return plain values that share nothing with the given ones."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list | tuple) else value
