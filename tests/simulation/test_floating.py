"""Floating attitudes against closed forms of naval architecture."""

import numpy as np
import pytest

from narcine.simulation.audit import audit
from narcine.simulation.forces import force_history
from tests.conftest import simulate

WEIGHT_DENSITY = 9810.0
SOLVED = 1e-6
"""Relative: stiffness comes from differences over 1e-5, balance is solved to 1e-9 of the weight."""


def floating(body, start=(0.3, 0.1, 0.0), water=None):
    run = {
        "water": water or {"surface": "calm"},
        "start": {"position": [0, 0, 0.3], "attitude": list(start)},
        "duration": 0.1,
    }
    (found,) = audit(simulate(bodies={"float": body}, run=run)).floating
    return found


def test_a_cylinder_floats_as_its_segment_says(closed_forms):
    case = closed_forms["A6_floating_cylinder_kd0.92"]
    mass = 0.92 * np.pi * 0.038**2 * 0.18 * 1000.0
    body = {
        "mass": mass,
        "shape": {"cylinder": {"radius": 0.038, "length": 0.18}},
        "centre_of_gravity": [0, 0, 0.008],
    }
    found = floating(body)
    assert found.depth + 0.038 == pytest.approx(case["draft_m"], rel=SOLVED)
    assert found.heave_stiffness == pytest.approx(case["C33_N_per_m"], rel=SOLVED)
    assert found.wet == pytest.approx(0.92, rel=SOLVED)
    assert found.lean_stiffness[0] == pytest.approx(mass * 9.81 * 0.008, rel=1e-5)


def test_a_raft_is_held_by_its_metacentric_height():
    """Rho g V GM = rho g (I - V BG) for roll and pitch, BG a quarter of the height at half draught."""
    length, width, height = 0.5, 0.4, 0.1
    found = floating({"mass": 10.0, "shape": {"box": [length, width, height]}})
    volume = 0.5 * length * width * height
    expected = [
        WEIGHT_DENSITY * (long * across**3 / 12.0 - volume * height / 4.0)
        for long, across in ((length, width), (width, length))
    ]
    assert found.lean_stiffness == pytest.approx(expected, rel=SOLVED)
    assert (found.roll, found.pitch) == pytest.approx((0.0, 0.0), abs=1e-6)


@pytest.mark.parametrize("start", [(0.05, 0.0, 0.0), (1.2, 0.1, 0.4), (2.0, -0.2, 0.0)])
def test_a_square_log_of_half_density_floats_on_its_edge(start):
    """The classical result: of all attitudes only the diagonal one holds it."""
    found = floating({"mass": 40.0, "shape": {"box": [2.0, 0.2, 0.2]}}, start)
    assert np.degrees(found.roll) % 90.0 == pytest.approx(45.0, abs=1e-3)
    assert found.lean_stiffness[0] > 0.0


def test_a_top_heavy_float_turns_over():
    body = {"mass": 2.0, "shape": {"sphere": 0.1}, "centre_of_gravity": [0, 0, -0.02]}
    assert abs(np.degrees(floating(body, (0.0, 0.0, 0.0)).roll)) == pytest.approx(180.0, abs=1e-3)


def test_waves_do_not_change_how_it_floats():
    body = {"mass": 10.0, "shape": {"box": [0.5, 0.4, 0.1]}, "centre_of_gravity": [0.05, 0, 0]}
    assert floating(body, water={"waves": {"height": 0.2, "period": 3.0}}) == floating(body)


def test_what_sinks_or_has_no_surface_does_not_float():
    for body, water in (({"mass": 9.0}, {"surface": "calm"}), ({"mass": 1.0}, {})):
        found = audit(simulate(bodies={"ball": {**body, "shape": {"sphere": 0.1}}}, run={"water": water}))
        assert found.floating == ()


def test_forces_by_term_add_up_to_what_moves_the_vehicle():
    """A lone body without added inertia: the sum of all curves is mass times acceleration.

    Central differences over 2 ms of a velocity that falls within 0.3 s: their error is 1e-4 of the largest force, 10 N.
    """
    body = {
        "mass": 2.0,
        "shape": {"sphere": 0.1},
        "added_inertia": "none",
        "drag": {"coefficients": [0.5, 0.5, 0.5]},
    }
    run = {"start": {"velocity": [1.0, 0, 0], "attitude": [0, 0, 0.4]}, "duration": 1.0, "step": 0.002, "record": 0.002}
    simulation = simulate(bodies={"ball": body}, run=run)
    stepper = simulation.start()
    simulation.swim(stepper, 1.0)
    history = force_history(simulation.model, stepper.times, stepper.states, stepper.commands)
    velocity = stepper.states[:, simulation.model.positions :][:, :3]
    acceleration = np.gradient(velocity, stepper.times, axis=0, edge_order=2)
    assert history.force[:, 0].sum(axis=1)[1:-1] == pytest.approx(2.0 * acceleration[1:-1], abs=2e-3)
    assert np.abs(acceleration).max() > 1.0
