"""Where what stands or moves in the water is, at each record of a run."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.recording.trajectory import Array

if TYPE_CHECKING:
    import xarray

    from narcine.viewing.scene import Scene


def obstacle_places_of(run: "xarray.Dataset", scene: "Scene") -> Array:
    """Return the place of all of the world that can be touched (time, obstacle, 3); older runs have none that moves."""
    if "obstacle_position" in run:
        return np.asarray(run["obstacle_position"].values[:, : len(scene.places)])
    return np.broadcast_to(scene.places, (run.sizes["time"], *scene.places.shape))
