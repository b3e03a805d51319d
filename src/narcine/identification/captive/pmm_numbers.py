"""What captive runs tell, as numbers of a vehicle file."""

from narcine.description.load import Description
from narcine.description.vehicle import Vehicle
from narcine.identification.captive.pmm import PLANES, Coefficient, Found, PmmFit
from narcine.identification.writing import Identified
from narcine.identification.written import written_at
from narcine.spatial.vectors import Array

BLOCKS = {"inertia": "added_inertia.matrix", "linear": "drag.linear", "quadratic": "drag.quadratic"}


def without_vehicle(fit: PmmFit, rest: Array) -> dict[Coefficient, Found]:
    """Return numbers of the root's own water: of inertia, without that of all else (freedom, freedom) of the plane."""
    axes = PLANES[fit.plane].axes
    found = {}
    for each, number in fit.found.items():
        if each.kind == "inertia":
            taken = float(rest[axes.index(each.row), axes.index(each.column)])
            number = Found(number.value - taken, number.half_width)
        found[each] = number
    return found


def why_not_written(vehicle: Vehicle) -> str | None:
    """Return why what was measured of a vehicle as a whole cannot be said of its root alone, or None."""
    if len(vehicle.bodies) > 1:
        return "has several bodies; what was measured is of all of them together"
    if vehicle.foils or any(body.crossflow is not None for body in vehicle.bodies.values()):
        return "has foils or cross-flow strips, whose forces the captive equations count as damping"
    (body,) = vehicle.bodies.values()
    drag = body.drag
    if drag is not None and any(each is not None for each in (drag.coefficients, drag.morison, drag.skin)):
        return "has its drag by coefficients of its shape; linear and quadratic drag would stand beside it"
    return None


def numbers_of(
    description: Description, root: str, found: dict[Coefficient, Found], said: str
) -> tuple[list[Identified], list[Coefficient]]:
    """Return the numbers that a vehicle file has a place for, and those that it has none for.

    Where it writes the diagonal of a matrix, there is no place for couplings.
    """
    numbers, left = [], []
    for each, number in found.items():
        block = f"bodies.{root}.{BLOCKS[each.kind]}"
        written = written_at(description, block)
        by_rows = isinstance(written, list) and isinstance(written[0], list)
        if not by_rows and each.row != each.column:
            left.append(each)
            continue
        places = {f"{each.row}.{each.column}"} if by_rows else {f"{each.row}"}
        if by_rows and each.kind == "inertia":
            places.add(f"{each.column}.{each.row}")
        value, (low, high) = number.value, number.interval
        if each.row == each.column:  # neither inertia nor damping of one freedom is less than nothing
            value, low, high = (max(limit, 0.0) for limit in (value, low, high))
        numbers += [Identified(f"{block}.{place}", value, (low, high), said) for place in sorted(places)]
    return numbers, left
