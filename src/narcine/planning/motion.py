"""The motion function (eq 8): where an action takes the fish, by the actions before it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from narcine.planning.actions import TURN, mirrored_actions
from narcine.planning.ticks import Ticks, ticks

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

SPEED_STEP = 1e-6
"""Differences of speed (m/s) below this are none."""


@dataclass(frozen=True)
class Motion:
    """Speed and direction of travel after each action, by the last `history` actions before it, the oldest first.

    The fish has no log of its speed: its states S_{j-1} to S_{j-n} of eq 8 are those that its last n actions led to.
    """

    actions: Array
    """(action, 3): amplitude (rad), frequency (Hz), turn (rad)"""
    period: float
    """time for which an action holds (s)"""
    speed: Array
    """(action, ..., action): mean speed over the period (m/s)"""
    direction: Array
    """(action, ..., action): where it points, or travels, at the end of the period, from its mean heading at the
    beginning (rad)"""
    steady_speed: Array
    """(action,): speed when the action goes on (m/s)"""
    turn_rate: Array
    """(action,): rate of turn when the action goes on (rad/s), positive to starboard"""

    @property
    def history(self) -> int:
        """How many actions before the next one it hangs on."""
        return self.speed.ndim - 1

    @cached_property
    def mirror(self) -> Numbers:
        """Number of each action's mirror image."""
        return mirrored_actions(self.actions)

    @cached_property
    def theta(self) -> Ticks:
        """Directions of travel in ticks."""
        return ticks(self.direction)

    @cached_property
    def pace(self) -> Numbers:
        """Speeds in steps of `SPEED_STEP`."""
        return np.rint(self.speed / SPEED_STEP).astype(np.int64)

    @cached_property
    def side(self) -> Numbers:
        """Side to which each action turns: 1 starboard, -1 port, 0 straight on."""
        return np.sign(self.actions[:, TURN]).astype(np.int64)

    @cached_property
    def straight(self) -> int:
        """Number of the fastest action that goes straight on, with which a run begins."""
        ahead = np.flatnonzero(self.side == 0)
        return int(ahead[np.argmax(self.steady_speed[ahead])])

    @property
    def turning_radius(self) -> Array:
        """Radius of the circle that each action swims when it goes on (m), infinite straight on."""
        with np.errstate(divide="ignore"):
            return np.where(self.turn_rate == 0.0, np.inf, self.steady_speed / np.abs(self.turn_rate))


def symmetric(motion: Motion) -> Motion:
    """Return a motion function averaged with its mirror image: what one half of the beat does, the other undoes."""
    image = np.ix_(*[motion.mirror] * motion.speed.ndim)
    return Motion(
        motion.actions,
        motion.period,
        0.5 * (motion.speed + motion.speed[image]),
        0.5 * (motion.direction - motion.direction[image]),
        0.5 * (motion.steady_speed + motion.steady_speed[motion.mirror]),
        0.5 * (motion.turn_rate - motion.turn_rate[motion.mirror]),
    )
