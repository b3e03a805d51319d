"""How area and coefficients of a foil or a control surface change with a joint or with what is deployed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema

from narcine.description.growing import growing_rows, rows_schema
from narcine.description.names import Finding, known
from narcine.description.problems import Path
from narcine.description.quantities import UNITS, article, fail, fits, suggestion
from narcine.description.record import Record

SCALABLE = {
    "stall_ramp": ("area", "normal_coefficient", "tangential_coefficient"),
    "thin_foil": ("area", "slope", "parasitic_drag", "broadside_drag"),
    "linear_polar": ("area", "slope", "parasitic_drag"),
    "unsteady": ("area", "slope", "parasitic_drag", "broadside_drag"),
    "surface": ("area", "slope", "broadside_drag"),
}
"""What can be scaled, by the kind of the foil; of a control surface it is without induced change of slope."""
Points = tuple[tuple[float, ...], ...]


def _parse_table(value: Any) -> Points:
    rows = growing_rows(value, {"place": "coordinate", "factor": "ratio"})
    if any(factor < 0.0 for _, factor in rows):
        raise fail("factors must be at least 0")
    return rows


class FoilScale(Record):
    """One quantity of a foil or a surface, multiplied by a smooth monotone curve, constant beyond its ends."""

    quantity: str = Field(description="area, or a coefficient of the foil's kind")
    along: str = Field(alias="with", description="a joint, joint.axis of a universal joint, or what deploys")
    table: Annotated[Points, PlainValidator(_parse_table), WithJsonSchema(rows_schema(2))] = Field(
        description="[place, factor], places growing: angle or position of the joint, or deployment from 0 to 1"
    )


def check_scales(
    path: Path, kind: str, scales: Sequence[FoilScale], moving: Mapping[str, str], deploying: set[str]
) -> Iterator[Finding]:
    """Yield scales of unknown quantities and over what does not move; `moving` has the dimension of each coordinate."""
    for number, scale in enumerate(scales):
        here = (*path, "scale", number)
        allowed = SCALABLE[kind]
        if scale.quantity not in allowed:
            near = suggestion(scale.quantity, allowed)
            yield (*here, "quantity"), f"is nothing that scales on a {kind}; allowed: {', '.join(allowed)}{near}"
        missing = list(known((*here, "with"), scale.along, {*moving, *deploying}, "joint coordinate or deployment"))
        yield from missing
        if missing:
            continue
        if scale.along in moving and scale.along in deploying:
            yield (*here, "with"), "is the name of a joint and of a deployment; give one of them another name"
        dimension = moving.get(scale.along, "ratio")
        for row, (place, _) in enumerate(scale.table):
            if not fits(place, dimension):
                units = f"{article(dimension)} {dimension}; allowed: {', '.join(UNITS[dimension])}"
                wanted = units if dimension != "ratio" else "a number from 0 to 1"
                yield (*here, "table", row), f"is given in {getattr(place, 'unit', '')!r}, but is {wanted}"
            elif dimension == "ratio" and not 0.0 <= place <= 1.0:
                yield (*here, "table", row), f"{place:g} is never reached: a deployment goes from 0 to 1"
