"""A body: its shape, what it weighs, what it displaces, what water it traps, and what the water does to it."""

from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, StrictInt, WithJsonSchema, model_validator

from narcine.description.matrices import Matrix, Rows
from narcine.description.quantities import (
    Coefficient,
    Mass,
    Position,
    Quantity,
    Vector3,
    Vector6,
    Volume,
    fail,
    parse_number,
    sourced_schema,
    suggestion,
)
from narcine.description.record import Record
from narcine.description.shapes.geometry import AXES, Axis
from narcine.description.shapes.shape import Shape
from narcine.description.skin import Skin
from narcine.description.solved_inertia import check_solved, read_solved

Array = NDArray[np.float64]
Matrix6 = Annotated[Rows, Matrix(6)]
TRIANGLE_TOLERANCE = 1e-9
"""How far the largest moment of inertia may exceed the sum of the others, relative: rounding of typed numbers."""


CORIOLIS_WORDS = {"full": (1.0, 1.0, 1.0), "roll_only": (1.0, 0.0, 0.0), "none": (0.0, 0.0, 0.0)}


def _parse_coriolis(value: Any) -> Any:
    if isinstance(value, str):
        if value == "auto":
            return value
        if value not in CORIOLIS_WORDS:
            words = ["auto", *CORIOLIS_WORDS]
            raise fail(f"must be one of {', '.join(words)}, or three numbers{suggestion(value, words)}")
        return CORIOLIS_WORDS[value]
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise fail(f"must be one of auto, {', '.join(CORIOLIS_WORDS)}, or three numbers")
    return tuple(parse_number(item, "ratio") for item in value)


