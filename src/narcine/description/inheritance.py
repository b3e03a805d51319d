"""What a scenario does not say is taken from how its vehicles run: commands from each, the rest from the first.

Commands of the current are the water's, and so the first's.
"""

from copy import deepcopy
from typing import Any

from narcine.description.inputs import CURRENT
from narcine.description.problems import Path
from narcine.description.tree import Tree

INHERITED = ("duration", "formulation", "impulse", "integrator", "record", "seed", "step", "water", "world")

GROUNDS = {"seabed": "pool", "pool": "seabed"}
"""Blocks of a world of which one stands in place of the other."""


def inherit_runs(tree: Tree) -> None:
    """Put what vehicles say of their own runs where the scenario says nothing."""
    placed = tree.value["vehicles"]
    if not isinstance(placed, dict):
        return
    runs = {name: run for name, entry in placed.items() if isinstance(run := _run_of(entry), dict)}
    first = next(iter(placed), "")
    if first in runs:
        source: Path = ("vehicles", first, "vehicle", "run")
        for key in INHERITED:
            if key in runs[first] and key not in tree.value:
                inherit_block(tree, (key,), (*source, key))
        for block in ("water", "world"):
            there, own = runs[first].get(block), tree.value.get(block)
            for key in there if isinstance(there, dict) and isinstance(own, dict) else ():
                if key not in own and GROUNDS.get(key) not in own:
                    inherit_block(tree, (block, key), (*source, block, key))
    for name, run in runs.items():
        prefix = f"{name}." if len(placed) > 1 else ""
        commands = run.get("commands")
        steers = isinstance(water := run.get("water"), dict) and water.get("current_response") is not None
        for key in commands if isinstance(commands, dict) else ():
            current = steers and key in CURRENT
            if current and name != first:
                continue
            own = tree.value.setdefault("commands", {})
            target = key if current else prefix + key
            if isinstance(own, dict) and target not in own:
                inherit_block(tree, ("commands", target), ("vehicles", name, "vehicle", "run", "commands", key))
        _inherit_events(tree, ("vehicles", name, "vehicle", "run", "events"), prefix)


def _inherit_events(tree: Tree, source: Path, prefix: str) -> None:
    """Add what happens to a vehicle's own couplings, by the names that they have among several vehicles."""
    own, theirs = tree.value.get("events", []), tree.at(source)
    if not isinstance(own, list) or not isinstance(theirs, list) or not theirs:
        return
    tree.value["events"] = own
    for number, event in enumerate(theirs):
        own.append(None)
        inherit_block(tree, ("events", len(own) - 1), (*source, number))
        for deed in ("dock", "undock"):
            if isinstance(event, dict) and isinstance(event.get(deed), str):
                own[-1][deed] = prefix + event[deed]


def _run_of(entry: Any) -> Any:
    vehicle = entry.get("vehicle") if isinstance(entry, dict) else None
    return vehicle.get("run") if isinstance(vehicle, dict) else None


def inherit_block(tree: Tree, target: Path, source: Path) -> None:
    """Copy a value with the places of all that is in it."""
    length = len(source)
    places = {known[length:]: where for known, where in tree.places.items() if known[:length] == source}
    keys = {known[length:]: where for known, where in tree.keys.items() if known[:length] == source}
    cells = {known[length:]: where for known, where in tree.cells.items() if known[:length] == source}
    tree.graft(target, Tree(deepcopy(tree.at(source)), places, keys, cells=cells))
