"""Shapes bounded by triangles: plates and boxes, extruded sections, meshes from files."""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, model_validator

from narcine.description.quantities import Length, Lengths3, Quantity, fail
from narcine.description.shapes.geometry import AXES, Array, Cut, Geometry

MESH_FORMATS = (".stl", ".obj", ".ply", ".off")
TURNS = {"forward_starboard_down": np.eye(3), "forward_port_up": np.diag([1.0, -1.0, -1.0])}
"""How a mesh's axes are turned into ours."""


def box_triangles(half_extents: Array) -> Array:
    """Return the twelve triangles of a box, their normals outwards."""
    triangles = []
    for axis in range(3):
        for side in (-1.0, 1.0):
            corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)[:: int(side)]
            quad = np.roll(np.insert(corners, 0, side, axis=1), axis, axis=1) * half_extents
            triangles += [quad[[0, 1, 2]], quad[[0, 2, 3]]]
    return np.array(triangles)


def volume_of(triangles: Array) -> float:
    """Return the volume that triangles enclose: the sum of tetrahedra over the origin."""
    return float(np.einsum("ti,ti->", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])) / 6.0)


def second_moments(triangles: Array) -> tuple[float, Array, Array]:
    """Return volume, first moment (3) and second moments (3, 3) of what triangles enclose, about the origin."""
    six = np.einsum("ti,ti->t", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2]))
    total = triangles.sum(axis=1)
    first = np.einsum("t,ti->i", six, total) / 24.0
    own = np.einsum("t,tki,tkj->ij", six, triangles, triangles)
    second = (own + np.einsum("t,ti,tj->ij", six, total, total)) / 120.0
    return float(six.sum() / 6.0), first, second


class Faceted(Geometry):
    """A shape bounded by triangles."""

    @property
    def triangles(self) -> Array:
        """Triangles (n, 3, 3) in the shape's frame, their normals outwards."""
        raise NotImplementedError

    @property
    def volume(self) -> float:
        """Enclosed volume."""
        return volume_of(self.triangles)

    @property
    def centroid(self) -> Array:
        """Centroid of the volume."""
        volume, first, _ = second_moments(self.triangles)
        return np.asarray(first / volume)

    @property
    def inertia_per_mass(self) -> Array:
        """Moments of inertia of a unit mass."""
        volume, _, second = second_moments(self.triangles - self.centroid)
        return np.asarray((np.trace(second) * np.eye(3) - second) / volume)

    @property
    def is_round(self) -> bool:
        """Whether its sections are ellipses."""
        return False

    @property
    def bounds(self) -> Array:
        """Lowest and highest coordinates from the centroid."""
        corners = self.triangles.reshape(-1, 3) - self.centroid
        return np.stack([corners.min(axis=0), corners.max(axis=0)])

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height."""
        return np.asarray(np.ptp(self.bounds, axis=0) / 2.0)

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width at stations along an axis: of all that its triangles reach there."""
        corners = self.triangles - self.centroid
        starts, ends = corners.reshape(-1, 3), corners[:, [1, 2, 0]].reshape(-1, 3)
        low, high = np.minimum(starts[:, axis], ends[:, axis]), np.maximum(starts[:, axis], ends[:, axis])
        widths = []
        for s in np.ravel(np.asarray(station)):
            crossed = (low <= s) & (high >= s) & (high > low)
            if not np.any(crossed):
                widths.append(0.0)
                continue
            a, b = starts[crossed], ends[crossed]
            share = (s - a[:, axis]) / (b[:, axis] - a[:, axis])
            widths.append(np.ptp(a[:, across] + share * (b[:, across] - a[:, across])) / 2.0)
        return np.reshape(widths, np.shape(station))

    @property
    def cut(self) -> Cut:
        """How the surface cuts it."""
        return Cut("mesh", np.ones(3), 0, self.triangles - self.centroid)

    @property
    def hull_points(self) -> Array:
        """Its corners."""
        return np.asarray(self.triangles.reshape(-1, 3) - self.centroid)


class Block(Faceted):
    """A rectangular block about its origin."""

    @property
    def volume(self) -> float:
        """Enclosed volume."""
        return float(8.0 * np.prod(self.half_extents))

    @property
    def centroid(self) -> Array:
        """Its middle."""
        return np.zeros(3)

    @property
    def inertia_per_mass(self) -> Array:
        """Moments of inertia of a unit mass."""
        squares = np.square(self.half_extents) / 3.0
        return np.diag(squares.sum() - squares)

    @property
    def triangles(self) -> Array:
        """Its faces."""
        return box_triangles(self.half_extents)

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width at stations along an axis."""
        extents = self.half_extents
        return np.where(np.abs(np.asarray(station)) <= extents[axis], extents[across], 0.0)


class Box(Block):
    """A box by its length, width and height."""

    sides: Lengths3

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height."""
        return np.array(self.sides) / 2.0


