"""Where the links of many states are: what sensors need, and nothing else."""

import numpy as np

from narcine.compiled import entry_point
from narcine.multibody.kinematics import update_kinematics
from narcine.multibody.work import work_size
from narcine.simulation.step import read_tables
from narcine.spatial.vectors import Array
from narcine.tables import Integers


@entry_point
def fill_poses(p: Array, layout: Integers, x: Array, place: Array, attitude: Array) -> None:
    """Fill place (row, link, 3) and attitude (row, link, 9) of each row of states under its row of parameters."""
    t = read_tables(layout)
    work = np.empty(work_size(layout, 1), x.dtype)
    for row in range(x.shape[0]):
        update_kinematics(p[row], layout, t.links, x[row], t.work, work)
        for link in range(t.links.rows):
            for k in range(3):
                place[row, link, k] = work[t.work.place + 3 * link + k]
            for k in range(9):
                attitude[row, link, k] = work[t.work.attitude + 9 * link + k]


def poses(parameters: Array, layout: Integers, states: Array, links: int) -> tuple[Array, Array]:
    """Return places (row, link, 3) and attitudes (row, link, 3, 3), link to world.

    Prescribed joints stand where the states have them, as a roll leaves them.
    """
    place, attitude = np.empty((len(states), links, 3)), np.empty((len(states), links, 9))
    fill_poses(parameters, layout, np.ascontiguousarray(states), place, attitude)
    return place, attitude.reshape(len(states), links, 3, 3)
