"""Reading vehicles and scenarios: from a name, a path or a tree to records that fit, or to all that is wrong."""

from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from narcine.description.chains import expand_chains
from narcine.description.clusters import expand_clusters, make_room
from narcine.description.commands_file import expand_commands
from narcine.description.consistency import check_broken_names, check_vehicle
from narcine.description.fastening import check_couplings, check_events, fastenings
from narcine.description.inheritance import inherit_runs
from narcine.description.inputs import InputSpec, current_inputs, in_own_units, scenario_inputs, vehicle_inputs
from narcine.description.library import find_file, mission_instead
from narcine.description.meshes import locate_meshes
from narcine.description.motion import (
    check_commands,
    check_current,
    check_start,
    check_times,
    check_travel,
    taken_names,
)
from narcine.description.overrides import apply_settings
from narcine.description.path_file import expand_paths
from narcine.description.picking import pick, picks, refuse_unknown
from narcine.description.problems import DescriptionError, Path, Place, Problem, path_text
from narcine.description.provenance import Provenance, numbers, provenance_of, take_provenance
from narcine.description.references import resolve_parts
from narcine.description.rims import expand_rims
from narcine.description.scenario import Scenario, scenario_of
from narcine.description.tethers import attach_tethers, expand_tethers
from narcine.description.tree import Tree, read_file, read_tree
from narcine.description.validation import validate
from narcine.description.vehicle import Vehicle
from narcine.description.world_checks import check_world
from narcine.description.written_out import vehicles_of

WRITTEN = ("vehicles", "clusters", "couplings")
"""Sections of a scenario that clusters add to: a description keeps them as they are written."""

OF_MISSIONS = {"legs", "vehicle", "helm", "settings", "runs", "cruise_depth", "start_delay"}
OTHERS = {"bodies", "vehicles", "clusters"}
"""Keys by which missions are told from vehicles and scenarios, whose mistakes are told otherwise."""


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
        settings = ("duration", "step", "record", "seed", "commands", "events", "impulse", "water", "world", "start")
        return self.kind == "scenario" and (path[0] in settings or (path[0] == "vehicles" and path[2] == "start"))

    def located(self, path: Path, message: str) -> Problem:
        """Return a problem with the place of its path."""
        return Problem(path, message) if self.tree is None else _found(self.tree, path, message)


def load_description(name: str, settings: dict[str, Any] | None = None, commands: str | None = None) -> Description:
    """Return the description of a vehicle or scenario by name or path, with some values set to others.

    `commands` is a CSV file that stands in place of the `commands_file` of its run.
    """
    file = find_file(name)
    tree = read_file(file)
    if is_mission(tree.value):
        raise DescriptionError([mission_instead(name)])
    settings = settings or {}
    if commands is not None:
        settings = {**settings, f"{'' if is_scenario(tree.value) else 'run.'}commands_file": commands}
    return describe(tree, file, settings)


def describe_plain(plain: dict[str, Any]) -> Description:
    """Return the description that plain values hold, written in Python or kept by a run."""
    return describe(Tree(copied(plain)), FilePath("description"), {})


def describe_text(text: str, file: str = "text") -> Description:
    """Return the description that a YAML text holds."""
    return describe(read_tree(text, file), FilePath(file), {})


def describe_records(source: Vehicle | Scenario) -> Description:
    """Return the description of records made in Python."""
    return describe_plain(source.model_dump(exclude_defaults=True, by_alias=True))


