"""Outlines of bodies as seen from above or from the side."""

from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.description.shapes.ellipsoid import Ellipsoid
from narcine.description.shapes.geometry import Geometry
from narcine.description.shapes.shape import Shape
from narcine.recording.dataset import rotation_matrices
from narcine.recording.trajectory import Array

if TYPE_CHECKING:
    import xarray

    from narcine.description.scenario import Scenario

_ANGLES = np.linspace(0.0, 2.0 * np.pi, 36, endpoint=False)
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)


def outline_of(geometry: Geometry, centre: Array, rotation: Array, plane: tuple[int, int]) -> Array:
    """Return the corners of the outline of a convex shape about its centroid in a plane of two world axes."""
    across = rotation[list(plane)]
    middle = centre[list(plane)]
    if isinstance(geometry, Ellipsoid):
        spread = across @ np.diag(geometry.half_extents**2) @ across.T
        return np.asarray(middle + _CIRCLE @ np.linalg.cholesky(spread).T)
    return np.asarray(middle + convex_hull(geometry.hull_points @ across.T))


def outline(shape: Shape, rotation: Array, position: Array, plane: tuple[int, int]) -> Array:
    """Return the corners of a shape's outline in a plane of two world axes; shapes are convex."""
    geometry = shape.geometry
    return outline_of(geometry, position + rotation @ (np.array(shape.centre) + geometry.centroid), rotation, plane)


def convex_hull(points: Array) -> Array:
    """Return the corners of the convex hull of points in a plane, in order (Andrew's monotone chain)."""
    ordered = sorted(map(tuple, points))
    halves = []
    for sequence in (ordered, ordered[::-1]):
        chain: list[tuple[Any, ...]] = []
        for point in sequence:
            while len(chain) > 1 and _turns_right(chain[-2], chain[-1], point):
                chain.pop()
            chain.append(point)
        halves.append(chain[:-1])
    return np.array(halves[0] + halves[1])


def _turns_right(a: tuple[Any, ...], b: tuple[Any, ...], c: tuple[Any, ...]) -> bool:
    return bool((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0.0)


def outlines(run: "xarray.Dataset", shapes: dict[str, Shape], record: int, plane: tuple[int, int]) -> list[Array]:
    """Return the outline of each body that has a shape, at one record, in a plane of two world axes."""
    position, attitude = run["position"].values[record], run["attitude"].values[record]
    return [
        outline(shapes[str(name)], rotation_matrices(attitude[index]), position[index], plane)
        for index, name in enumerate(run["body"].values)
        if str(name) in shapes
    ]


def overlap(first: Array, second: Array) -> float:
    """Return the larger share of a convex polygon that lies in the other, told by points in them."""
    return max(float(_holds(first, _points_of(second)).mean()), float(_holds(second, _points_of(first)).mean()))


def _points_of(polygon: Array) -> Array:
    """Return the centre of a polygon and points on two rings around it."""
    centre = polygon.mean(axis=0)
    return np.concatenate([centre[None], *(centre + share * (polygon - centre) for share in (0.5, 0.9))])


def _holds(polygon: Array, points: Array) -> Array:
    """Say which points lie in a convex polygon or on its edge, whichever way round its corners are."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    away = points[:, None] - polygon
    sides = edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0]
    return np.asarray(np.all(sides >= 0.0, axis=1) | np.all(sides <= 0.0, axis=1))


def scenario_of_run(run: "xarray.Dataset") -> "Scenario | None":
    """Return the scenario that a run keeps; none where a mesh is no longer where it was."""
    return _scenario_or_problem(run)[0]


def why_no_shapes(run: "xarray.Dataset") -> str:
    """Return why the shapes of a run cannot be shown, in words, or nothing."""
    problem = _scenario_or_problem(run)[1]
    return f"the shapes of this run cannot be shown: {problem}; tracks alone are drawn" if problem else ""


def _scenario_or_problem(run: "xarray.Dataset") -> "tuple[Scenario | None, str]":
    """Return the scenario that a run keeps, or what is the first thing wrong with it now."""
    import json

    from narcine.description.load import describe_plain
    from narcine.description.problems import DescriptionError

    try:
        return describe_plain(json.loads(run.attrs["description"])).scenario, ""
    except DescriptionError as error:
        others = len(error.problems) - 1
        return None, f"{error.problems[0]}{f' (and {others} more)' if others else ''}"


def shapes_of(run: "xarray.Dataset") -> dict[str, Shape]:
    """Return the shapes of a run's bodies, by the names that the run gives them."""
    scenario = scenario_of_run(run)
    if scenario is None:
        return {}
    several = len(scenario.vehicles) > 1
    return {
        f"{vehicle}.{name}" if several else name: body.shape
        for vehicle, placed in scenario.vehicles.items()
        for name, body in placed.vehicle.bodies.items()
        if body.shape is not None
    }
