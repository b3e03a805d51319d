"""Files of meshes, of added inertia and of motion functions stand beside the file that names them."""

from pathlib import Path as FilePath
from typing import Any

from narcine.description.problems import Path
from narcine.description.tree import Tree


def locate_meshes(tree: Tree, file: FilePath) -> None:
    """Make the path of every such file one that can be opened from anywhere."""
    _locate(tree.value, (), tree, file)


def _locate(value: Any, path: Path, tree: Tree, file: FilePath) -> None:
    if isinstance(value, list):
        for index, item in enumerate(value):
            _locate(item, (*path, index), tree, file)
    elif isinstance(value, dict):
        named = path[-2:] == ("shape", "mesh") or path[-1:] == ("added_inertia",)
        if named and isinstance(value.get("file"), str):
            value["file"] = _beside(tree, (*path, "file"), file)
        plans = path[-1:] == ("planner",) or path[-2:-1] == ("planners",)
        if plans and isinstance(value.get("motion"), str):
            value["motion"] = _beside(tree, (*path, "motion"), file)
        for key, item in value.items():
            _locate(item, (*path, key), tree, file)


def _beside(tree: Tree, path: Path, file: FilePath) -> str:
    """Return a file that is named in a file beside that one; what is set by hand is named from where one stands."""
    place = tree.place(path)
    if place is not None and place.file.startswith("set "):
        return str(FilePath(tree.at(path)).resolve())
    named_in = FilePath(place.file) if place is not None and FilePath(place.file).is_file() else file
    return str((named_in.parent / tree.at(path)).resolve())
