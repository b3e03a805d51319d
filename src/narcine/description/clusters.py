"""What a cluster stands for: its vehicles, their starts and their couplings, as if they were written out.

What the file itself says of one of them (`vehicles: {raft_2: {start: {...}}}`, `couplings: {raft_1_2: {...}}`) changes
that one. Errors in them point at the cluster.
"""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from narcine.description.chains import chain_bodies
from narcine.description.cluster import Cluster
from narcine.description.importing.frames import Frame, as_written, rotation_of
from narcine.description.overrides import split_path
from narcine.description.problems import Path, Problem
from narcine.description.provenance import take_provenance
from narcine.description.quantities import suggestion
from narcine.description.settings import Start
from narcine.description.tree import Tree
from narcine.description.validation import validate
from narcine.description.written_out import Block, beneath, write_block

Array = NDArray[np.float64]
TURNING = ("rigid", "hinge", "slider")
"""Couplings that hold an attitude."""


def expand_clusters(tree: Tree) -> None:
    """Write out all clusters of a scenario whose vehicles are in their places, and take the clusters themselves out."""
    clusters = tree.value.get("clusters")
    if clusters is None:
        return
    tree.value.setdefault("vehicles", {})
    for name in clusters if isinstance(clusters, dict) else ():
        path: Path = ("clusters", name)
        said = _take_provenance(tree, path)
        cluster, problems = validate(Cluster, tree, path)
        if not problems and cluster is not None and isinstance(tree.value["vehicles"], dict):
            problems = _expand(tree, path, name, cluster, said)
        tree.problems += [problem for problem in problems if not tree.is_unfinished(problem.path)]
        if problems or tree.is_unfinished((*path, "vehicle")) or tree.is_unfinished((*path, "connector")):
            tree.unfinished |= {(section,) for section in ("vehicles", "couplings", "commands", "events")}
    if not isinstance(clusters, dict):
        tree.unfinished.add(("vehicles",))
        tree.problems.append(Problem(("clusters",), "must be a block of keys", tree.place(("clusters",))))
    del tree.value["clusters"]


def make_room(tree: Tree, settings: list[str]) -> None:
    """Make the blocks of vehicles in clusters into which settings such as `vehicles.raft_2.vehicle.name` put values."""
    clusters = tree.value.get("clusters")
    for dotted in settings if isinstance(clusters, dict) else ():
        _, *inner = split_path(dotted)
        if any(len(inner) > 1 and inner[0].startswith(f"{name}_") for name in clusters):
            block = tree.value.setdefault("vehicles", {})
            for key in inner[:-1]:
                block = block.setdefault(key, {}) if isinstance(block, dict) else block


def _take_provenance(tree: Tree, path: Path) -> Block:
    """Strip a cluster, but not its vehicles, of where its numbers come from, and return what is said of all of them."""
    block = tree.at(path)
    if not isinstance(block, dict):
        return {}
    vehicles = {key: block[key] for key in ("vehicle", "connector") if key in block}
    length = len(path)
    places = {known[length:]: place for known, place in tree.places.items() if known[:length] == path}
    keys = {known[length:]: place for known, place in tree.keys.items() if known[:length] == path}
    branch = Tree({key: value for key, value in block.items() if key not in vehicles}, places, keys)
    found, problems = take_provenance(branch)
    tree.problems += [replace(problem, path=path + problem.path) for problem in problems]
    block.clear()
    block.update({**vehicles, **branch.value})
    tree.places.update({path + relative: place for relative, place in branch.places.items()})
    return {found[()].kind: found[()].text} if () in found else {"source": "its cluster"}


def _expand(tree: Tree, home: Path, name: str, cluster: Cluster, said: Block) -> list[Problem]:
    """Write out one cluster, and return what keeps it from being one."""
    keys = ["vehicle"] if cluster.connector is None else ["vehicle", "connector"]
    if any(not isinstance(tree.at((*home, key)), dict) for key in keys):
        return []
    roots = {key: _root(tree.at((*home, key))) for key in keys}
    problems = [
        Problem((*home, key), "hangs on the world by a joint, and cannot be put elsewhere", tree.place((*home, key)))
        for key in keys
        if roots[key] is None
    ]
    held = cluster.body or roots["vehicle"]
    vehicle = tree.at((*home, "vehicle"))
    bodies = [*dict.fromkeys([*(vehicle.get("bodies") or ()), *chain_bodies(vehicle)])]
    if cluster.body is not None and cluster.body not in bodies:
        message = f"there is no body {cluster.body!r}{suggestion(cluster.body, bodies)}; there are {', '.join(bodies)}"
        problems.append(Problem((*home, "body"), message, tree.place((*home, "body")), cluster.body))
    if problems:
        return problems
    begins = _begins(tree, home, cluster)
    members = [f"{name}_{number + 1}" for number in range(len(cluster.offsets))]
    for member, offset in zip(members, cluster.offsets, strict=True):
        _copy(tree, home, "vehicle", member, begins, Frame(np.array(offset), np.eye(3)))
    for one, other in cluster.neighbours if cluster.coupling != "none" else ():
        pair = f"{one + 1}_{other + 1}"
        first, second = f"{members[one]}.{held}", f"{members[other]}.{held}"
        here = np.array(cluster.offsets[one])
        step = np.array(cluster.offsets[other]) - here
        before = Frame(np.zeros(3), np.eye(3))
        if cluster.connector is not None:
            connector, middle = f"{name}_connector_{pair}", Frame(0.5 * step, _turned(step))
            _copy(tree, home, "connector", connector, begins, Frame(here + middle.position, middle.rotation))
            link = f"{connector}.{roots['connector']}"
            fixed = {**said, "type": "rigid", "first": first, "second": link}
            if cluster.body is None:
                fixed |= {"at": as_written(middle.position), "attitude": as_written(middle.attitude)}
            write_block(tree, ("couplings", connector), fixed, home)
            first, before = link, middle
        made = _coupling(cluster, before.inverse.then(Frame(step, np.eye(3))))
        block = {**said, "first": first, "second": second, **made}
        write_block(tree, ("couplings", f"{name}_{pair}"), block, home, "coupling")
    return []


