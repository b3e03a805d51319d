"""What an import yields."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from narcine.description.importing.frames import name_of

UNLIMITED = 1e6
"""Efforts and rates from which on a file means that there is no limit."""


@dataclass
class Imported:
    """A vehicle as plain values, the meshes that go with it, and what was left out."""

    plain: dict[str, Any]
    file: Path
    mesh_folder: str
    """in which the meshes are to be written, beside the vehicle file"""
    meshes: dict[str, Any] = field(default_factory=dict)
    """by their file names"""
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """what was taken otherwise than the file says"""

    def mesh_name(self, link: str) -> str:
        """Return the file of a link's mesh."""
        return f"{self.mesh_folder}/{name_of(link)}.stl"


def begun(name: str, file: Path, mesh_folder: str) -> Imported:
    """Return an import that has its name and its source."""
    said = f"imported from {file.name}"
    return Imported({"name": name_of(name), "about": said, "source": said}, file, mesh_folder)


def hang_the_rest(found: Imported, bodies: dict[str, Any], joints: dict[str, Any], lost: dict[str, Any]) -> None:
    """Put bodies and joints in place; a body whose joint was lost is fixed instead of floating off."""
    hung = {joint["child"] for joint in joints.values()}
    for name, joint in lost.items():
        if joint["child"] in bodies and joint["child"] not in hung:
            joints[name] = joint
            hung.add(joint["child"])
            found.notes.append(f"joint {name} is fixed instead")
    found.plain |= {"bodies": bodies, "joints": joints} if joints else {"bodies": bodies}


def note_drive(joint: str, kind: str, effort: float, rate: float, found: Imported) -> None:
    """Say which drive has the effort and rate that a file allows a joint, where it says any."""
    units = ("N m", "rad/s") if kind == "hinge" else ("N", "m/s")
    limits = [
        f"{key}: {value:g} {unit}"
        for key, value, unit in zip(("torque", "rate"), (effort, rate), units, strict=True)
        if 0.0 < value < UNLIMITED
    ]
    if limits:
        drive = f"{name_of(joint)}: {{type: servo, {', '.join(limits)}}}"
        found.left_out.append(f"joint {joint}: limits of its motor; under `drives` they read {drive}")
