"""What a towing campaign says of a vehicle: the drag of its root body, as numbers of its file."""

from collections.abc import Sequence

import numpy as np

from narcine.description.load import Description
from narcine.description.problems import DescriptionError
from narcine.description.vehicle import Vehicle
from narcine.hydrodynamics.added_inertia import added_inertia
from narcine.identification.towing.axes import AXES
from narcine.identification.towing.extrapolation import Guess
from narcine.identification.towing.tow import AxisDrag
from narcine.identification.writing import Identified
from narcine.identification.written import record_of, written_at
from narcine.recording.trajectory import Array


def root_of(vehicle: Vehicle) -> str:
    """Return the body that the others hang on: what a bracket grips."""
    hung = {joint.child for joint in vehicle.joints.values() if joint.type != "free"}
    return next((name for name in vehicle.bodies if name not in hung), next(iter(vehicle.bodies)))


def root_added_inertia(description: Description) -> Array:
    """Return the diagonal of the added inertia of the root body (6,)."""
    vehicle = record_of(description)
    return np.diag(added_inertia(vehicle.bodies[root_of(vehicle)], vehicle.run.water.density))


def identified(
    description: Description, found: Sequence[AxisDrag], guesses: Sequence[Guess], file: str
) -> list[Identified]:
    """Return quadratic and linear drag along each axis as numbers of the vehicle's file."""
    numbers = []
    for each in found:
        if each.fit is None:
            continue
        points = f"{len(each.used)} points" + (f" of {len(each.fusing.runs)} runs" if each.fusing is not None else "")
        said = f"towing tank, {each.axis}: {points} in {file} (narcine identify tow)"
        numbers += [
            Identified(
                _path(description, "quadratic", each.axis), each.fit.quadratic, each.fit.quadratic_interval, said
            ),
            Identified(_path(description, "linear", each.axis), each.fit.linear, each.fit.linear_interval, said),
        ]
    for guess in guesses:
        said = (
            f"extrapolated, a guess: {guess.axis} from {guess.source} by the ratio of added inertia, {guess.ratio:.4g} "
            f"(Nielsen et al. 2018, section 4.1.4), {file}"
        )
        numbers += [
            Identified(
                _path(description, "quadratic", guess.axis), guess.quadratic, guess.quadratic_interval, said, True
            ),
            Identified(_path(description, "linear", guess.axis), guess.linear, guess.linear_interval, said, True),
        ]
    return numbers


def _path(description: Description, kind: str, axis: str) -> str:
    """Return the path of a number on the diagonal, however the file writes the matrix."""
    index = AXES.index(axis)
    path = f"bodies.{root_of(record_of(description))}.drag.{kind}"
    rows = written_at(description, path)
    whole = isinstance(rows, list) and any(isinstance(row, list) for row in rows)
    return f"{path}.{index}.{index}" if whole else f"{path}.{index}"


def check_takes_drag(description: Description) -> None:
    """Raise that the root of a vehicle has drag by another law, beside which quadratic drag has no place."""
    root = root_of(record_of(description))
    drag = record_of(description).bodies[root].drag
    for law in ("coefficients", "morison", "skin") if drag is not None else ():
        if getattr(drag, law) is not None:
            message = (
                f"gives drag by {law}, beside which towed drag has no place; put it in a file of your own that uses "
                f"this vehicle, with `{law}: ~` and quadratic drag for the axes that were not towed"
            )
            path = ("bodies", root, "drag")
            raise DescriptionError([description.located(path, message)])


def doubts(description: Description) -> list[str]:
    """Return why the drag of the whole vehicle may not be that of its root alone."""
    vehicle = record_of(description)
    root = root_of(vehicle)
    body = vehicle.bodies[root]
    lines = []
    others = [name for name, other in vehicle.bodies.items() if name != root and (other.drag or other.crossflow)]
    others += list(vehicle.foils)
    if body.crossflow:
        others.append(f"the crossflow of {root}")
    if others:
        lines.append(
            f"the drag of the whole vehicle is written for {root}, and {', '.join(others[:5])} add theirs to it"
        )
    if body.drag is not None and body.drag.linear_fade is not None:
        lines.append(f"{root} has a linear_fade, which what was fitted knows nothing of; take it away: linear_fade: ~")
    return lines
