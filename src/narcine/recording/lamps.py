"""How far vehicles were from lamps."""

import json
from typing import TYPE_CHECKING

import numpy as np

from narcine.recording.trajectory import Array

if TYPE_CHECKING:
    import xarray

NEAR = 0.4
"""Distance (m) within which a vehicle counts as being at a lamp: that of the test of light tracking."""


def lamp_numbers(run: "xarray.Dataset") -> list[int]:
    """Return which of all that can be touched are lamps, as the description in the run says."""
    if "obstacle_position" not in run:
        return []
    described = json.loads(run.attrs.get("description", "{}"))
    world = described.get("world") or described.get("run", {}).get("world") or {}
    lamps = world.get("lamps") or {}
    return [number for number, name in enumerate(run["obstacle"].values) if str(name) in lamps]


def lamp_distances(run: "xarray.Dataset") -> Array | None:
    """Return the distance of each vehicle's root to the nearest lamp's centre (time, vehicle); None without any."""
    lamps = lamp_numbers(run)
    if not lamps:
        return None
    bodies = list(run["body"].values)
    roots = run["position"].values[:, [bodies.index(root) for root in run["root"].values]]
    return nearest(roots, run["obstacle_position"].values[:, lamps])


def nearest(places: Array, lamps: Array) -> Array:
    """Return the distance from each place (..., n, 3) to the nearest of some lamps (..., lamp, 3)."""
    away = places[..., :, None, :] - lamps[..., None, :, :]
    return np.asarray(np.linalg.norm(away, axis=-1).min(axis=-1))