def _coupling(cluster: Cluster, second: Frame) -> Block:
    """Return how two neighbours are coupled, the second standing in the axes of the first as said."""
    own: Block = {"type": "rigid", **(cluster.coupling if isinstance(cluster.coupling, dict) else {})}
    if own["type"] == "distance":
        return {"length": float(np.linalg.norm(second.position)), **own}
    if cluster.body is not None:
        return own
    half = 0.5 * second.position
    made: Block = {"at": as_written(half), "to": as_written(-second.rotation.T @ half)}
    if own["type"] in TURNING:
        made["attitude"] = as_written(second.attitude)
    return {**made, **own}


def _turned(step: Array) -> Array:
    """Return the shortest rotation that takes starboard to the direction of a step."""
    aim = step / np.linalg.norm(step)
    axis, cosine = np.cross([0.0, 1.0, 0.0], aim), aim[1]
    if cosine < -1.0 + 1e-12:
        return np.diag([-1.0, -1.0, 1.0])
    skew = np.array([[0.0, -axis[2], axis[1]], [axis[2], 0.0, -axis[0]], [-axis[1], axis[0], 0.0]])
    return np.asarray(np.eye(3) + skew + skew @ skew / (1.0 + cosine))


def _root(vehicle: Block) -> str | None:
    """Return the free body of a vehicle as written."""
    bodies, joints, modules = vehicle.get("bodies"), vehicle.get("joints"), chain_bodies(vehicle)
    hung = [each for each in joints.values() if isinstance(each, dict)] if isinstance(joints, dict) else []
    held = [each.get("child") for each in hung if each.get("type") != "free"]
    held += [module for module, before in modules.items() if before is not None]
    free = [name for name in (*(bodies if isinstance(bodies, dict) else ()), *modules) if name not in held]
    return str(free[0]) if free else None


def _begins(tree: Tree, home: Path, cluster: Cluster) -> tuple[Start, Block]:
    """Return how the first vehicle starts, and the same as written."""
    if cluster.start is not None:
        return cluster.start, tree.at((*home, "start")) or {}
    written = tree.at((*home, "vehicle", "run", "start"))
    try:
        return Start.model_validate(written or {}), written or {}
    except ValidationError:  # the vehicle's own start is broken, and says so where it is checked
        return Start(), written if isinstance(written, dict) else {}


def _copy(tree: Tree, home: Path, key: str, member: str, begins: tuple[Start, Block], stands: Frame) -> None:
    """Put a copy of a vehicle among those of the scenario, where it stands from the first one."""
    start, written = begins
    turn = rotation_of(*start.attitude)
    spin = np.array(start.angular_velocity)
    velocity = np.array(start.velocity) + np.cross(spin, stands.position)
    block = dict(written) if key == "vehicle" else {}
    block["position"] = (np.array(start.position) + turn @ stands.position).tolist()
    if key == "connector":
        block["attitude"] = list(Frame(np.zeros(3), turn @ stands.rotation).attitude)
        block["angular_velocity"] = (stands.rotation.T @ spin).tolist()
    if key == "connector" or any(spin):
        block["velocity"] = (stands.rotation.T @ velocity).tolist()
    source: Path = (*home, key)
    write_block(tree, ("vehicles", member), {"start": block}, home)
    entry = tree.at(("vehicles", member))
    if not isinstance(entry, dict):
        return
    own: Any = entry.get("vehicle", {})
    entry["vehicle"] = beneath(own, deepcopy(tree.at(source))) if isinstance(own, dict) else own
    target, length = ("vehicles", member, "vehicle"), len(source)
    for table in (tree.places, tree.keys):
        for known, place in [each for each in table.items() if each[0][:length] == source]:
            table.setdefault(target + known[length:], place)
    for known, cells in [each for each in tree.cells.items() if each[0][:length] == source]:
        tree.cells.setdefault(target + known[length:], cells)
