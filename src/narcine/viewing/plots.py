"""Pictures of a run: its path, speed, attitude, joints, actuators, couplings and what sensors read."""

from pathlib import Path
from typing import TYPE_CHECKING

from narcine.recording.write import whole_file
from narcine.viewing.actuators import actuators_of, draw_actuators
from narcine.viewing.couplings import draw_couplings
from narcine.viewing.curves import draw_attitude, draw_joints, draw_speed
from narcine.viewing.figures import style
from narcine.viewing.path import draw_path
from narcine.viewing.readings import draw_readings, has_readings

if TYPE_CHECKING:
    import xarray

__all__ = [
    "draw_actuators",
    "draw_attitude",
    "draw_couplings",
    "draw_joints",
    "draw_path",
    "draw_readings",
    "draw_speed",
    "plot_run",
]


PICTURES = {
    "path": draw_path,
    "speed": draw_speed,
    "attitude": draw_attitude,
    "joints": draw_joints,
    "actuators": draw_actuators,
    "couplings": draw_couplings,
    "readings": draw_readings,
}
"""All pictures that a run can have, by the names of their files."""


def plot_run(run: "xarray.Dataset", folder: Path | str) -> list[Path]:
    """Write the pictures of a run into a folder and return their names."""
    folder = Path(folder)
    empty = {
        "joints": not run.sizes["joint"],
        "actuators": not actuators_of(run),
        "couplings": not run.sizes.get("coupling"),
        "readings": not has_readings(run),
    }
    written = []
    with style():
        for name, draw in PICTURES.items():
            if empty.get(name):
                continue
            file = folder / f"{name}.png"
            with whole_file(file) as unfinished:
                draw(run).savefig(unfinished, dpi=110)
            written.append(file)
    return written
