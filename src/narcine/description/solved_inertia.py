"""Files of added inertia that a solver wrote: per density, with the shape that it holds for."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StrictInt, ValidationError
from pydantic_core import PydanticCustomError

from narcine.description.matrices import Matrix, Rows
from narcine.description.problems import DescriptionError
from narcine.description.quantities import Coefficient, fail
from narcine.description.record import Record
from narcine.description.tree import read_file

if TYPE_CHECKING:
    from narcine.description.shapes.shape import Shape

PerDensity = Annotated[Rows, Matrix(6, semidefinite=True)]
DIGITS = 9
"""Significant digits to which lengths count in a fingerprint: 60 mm and 0.06 m are the same."""


class SolvedInertia(Record):
    """Added inertia of a body over the water's density, and how it was found."""

    vehicle: str
    body: str
    source: str = Field(description="what solved it, with its version")
    shape: str = Field(description="fingerprint of the shape that it holds for")
    panels: StrictInt = Field(ge=1)
    per_density: PerDensity = Field(description="six rows about the body's origin: m3, m4, m5")
    coarse_panels: StrictInt = Field(ge=1)
    coarse_per_density: PerDensity = Field(description="the same with fewer panels: what is left to converge")
    error: Coefficient = Field(description="largest difference of the two over the largest entry")

    def holds_for(self, shape: "Shape") -> bool:
        """Say whether a shape is the one that was solved for."""
        return self.shape == fingerprint(shape)


def fingerprint(shape: "Shape") -> str:
    """Return a hash of a shape's kind, sizes and place; of a mesh what its file holds, not where it lies."""
    geometry = shape.geometry
    sizes: dict[str, Any] = _rounded(geometry.model_dump(exclude_defaults=True))
    if shape.mesh is not None:
        sizes["file"] = hashlib.sha256(Path(shape.mesh.file).read_bytes()).hexdigest()
    known = [type(geometry).__name__, sizes, _rounded(shape.centre)]
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:32]


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return f"{value:.{DIGITS}g}" if isinstance(value, float) else value


def read_solved(file: Path | str) -> SolvedInertia:
    """Return what a file of solved added inertia holds, or say as a validator does why it is none."""
    path = Path(file)
    if not path.is_file():
        raise fail(f"there is no file {file}; `narcine added-inertia` writes it")
    return _read(str(file), path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(file: str, written: int) -> SolvedInertia:
    name = Path(file).name
    try:
        return SolvedInertia.model_validate(read_file(Path(file)).value)
    except DescriptionError as error:
        raise fail(f"{name} cannot be used: {error.problems[0]}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise fail(f"{name} is no file of added inertia: {where}: {first['msg'].lower()}") from None


def check_solved(file: str, shape: "Shape") -> PydanticCustomError | None:
    """Return what is wrong with a file of solved added inertia for a shape, if anything is."""
    solved = read_solved(file)
    if solved.holds_for(shape):
        return None
    return fail(
        f"added_inertia: {Path(file).name} was solved for another shape, or the shape has changed since; "
        "run `narcine added-inertia` for this body again"
    )
