"""Shapes as meshes of triangles for the eye: smooth where a shape is round, sharp where it has edges."""

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.description.shapes.ellipsoid import Ellipsoid
from narcine.description.shapes.geometry import Geometry
from narcine.description.shapes.revolution import RoundSections
from narcine.description.shapes.triangles import Faceted, Plate
from narcine.recording.trajectory import Array

AROUND, ALONG = 32, 20
"""Facets round a circle, and from pole to pole."""
CAP = 4
"""Facets from the middle of a cone's end to its edge."""
SHARP = np.cos(np.radians(35.0))
"""Cosine of the angle between two facets above which the edge between them is seen."""
NO_AREA = 1e-12
"""Area over the square of a shape's size below which a triangle is a line, as at the poles of a sphere."""
CORNER = 0.3
"""Radius of a plate's drawn corners over its shorter side."""
CORNER_POINTS = 6


@dataclass(frozen=True)
class Solid:
    """A mesh: corners, triangles that run counter-clockwise as seen from outside, and a normal at each corner."""

    vertices: NDArray[np.float32]
    faces: NDArray[np.uint32]
    normals: NDArray[np.float32]

    def placed(self, rotation: Array, at: Array) -> "Solid":
        """Return the solid turned and then moved."""
        return solid(self.vertices @ rotation.T + at, self.faces, self.normals @ rotation.T)


def solid(vertices: NDArray[Any], faces: NDArray[Any], normals: NDArray[Any]) -> Solid:
    """Return a mesh in the number types that graphics take."""
    return Solid(np.asarray(vertices, np.float32), np.asarray(faces, np.uint32), np.asarray(normals, np.float32))


def solid_of(geometry: Geometry) -> Solid:
    """Return the mesh of a shape, in the shape's own frame."""
    if isinstance(geometry, Ellipsoid):
        return _ellipsoid(geometry.half_extents)
    if isinstance(geometry, RoundSections):
        return _turned(geometry)
    if isinstance(geometry, Plate):
        return plate(geometry.chord, geometry.span, geometry.thickness, geometry.span_axis)
    assert isinstance(geometry, Faceted), "shapes are round, turned or faceted"
    return _faceted(geometry.triangles)


def _ellipsoid(semi_axes: Array) -> Solid:
    polar, around = np.meshgrid(np.linspace(0.0, pi, ALONG + 1), _angles(), indexing="ij")
    unit = np.stack([np.cos(polar), np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around)], axis=-1)
    unit = unit.reshape(-1, 3)
    return _outwards(unit * semi_axes, _sheet(ALONG + 1, AROUND), _unit(unit / semi_axes))


def _turned(shape: RoundSections) -> Solid:
    """Return a body of revolution whose profile is smooth but for its sharp corners, with flat ends closed."""
    stations = shape.stations
    if stations[0, 1] > 0.0:
        stations = np.concatenate([[[stations[0, 0], 0.0]], stations])
    if stations[-1, 1] > 0.0:
        stations = np.concatenate([stations, [[stations[-1, 0], 0.0]]])
    slopes = np.diff(stations, axis=0)
    normals = _unit(np.stack([-slopes[:, 1], slopes[:, 0]], axis=1))
    rows: list[tuple[Array, Array]] = []
    for place, station in enumerate(stations):
        beside = [normals[k] for k in (place - 1, place) if 0 <= k < len(normals)]
        if len(beside) == 2 and beside[0] @ beside[1] > SHARP:
            beside = [_unit(beside[0] + beside[1])]
        rows += [(station, normal) for normal in beside]
    k, across = shape.axis_index, ((shape.axis_index + 1) % 3, (shape.axis_index + 2) % 3)
    circle = np.stack([np.cos(_angles()), np.sin(_angles())], axis=1)
    vertices = np.zeros((len(rows), AROUND, 3))
    directions = np.zeros((len(rows), AROUND, 3))
    for row, ((station, radius), (along, out)) in enumerate(rows):
        vertices[row, :, k], directions[row, :, k] = station, along
        for column, axis in enumerate(across):
            vertices[row, :, axis] = radius * shape.stretch[axis] * circle[:, column]
            directions[row, :, axis] = out / shape.stretch[axis] * circle[:, column]
    scale = np.delete(shape.stretch, k).mean()
    directions[..., k] /= scale
    return _outwards(vertices.reshape(-1, 3), _sheet(len(rows), AROUND), _unit(directions.reshape(-1, 3)))


def plate(chord: float, span: float, thickness: float, span_axis: int) -> Solid:
    """Return a thin plate, chord forward, its corners rounded for the eye."""
    radius = CORNER * min(chord, span)
    quarter = np.linspace(0.0, pi / 2.0, CORNER_POINTS)
    outline = []
    for turn, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        centre = np.array([x * (chord / 2.0 - radius), y * (span / 2.0 - radius)])
        outline.append(
            centre + radius * np.stack([np.cos(quarter + turn * pi / 2), np.sin(quarter + turn * pi / 2)], 1)
        )
    return drawn_out(np.concatenate(outline), thickness, 3 - span_axis)


