"""Both integrators converge at the order that they state."""

import numpy as np
import pytest

import narcine
from tests.contracts.kinds import vehicle

ORDERS = {"rk4": 4, "semi_implicit": 1}


def final_state(simulation, integrator, step, duration):
    run = simulation.start(step=step, integrator=integrator)
    run.step(round(duration / step))
    return run.state.copy()


@pytest.mark.parametrize("integrator", ORDERS)
@pytest.mark.parametrize(
    ("name", "steps"), [("three_link_swimmer", (0.02, 0.01, 0.005)), ("spring", (0.01, 0.005, 0.0025))]
)
def test_halving_the_step_divides_the_error_by_two_to_the_order(integrator, name, steps):
    """Smooth cases: an ideal fluid with prescribed joints, and a fin on a spring with Coriolis, weight and buoyancy."""
    source = vehicle("joint.hinge_spring") if name == "spring" else None
    simulation = narcine.Simulation(source) if source else narcine.load(name)
    exact = final_state(simulation, "rk4", steps[-1] / 16.0, 1.0)
    errors = [np.linalg.norm(final_state(simulation, integrator, step, 1.0) - exact) for step in steps]
    orders = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    assert orders[-1] == pytest.approx(ORDERS[integrator], abs=0.25)


def test_raybot_at_its_shipped_step_is_converged():
    """Halving the step of 5 ms moves nothing of RayBot's pose after 2 s by more than a tenth of a millimetre."""
    raybot = narcine.load("raybot")
    coarse, fine = (raybot.run(duration=2.0, step=step) for step in (0.005, 0.0025))
    assert coarse.position.values[-1] == pytest.approx(fine.position.values[-1], abs=1e-4)
