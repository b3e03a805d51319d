"""Frames of an SDFormat model: where links, joints and frames stand, in Gazebo's axes (forward, port, up)."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from narcine.description.importing.frames import HERE, Frame, rotation_of
from narcine.description.importing.xml import Node

Array = NDArray[np.float64]
MODEL = "__model__"
SHORTEST = 1e-6
"""Length of a quaternion that has a direction."""
DEEPEST = 100
"""Frames that may hang on each other."""


@dataclass
class Frames:
    """All frames of a model and of the models in it; names there have the model's before them."""

    frames: dict[str, tuple[str, Frame, Node]] = field(default_factory=dict)
    """by name: in which frame each stands, and how"""
    attached: dict[str, str] = field(default_factory=dict)
    """what link or frame each frame hangs on"""
    canonical: dict[str, str] = field(default_factory=dict)
    """the link that stands for each model: the one it names, else its first"""

    def collect(self, model: Node, scope: str) -> None:
        """Note where the frames of a model stand; names in models within it have the model's before them."""
        home = scope + MODEL
        links = [scope + link.name() for link in model.all("link")]
        named = model.attributes.get("canonical_link", "")
        self.canonical[scope.removesuffix("::")] = scope + named if named else next(iter(links), "")
        for node in model.children:
            if node.tag in ("link", "frame", "model"):
                full = scope + node.name() + ("::" + MODEL if node.tag == "model" else "")
                if full in self.frames:
                    raise node.problem(f"has the name {node.name()!r}, which stands for something else already")
                pose = node.child("pose")
                outer = self.outer_of(pose, scope)
                if node.tag == "frame" and node.attributes.get("attached_to"):
                    self.attached[full] = scope + node.attributes["attached_to"]
                    outer = outer or self.attached[full]
                self.frames[full] = (outer or home, pose_of(node) or HERE, node)
            if node.tag == "model":
                self.collect(node, f"{scope}{node.name()}::")
        for joint in model.all("joint"):
            pose = joint.child("pose")
            inside = scope + joint.inner_text("child")
            self.frames[scope + joint.name()] = (self.outer_of(pose, scope) or inside, pose_of(joint) or HERE, joint)

    def outer_of(self, pose: Node | None, scope: str) -> str:
        """Return the frame that a pose says it stands in, or nothing."""
        if pose is None:
            return ""
        words = pose.attributes.get("relative_to") or pose.attributes.get("frame") or ""
        return scope + words if words else ""

    def where(self, name: str, asked_by: Node, seen: tuple[str, ...] = ()) -> Frame:
        """Return where a frame stands in the model, in Gazebo's axes."""
        if name == MODEL:
            return HERE
        key = name if name in self.frames else f"{name}::{MODEL}"
        if key not in self.frames:
            raise asked_by.problem(f"names the frame {name!r}, which does not exist")
        if key in seen:
            raise asked_by.problem(f"stands in itself: {' in '.join([*seen, key])}")
        outer, frame, node = self.frames[key]
        return self.where(outer, node, (*seen, key)).then(frame)

    def link_of(self, name: str, asked_by: Node) -> str:
        """Return the link on which a frame hangs."""
        for _ in range(DEEPEST):
            if name not in self.frames:
                raise asked_by.problem(f"names {name!r}, which is no link or frame")
            node = self.frames[name][2]
            if node.tag == "link":
                return name
            if node.tag == "joint":
                name = name[: -len(node.name())] + node.inner_text("child")
            elif name in self.attached:
                name = self.attached[name]
            else:
                name = self.canonical[name.rpartition("::")[0]]
        raise asked_by.problem(f"names {name!r}, which hangs on no link")


def pose_of(node: Node) -> Frame | None:
    """Return the frame that a <pose> gives, in Gazebo's axes, or None where there is none."""
    pose = node.child("pose")
    if pose is None or not pose.text.strip():
        return None
    if pose.attributes.get("rotation_format", "euler_rpy") == "quat_xyzw":
        x, y, z, qx, qy, qz, qw = pose.floats(pose.text, 7)
        return Frame(np.array([x, y, z]), _rotation_of_quaternion(np.array([qw, qx, qy, qz]), pose))
    x, y, z, roll, pitch, yaw = pose.floats(pose.text, 6)
    turn = np.pi / 180.0 if pose.attributes.get("degrees", "").lower() in ("true", "1") else 1.0
    return Frame(np.array([x, y, z]), rotation_of(turn * roll, turn * pitch, turn * yaw))


def _rotation_of_quaternion(quaternion: Array, pose: Node) -> Array:
    length = float(np.linalg.norm(quaternion))
    if length < SHORTEST:
        raise pose.problem("has a quaternion of no length")
    w, x, y, z = quaternion / length
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
