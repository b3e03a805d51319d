"""Motion functions made up for tests: symmetric, with ties and without."""

import numpy as np

from narcine.planning.actions import action_set
from narcine.planning.motion import Motion, symmetric
from narcine.planning.planner import Planner

SWITCHES = tuple(np.radians([-90.0, 0.0, 90.0]))
CELLS = tuple(np.radians([-90.0, -60.0, -30.0, 0.0, 30.0, 60.0, 90.0]))
TRACK = Planner(SWITCHES, CELLS, ambient=12.0, zones=(20.0, 90.0), weights=(0.5, 2.0, 0.5), bearings=36)
SEARCH = Planner(photocells=CELLS, ambient=12.0, weights=(1.0,), bearings=36)
AVOID = Planner(infrared=SWITCHES)
PLANNERS = {"track": TRACK, "search": SEARCH, "avoid": AVOID}


def made_up(history, seed=0, coarse=False, frequencies=(1.0, 2.0), turns=(-25.0, -12.0, 0.0, 12.0, 25.0)):
    """Return a motion function that turns where its tail points and drifts on as it did; coarse: full of ties."""
    actions = action_set(np.radians([20.0]), frequencies, np.radians(turns))
    number = len(actions)
    random = np.random.default_rng(seed)
    shape = (number,) * (history + 1)
    direction = np.broadcast_to(1.2 * actions[:, 2], shape) + 0.1 * random.standard_normal(shape)
    for axis in range(history):
        direction = direction + 0.3 * np.expand_dims(actions[:, 2], tuple(k for k in range(history + 1) if k != axis))
    speed = np.broadcast_to(0.04 * actions[:, 1], shape) * (1.0 + 0.1 * random.random(shape))
    if coarse:
        direction, speed = np.radians(15.0 * np.rint(np.degrees(direction) / 15.0)), np.full(shape, 0.05)
    return symmetric(Motion(actions, 1.0, speed, direction, 0.04 * actions[:, 1], 0.5 * actions[:, 2]))
