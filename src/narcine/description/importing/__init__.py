"""Vehicles from other people's files."""

from pathlib import Path

from narcine.description.importing.imported import Imported
from narcine.description.importing.sdf import import_sdf
from narcine.description.importing.urdf import import_urdf
from narcine.description.importing.xml import read_xml
from narcine.description.problems import DescriptionError, Place, Problem


def import_file(file: Path, mesh_folder: str) -> Imported:
    """Return the vehicle of a URDF or SDF file, by what it begins with."""
    root = read_xml(file)
    if root.tag == "robot":
        return import_urdf(root, file, mesh_folder)
    if root.tag == "sdf":
        return import_sdf(root, file, mesh_folder)
    message = f"is neither URDF nor SDF: it begins with <{root.tag}>, not with <robot> or <sdf>"
    raise DescriptionError([Problem((), message, Place(str(file)))])
