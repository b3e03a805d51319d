"""Shapes of imported links: primitives where they lie along the axes, meshes turned into ours."""

from dataclasses import dataclass
from math import cos, sin
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from narcine.description.importing.urdf import Imported

Array = NDArray[np.float64]
WORDS = ("forward", "starboard", "down")
STRAIGHT = 1e-6
"""How far an axis may miss a body axis and still count as it."""


@dataclass(frozen=True)
class Frame:
    """Position and attitude (roll, pitch, yaw) of a frame in another."""

    position: Array
    attitude: tuple[float, float, float]

    @property
    def rotation(self) -> Array:
        """Return Rz(yaw) Ry(pitch) Rx(roll)."""
        (r, p, y) = self.attitude
        about_x = np.array([[1, 0, 0], [0, cos(r), -sin(r)], [0, sin(r), cos(r)]])
        about_y = np.array([[cos(p), 0, sin(p)], [0, 1, 0], [-sin(p), 0, cos(p)]])
        about_z = np.array([[cos(y), -sin(y), 0], [sin(y), cos(y), 0], [0, 0, 1]])
        return np.asarray(about_z @ about_y @ about_x)


def shape_of(
    geometry: ElementTree.Element | None, frame: Frame, flip: Array, file: Path, mesh_name: str, found: "Imported"
) -> dict[str, Any] | None:
    """Return the shape of a <geometry> in a frame of its link, or None where it cannot be taken."""
    kind = next(iter(geometry), None) if geometry is not None else None
    if kind is None:
        return None
    shape: dict[str, Any] = {}
    turned = np.abs(frame.rotation)
    straight = bool(np.all((turned < STRAIGHT) | (turned > 1.0 - STRAIGHT)))
    if kind.tag == "sphere":
        shape["sphere"] = float(kind.get("radius", "0"))
    elif kind.tag == "box" and straight:
        size = np.array([float(word) for word in kind.get("size", "").split()])
        shape["box"] = np.round(turned, 9).dot(size).tolist()
    elif kind.tag == "cylinder" and straight:
        axis = WORDS[int(np.argmax(turned[:, 2]))]
        shape["cylinder"] = {
            "radius": float(kind.get("radius", "0")),
            "length": float(kind.get("length", "0")),
            "axis": axis,
        }
    elif kind.tag in ("mesh", "box", "cylinder"):
        mesh = _mesh(kind, file)
        if mesh is None:
            return None
        transform = np.eye(4)
        transform[:3, :3] = frame.rotation @ flip
        transform[:3, 3] = frame.position
        mesh.apply_transform(transform)
        if not mesh.is_watertight:
            mesh = mesh.convex_hull
            found.left_out.append(f"{mesh_name}: its own surface, which is not closed; the convex hull stands for it")
        found.meshes[mesh_name] = mesh
        return {"mesh": {"file": mesh_name}}
    else:
        return None
    if np.any(frame.position):
        shape["centre"] = (np.round(frame.position, 12) + 0.0).tolist()
    return shape


def _mesh(kind: ElementTree.Element, file: Path) -> Any:
    """Return the mesh of a geometry, or None where its file cannot be found or read."""
    import trimesh

    if kind.tag == "box":
        return trimesh.creation.box([float(word) for word in kind.get("size", "").split()])
    if kind.tag == "cylinder":
        return trimesh.creation.cylinder(float(kind.get("radius", "0")), float(kind.get("length", "0")), sections=64)
    path = _find(kind.get("filename", ""), file)
    if path is None:
        return None
    try:
        mesh: Any = trimesh.load_mesh(path)
    except Exception:  # whatever a reader of meshes fails with, the mesh cannot be taken
        return None
    scale = [float(word) for word in kind.get("scale", "1 1 1").split()]
    mesh.apply_scale(scale)
    mesh.merge_vertices()
    return mesh


def _find(name: str, file: Path) -> Path | None:
    """Return the file of a mesh: beside the URDF, or under a folder above it for package://."""
    plain = name.removeprefix("file://")
    if name.startswith("package://"):
        package, _, rest = name.removeprefix("package://").partition("/")
        for folder in file.resolve().parents:
            for candidate in (folder / package / rest, folder / rest):
                if candidate.is_file():
                    return candidate
        return None
    candidate = file.parent / plain
    return candidate if candidate.is_file() else None
