"""What the tail may be told: the set of actions, which of them its servo can follow, and which mirror each other."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from narcine.gaits.servo_limits import ServoLimits, can_follow

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
AMPLITUDE, FREQUENCY, TURN = 0, 1, 2
"""Columns of an array of actions (rad, Hz, rad)."""
STEERED = ("amplitude", "frequency", "turn")
"""Parameters of the gait that an action sets, in the order of its columns (eq 9)."""


def action_set(amplitudes: Sequence[float], frequencies: Sequence[float], turns: Sequence[float]) -> Array:
    """Return all actions (action, 3): each amplitude with each frequency and each turn (eq 10).

    Turns are made exactly symmetric about 0, as they are but for the rounding of degrees.
    """
    mean = np.array(turns, float)
    symmetric = 0.5 * (mean - mean[::-1])
    return np.array(list(product(amplitudes, frequencies, symmetric)), float).reshape(-1, 3)


def admissible(actions: Array, limits: Sequence[ServoLimits]) -> NDArray[np.bool_]:
    """Say which actions all servos of the tail can follow (eqs 3 to 5)."""
    found = np.ones(len(actions), bool)
    for each in limits:
        found &= can_follow(actions[:, AMPLITUDE], actions[:, FREQUENCY], actions[:, TURN], each)
    return found


def mirrored_actions(actions: Array) -> Numbers:
    """Return the number of each action's mirror image, the one that turns as far to the other side."""
    numbers = {tuple(action): number for number, action in enumerate(actions.tolist())}
    images = actions * [1.0, 1.0, -1.0] + 0.0
    try:
        return np.array([numbers[tuple(image)] for image in images.tolist()], np.int64)
    except KeyError:
        alone = next(action for action in images.tolist() if tuple(action) not in numbers)
        raise ValueError(f"no action mirrors the one that turns by {-alone[TURN]:g} rad") from None