def drawn_out(outline: Array, thickness: float, normal_axis: int) -> Solid:
    """Return a convex outline (forward, across) drawn out along an axis, starboard or down, about the origin."""
    count = len(outline)
    other = 3 - normal_axis
    flat = np.zeros((count, 3))
    flat[:, 0], flat[:, other] = outline.T
    side = np.eye(3)[normal_axis]
    edges = np.roll(outline, -1, axis=0) - np.roll(outline, 1, axis=0)
    rim = np.zeros((count, 3))
    rim[:, 0], rim[:, other] = edges[:, 1], -edges[:, 0]
    half = thickness / 2.0 * side
    vertices = np.concatenate([flat + half, flat - half, flat + half, flat - half])
    normals = np.concatenate([np.tile(side, (count, 1)), np.tile(-side, (count, 1)), _unit(rim), _unit(rim)])
    fan = np.array([(0, k, k + 1) for k in range(1, count - 1)])
    k, after = np.arange(count), (np.arange(count) + 1) % count
    wall = np.concatenate(
        [
            np.stack([2 * count + k, 3 * count + k, 3 * count + after], 1),
            np.stack([2 * count + k, 3 * count + after, 2 * count + after], 1),
        ]
    )
    return _outwards(vertices, np.concatenate([fan, fan + count, wall]), normals)


def _faceted(triangles: Array) -> Solid:
    """Return triangles with normals that are shared where two meet at a blunt angle, as on a scanned hull."""
    corners, places = np.unique(np.round(triangles.reshape(-1, 3), 9), axis=0, return_inverse=True)
    places = places.reshape(-1, 3)
    areas = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    flat = _unit(areas)
    smooth = np.zeros_like(corners)
    for column in range(3):
        np.add.at(smooth, places[:, column], areas)
    smooth = _unit(smooth)[places]
    blunt = np.einsum("tci,ti->tc", smooth, flat) > SHARP
    normals = np.where(blunt[..., None], smooth, flat[:, None])
    both = np.concatenate([triangles.reshape(-1, 3), normals.reshape(-1, 3)], axis=1)
    shared, faces = np.unique(np.round(both, 9), axis=0, return_inverse=True)
    return solid(shared[:, :3], faces.reshape(-1, 3), shared[:, 3:])


def ring(radius: float, length: float, direction: Array) -> Solid:
    """Return an open tube about an axis through the origin, seen from both sides."""
    along = _unit(np.asarray(direction, float))
    across = _unit(np.cross(along, np.eye(3)[np.argmin(np.abs(along))]))
    circle = np.cos(_angles())[:, None] * across + np.sin(_angles())[:, None] * np.cross(along, across)
    tube = np.concatenate([radius * circle - length / 2.0 * along, radius * circle + length / 2.0 * along])
    faces = _sheet(2, AROUND)
    normals = np.concatenate([circle, circle])
    return solid(
        np.concatenate([tube, tube]),
        np.concatenate([faces, faces[:, ::-1] + len(tube)]),
        np.concatenate([normals, -normals]),
    )


def patch(at: Array, normal: Array, half_width: float) -> Solid:
    """Return a square piece of a plane, seen from both sides."""
    normal = _unit(np.asarray(normal, float))
    across = _unit(np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))]))
    return rectangle(at, half_width * across, half_width * np.cross(normal, across))


def rectangle(at: Array, across: Array, along: Array) -> Solid:
    """Return a rectangle about a point, by its half sides, seen from both sides."""
    normal = _unit(np.cross(across, along))
    corners = [at + a * across + b * along for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    faces = np.array([(0, 1, 2), (0, 2, 3), (6, 5, 4), (7, 6, 4)])
    return solid(np.array(corners * 2), faces, np.repeat([normal, -normal], 4, axis=0))


def cone(length: float, half_angle: float, direction: Array) -> Solid:
    """Return a cone with its tip at the origin, as long in all its directions: what a beam of that range reaches."""
    along = _unit(np.asarray(direction, float))
    across = _unit(np.cross(along, np.eye(3)[np.argmin(np.abs(along))]))
    round_about = np.cos(_angles())[:, None] * across + np.sin(_angles())[:, None] * np.cross(along, across)
    polar = np.linspace(0.0, half_angle, CAP + 1)[:, None, None]
    cap = (np.cos(polar) * along + np.sin(polar) * round_about).reshape(-1, 3)
    edge = cap[-AROUND:]
    outwards = np.cos(half_angle) * round_about - np.sin(half_angle) * along
    vertices = np.concatenate([length * cap, np.zeros((AROUND, 3)), length * edge])
    normals = np.concatenate([cap, outwards, outwards])
    faces = np.concatenate([_sheet(CAP + 1, AROUND), _sheet(2, AROUND) + len(cap)])
    return _outwards(vertices, faces, normals)


def _angles() -> Array:
    return np.linspace(0.0, 2.0 * pi, AROUND, endpoint=False)


def _sheet(rows: int, columns: int) -> Array:
    """Return the triangles between rows of corners that close round."""
    row, column = np.meshgrid(np.arange(rows - 1), np.arange(columns), indexing="ij")
    a, b = row * columns + column, row * columns + (column + 1) % columns
    quads = np.stack([a, b, b + columns, a, b + columns, a + columns], axis=-1)
    return quads.reshape(-1, 3)


def _outwards(vertices: Array, faces: Array, normals: Array) -> Solid:
    """Return a mesh whose triangles run round as their normals say; those without area are left out."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    towards = np.einsum("ti,ti->t", across, normals[faces].sum(axis=1))
    turned = np.where((towards < 0.0)[:, None], faces[:, ::-1], faces)
    return solid(vertices, turned[np.linalg.norm(across, axis=1) > NO_AREA * np.ptp(vertices) ** 2], normals)


def _unit(vectors: Array) -> Array:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0.0, length, 1.0))
