"""Shapes of imported links: primitives where they lie along the axes, meshes turned into ours."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.description.importing.frames import FLIP, Frame
from narcine.description.importing.imported import Imported

Array = NDArray[np.float64]
WORDS = ("forward", "starboard", "down")
STRAIGHT = 1e-6
"""How far an axis may miss a body axis and still count as it."""
SECTIONS = 64
"""Sides round the mesh of a round primitive that lies aslant."""


@dataclass(frozen=True)
class Solid:
    """A geometry as a file describes it, along its own axes: box, cylinder, sphere, ellipsoid, capsule, cone, mesh."""

    kind: str
    sizes: tuple[float, ...] = ()
    """sides; radius and length (of a capsule: between its half spheres); semi-axes; scale of a mesh"""
    uri: str = ""
    part: str = ""
    """submesh"""


def shape_of(solid: Solid, frame: Frame, link: str, found: Imported) -> dict[str, Any] | None:
    """Return the shape of a solid in a frame of its link, in our axes, or None where it cannot be taken."""
    turned = np.abs(frame.rotation)
    straight = bool(np.all((turned < STRAIGHT) | (turned > 1.0 - STRAIGHT)))
    shape: dict[str, Any] = {}
    if solid.kind == "sphere":
        shape["sphere"] = solid.sizes[0]
    elif solid.kind in ("box", "ellipsoid") and straight:
        shape[solid.kind] = np.round(turned, 9).dot(solid.sizes).tolist()
    elif solid.kind in ("cylinder", "capsule") and straight:
        radius, length = solid.sizes
        overall = length + 2.0 * radius if solid.kind == "capsule" else length
        shape[solid.kind] = {"radius": radius, "length": overall, "axis": WORDS[int(np.argmax(turned[:, 2]))]}
    else:
        return _as_mesh(solid, frame, link, found)
    if np.any(np.abs(frame.position) > 1e-12):
        shape["centre"] = (np.round(frame.position, 12) + 0.0).tolist()
    return shape


def _as_mesh(solid: Solid, frame: Frame, link: str, found: Imported) -> dict[str, Any] | None:
    mesh, trouble = _mesh(solid, found.file)
    if mesh is None:
        found.left_out.append(f"link {link}: its shape{trouble}")
        return None
    transform = np.eye(4)
    transform[:3, :3] = frame.rotation @ FLIP
    transform[:3, 3] = frame.position
    mesh.apply_transform(transform)
    name = found.mesh_name(link)
    if not mesh.is_watertight:
        mesh = mesh.convex_hull
        found.left_out.append(f"{name}: its own surface, which is not closed; the convex hull stands for it")
    length, width, height = mesh.extents
    found.notes.append(
        f"link {link}: mesh of {length:.3g} x {width:.3g} x {height:.3g} m, {1e3 * abs(mesh.volume):.3g} l"
    )
    found.meshes[name] = mesh
    return {"mesh": {"file": name}}


def _mesh(solid: Solid, file: Path) -> tuple[Any, str]:
    """Return the mesh of a solid, or None and why not."""
    import trimesh

    if solid.kind == "box":
        return trimesh.creation.box(solid.sizes), ""
    if solid.kind == "cylinder":
        return trimesh.creation.cylinder(solid.sizes[0], solid.sizes[1], sections=SECTIONS), ""
    if solid.kind == "capsule":
        return trimesh.creation.capsule(solid.sizes[1], solid.sizes[0], count=[SECTIONS, SECTIONS // 2]), ""
    if solid.kind == "ellipsoid":
        round_one = trimesh.creation.icosphere(subdivisions=4)
        round_one.apply_scale(solid.sizes)
        return round_one, ""
    if solid.kind == "cone":
        cone = trimesh.creation.cone(solid.sizes[0], solid.sizes[1], sections=SECTIONS)
        cone.apply_translation([0.0, 0.0, -solid.sizes[1] / 2.0])
        return cone, ""
    if solid.kind != "mesh":
        return None, f", a <{solid.kind}>"
    path = find_mesh(solid.uri, file)
    if path is None:
        return None, f": there is no {solid.uri}; without it the body has no volume and no added inertia"
    if solid.part:
        return None, f": {solid.part}, a part of {path.name}"
    try:
        mesh: Any = trimesh.load_mesh(path)
        mesh.apply_scale(solid.sizes)
        mesh.merge_vertices()
        usable = len(mesh.faces) > 0
    except Exception as error:  # whatever a reader of meshes fails with, the mesh cannot be taken
        reason = (
            "its format needs `pip install pycollada`, or convert it to STL"
            if "collada" in str(error).lower()
            else "it is no mesh that can be read"
        )
        return None, f": {path.name}, {reason}"
    return (mesh, "") if usable else (None, f": {path.name} has no triangles")


def find_mesh(uri: str, file: Path) -> Path | None:
    """Return the file of a mesh: beside the file that names it, or under a folder above it for model:// and such."""
    scheme, separator, plain = uri.partition("://")
    if separator and scheme in ("package", "model"):
        package, _, rest = plain.partition("/")
        for folder in file.resolve().parents:
            for candidate in (folder / package / rest, folder / "models" / package / rest, folder / rest):
                if rest and candidate.is_file():
                    return candidate
        return None
    candidate = file.parent / (plain if separator and scheme == "file" else uri)
    return candidate if candidate.is_file() else None
