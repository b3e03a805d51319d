"""Reading URDF: bodies, joints, inertias and shapes of a robot as a vehicle, and what could not be taken.

URDF's axes are forward, port, up; ours forward, starboard, down: everything is turned by half a turn about forward.
"""

from pathlib import Path
from typing import Any

import numpy as np

from narcine.description.importing.frames import FLIP, HERE, Frame, as_written, name_of, placed, rotation_of, weighed
from narcine.description.importing.geometry import Solid, shape_of
from narcine.description.importing.imported import Imported, begun, hang_the_rest, note_drive
from narcine.description.importing.xml import Node

JOINT_TYPES = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slider", "fixed": "fixed", "floating": "free"}


def import_urdf(robot: Node, file: Path, mesh_folder: str) -> Imported:
    """Return the vehicle of a <robot>; its meshes are to be written into a folder of this name beside it."""
    found = begun(robot.attributes.get("name", file.stem), file, mesh_folder)
    bodies, joints, lost = {}, {}, {}
    for link in robot.all("link"):
        if link.name() != "world":
            bodies[name_of(link.name())] = _body(link, found)
    for joint in robot.all("joint"):
        entry = _joint(joint, found)
        if entry["type"]:
            joints[name_of(joint.name())] = entry
        else:
            lost[name_of(joint.name())] = entry | {"type": "fixed"}
    hang_the_rest(found, bodies, joints, lost)
    for tag in sorted({node.tag for node in robot.children} - {"link", "joint", "material"}):
        found.left_out.append(f"<{tag}>")
    return found


def frame_of(origin: Node | None) -> Frame:
    """Return the frame of an <origin>, in our axes."""
    if origin is None:
        return HERE
    return Frame(origin.numbers("xyz", "0 0 0"), rotation_of(*origin.numbers("rpy", "0 0 0"))).flipped


def _solid(geometry: Node) -> Solid:
    """Return what a <geometry> holds."""
    kind = next(iter(geometry.children), None)
    if kind is None:
        return Solid("geometry")
    if kind.tag == "box":
        return Solid("box", tuple(kind.floats(kind.attribute("size"), 3, "size")))
    if kind.tag in ("cylinder", "capsule"):
        return Solid(kind.tag, (kind.number("radius"), kind.number("length")))
    if kind.tag == "sphere":
        return Solid("sphere", (kind.number("radius"),))
    if kind.tag == "mesh":
        return Solid("mesh", tuple(kind.numbers("scale", "1 1 1")), kind.attribute("filename"))
    return Solid(kind.tag)


def _body(link: Node, found: Imported) -> dict[str, Any]:
    name = link.name()
    body: dict[str, Any] = {}
    geometries = link.all("collision") or link.all("visual")
    if geometries:
        if len(geometries) > 1:
            found.left_out.append(f"link {name}: {len(geometries) - 1} of its {len(geometries)} shapes")
        geometry = geometries[0].child("geometry")
        if geometry is None:
            raise geometries[0].problem("has no <geometry>")
        shape = shape_of(_solid(geometry), frame_of(geometries[0].child("origin")), name, found)
        if shape is not None:
            body["shape"] = shape
    inertial = link.child("inertial")
    if inertial is None:
        found.left_out.append(f"link {name} has no <inertial>: its mass is 0")
        return body | {"mass": 0.0}
    mass, tensor = inertial.child("mass"), inertial.child("inertia")
    if mass is None:
        raise inertial.problem("has no <mass>")
    inertia = None
    if tensor is not None:
        xx, xy, xz, yy, yz, zz = (tensor.number(key, 0.0) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
        inertia = FLIP @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ FLIP
    weighed(body, mass.number("value"), inertia, frame_of(inertial.child("origin")))
    return body


def _joint(joint: Node, found: Imported) -> dict[str, Any]:
    """Return the block of a joint; without a type where its own cannot be taken."""
    name, kind = joint.name(), joint.attribute("type")
    if kind not in JOINT_TYPES:
        found.left_out.append(f"joint {name} of type {kind!r}")
    ends = {}
    for key in ("parent", "child"):
        end = joint.child(key)
        if end is None:
            raise joint.problem(f"has no <{key}>")
        ends[key] = end.attribute("link")
    entry: dict[str, Any] = {
        "type": JOINT_TYPES.get(kind, ""),
        "parent": "world" if ends["parent"] == "world" else name_of(ends["parent"]),
        "child": name_of(ends["child"]),
    }
    placed(entry, frame_of(joint.child("origin")))
    if entry["type"] in ("hinge", "slider"):
        axis = joint.child("axis")
        entry["axis"] = as_written(FLIP @ (axis.numbers("xyz", "1 0 0") if axis is not None else np.eye(3)[0]))
        limit, dynamics = joint.child("limit"), joint.child("dynamics")
        if limit is not None and kind != "continuous":
            limits = [limit.number("lower", 0.0), limit.number("upper", 0.0)]
            if limits[0] < limits[1]:
                entry["limits"] = limits
            else:
                found.left_out.append(f"joint {name}: its limits, from {limits[0]:g} to {limits[1]:g}")
        if limit is not None:
            note_drive(name, entry["type"], limit.number("effort", 0.0), limit.number("velocity", 0.0), found)
        if dynamics is not None and dynamics.number("damping", 0.0):
            entry["damping"] = dynamics.number("damping", 0.0)
        if dynamics is not None and dynamics.number("friction", 0.0):
            found.left_out.append(f"joint {name}: dry friction")
    if joint.child("mimic") is not None:
        found.left_out.append(f"joint {name}: that it mimics another")
    return entry
