"""The motion of one body, against the engine's own kinematics."""

import numpy as np
import pytest

import narcine
from narcine.simulation.body_motion import body_motion
from narcine.simulation.record import observation
from tests.conftest import simulate

BALL = {
    "bodies": {"hull": {"shape": {"sphere": 0.1}, "mass": 4.0}, "float": {"shape": {"sphere": 0.05}, "mass": 0.3}},
    "joints": {"neck": {"type": "ball", "parent": "hull", "child": "float", "at": [0.1, 0, 0], "to": [0, 0.07, 0]}},
}
RAIL = {
    "bodies": {"hull": {"shape": {"sphere": 0.1}, "mass": 4.0}},
    "joints": {"rail": {"type": "slider", "parent": "world", "child": "hull", "axis": [1, 2, 0]}},
}


def states_of(model):
    """Random states; quaternions stay of unit length as the engine keeps them."""
    rng = np.random.default_rng(4)
    states = rng.normal(size=(5, model.states))
    for k, name in enumerate(model.state_names):
        if name.endswith("attitude_w"):
            states[:, k : k + 4] /= np.linalg.norm(states[:, k : k + 4], axis=1, keepdims=True)
    return states


@pytest.mark.parametrize(
    "simulation",
    [narcine.load("raybot"), narcine.load("pendulum"), simulate(**BALL), simulate(**RAIL)],
    ids=["universal", "hinge to the world", "ball", "slider"],
)
def test_every_body_moves_as_the_engine_has_it(simulation):
    model = simulation.model
    states = states_of(model)
    for coordinate in model.coordinates:
        if coordinate.drive == "prescribed":  # the engine puts it where its drive wants it
            states[:, coordinate.position] = model.initial_state[coordinate.position]
            states[:, model.positions + coordinate.velocity] = 0.0
    states[:, model.positions + model.velocities :] = model.initial_state[model.positions + model.velocities :]
    seen = observation(model, states, np.repeat(model.commands[None], 5, axis=0))
    for body in model.bodies:
        found = body_motion(model, model.parameters, states, body.link)
        assert found.place == pytest.approx(seen.place[:, body.link], abs=1e-12), body.name
        assert found.attitude.reshape(5, 9) == pytest.approx(seen.attitude[:, body.link], abs=1e-12), body.name
        both = np.concatenate([found.velocity, found.angular_velocity], axis=1)
        assert both == pytest.approx(seen.motion[:, body.link], abs=1e-11), body.name