_CORIOLIS_SCHEMA = {
    "anyOf": [
        {"enum": ["auto", *CORIOLIS_WORDS]},
        {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
    ]
}
Coriolis = Annotated[Literal["auto"] | Vector3, BeforeValidator(_parse_coriolis), WithJsonSchema(_CORIOLIS_SCHEMA)]


def _expand_added_inertia(value: Any) -> Any:
    if isinstance(value, str):
        return {"rule": value}
    if isinstance(value, list | tuple) or hasattr(value, "tolist"):
        return {"matrix": value}
    return value


class AddedInertia(Record):
    """Inertia of the water that moves with a body: by a rule, as a 6x6 matrix about its origin, or from a solver."""

    rule: Literal["from_shape", "strip", "projected_area", "none"] | None = Field(
        None,
        description="from_shape: the best rule for the shape; strip: two-dimensional strips, for plates and cylinders; "
        "projected_area: Krishnamurthy et al. 2009, after eq 4",
    )
    matrix: Annotated[Rows, Matrix(6, semidefinite=True)] | None = Field(
        None, description="six numbers (the diagonal) or six rows, SI, about the body's origin"
    )
    file: str | None = Field(None, description="written by `narcine added-inertia`; path beside the file that names it")
    coriolis: Coriolis = Field(
        "auto",
        description="how far the water's linear momentum couples with rotation about each axis: full (1), none (0), "
        "roll_only, or three numbers; auto: none on a plate that carries a foil, whose lift contains it, else full",
    )

    @model_validator(mode="after")
    def _one_kind(self) -> "AddedInertia":
        if sum(each is not None for each in (self.rule, self.matrix, self.file)) != 1:
            raise fail("must have exactly one of rule (from_shape, strip, projected_area, none), matrix and file")
        return self

    @property
    def per_density(self) -> Array | None:
        """Return what a solver found, over the density of the water (m3, m4, m5), if it comes from a file."""
        return None if self.file is None else np.array(read_solved(self.file).per_density)


class _AddedSchema:
    """Lets editors accept a rule or a matrix without its key."""

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        rules = {"enum": ["from_shape", "strip", "projected_area", "none"]}
        matrices = Matrix(6).json_forms()
        return {"anyOf": [rules, *matrices, sourced_schema({"anyOf": matrices}), handler(schema)]}


class Morison(Record):
    """Drag of a cylinder by friction along it and by cross-flow across it (Li et al. 2015, eqs 5 to 11)."""

    law: Literal["strip", "as_printed"] = Field(
        "strip",
        description="strip: cross-flow summed along it; as_printed: the paper's coefficients at its middle, whose "
        "linear and quadratic parts share one number",
    )
    friction: Coefficient = Field(description="C_f, of the flow along the axis")
    across: Coefficient = Field(description="C_D, of the flow across the axis")
    section: Coefficient = Field(1.0, description="mu_A: effective cross-section over the cylinder's, as with paddles")
    strips: StrictInt = Field(20, ge=1, le=1000, description="how many, with `strip`")


class Drag(Record):
    """Drag f = -(L nu + Q |nu| nu): L and Q by their diagonals or as 6x6, or Q by coefficients on the shape."""

    linear: Matrix6 | None = Field(None, description="L: six numbers (the diagonal) or six rows, SI")
    linear_fade: Annotated[Vector6, Quantity("fade", at_least=0.0, size=6)] | None = Field(
        None, description="the linear drag of each axis is multiplied by exp(-fade |v|)"
    )
    quadratic: Matrix6 | None = Field(None, description="Q: six numbers (the diagonal) or six rows, SI")
    coefficients: Annotated[Vector3, Quantity("ratio", at_least=0.0, size=3)] | None = Field(
        None,
        description="of the flow along forward, starboard, down, on the areas that the shape shows it",
    )
    morison: Morison | None = Field(None, description="friction and cross-flow of a round cylinder")
    skin: Skin | None = Field(None, description="friction on the sides of a cylinder")

    @model_validator(mode="after")
    def _consistent(self) -> "Drag":
        given = [key for key in ("quadratic", "coefficients", "morison", "skin") if getattr(self, key) is not None]
        if len(given) > 1:
            raise fail(f"has both {' and '.join(given)}; give one")
        if self.linear_fade is not None and (self.linear is None or not is_diagonal(self.linear)):
            raise fail("linear_fade needs a linear drag given by its diagonal")
        return self


def is_diagonal(rows: Rows) -> bool:
    """Say whether a matrix has nothing off its diagonal."""
    matrix = np.array(rows)
    return not np.any(matrix - np.diag(np.diag(matrix)))


class Crossflow(Record):
    """Drag of the flow across a slender body, by strips along an axis."""

    coefficient: Coefficient
    axis: Axis = Field("forward", description="along which the strips lie")
    directions: tuple[Axis, ...] = Field(
        (), description="directions that carry drag; both across the axis when not given"
    )
    strips: StrictInt = Field(20, ge=1, le=1000, description="how many")
    stations: Annotated[tuple[float, float], Quantity("length", size=2)] | None = Field(
        None,
        description="first and last station along the axis from the body's origin; the shape's ends when not given",
    )
    width: Annotated[float, Quantity("length", above=0.0)] | None = Field(
        None, description="width to the flow; the shape's when not given"
    )
    quadrature: Literal["midpoint", "end_to_end"] = Field(
        "midpoint",
        description="midpoint: equal strips; end_to_end: strips centred on equally spaced stations from end to end, as "
        "PythonVehicleSimulator counts them, which makes the body one strip longer",
    )

    @model_validator(mode="after")
    def _across(self) -> "Crossflow":
        if self.axis in self.directions:
            raise fail(f"directions must lie across the axis {self.axis!r}")
        if self.stations is not None and not self.stations[0] < self.stations[1]:
            raise fail("stations must grow from the first to the last")
        if self.quadrature == "end_to_end" and self.strips < 2:
            raise fail("end_to_end needs at least two strips")
        return self

    @property
    def axis_index(self) -> int:
        """Return the index of the body axis along which the strips lie."""
        return AXES[self.axis]

    @property
    def across(self) -> tuple[int, ...]:
        """Return the indices of the body axes that carry drag."""
        if self.directions:
            return tuple(AXES[word] for word in self.directions)
        return tuple(index for index in range(3) if index != self.axis_index)


def _parse_inertia(value: Any) -> Any:
    if isinstance(value, str):
        if value == "from_shape":
            return value
        raise fail("must be from_shape, three numbers (the diagonal), or three rows of three numbers")
    rows = Matrix(3, semidefinite=True).parse(value)
    moments = np.linalg.eigvalsh(np.array(rows))
    if moments[2] > (moments[0] + moments[1]) * (1.0 + TRIANGLE_TOLERANCE):
        raise fail(
            f"is no body's inertia: the largest principal moment {moments[2]:.4g} exceeds the sum of the others "
            f"{moments[0] + moments[1]:.4g}"
        )
    return rows


_INERTIA_SCHEMA = {
    "anyOf": [{"const": "from_shape"}, *Matrix(3).json_forms(), sourced_schema({"anyOf": Matrix(3).json_forms()})]
}
Inertia = Annotated[Literal["from_shape"] | Rows, BeforeValidator(_parse_inertia), WithJsonSchema(_INERTIA_SCHEMA)]


class Body(Record):
    """A rigid body. Shape, mass, displaced volume and trapped water are four separate things."""

    shape: Shape | None = Field(None, description="exactly one of the kinds, and its centre")
    mass: Mass
    displaced_volume: Annotated[Volume | None, BeforeValidator(lambda v: None if v == "from_shape" else v)] = Field(
        None, description="volume that floats the body; the shape's own when not given"
    )
    trapped_water: Mass = Field(0.0, description="water that moves with the body: inertia without weight")
    centre_of_gravity: Position | None = Field(None, description="the shape's centre when not given")
    centre_of_buoyancy: Position | None = Field(None, description="the shape's centre when not given")
    inertia: Inertia = Field(
        "from_shape", description="about the centre of gravity; from_shape: evenly filled, zero without one"
    )
    added_inertia: Annotated[AddedInertia | None, BeforeValidator(_expand_added_inertia), _AddedSchema()] = Field(
        None, description="from_shape when there is a shape"
    )
    drag: Drag | None = Field(None, description="of the whole body, linear and quadratic")
    crossflow: Crossflow | None = Field(None, description="drag of the flow across a slender body, by strips")

    @model_validator(mode="after")
    def _strips_of_something(self) -> "Body":
        striped = self.added_inertia is not None and self.added_inertia.rule == "strip"
        if striped and self.shape is not None and self.shape.cylinder is None and self.shape.plate is None:
            raise fail("added_inertia by strips needs a cylinder or a plate")
        return self

    @model_validator(mode="after")
    def _solved_for_this_shape(self) -> "Body":
        if self.added_inertia is not None and self.added_inertia.file is not None and self.shape is not None:
            problem = check_solved(self.added_inertia.file, self.shape)
            if problem is not None:
                raise problem
        return self

    @model_validator(mode="after")
    def _morison_of_a_cylinder(self) -> "Body":
        if self.drag is not None and self.drag.morison is not None:
            if self.shape is None or self.shape.cylinder is None:
                raise fail("drag.morison needs a cylinder")
            if self.crossflow is not None:
                raise fail("counts the flow across twice: drag.morison carries it; leave crossflow out")
        return self

    @model_validator(mode="after")
    def _skin_of_a_cylinder(self) -> "Body":
        if self.drag is not None and self.drag.skin is not None and (self.shape is None or not self.shape.cylinder):
            raise fail("drag.skin needs a cylinder, on whose sides there is friction")
        return self

    @property
    def strips_across(self) -> Crossflow | None:
        """Return the cross-flow strips of the body, its own or those of Morison's law."""
        morison = self.drag.morison if self.drag is not None else None
        if morison is None or morison.law != "strip" or self.shape is None or self.shape.cylinder is None:
            return self.crossflow
        coefficient = morison.section * self.shape.cylinder.section * morison.across
        return Crossflow(coefficient=coefficient, axis=self.shape.cylinder.axis, strips=morison.strips)

    @model_validator(mode="after")
    def _flow_across_once(self) -> "Body":
        if self.crossflow is not None and self.drag is not None and self.drag.coefficients is not None:
            twice = [axis for axis, index in AXES.items() if index in self.crossflow.across]
            twice = [axis for axis in twice if self.drag.coefficients[AXES[axis]] > 0.0]
            if twice:
                raise fail(
                    f"counts the flow along {' and '.join(twice)} twice: crossflow carries its drag; set these "
                    "drag.coefficients to 0, or leave crossflow out"
                )
        return self

    @model_validator(mode="after")
    def _shape_where_needed(self) -> "Body":
        if self.shape is not None:
            return self
        needing = []
        added = self.added_inertia
        if added is not None and (added.file is not None or added.rule not in (None, "none")):
            needing.append("added_inertia")
        if self.drag is not None and self.drag.coefficients is not None:
            needing.append("drag.coefficients")
        if self.crossflow is not None and (self.crossflow.width is None or self.crossflow.stations is None):
            needing.append("crossflow without stations and width")
        if self.trapped_water > 0.0:
            needing.append("trapped_water")
        if needing:
            raise fail(f"has no shape, which {' and '.join(needing)} needs")
        return self

    @property
    def centre(self) -> Vector3:
        """Return the centroid of the shape in body axes, or the origin."""
        if self.shape is None:
            return (0.0, 0.0, 0.0)
        x, y, z = np.array(self.shape.centre) + self.shape.geometry.centroid
        return (float(x), float(y), float(z))

    @property
    def water_centre(self) -> Vector3:
        """Return the point about which the water moves with the shape alike, in body axes."""
        offset = self.shape.geometry.water_centre if self.shape is not None else np.zeros(3)
        x, y, z = np.array(self.centre) + offset
        return (float(x), float(y), float(z))

    @property
    def is_plate(self) -> bool:
        """Say whether the body is a thin fin."""
        return self.shape is not None and (self.shape.plate is not None or self.shape.extrusion is not None)

    @property
    def gravity_centre(self) -> Vector3:
        """Return the centre of gravity."""
        return self.centre if self.centre_of_gravity is None else self.centre_of_gravity

    @property
    def buoyancy_centre(self) -> Vector3:
        """Return the centre of buoyancy."""
        return self.centre if self.centre_of_buoyancy is None else self.centre_of_buoyancy

    @property
    def volume(self) -> float:
        """Return the displaced volume."""
        if self.displaced_volume is not None:
            return self.displaced_volume
        return self.shape.geometry.volume if self.shape is not None else 0.0

    @property
    def inertia_matrix(self) -> Array:
        """Return the 3x3 inertia about the centre of gravity."""
        if isinstance(self.inertia, tuple):
            return np.array(self.inertia)
        if self.shape is None:
            return np.zeros((3, 3))
        return self.mass * self.shape.geometry.inertia_per_mass
