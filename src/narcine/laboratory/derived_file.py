"""Vehicle files of vehicles that stand on something of the laboratory."""

from pathlib import Path
from typing import Any

from narcine.recording.write import whole_file


def write_derived(file: Path, plain: dict[str, Any], about: str) -> None:
    """Write a description as a vehicle file, with the sources of its numbers as the vehicle has them."""
    from ruamel.yaml import YAML

    writer = YAML()
    writer.default_flow_style = None
    writer.width = 150
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8") as handle:
        handle.write(f"# {about}.\n")
        writer.dump({**plain, "about": about}, handle)
