"""Reading SDFormat 1.4 to 1.11: the model of a file as a vehicle, and what could not be taken.

Frames are resolved as SDFormat says: links, joints and frames stand in the model, in the child link or in what
`relative_to` names. Gazebo's axes are forward, port, up; ours forward, starboard, down.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.description.importing.frames import (
    FLIP,
    HERE,
    Frame,
    as_written,
    name_of,
    placed,
    weighed,
)
from narcine.description.importing.gazebo import (
    TURN,
    diagonal_or_rows,
    is_hydrodynamics,
    take_hydrodynamics,
    water_of,
)
from narcine.description.importing.geometry import Solid, shape_of
from narcine.description.importing.imported import Imported, begun, hang_the_rest, note_drive
from narcine.description.importing.sdf_frames import MODEL, Frames, pose_of
from narcine.description.importing.xml import Node
from narcine.description.problems import DescriptionError, Place, Problem

Array = NDArray[np.float64]

HINGES = ("revolute", "continuous")
JOINT_TYPES = {
    **dict.fromkeys(HINGES, "hinge"),
    "prismatic": "slider",
    "fixed": "fixed",
    "ball": "ball",
    "universal": "universal",
    "revolute2": "universal",
}
WORLD = "world"
UNLIMITED = 1e3
"""Limits (rad or m) beyond which a joint has none: files write 1e12 or 1e16."""
PARALLEL = 1e-6
LINK_FLAGS = {"gravity": True, "kinematic": False, "enable_wind": False}
"""Words of a link that change its physics, and what they usually say."""
ADDED = ("xx", "xy", "xz", "xp", "xq", "xr", "yy", "yz", "yp", "yq", "yr", "zz", "zp", "zq", "zr")
ADDED_KEYS = (*ADDED, "pp", "pq", "pr", "qq", "qr", "rr")


def import_sdf(root: Node, file: Path, mesh_folder: str) -> Imported:
    """Return the vehicle of an <sdf>; its meshes are to be written into a folder of this name beside it."""
    version = float(root.floats(root.attribute("version"), 1, "version")[0])
    worlds = root.all("world")
    models = root.all("model") or [model for world in worlds for model in world.all("model")]
    moving = [model for model in models if not model.says("static")]
    included = [node for block in [*worlds, *models] for node in block.all("include")]
    hint = f"; it includes {', '.join(_uri(node) for node in included)}: import the file of one" if included else ""
    if not moving and (included or not models):
        raise DescriptionError([Problem((), f"holds no <model> that can move{hint}", Place(str(file)))])
    moving = moving or models
    if not any(node.tag == "link" for node in _inside_models(moving[0])):
        raise moving[0].problem(f"{moving[0].name()!r} has no <link>{hint}")
    reader = _Reader(begun(moving[0].name(), file, mesh_folder), version, moving[0])
    reader.found.left_out += [f"model {model.name()}" for model in models if model is not moving[0]]
    for world in worlds:
        reader.take_world(world)
    return reader.read()


def _uri(node: Node) -> str:
    """Return what an <include> names."""
    uri = node.child("uri")
    return uri.text.strip() if uri is not None else "something without a <uri>"


def _inside_models(model: Node) -> Iterator[Node]:
    """Yield what a model and the models in it hold."""
    for node in model.children:
        yield node
        if node.tag == "model":
            yield from _inside_models(node)


@dataclass
class _Reader:
    """Reads one model with the models in it."""

    found: Imported
    version: float
    model: Node
    frames: Frames = field(default_factory=Frames)
    water: dict[str, Any] = field(default_factory=dict)
    skipped: dict[str, list[str]] = field(default_factory=dict)
    """what was not taken, by kind"""

    def read(self) -> Imported:
        """Return the vehicle."""
        self.frames.collect(self.model, "")
        self._note_what_is_left(self.model)
        bodies: dict[str, Any] = {}
        joints: dict[str, Any] = {}
        lost: dict[str, Any] = {}
        self._bodies(self.model, "", bodies)
        self._joints(self.model, "", joints, lost)
        hang_the_rest(self.found, bodies, joints, lost)
        start = self._loose(bodies)
        self._plugins(self.model, "", bodies)
        run: dict[str, Any] = {"water": self.water} if self.water else {}
        if np.any(start.position) or np.any(start.attitude):
            run["start"] = {
                "position": as_written(start.flipped.position),
                "attitude": as_written(start.flipped.attitude),
            }
        if run:
            self.found.plain["run"] = run
        for kind, names in self.skipped.items():
            self.found.left_out.append(f"{kind}: {', '.join(dict.fromkeys(names))}")
        return self.found

    def take_world(self, world: Node) -> None:
        """Take the water of a world, and note the rest."""
        for plugin in world.all("plugin"):
            if plugin.attributes.get("name", "").split("::")[-1] == "Buoyancy":
                self.water |= water_of(plugin)
            else:
                self._skip("plugins", plugin.attributes.get("name", "without a name"))
        for node in world.all("include"):
            self._skip("included", _uri(node))
        gravity = world.child("gravity")
        if gravity is not None:
            x, y, z = gravity.floats(gravity.text, 3)
            if x or y or z > 0.0:
                self.found.left_out.append(f"gravity that does not point down: {gravity.text.strip()}")
            else:
                self.water["gravity"] = -z

    def _skip(self, kind: str, name: str) -> None:
        self.skipped.setdefault(kind, []).append(name)

    def _note_what_is_left(self, model: Node) -> None:
        for node in _inside_models(model):
            if node.tag == "include":
                self._skip("included", _uri(node))
            if node.tag == "gripper":
                self._skip("grippers", node.attributes.get("name", "without a name"))

    def _bodies(self, model: Node, scope: str, bodies: dict[str, Any]) -> None:
        for link in model.all("link"):
            bodies[name_of(scope + link.name())] = self._body(link, scope + link.name())
        for inner in model.all("model"):
            self._bodies(inner, f"{scope}{inner.name()}::", bodies)

    def _body(self, link: Node, name: str) -> dict[str, Any]:
        body: dict[str, Any] = {}
        geometries = link.all("collision") or link.all("visual")
        if geometries:
            if len(geometries) > 1:
                self.found.left_out.append(f"link {name}: {len(geometries) - 1} of its {len(geometries)} shapes")
            geometry = geometries[0].child("geometry")
            if geometry is None:
                raise geometries[0].problem("has no <geometry>")
            shape = shape_of(_solid(geometry), self._inside(geometries[0], link, name).flipped, name, self.found)
            if shape is not None:
                body["shape"] = shape
        for sensor in link.all("sensor"):
            self._skip("sensors", sensor.attributes.get("name", "without a name"))
        for tag, usual in LINK_FLAGS.items():
            flag = link.child(tag)
            if flag is not None and (flag.text.strip().lower() in ("true", "1")) != usual:
                self.found.left_out.append(f"link {name}: <{tag}> {flag.text.strip()}")
        self._weigh(link, name, body)
        return body

    def _inside(self, node: Node, link: Node, name: str) -> Frame:
        """Return where something of a link stands in the link."""
        pose = node.child("pose")
        scope = name[: -len(link.name())]
        outer = self.frames.outer_of(pose, scope)
        frame = pose_of(node) or HERE
        return (
            frame
            if not outer
            else self.frames.where(name, node).inverse.then(self.frames.where(outer, node)).then(frame)
        )

    def _weigh(self, link: Node, name: str, body: dict[str, Any]) -> None:
        inertial = link.child("inertial")
        if inertial is None:
            self.found.notes.append(f"link {name} has no <inertial>: it has 1 kg and 1 kg m2, as SDFormat takes it")
            weighed(body, 1.0, np.eye(3), HERE)
            return
        if inertial.attributes.get("auto", "").lower() in ("true", "1"):
            self.found.left_out.append(f"link {name}: inertia that is to be computed; give its mass")
        frame = self._inside(inertial, link, name).flipped
        tensor = inertial.child("inertia")
        inertia = np.eye(3)
        if tensor is not None:
            xx, yy, zz = (tensor.inner(key, 1.0) for key in ("ixx", "iyy", "izz"))
            xy, xz, yz = (tensor.inner(key, 0.0) for key in ("ixy", "ixz", "iyz"))
            inertia = FLIP @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ FLIP
        weighed(body, inertial.inner("mass", 1.0), inertia, frame)
        water = inertial.child("fluid_added_mass")
        if water is not None:
            upper = np.zeros((6, 6))
            upper[np.triu_indices(6)] = [water.inner(key, 0.0) for key in ADDED_KEYS]
            both = TURN @ (upper + upper.T - np.diag(np.diag(upper))) @ TURN
            H = np.eye(6)
            x, y, z = frame.position
            H[:3, 3:] = -np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
            turned = np.kron(np.eye(2), frame.rotation)
            body["added_inertia"] = {"matrix": diagonal_or_rows(H.T @ turned @ both @ turned.T @ H)}

    def _joints(self, model: Node, scope: str, joints: dict[str, Any], lost: dict[str, Any]) -> None:
        for joint in model.all("joint"):
            name, kind = scope + joint.name(), joint.attribute("type")
            entry = self._joint(joint, name, scope, kind)
            if entry["type"]:
                joints[name_of(name)] = entry
            else:
                self.found.left_out.append(f"joint {name} of type {kind!r}")
                for key in ("axis", "axes"):
                    entry.pop(key, None)
                lost[name_of(name)] = entry | {"type": "fixed"}
            for sensor in joint.all("sensor"):
                self._skip("sensors", sensor.attributes.get("name", "without a name"))
        for inner in model.all("model"):
            self._joints(inner, f"{scope}{inner.name()}::", joints, lost)

    def _joint(self, joint: Node, name: str, scope: str, kind: str) -> dict[str, Any]:
        """Return the block of a joint; without a type where its own cannot be taken."""
        child = self.frames.link_of(scope + joint.inner_text("child"), joint)
        above = joint.inner_text("parent")
        parent = WORLD if above == WORLD else self.frames.link_of(scope + above, joint)
        in_model = self.frames.where(child, joint)
        outer = (pose_of(self.model) or HERE).inverse if parent == WORLD else self.frames.where(parent, joint)
        stands = outer.inverse.then(in_model).flipped
        hinge = in_model.inverse.then(self.frames.where(name, joint)).flipped
        entry: dict[str, Any] = {
            "type": JOINT_TYPES.get(kind, ""),
            "parent": WORLD if parent == WORLD else name_of(parent),
            "child": name_of(child),
        }
        placed(entry, Frame(stands.position + stands.rotation @ hinge.position, stands.rotation))
        if np.any(np.abs(hinge.position) > 1e-12):
            entry["to"] = as_written(hinge.position)
        if entry["type"] in ("hinge", "slider"):
            entry |= self._axis(joint, "axis", name, scope, child, kind == "continuous")
        elif entry["type"] == "universal":
            first, second = (self._axis(joint, tag, name, scope, child, False) for tag in ("axis", "axis2"))
            first["axis"] = as_written(stands.rotation @ first["axis"])
            both = np.cross(first["axis"], stands.rotation @ second["axis"])
            if float(np.linalg.norm(both)) < PARALLEL:
                entry["type"] = ""
            else:
                entry["axes"] = {"first": first, "second": second}
        return entry

    def _axis(self, joint: Node, tag: str, name: str, scope: str, child: str, continuous: bool) -> dict[str, Any]:
        """Return axis, limits, damping and stiffness of an <axis>, in the child's axes."""
        axis = joint.child(tag)
        if axis is None:
            raise joint.problem(f"has no <{tag}>")
        xyz = axis.child("xyz")
        direction = xyz.floats(xyz.text, 3) if xyz is not None else np.array([0.0, 0.0, 1.0])
        if float(np.linalg.norm(direction)) < PARALLEL:
            raise (xyz or axis).problem("is a zero axis")
        expressed = xyz.attributes.get("expressed_in", "") if xyz is not None else ""
        inside = self.frames.where(scope + expressed, joint) if expressed else self.frames.where(name, joint)
        if not expressed and (axis.says("use_parent_model_frame") or self.version < 1.5):
            inside = self.frames.where(scope + MODEL, joint) if scope else HERE
        rotation = self.frames.where(child, joint).rotation.T @ inside.rotation
        entry: dict[str, Any] = {"axis": as_written(FLIP @ rotation @ direction)}
        limit, dynamics = axis.child("limit"), axis.child("dynamics")
        if limit is not None and not continuous:
            lower, upper = limit.inner("lower", -1e16), limit.inner("upper", 1e16)
            if -UNLIMITED < lower < upper < UNLIMITED:
                entry["limits"] = [lower, upper]
            elif lower >= upper or max(lower, -upper) > -UNLIMITED:
                self.found.left_out.append(f"joint {name}: its limits, from {lower:g} to {upper:g}")
        if limit is not None:
            kind = "slider" if joint.attribute("type") == "prismatic" else "hinge"
            note_drive(name, kind, limit.inner("effort", 0.0), limit.inner("velocity", 0.0), self.found)
        if dynamics is not None:
            for key, theirs in (
                ("damping", "damping"),
                ("stiffness", "spring_stiffness"),
                ("rest", "spring_reference"),
            ):
                if dynamics.inner(theirs, 0.0):
                    entry[key] = dynamics.inner(theirs, 0.0)
            if dynamics.inner("friction", 0.0):
                self.found.left_out.append(f"joint {name}: dry friction")
        if axis.child("mimic") is not None:
            self.found.left_out.append(f"joint {name}: that it mimics another")
        return entry

    def _loose(self, bodies: dict[str, Any]) -> Frame:
        """Hang what hangs on nothing, and return where the vehicle starts in the world.

        The first such body is the free one, others float beside it; those of a static model are fixed.
        """
        joints = self.found.plain.get("joints", {})
        hung = {joint["child"] for joint in joints.values()}
        loose = [name for name in self.frames.frames if name_of(name) in bodies and name_of(name) not in hung]
        in_world = pose_of(self.model) or HERE
        placement = self.model.attributes.get("placement_frame", "")
        if placement:
            in_world = in_world.then(self.frames.where(placement, self.model).inverse)
        static = self.model.says("static")
        if not loose:
            return HERE
        start = in_world.then(self.frames.where(loose[0], self.model))
        for name in loose if static else loose[1:]:
            stands = in_world.then(self.frames.where(name, self.model))
            entry = {"type": "fixed" if static else "free", "parent": WORLD, "child": name_of(name)}
            placed(entry, (stands if static else start.inverse.then(stands)).flipped)
            joints[f"{name_of(name)}_stands"] = entry
        if joints:
            self.found.plain["joints"] = joints
        return HERE if static else start

    def _plugins(self, model: Node, scope: str, bodies: dict[str, Any]) -> None:
        for plugin in model.all("plugin"):
            if not is_hydrodynamics(plugin):
                self._skip("plugins", plugin.attributes.get("name", "without a name"))
                continue
            link = scope + plugin.inner_text("link_name")
            if name_of(link) not in bodies:
                raise plugin.problem(f"names the link {link!r}, which does not exist")
            take_hydrodynamics(plugin, bodies[name_of(link)], link, self.found.left_out)
            self.water |= water_of(plugin)
        for inner in model.all("model"):
            self._plugins(inner, f"{scope}{inner.name()}::", bodies)


def _solid(geometry: Node) -> Solid:
    """Return what a <geometry> holds."""
    kind = next(iter(geometry.children), None)
    if kind is None:
        return Solid("geometry")

    def vector(tag: str, default: str = "") -> tuple[float, ...]:
        found = kind.child(tag)
        if found is None and not default:
            raise kind.problem(f"has no <{tag}>")
        node = found or kind
        return tuple(node.floats(found.text if found is not None else default, 3))

    if kind.tag == "box":
        return Solid("box", vector("size"))
    if kind.tag in ("cylinder", "capsule", "cone"):
        return Solid(kind.tag, (kind.inner("radius"), kind.inner("length")))
    if kind.tag == "sphere":
        return Solid("sphere", (kind.inner("radius"),))
    if kind.tag == "ellipsoid":
        return Solid("ellipsoid", vector("radii"))
    if kind.tag == "mesh":
        part = kind.child("submesh")
        name = part.inner_text("name") if part is not None else ""
        return Solid("mesh", vector("scale", "1 1 1"), kind.inner_text("uri"), name)
    return Solid(kind.tag)
