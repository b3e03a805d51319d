"""The next action: the one whose direction of travel costs least, and what decides where several do."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from narcine.planning.actions import AMPLITUDE, FREQUENCY, TURN
from narcine.planning.costs import cost
from narcine.planning.motion import Motion
from narcine.planning.planner import Planner
from narcine.planning.sight import Sight

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]


def choose(planner: Planner, motion: Motion, sight: Sight, history: ArrayLike) -> Numbers:
    """Return the next action of each row, after the last `motion.history` actions (row, n), the oldest first.

    Of actions that cost the same the first of these decides, each as good to port as to starboard: the smaller angle of
    travel, the faster, the side turned to last, the side of the light. What is left alike then is a situation that is
    its own mirror image, and the fish turns to starboard.
    """
    before = np.asarray(history, np.int64).reshape(len(sight.obstacles), motion.history)
    at = tuple(before.T)
    shape = (len(before), len(motion.actions))
    theta = np.broadcast_to(motion.theta[at], shape)
    pace = np.broadcast_to(motion.pace[at], shape)
    left = np.ones(shape, bool)
    for key in (cost(planner, sight, theta), np.abs(theta), -pace, *_sides(planner, motion, sight, before, theta)):
        worth = np.where(left, key, np.inf)
        left &= worth == worth.min(axis=1, keepdims=True)
    return np.asarray(left.argmax(axis=1))


def _sides(
    planner: Planner, motion: Motion, sight: Sight, before: Numbers, theta: Numbers
) -> Iterator[Array | Numbers]:
    """Yield what prefers a side, for those that ask for one; then what tells apart actions that lead the same way."""
    travel = np.sign(theta)
    for wanted in (turned_to(motion, before), _side_of_light(planner, sight)):
        yield -wanted[:, None] * travel
    yield -travel
    for column in (AMPLITUDE, FREQUENCY):
        yield np.broadcast_to(motion.actions[:, column], theta.shape)
    yield np.broadcast_to(np.abs(motion.actions[:, TURN]), theta.shape)
    yield np.broadcast_to(-motion.actions[:, TURN], theta.shape)


def turned_to(motion: Motion, before: Numbers) -> Numbers:
    """Return the side to which the last of the known actions that turned did turn, 0 where none did."""
    side = np.zeros(len(before), np.int64)
    for actions in before.T:
        turned = motion.side[actions]
        side = np.where(turned != 0, turned, side)
    return side


def _side_of_light(planner: Planner, sight: Sight) -> Numbers:
    """Return the side of the light, 0 without light, dead ahead and dead astern."""
    side = np.sign(planner.bearings - 2 * sight.bearing)
    return np.where((sight.zone > 0) & (sight.bearing > 0), side, 0)
