"""What tests share: reference data, and small vehicles."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narcine.simulation.simulation import Simulation

DATA = Path(__file__).parent / "data"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the second of two workers begin with descriptions, so that both do not compile the same engine at once."""
    described = [item for item in items if item.nodeid.startswith("tests/description")]
    others = [item for item in items if not item.nodeid.startswith("tests/description")]
    half = len(items) // 2
    items[:] = [*others[:half], *described, *others[half:]]


@pytest.fixture(scope="session")
def closed_forms() -> dict[str, Any]:
    return json.loads((DATA / "closed_forms.json").read_text())


def read_csv(name: str) -> np.ndarray:
    """Return a reference trajectory as a structured array."""
    return np.genfromtxt(DATA / name, delimiter=",", names=True)


def simulate(**vehicle: Any) -> Simulation:
    """Return the simulation of a vehicle written as keyword arguments."""
    return Simulation({"name": "test", **vehicle})
