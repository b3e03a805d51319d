"""The same start in maximal coordinates: each body where its joints put it, moving as they move it."""

from dataclasses import replace

from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model
from narcine.simulation.record import observation
from narcine.spatial.rotations import quaternion_from_matrix
from narcine.spatial.vectors import Array
from narcine.tables import Table


def freed(reduced: Model, free: Model) -> Model:
    """Return a model of free bodies that starts as that of the same vehicles with joints as coordinates does."""
    parameters = free.parameters.copy()
    there, here = (read_columns(model.layout, Table.COUPLINGS) for model in (reduced, free))
    joints = len(free.couplings) - len(reduced.couplings)
    for column, width in (("at", 3), ("placement", 9)):
        source, target = getattr(there, column), getattr(here, column) + width * joints
        size = width * len(reduced.couplings)
        parameters[target : target + size] = reduced.parameters[source : source + size]
    return replace(free, parameters=parameters, initial_state=_freed_state(reduced, free))


def _freed_state(reduced: Model, free: Model) -> Array:
    state = free.initial_state.copy()
    known = dict(zip(reduced.state_names, reduced.initial_state, strict=True))
    for k, name in enumerate(free.state_names):
        if name in known:
            state[k] = known[name]
    seen = observation(reduced, reduced.initial_state[None], reduced.commands[None])
    link_of = {body.name: body.link for body in reduced.bodies}
    links = free.link_columns
    for body in free.bodies:
        there = link_of[body.name]
        q = int(free.layout[links.position + body.link])
        v = free.positions + free.velocity_of(body.link)
        state[q : q + 3] = seen.place[0, there]
        state[q + 3 : q + 7] = quaternion_from_matrix(seen.attitude[0, there].reshape(3, 3))
        state[v : v + 6] = seen.motion[0, there]
    return state