class Plate(Block):
    """A thin rectangular plate: chord forward, span along the remaining axis, thickness along its normal."""

    chord: Length
    span: Length
    thickness: Length
    normal: Literal["starboard", "down"] = Field("down", description="across the plate")

    @property
    def span_axis(self) -> int:
        """Index of the body axis along which the span lies."""
        return AXES["down"] if self.normal == "starboard" else AXES["starboard"]

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height."""
        extents = np.array([self.chord, self.thickness, self.thickness]) / 2.0
        extents[self.span_axis] = self.span / 2.0
        return extents


class Extrusion(Faceted):
    """A fin of constant section: points (forward, along the normal) round the section, drawn out over the span."""

    section: tuple[Annotated[tuple[float, float], Quantity("length", size=2)], ...] = Field(
        min_length=3, description="corners round the section: [forward, along the normal]"
    )
    span: Length
    normal: Literal["starboard", "down"] = Field("down", description="across the fin")

    @property
    def span_axis(self) -> int:
        """Index of the body axis along which the span lies."""
        return AXES["down"] if self.normal == "starboard" else AXES["starboard"]

    @model_validator(mode="after")
    def _seen_from_within(self) -> "Extrusion":
        corners, centre = self._corners()
        after = np.roll(corners, -1, axis=0)
        turns = (corners - centre)[:, 0] * (after - centre)[:, 1] - (corners - centre)[:, 1] * (after - centre)[:, 0]
        if np.any(turns <= 0.0):
            raise fail("the section must not cross itself, and all of it must be seen from its centroid")
        return self

    @property
    def water_centre(self) -> Array:
        """Its middle, at half the chord."""
        return np.asarray(self.bounds.mean(axis=0))

    def _corners(self) -> tuple[Array, Array]:
        """Return the corners, turning from forward to the normal, and the section's centroid."""
        corners = np.array(self.section)
        after = np.roll(corners, -1, axis=0)
        cross = corners[:, 0] * after[:, 1] - corners[:, 1] * after[:, 0]
        if cross.sum() == 0.0:
            raise fail("the section has no area")
        centre = ((corners + after) * cross[:, None]).sum(axis=0) / (3.0 * cross.sum())
        return (corners if cross.sum() > 0.0 else corners[::-1]), np.asarray(centre)

    @property
    def triangles(self) -> Array:
        """Its sides and ends."""
        corners, centre = self._corners()
        after = np.roll(corners, -1, axis=0)
        thick_axis = 3 - self.span_axis
        handed = 1.0 if self.span_axis == AXES["down"] else -1.0

        def placed(points: Array, side: float) -> Array:
            full = np.zeros((len(points), 3))
            full[:, 0], full[:, thick_axis], full[:, self.span_axis] = (
                points[:, 0],
                points[:, 1],
                side * self.span / 2.0,
            )
            return full

        middle = np.repeat(centre[None], len(corners), axis=0)
        faces = []
        for side in (-1.0, 1.0):
            fan = np.stack([placed(middle, side), placed(corners, side), placed(after, side)], axis=1)
            faces.append(fan if side * handed > 0.0 else fan[:, ::-1])
        low, low_after = placed(corners, -handed), placed(after, -handed)
        high, high_after = placed(corners, handed), placed(after, handed)
        faces += [np.stack([low, low_after, high_after], axis=1), np.stack([low, high_after, high], axis=1)]
        return np.concatenate(faces)


class Mesh(Faceted):
    """A closed mesh of triangles from a file: STL, OBJ, PLY or OFF."""

    file: str = Field(description="path beside the file that names it")
    scale: Annotated[float, Quantity("ratio", above=0.0)] = Field(1.0, description="0.001 for a mesh drawn in mm")
    axes: Literal["forward_starboard_down", "forward_port_up"] = Field(
        "forward_starboard_down", description="of the file; forward_port_up as most CAD programs draw"
    )

    @model_validator(mode="after")
    def _closed(self) -> "Mesh":
        path = Path(self.file)
        if not path.is_file():
            raise fail(f"there is no file {self.file}")
        read_mesh(self.file, path.stat().st_mtime_ns)
        return self

    @property
    def triangles(self) -> Array:
        """Its triangles."""
        drawn = self.scale * read_mesh(self.file, Path(self.file).stat().st_mtime_ns)
        return np.asarray(drawn @ TURNS[self.axes])


@lru_cache(maxsize=16)
def read_mesh(file: str, written: int) -> Array:
    """Return the triangles of a closed mesh."""
    import trimesh

    if Path(file).suffix.lower() not in MESH_FORMATS:
        raise fail(
            f"{Path(file).name} is no mesh of triangles; allowed: {', '.join(MESH_FORMATS)}; export one of these"
        )
    try:
        mesh = trimesh.load_mesh(file)
    except Exception as error:
        raise fail(f"{Path(file).name} is no mesh that can be read: {error}") from None
    if not isinstance(mesh, trimesh.Trimesh) or not len(mesh.faces):
        raise fail(f"{Path(file).name} has no triangles")
    mesh.merge_vertices()
    if not mesh.is_watertight:
        edges = np.sort(mesh.edges, axis=1)
        _, counts = np.unique(edges, axis=0, return_counts=True)
        raise fail(
            f"{Path(file).name} is not closed: {int(np.sum(counts != 2))} of its edges are not shared by two faces"
        )
    if not mesh.is_winding_consistent:
        raise fail(f"{Path(file).name} has faces that look inwards and faces that look outwards; mend it first")
    triangles = np.array(mesh.triangles, float)
    return triangles if volume_of(triangles) > 0.0 else triangles[:, ::-1]