def describe(tree: Tree, file: FilePath, settings: dict[str, Any]) -> Description:
    """Return the description that a tree holds."""
    if not isinstance(tree.value, dict):
        raise DescriptionError([Problem((), "must be a block of keys", tree.place(()))])
    kind = "scenario" if is_scenario(tree.value) else "vehicle"
    said, settings = settings, {key: value for key, value in settings.items() if not _is_command(key)}
    apply_settings(tree, {key: value for key, value in settings.items() if _is_in(key, "parts")})
    resolve_parts(tree, file)
    if kind == "scenario":
        _resolve_vehicles(tree, file)
        make_room(tree, [key for key in settings if _is_in(key, "vehicles")])
        written_early = {key: value for key, value in settings.items() if _is_in(key, *WRITTEN)}
        apply_settings(tree, {key: value for key, value in written_early.items() if picks(key)})
        pick(tree, _vehicle_paths(tree))
        apply_settings(tree, {key: value for key, value in written_early.items() if not picks(key)})
        _resolve_vehicles(tree, file)
        pick(tree, _vehicle_paths(tree))
        for path in _vehicle_paths(tree):
            expand_commands(tree, (*path, "run"), file)
            expand_paths(tree, (*path, "run", "world"), file)
        locate_meshes(tree, file)
        written = {key: copied(tree.value[key]) for key in WRITTEN if key in tree.value}
        expand_clusters(tree)
        pick(tree, vehicles_of(tree))
        attach_tethers(tree)
        inherit_runs(tree)
    early = ("parts", *WRITTEN) if kind == "scenario" else ("parts",)
    late = {key: value for key, value in settings.items() if not _is_in(key, *early)}
    if kind == "vehicle":
        apply_settings(tree, {key: value for key, value in late.items() if picks(key)})
        pick(tree, vehicles_of(tree))
        late = {key: value for key, value in late.items() if not picks(key)}
    apply_settings(tree, late)
    refuse_unknown(tree, vehicles_of(tree))
    run: Path = () if kind == "scenario" else ("run",)
    expand_commands(tree, run, file)
    expand_paths(tree, (*run, "world"), file)
    apply_settings(tree, {key: value for key, value in said.items() if _is_command(key)})
    locate_meshes(tree, file)
    plain = copied(tree.value)
    if kind == "scenario":
        plain = {key: value for key, value in plain.items() if key not in WRITTEN} | written
    provenance, problems = take_provenance(tree)
    expand_chains(tree, provenance)
    expand_rims(tree, provenance)
    expand_tethers(tree, provenance)
    scenario = None
    if kind == "vehicle":
        vehicle, found = read_vehicle(tree, ())
        scenario = scenario_of(vehicle) if vehicle is not None else None
    else:
        scenario, found = _read_scenario(tree)
    problems += [problem for problem in found if not tree.is_unfinished(problem.path)]
    problems += tree.problems
    if scenario is None and not problems:
        problems = found
    if problems or scenario is None:
        raise DescriptionError(_in_order(problems))
    return Description(scenario, kind, file, plain, tree, provenance, dict(said))


def is_scenario(value: Any) -> bool:
    """Say whether a file describes a scenario; else it describes a vehicle."""
    return isinstance(value, dict) and ("vehicles" in value or "clusters" in value)


def is_mission(value: Any) -> bool:
    """Say whether a file describes a mission: it has keys that neither vehicles nor scenarios have."""
    return isinstance(value, dict) and not OTHERS & value.keys() and bool(OF_MISSIONS & value.keys())


def _is_command(dotted: str) -> bool:
    """Say whether a setting is a command of the run: what is set comes after what files say."""
    return dotted.removeprefix("run.").partition(".")[0] == "commands"


def _is_in(dotted: str, *blocks: str) -> bool:
    return dotted.split(".")[0] in blocks


def _in_order(problems: list[Problem]) -> list[Problem]:
    """Return problems in the order of their places; one in a part that is used often is said once."""
    once = {(problem.place or problem.path, problem.message): problem for problem in reversed(problems)}
    return sorted(once.values(), key=_place_order)


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
        if not problems and not findings:
            inputs = {**vehicle_inputs(vehicle), **current_inputs(vehicle.run.water)}
            vehicle = vehicle.model_copy(update={"run": in_own_units(vehicle.run, inputs)})
    return vehicle, problems + [_found(tree, prefix + path, message) for path, message in findings]


def _found(tree: Tree, path: Path, message: str) -> Problem:
    value = tree.at(path)
    return Problem(path, message, tree.place(path), None if isinstance(value, dict | list | tuple) else value)


