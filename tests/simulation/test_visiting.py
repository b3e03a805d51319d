"""Runs that visit given times."""

import numpy as np
import pytest

import narcine
from narcine.simulation.integrators import Integrator
from narcine.simulation.visiting import legs, visit

STEP = 0.005


def visited(simulation, times, changes, commands, longest=STEP):
    model = simulation.model
    route = legs(np.asarray(times), np.asarray(changes), longest)
    records, sound = visit(
        model, model.parameters[None], model.initial_state[None], route, np.atleast_2d(commands), Integrator.RK4
    )
    assert sound.all()
    return records[0]


def test_equal_intervals_are_one_leg_and_no_step_is_longer_than_allowed():
    times = np.round(np.arange(0.0, 2.001, 0.05), 3)
    route = legs(times, np.array([0.0, 1.013]), STEP)
    assert [(leg.every, leg.samples, leg.change) for leg in route] == [(10, 20, 0), (3, 0, 0), (8, 1, 1), (10, 19, 1)]
    assert all(leg.step <= STEP * (1.0 + 1e-6) for leg in route)
    assert sum(leg.step * leg.steps for leg in route) == pytest.approx(2.0, rel=1e-12)


def test_a_command_at_a_sample_cuts_nothing():
    times = np.arange(5) * 0.1
    route = legs(times, np.array([0.0, 0.3 - 1e-9]), STEP)
    assert [(leg.samples, leg.change) for leg in route] == [(3, 0), (1, 1)]


def test_samples_at_steps_are_those_of_a_run():
    """The vehicle's own schedule changes at 3 s, a step of the run: both take the same steps."""
    rov = narcine.load("bluerov")
    run = rov.start(record=0.05)
    run.step(800)
    index = [each.name for each in rov.model.inputs].index("surge_port")
    commands = np.repeat(rov.model.commands[None], 2, axis=0)
    commands[1, [index, [each.name for each in rov.model.inputs].index("surge_starboard")]] = 1700.0
    found = visited(rov, np.arange(81) * 0.05, [0.0, 3.0], commands)
    assert found == pytest.approx(run.states, rel=1e-9, abs=1e-11)


def test_times_between_steps_are_reached_at_the_order_of_the_integrator():
    """Irregular samples and a command between steps, against a run with steps twenty times shorter that hits them all.

    Holds that leave the dead band of their thrusters limit the order, hence 1e-5; a command that waited for the next
    step would make it 5 ms times 1.5 m/s2 slower.
    """
    rov = narcine.load("bluerov")
    commands = np.repeat(rov.model.commands[None], 2, axis=0)
    commands[1, [each.name for each in rov.model.inputs].index("lateral")] = 1800.0
    times = np.array([0.0, 0.0371, 0.21, 0.2229, 0.9, 1.7003, 2.0])
    change = 0.0333
    found = visited(rov, times, [0.0, change], commands)
    exact = visited(rov, times, [0.0, change], commands, longest=STEP / 20)
    motion = slice(0, rov.model.positions + rov.model.velocities)
    assert found[:, motion] == pytest.approx(exact[:, motion], abs=1e-5)
    late = visited(rov, times, [0.0, change + STEP], commands)
    assert np.abs(late - exact)[:, motion].max() > 3e-3


def test_what_explodes_is_not_sound():
    rov = narcine.load("bluerov")
    model = rov.model
    states = np.repeat(model.initial_state[None], 2, axis=0)
    states[1, model.state_names.index("hull.forward_velocity")] = 5e3
    route = legs(np.arange(5) * 0.1, np.array([0.0]), 0.1)
    records, sound = visit(
        model, np.repeat(model.parameters[None], 2, axis=0), states, route, model.commands[None], Integrator.RK4
    )
    assert list(sound) == [True, False]
    assert np.isfinite(records[0]).all()
    assert np.isnan(records[1]).any()
