"""Files of meshes and of added inertia stand beside the file that names them."""

from pathlib import Path as FilePath
from typing import Any

from narcine.description.problems import Path
from narcine.description.tree import Tree


def locate_meshes(tree: Tree, file: FilePath) -> None:
    """Make the path of every mesh and of every added inertia one that can be opened from anywhere."""
    _locate(tree.value, (), tree, file)


def _locate(value: Any, path: Path, tree: Tree, file: FilePath) -> None:
    if isinstance(value, list):
        for index, item in enumerate(value):
            _locate(item, (*path, index), tree, file)
    elif isinstance(value, dict):
        named = path[-2:] == ("shape", "mesh") or path[-1:] == ("added_inertia",)
        if named and isinstance(value.get("file"), str):
            place = tree.place((*path, "file"))
            named_in = FilePath(place.file) if place is not None and FilePath(place.file).is_file() else file
            value["file"] = str((named_in.parent / value["file"]).resolve())
        for key, item in value.items():
            _locate(item, (*path, key), tree, file)