def _read_scenario(tree: Tree) -> tuple[Scenario | None, list[Problem]]:
    problems: list[Problem] = []
    placed = tree.value["vehicles"]
    whole = copied(tree.value)
    broken = set()
    for name, entry in placed.items() if isinstance(placed, dict) else ():
        path: Path = ("vehicles", name, "vehicle")
        vehicle = None
        if isinstance(entry, dict) and isinstance(entry.get("vehicle"), dict):
            vehicle, found = read_vehicle(tree, path)
            problems += found
            if found or tree.is_unfinished(path):
                broken.add(name)
        elif tree.is_unfinished(path):
            broken.add(name)
        if vehicle is not None or name in broken:
            whole["vehicles"][name]["vehicle"] = vehicle or Vehicle.model_construct(name=name, bodies={})
    scenario, found = validate(Scenario, Tree(whole, tree.places, tree.keys, cells=tree.cells))
    problems += found
    if scenario is None:
        return None, problems
    findings = [*check_times((), scenario), *check_world(("world",), scenario.world, list(scenario.vehicles))]
    inputs: dict[str, InputSpec] = {}
    for name, sound in scenario.vehicles.items():
        if name not in broken:
            inputs |= scenario_inputs(scenario, name)
            if sound.start is not None:
                findings += check_start(("vehicles", name, "start"), sound.start, sound.vehicle)
    if not broken and not found:
        several = len(scenario.vehicles) > 1
        for name, sound in scenario.vehicles.items():
            taken = {f"{name}.{each}" if several else each for each in taken_names(sound.vehicle)}
            findings += check_current(("water",), scenario.water, taken)
        inputs |= current_inputs(scenario.water)
        scenario = in_own_units(scenario, inputs)
        findings += check_commands(("commands",), scenario, inputs)
        bodies = [
            f"{name}.{body}" if several else body
            for name, placed in scenario.vehicles.items()
            for body in placed.vehicle.bodies
        ]
        findings += check_couplings(("couplings",), scenario.couplings, bodies)
        own = set() if several else set(next(iter(scenario.vehicles.values())).vehicle.couplings)
        for name in own & set(scenario.couplings):
            findings.append((("couplings", name), "the name is taken by a coupling of the vehicle itself"))
        couplings = {name: fastening.record for name, fastening in fastenings(scenario).items()}
        findings += check_events(("events",), scenario.events, couplings)
        for name, sound in scenario.vehicles.items():
            prefix = f"{name}." if len(scenario.vehicles) > 1 else ""
            findings += check_travel(("commands",), scenario, sound.vehicle, ("vehicles", name, "vehicle"), prefix)
    return scenario, problems + [_found(tree, *finding) for finding in findings]


def _resolve_vehicles(tree: Tree, file: FilePath) -> None:
    """Put the trees of vehicles in place of their names."""
    for path in _vehicle_paths(tree):
        name = tree.at(path)
        if not isinstance(name, str):
            continue
        try:
            vehicle_file = find_file(name, file)
            branch = read_file(vehicle_file)
            if is_scenario(branch.value):
                raise DescriptionError([Problem((), f"{name} is a scenario, not a vehicle")])
            resolve_parts(branch, vehicle_file)
        except DescriptionError as error:
            tree.problems += [
                Problem(path + problem.path, problem.message, problem.place or tree.place(path), problem.value)
                for problem in error.problems
            ]
            tree.unfinished.add(path)
            continue
        tree.graft(path, branch)


def _vehicle_paths(tree: Tree) -> list[Path]:
    """Return where a scenario says its vehicles."""
    paths: list[Path] = []
    for section, keys in (("vehicles", ("vehicle",)), ("clusters", ("vehicle", "connector"))):
        entries = tree.value.get(section)
        paths += [(section, name, key) for name in (entries if isinstance(entries, dict) else ()) for key in keys]
    return paths


def copied(value: Any) -> Any:
    """Return plain values that share nothing with the given ones."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list | tuple) else value
