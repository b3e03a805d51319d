"""How coupled bodies start: where couplings take hold, loops closed by their free joints, velocities that agree."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from narcine.description.fastening import Fastening, fastenings
from narcine.description.names import Finding
from narcine.description.scenario import Scenario
from narcine.multibody.couplings import Couplings
from narcine.multibody.links import JointKind
from narcine.simulation.docking import bring_together, inspect, misfit
from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model
from narcine.simulation.momentum import settled
from narcine.simulation.record import observation
from narcine.spatial.rotations import quaternion_from_matrix, rotation_from_euler
from narcine.spatial.vectors import Array
from narcine.tables import Table

CLOSED = 1e-8
"""Distance (m) or angle (rad) to which a loop must close at the start; the rest is taken by the first correction."""

MOVED = 1e-6
"""By how much (m, rad) a joint may start elsewhere than said: what corrections leave."""
HALF_TURN = 1.0
"""Angle (rad) that is no remainder of a correction: attitudes are held by their sine, which vanishes at half a turn."""
ATTEMPTS = 24
"""Starts, ever farther from the one that is said, from which a loop is tried to close: a stretched one has no slope."""


@dataclass(frozen=True)
class Pose:
    """Where a link is; the world stands at zero."""

    place: Array
    attitude: Array


def assembled(model: Model, scenario: Scenario) -> tuple[Model, list[Finding]]:
    """Return the model with all couplings holding at its start, and those that cannot."""
    couplings = fastenings(scenario)
    if not couplings:
        return model, []
    model = replace(model, initial_state=settled(model, model.initial_state), parameters=model.parameters.copy())
    findings: list[Finding] = []
    for name, fastening in couplings.items():
        findings += _place(model, name, fastening)
    if not findings:
        model = replace(model, initial_state=_closed(model, scenario))
        state = model.initial_state.copy()
        loose = bring_together(model.parameters, model.layout, state, model.commands)
        if loose >= 0:
            findings.append(_cannot_close(model, couplings, loose))
        else:
            findings += _not_as_said(model, scenario, state)
            model = replace(model, initial_state=state)
    return model, findings


def _poses(model: Model, name: str) -> tuple[Pose, Pose]:
    """Return where the two links of a coupling start."""
    seen = observation(model, model.initial_state[None], model.commands[None])
    columns, c = coupling_index(model, name)
    found = []
    for column in (columns.first, columns.second):
        link = int(model.layout[column + c])
        if link == len(seen.place[0]):
            found.append(Pose(np.zeros(3), np.eye(3)))
        else:
            found.append(Pose(seen.place[0, link], seen.attitude[0, link].reshape(3, 3)))
    return found[0], found[1]


def coupling_index(model: Model, name: str) -> tuple[Couplings, int]:
    """Return the columns of the coupling table and the row of a coupling."""
    columns: Couplings = read_columns(model.layout, Table.COUPLINGS)
    return columns, len(model.couplings) - 1 - model.couplings[::-1].index(name)


def too_far(model: Model, fastening: Fastening, name: str, state: Array, commands: Array) -> str:
    """Return why a coupling cannot take hold, or nothing."""
    _, c = coupling_index(model, name)
    distance, angle = misfit(model.parameters, model.layout, state.copy(), commands, c)
    capture = fastening.record.capture
    if distance > capture.distance and fastening.record.type == "distance":
        return f"its points are {distance:.3g} m off its length, more than {capture.distance:g} m (capture.distance)"
    if distance > capture.distance:
        return f"its points are {distance:.3g} m apart; it takes hold within {capture.distance:g} m (capture.distance)"
    if angle > capture.angle:
        allowed = np.degrees(capture.angle)
        return f"its axes are {np.degrees(angle):.3g} deg apart; it takes hold within {allowed:.3g} deg (capture.angle)"
    return ""


def _place(model: Model, name: str, fastening: Fastening) -> Iterator[Finding]:
    """Write into a model where a coupling holds: as its file says, else as its links stand."""
    record, state = fastening.record, model.initial_state
    columns, c = coupling_index(model, name)
    first, second = _poses(model, name)
    k = int(model.layout[columns.state + c])
    at = record.at
    if at is None:
        at = first.attitude.T @ (second.place + second.attitude @ np.array(record.to) - first.place)
    attitude = getattr(record, "attitude", None)
    R = first.attitude.T @ second.attitude if attitude is None else rotation_from_euler(*attitude)
    state[k + 1 : k + 4] = at
    state[k + 4 : k + 8] = quaternion_from_matrix(R)
    model.parameters[columns.at + 3 * c : columns.at + 3 * (c + 1)] = at
    model.parameters[columns.placement + 9 * c : columns.placement + 9 * (c + 1)] = R.ravel()
    if record.docked and _is_free(model, name):
        reason = too_far(model, fastening, name, state, model.commands)
        if reason:
            later = "" if record.type == "distance" else ", or set docked: false"
            yield fastening.path, f"cannot hold at the start: {reason}; start the vehicles nearer{later}"


def _is_free(model: Model, name: str) -> bool:
    """Say whether a coupling holds two trees of which one floats freely: no joint brings these together."""
    columns, c = coupling_index(model, name)
    roots = {int(model.layout[column + c]) for column in (columns.first_root, columns.second_root)}
    links = model.link_columns
    floats = any(root < links.rows and model.layout[links.kind + root] == JointKind.FREE for root in roots)
    return len(roots) > 1 and floats


def _closed(model: Model, scenario: Scenario) -> Array:
    """Return the initial state with loops closed by the joints that nothing drives and whose start is not said."""
    from scipy.optimize import least_squares

    state = model.initial_state
    said = _said_joints(scenario)
    free = [each for each in model.coordinates if each.drive in ("passive", "torque") and each.name not in said]
    moving = [each.position for each in free]
    lower, upper = (np.array([getattr(each, side) for each in free]) for side in ("lower", "upper"))
    errors = np.zeros((model.layout[3 * Table.SLOTS], 2))
    held = [coupling_index(model, name)[1] for name, each in fastenings(scenario).items() if each.record.docked]

    def off(angles: Array) -> Array:
        trial = state.copy()
        trial[moving] = angles
        inspect(model.parameters, model.layout, trial, model.commands, errors)
        turned = [misfit(model.parameters, model.layout, trial, model.commands, c)[1] for c in held]
        return np.concatenate([np.nan_to_num(errors[:, 0]), [angle if angle > np.pi / 2 else 0.0 for angle in turned]])

    if not moving or np.abs(off(state[moving])).max() < CLOSED:
        return state
    closed = state.copy()
    random = np.random.default_rng(0)
    nearest = np.inf
    for spread in (0.0, *np.geomspace(0.05, np.pi, ATTEMPTS)):
        start = np.clip(state[moving] + spread * random.uniform(-1.0, 1.0, len(moving)), lower, upper)
        found = least_squares(off, start, bounds=(lower, upper), xtol=1e-15, ftol=1e-15, gtol=1e-15)
        if found.cost < nearest:
            nearest, closed[moving] = found.cost, found.x
        if np.abs(found.fun).max() < CLOSED:
            break
    return closed


def _said_joints(scenario: Scenario) -> set[str]:
    """Return the joints whose start is said."""
    several = len(scenario.vehicles) > 1
    return {
        f"{name}.{joint}" if several else joint
        for name, placed in scenario.vehicles.items()
        for joint in placed.begins.joints
    }


def _not_as_said(model: Model, scenario: Scenario, state: Array) -> list[Finding]:
    """Return couplings that hold by half a turn, and loops that close only if joints leave their start or limits."""
    findings: list[Finding] = []
    couplings = {name: each for name, each in fastenings(scenario).items() if each.record.docked}
    for name, fastening in couplings.items():
        _, c = coupling_index(model, name)
        _, angle = misfit(model.parameters, model.layout, state.copy(), model.commands, c)
        if angle > HALF_TURN:
            apart = f"{np.degrees(angle):.3g} deg apart"
            findings.append(
                (fastening.path, f"cannot hold: its attitudes are {apart}, and no joint brings them together")
            )
    path = next((each.path for name, each in couplings.items() if not _is_free(model, name)), None)
    if path is None or findings:
        return findings
    said = _said_joints(scenario)
    for each in model.coordinates:
        before, after = model.initial_state[each.position], state[each.position]
        start = f"closes only if joint {each.name} starts at {after:.6g} {each.unit}"
        if each.name in said and abs(after - before) > MOVED:
            findings.append((path, f"{start}, not at {before:.6g} as is said"))
        elif not each.lower - MOVED <= after <= each.upper + MOVED:
            findings.append((path, f"{start}, beyond its limits"))
    return findings


def _cannot_close(model: Model, couplings: dict[str, Fastening], row: int) -> Finding:
    slots = read_columns(model.layout, Table.SLOTS)
    name = model.couplings[int(model.layout[slots.coupling + row])]
    _, c = coupling_index(model, name)
    distance, angle = misfit(model.parameters, model.layout, model.initial_state.copy(), model.commands, c)
    if distance < CLOSED and angle < CLOSED:
        return couplings[name].path, "holds bodies that prescribed joints drive against each other from the start"
    off = f"{distance:.3g} m" + (f" and {np.degrees(angle):.3g} deg" if angle else "")
    return couplings[name].path, (
        f"does not close: whatever the joints that are free to move do, it stays {off} off; "
        "change lengths, or joints whose start is said"
    )
