"""Forces of joints and couplings against closed forms."""

import numpy as np
import pytest

from narcine.simulation.simulation import Simulation
from tests.conftest import simulate
from tests.multibody.mechanisms import at_state

ROUNDING = 1e-10
G = 9.81


def bob(mass, moment):
    return {"mass": mass, "inertia": [moment] * 3, "displaced_volume": 0.0}


@pytest.mark.parametrize(("angle", "rate"), [(0.0, 3.0), (0.7, -2.0), (2.5, 1.0)])
def test_a_pendulum_pulls_on_its_hinge(angle, rate):
    """Along the arm m l w^2 + m g cos; across it m (l w_dot + g sin) with w_dot = -m g l sin / (I + m l^2)."""
    m, l, moment = 2.0, 0.8, 0.05
    joint = {"type": "hinge", "parent": "world", "child": "bob", "to": [0, 0, -l], "axis": "starboard"}
    start = {"joints": {"pivot": angle}, "rates": {"pivot": rate}}
    run = {"water": {"density": 0.0}, "start": start, "formulation": "udwadia_kalaba"}
    seen = simulate(bodies={"bob": bob(m, moment)}, joints={"pivot": joint}, run=run).start().observe()
    turn = -m * G * l * np.sin(angle) / (moment + m * l**2)
    across, along = m * (l * turn + G * np.sin(angle)), m * l * rate**2 + m * G * np.cos(angle)
    assert seen.coupling_wrench[0, 0] == pytest.approx([across, 0, -along, 0, 0, 0], abs=ROUNDING * m * G)


def test_a_conical_pendulum_pulls_on_its_ball_joint():
    """A round bob in steady precession W^2 = g / (l cos): m g / cos along the arm, and nothing else."""
    m, l, moment, angle = 1.5, 0.6, 0.02, 0.5
    joint = {"type": "ball", "parent": "world", "child": "bob", "to": [0, 0, -l]}
    models = []
    for formulation in ("reduced", "udwadia_kalaba"):
        run = {"water": {"density": 0.0}, "formulation": formulation}
        models.append(simulate(bodies={"bob": bob(m, moment)}, joints={"pivot": joint}, run=run).model)
    spin = np.sqrt(G / (l * np.cos(angle)))
    state = models[0].initial_state.copy()
    state[:4] = np.cos(angle / 2), 0.0, np.sin(angle / 2), 0.0
    state[4:7] = spin * np.array([-np.sin(angle), 0.0, np.cos(angle)])
    _, seen = at_state(*models, state)
    assert seen.coupling_wrench[0, 0] == pytest.approx([0, 0, -m * G / np.cos(angle), 0, 0, 0], abs=ROUNDING * m * G)
    assert seen.acceleration[0, 0, 3:] == pytest.approx(0.0, abs=1e-9)


def blue_rov(**more):
    """Return a body whose whole inertia is M of A14."""
    inertia = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1], "displaced_volume": 0.001}
    return {**inertia, "added_inertia": [8.91, 24.81, 19.61, 0.044, 0.0273, 0.31], **more}


@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba"])
def test_two_vehicles_held_together_accelerate_as_a14(formulation, closed_forms):
    """A push in surge on the first of two; accelerations and the wrench between them, per newton."""
    case = closed_forms["A14_two_BlueROV_rigid_link_rB=(0,.6,.05)_10N_surge_on_A_at_rest"]
    push = {"type": "propeller", "body": "a", "at": [0, 0, 0], "diameter": 0.1, "thrust": [0.4, 0.0], "limit": 300}
    simulation = Simulation(
        {
            "name": "pair",
            "bodies": {"a": blue_rov(), "b": blue_rov()},
            "joints": {"beside": {"type": "free", "parent": "world", "child": "b", "at": [0, 0.6, 0.05]}},
            "couplings": {"bar": {"type": "rigid", "first": "a", "second": "b"}},
            "actuators": {"push": push},
            "run": {"formulation": formulation, "water": {"gravity": 0.0}},
        }
    )
    run = simulation.start()
    run.state[run.model.state_names.index("push.speed")] = 20.0
    seen = run.observe()
    force = seen.wrench[0].sum(axis=0)[0]
    assert force[0] > 0.1
    assert force[1:] == pytest.approx(0.0, abs=1e-12)
    share = force[0] / 10.0
    assert seen.acceleration[0, 0] == pytest.approx(share * np.array(case["acc_A_composite"]), rel=1e-9, abs=1e-12)
    assert seen.acceleration[0, 1] == pytest.approx(share * np.array(case["acc_B_UK"]), rel=1e-9, abs=1e-12)
    assert seen.coupling_wrench[0, -1] == pytest.approx(share * np.array(case["wrench_on_B"]), rel=1e-9, abs=1e-12)
