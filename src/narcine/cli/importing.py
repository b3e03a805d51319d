"""`narcine import`: a vehicle file from a robot's URDF or SDF."""

import sys
from pathlib import Path


def import_command(file: Path, /, *, out: Path | None = None) -> int:
    """Write a vehicle file from a URDF or SDF: bodies, joints, inertias, shapes, Gazebo's hydrodynamics.

    It says what it could not take. Example: narcine import robot.urdf, then narcine check robot.yaml

    Parameters
    ----------
    file
        URDF or SDF file
    out
        vehicle file to write; NAME.yaml beside you when not given. An existing file is never touched

    """
    from ruamel.yaml import YAML

    from narcine.description.importing import import_file
    from narcine.description.load import load_description

    target = out or Path(f"{file.stem}.yaml")
    if target.exists():
        sys.stderr.write(f"{target} exists already and is left as it is; choose another name with --out\n")
        return 2
    found = import_file(file, f"{target.stem}_meshes")
    for name, mesh in found.meshes.items():
        (target.parent / name).parent.mkdir(parents=True, exist_ok=True)
        mesh.export(target.parent / name)
    writer = YAML()
    writer.default_flow_style = None
    writer.width = 150
    with target.open("x", encoding="utf-8") as handle:
        handle.write(
            f"# Imported from {file.name}. Drag that it did not bring, foils and drives are yours to add: "
            "see docs/vehicle_file.md.\n"
        )
        writer.dump(found.plain, handle)
    sys.stdout.write(f"{target}: {len(found.plain['bodies'])} bodies, {len(found.plain.get('joints', {}))} joints\n")
    for entry in found.notes:
        sys.stdout.write(f"note: {entry}\n")
    for entry in found.left_out:
        sys.stdout.write(f"not taken: {entry}\n")
    load_description(str(target))
    return 0
