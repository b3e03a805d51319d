"""Missions of the vehicle in tests/data/arrow.yaml."""

from pathlib import Path
from typing import Any

import pytest

from narcine.description.tree import read_tree
from narcine.mission.flying import Flown, fly
from narcine.mission.preparing import Prepared, prepare_missions

DATA = Path(__file__).parent.parent / "data"
TEXT = """
name: zig
about: A zig-zag for tests
vehicle: arrow.yaml
duration: 30 s
start_delay: 2 s
cruise_depth: 6 m
afterwards: 2 s
start: {attitude: [0, 0, 20 deg]}
helm: passive
legs: |
  ADD_LEG: start_time=2, heading=20, speed=1.5, depth=1
  ADD_LEG: start_time=12, heading=80,
     speed=1.5, depth=2
"""


def prepared(text: str = TEXT, **settings: Any) -> list[Prepared]:
    """Return the missions of a text that lies beside the vehicle; settings with __ for the dots of their paths."""
    asked = {path.replace("__", "."): value for path, value in settings.items()}
    return prepare_missions(read_tree(text, "mission.yaml"), DATA / "mission.yaml", asked)


def flown(folder: Path, text: str = TEXT, **settings: Any) -> Flown:
    """Return one flight; its log is mission.mcap in the folder."""
    (mission,) = prepared(text, **settings)
    return fly(mission, folder / "mission.mcap")


@pytest.fixture(scope="module")
def zig(tmp_path_factory) -> tuple[Flown, Path]:
    """Return a flight and the folder of its log."""
    folder = tmp_path_factory.mktemp("zig")
    return flown(folder), folder
