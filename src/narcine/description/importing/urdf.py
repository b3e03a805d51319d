"""Reading URDF: bodies, joints, inertias and shapes of a robot as a vehicle, and what could not be taken.

URDF's axes are forward, port, up; ours forward, starboard, down: everything is turned by half a turn about forward.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np

from narcine.description.importing.geometry import Frame, shape_of
from narcine.description.problems import DescriptionError, Place, Problem

FLIP = np.diag([1.0, -1.0, -1.0])
JOINT_TYPES = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slider", "fixed": "fixed", "floating": "free"}


@dataclass
class Imported:
    """A vehicle as plain values, the meshes that go with it, and what was left out."""

    plain: dict[str, Any]
    meshes: dict[str, Any] = field(default_factory=dict)
    """by their file names"""
    left_out: list[str] = field(default_factory=list)


def import_urdf(file: Path, mesh_folder: str) -> Imported:
    """Return the vehicle of a URDF file; its meshes are to be written into a folder of this name beside it."""
    try:
        robot = ElementTree.parse(file).getroot()
    except ElementTree.ParseError as error:
        line, column = error.position
        raise DescriptionError([Problem((), f"is not XML: {error}", Place(str(file), line, column + 1))]) from None
    if robot.tag != "robot":
        raise DescriptionError(
            [Problem((), f"is no URDF: it begins with <{robot.tag}>, not with <robot>", Place(str(file)))]
        )
    found = Imported({"name": name_of(robot.get("name", file.stem)), "about": f"imported from {file.name}"})
    found.plain["source"] = f"imported from {file.name}"
    bodies, joints = {}, {}
    for link in robot.findall("link"):
        if link.get("name") != "world":
            bodies[name_of(link.get("name", ""))] = _body(link, file, mesh_folder, found)
    for joint in robot.findall("joint"):
        entry = _joint(joint, found)
        if entry is not None:
            joints[name_of(joint.get("name", ""))] = entry
    found.plain |= {"bodies": bodies, "joints": joints} if joints else {"bodies": bodies}
    for tag in sorted({element.tag for element in robot} - {"link", "joint", "material"}):
        found.left_out.append(f"<{tag}>")
    return found


def name_of(text: str) -> str:
    """Return a name that a vehicle file can have."""
    word = re.sub(r"[^A-Za-z0-9_-]", "_", text)
    return word if re.match(r"[A-Za-z_]", word) else f"_{word}"


def _numbers(text: str | None, default: str) -> np.ndarray[Any, Any]:
    return np.array([float(word) for word in (text or default).split()])


def frame_of(element: ElementTree.Element | None) -> Frame:
    """Return the frame of an <origin>, in our axes."""
    xyz = _numbers(element.get("xyz") if element is not None else None, "0 0 0")
    roll, pitch, yaw = _numbers(element.get("rpy") if element is not None else None, "0 0 0")
    return Frame(FLIP @ xyz, (float(roll), float(-pitch), float(-yaw)))


def _plain(values: Any) -> Any:
    """Return numbers as a person would write them: no rounding left over, no minus before a zero."""
    rounded = np.round(np.asarray(values, float), 12) + 0.0
    return rounded.tolist()


def _body(link: ElementTree.Element, file: Path, mesh_folder: str, found: Imported) -> dict[str, Any]:
    name = link.get("name", "")
    body: dict[str, Any] = {}
    geometries = link.findall("collision") or link.findall("visual")
    if geometries:
        if len(geometries) > 1:
            found.left_out.append(f"link {name}: {len(geometries) - 1} of its {len(geometries)} shapes")
        frame = frame_of(geometries[0].find("origin"))
        shape = shape_of(geometries[0].find("geometry"), frame, FLIP, file, f"{mesh_folder}/{name_of(name)}.stl", found)
        if shape is not None:
            body["shape"] = shape
        else:
            found.left_out.append(f"link {name}: its shape")
    inertial = link.find("inertial")
    mass = inertial.find("mass") if inertial is not None else None
    body["mass"] = float(mass.get("value", "0")) if mass is not None else 0.0
    if inertial is None:
        found.left_out.append(f"link {name} has no <inertial>: its mass is 0")
        return body
    frame = frame_of(inertial.find("origin"))
    body["centre_of_gravity"] = _plain(frame.position)
    tensor = inertial.find("inertia")
    if tensor is not None:
        xx, xy, xz, yy, yz, zz = (float(tensor.get(key, "0")) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
        inertia = FLIP @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ FLIP
        inertia = frame.rotation @ inertia @ frame.rotation.T
        off_diagonal = np.abs(inertia - np.diag(np.diag(inertia))).max()
        body["inertia"] = _plain(np.diag(inertia) if off_diagonal < 1e-12 else (inertia + inertia.T) / 2.0)
    return body


def _joint(joint: ElementTree.Element, found: Imported) -> dict[str, Any] | None:
    name, kind = joint.get("name", ""), joint.get("type", "")
    if kind not in JOINT_TYPES:
        found.left_out.append(f"joint {name} of type {kind!r}")
        return None
    ends = {key: joint.find(key) for key in ("parent", "child")}
    names = {key: element.get("link", "") if element is not None else "" for key, element in ends.items()}
    entry: dict[str, Any] = {
        "type": JOINT_TYPES[kind],
        "parent": "world" if names["parent"] == "world" else name_of(names["parent"]),
        "child": name_of(names["child"]),
    }
    frame = frame_of(joint.find("origin"))
    if np.any(frame.position):
        entry["at"] = _plain(frame.position)
    if any(frame.attitude):
        entry["attitude"] = _plain(frame.attitude)
    if entry["type"] in ("hinge", "slider"):
        axis = joint.find("axis")
        entry["axis"] = _plain(FLIP @ _numbers(axis.get("xyz") if axis is not None else None, "1 0 0"))
        limit, dynamics = joint.find("limit"), joint.find("dynamics")
        if limit is not None and kind != "continuous":
            entry["limits"] = [float(limit.get("lower", "0")), float(limit.get("upper", "0"))]
        if dynamics is not None and float(dynamics.get("damping", "0")):
            entry["damping"] = float(dynamics.get("damping", "0"))
        if dynamics is not None and float(dynamics.get("friction", "0")):
            found.left_out.append(f"joint {name}: dry friction")
    if joint.find("mimic") is not None:
        found.left_out.append(f"joint {name}: that it mimics another")
    return entry
