"""Matrices in files: a list of n numbers is a diagonal, n lists of n numbers are the whole."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from narcine.description.quantities import NUMBER_SCHEMA, fail, parse_number, sourced_schema

Rows = tuple[tuple[float, ...], ...]

SYMMETRY_TOLERANCE = 1e-9
"""Asymmetry and negative eigenvalue allowed, over the largest entry: the rounding of numbers typed with ten digits."""


@dataclass(frozen=True)
class Matrix:
    """Marks a field as an n x n matrix; `semidefinite` asks that it be symmetric with no negative eigenvalue."""

    size: int
    semidefinite: bool = False

    def parse(self, value: Any) -> Rows:
        """Return the rows of the matrix."""
        if hasattr(value, "tolist"):
            value = value.tolist()
        n = self.size
        if not isinstance(value, list | tuple) or len(value) != n:
            raise fail(f"must be {n} numbers (the diagonal) or {n} rows of {n} numbers")
        if all(isinstance(item, list | tuple) for item in value):
            if any(len(row) != n for row in value):
                raise fail(f"must have {n} numbers in each of its {n} rows")
            matrix = np.array([[parse_number(item, "ratio") for item in row] for row in value])
        else:
            matrix = np.diag([parse_number(item, "ratio") for item in value])
        if self.semidefinite:
            check_semidefinite(matrix)
        return tuple(tuple(float(item) for item in row) for row in matrix)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Tell pydantic how to read the field."""
        return core_schema.no_info_plain_validator_function(self.parse)

    def json_forms(self) -> list[dict[str, Any]]:
        """Return the ways to write the matrix, for editors."""
        row = {"type": "array", "items": NUMBER_SCHEMA, "minItems": self.size, "maxItems": self.size}
        return [row, {"type": "array", "items": row, "minItems": self.size, "maxItems": self.size}]

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Tell editors what the field may hold."""
        return {"anyOf": [*self.json_forms(), sourced_schema({"anyOf": self.json_forms()})]}


def check_semidefinite(matrix: NDArray[np.float64]) -> None:
    """Refuse a matrix that no inertia can have."""
    scale = float(np.abs(matrix).max())
    rows, columns = np.nonzero(np.abs(matrix - matrix.T) > SYMMETRY_TOLERANCE * scale)
    if rows.size:
        i, j = rows[0], columns[0]
        raise fail(
            f"is not symmetric: entry ({i + 1}, {j + 1}) is {matrix[i, j]:g}, "
            f"entry ({j + 1}, {i + 1}) is {matrix[j, i]:g}"
        )
    smallest = float(np.linalg.eigvalsh(matrix)[0])
    if smallest < -SYMMETRY_TOLERANCE * scale:
        raise fail(f"is indefinite: its smallest eigenvalue is {smallest:.4g}; it must not be negative")
