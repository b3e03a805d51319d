"""States from run files: what the engine had is there again, and with it all that can be read off it."""

import json

import numpy as np
import pytest

import narcine
from narcine.recording.write import read_run, write_run
from narcine.simulation.record import observation
from narcine.simulation.restoring import states_of_run
from narcine.simulation.simulation import Simulation
from tests.contracts.kinds import KINDS, vehicle

ROUNDING = 1e-14
"""Of states of order 1: quaternions go through a matrix and back, and spins of ball joints are differences."""
READ_OFF = 1e-11
"""Relative, of what is read off: stiff springs, contacts and couplings multiply rounding by up to a thousand."""
SHIPPED = {
    "raybot": {},
    "raybot, udwadia_kalaba": {"run__formulation": "udwadia_kalaba"},
    "raybot, impulse": {"run__formulation": "impulse"},
    "disc_ray": {},
    "bluerov": {"run__water__waves": {"height": 0.4, "period": 3.0}},
    "bluerov_pair": {},
    "remus100_rudder_step": {},
    "three_link_swimmer": {},
    "pendulum": {},
    "fin": {},
}


def simulations():
    for name, settings in SHIPPED.items():
        yield pytest.param(lambda name=name, settings=settings: narcine.load(name.split(",")[0], **settings), id=name)
    for kind in KINDS:
        yield pytest.param(lambda kind=kind: Simulation(vehicle(kind)), id=kind)


def quaternion_firsts(model):
    return [k for k, name in enumerate(model.state_names[: model.positions]) if name.endswith("attitude_w")]


@pytest.mark.parametrize("make", list(simulations()))
def test_states_come_back_from_the_file(make, tmp_path):
    simulation = make()
    run = simulation.start()
    run.step(150)
    run.keep_now()
    write_run(run.dataset(), tmp_path / "run.nc")
    dataset = read_run(tmp_path / "run.nc")
    model = Simulation(json.loads(dataset.attrs["description"])).model
    states, commands = states_of_run(model, dataset)
    assert np.array_equal(commands, run.commands)
    told = run.states
    for q in quaternion_firsts(model):
        sign = np.sign(np.sum(told[:, q : q + 4] * states[:, q : q + 4], axis=-1, keepdims=True))
        states[:, q : q + 4] *= sign
    scale = np.maximum(1.0, np.abs(told).max(axis=0))
    assert np.abs((states - told) / scale).max() < ROUNDING
    seen, again = observation(model, told, run.commands), observation(model, states, commands)
    for name in ("place", "attitude", "motion", "power", "wrench", "drive", "spring", "kinetic", "coupling_wrench"):
        there, here = getattr(seen, name), getattr(again, name)
        if there.size:
            assert np.abs(here - there).max() <= READ_OFF * max(1.0, np.abs(there).max()), name


def test_signs_do_not_matter_and_turns_go_on_through_half_a_turn():
    """A spinning ball joint and a spinning hull: more than two turns, and each state reads off as the run's own."""
    spinning = vehicle("joint.ball", angular_velocity=[0.0, 0.0, 9.0])
    spinning["joints"]["tail"] = {**spinning["joints"]["tail"], "limits": None, "stiffness": 0.0}
    spinning["run"]["duration"] = 2.0
    run = Simulation(spinning).start()
    run.step(500)
    states, commands = states_of_run(run.model, run.dataset())
    turned = run.states[:, run.model.state_names.index("hull.attitude_w")]
    assert turned.min() < -0.5, "half a turn and more"
    seen, again = observation(run.model, run.states, run.commands), observation(run.model, states, commands)
    assert np.abs(again.attitude - seen.attitude).max() < ROUNDING
    assert again.power == pytest.approx(seen.power, rel=READ_OFF, abs=READ_OFF)


def test_free_bodies_restore_into_the_model_with_joints_as_coordinates():
    free = narcine.load("raybot", run__formulation="udwadia_kalaba")
    dataset = free.run(duration=0.5)
    reduced = free.reduced().model
    states, commands = states_of_run(reduced, dataset)
    seen = observation(reduced, states, commands)
    links = [body.link for body in reduced.bodies]
    drift = 1e-8
    assert np.abs(seen.place[:, links] - dataset.position.values).max() < drift, "where the file says, but for drift"


def test_a_run_of_something_else_is_refused():
    dataset = narcine.load("remus100").run(duration=0.1)
    with pytest.raises(ValueError, match="not one of this model: it has no body disc, electronics_box"):
        states_of_run(narcine.load("raybot").model, dataset)
    reduced, impulse = narcine.load("raybot"), narcine.load("raybot", run__formulation="impulse")
    with pytest.raises(ValueError, match=r"it has no actuator impulse\.iterations"):
        states_of_run(impulse.model, reduced.run(duration=0.1))
    broken = dataset.copy(deep=True)
    broken["position"][1, 0, 1] = np.nan
    with pytest.raises(ValueError, match=r"does not tell all of its states: hull\.east cannot be restored"):
        states_of_run(narcine.load("remus100").model, broken)
