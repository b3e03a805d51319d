"""The free fin of 60 mm x 2 mm: added mass 23.6 times its own, on a spring, at a step of 10 ms."""

import numpy as np
import pytest

import narcine
from tests.validation.test_rigid_body import periods


def fin_on_a_spring(stiffness):
    """Return the shipped fin on a rail across its plane, held by a spring."""
    plain = narcine.load("fin").description.plain
    rail = {"type": "slider", "parent": "world", "child": "fin", "axis": "starboard", "stiffness": stiffness}
    start = {"joints": {"rail": 0.01}}
    return narcine.Simulation(
        {"name": "fin", "bodies": plain["bodies"], "joints": {"rail": rail}, "run": {"start": start}}
    )


def test_its_added_mass_is_the_analytic_one():
    model = narcine.load("fin").model
    added = model.parameters[model.link_columns.added + 3]
    assert added / 0.036 == pytest.approx(np.pi * 60.0 / (4.0 * 2.0), rel=1e-12)
    assert added / 0.036 == pytest.approx(23.6, abs=0.05)


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit"])
def test_it_oscillates_stably_at_ten_milliseconds(integrator):
    """An engine that lags the added mass by a step diverges here. RK4 keeps amplitude and period.

    The semi-implicit step damps what a spring holds: with the spring at the end of the step each one multiplies the
    amplitude by 1 / sqrt(1 + (h w)^2), so that 2000 of them leave 32 % here.
    """
    total = 0.036 * (1.0 + np.pi * 60.0 / (4.0 * 2.0))
    period = 2.0 * np.pi * np.sqrt(total / 10.0)
    run = fin_on_a_spring(10.0).run(duration=20.0, step=0.01, record=0.01, integrator=integrator)
    travel = run.joint_position.values[:, 0]
    assert np.abs(travel).max() <= 0.01 * (1.0 + 1e-6)
    last = np.abs(travel[-200:]).max()
    if integrator == "rk4":
        assert last == pytest.approx(0.01, rel=1e-3)
        assert periods(run.time.values, travel) == pytest.approx(period, rel=1e-5)
    else:
        omega = 2.0 * np.pi / period
        left = (1.0 + (0.01 * omega) ** 2) ** (-0.5 * (2000 - 200))
        assert 0.01 * left * np.exp(-0.5 * 200 * (0.01 * omega) ** 2) < last < 1.02 * 0.01 * left


def test_the_free_fin_of_the_file_turns_and_stays_bounded():
    """Thrown and spinning at up to 5 rad/s, free in all six directions: energy is lost by truncation alone.

    It fell by 5 % in ten seconds at 10 ms when this was written, by 0.04 % at 2.5 ms.
    """
    start = {"position": [0, 0, 1], "velocity": [0.3, 0.2, 0.1], "angular_velocity": [1.0, 2.0, 3.0]}
    for step, loss in ((0.01, 0.1), (0.0025, 1e-3)):
        energy = narcine.load("fin", run__start=start).run(duration=10.0, step=step).kinetic_energy.values
        assert np.ptp(energy) / energy[0] < loss
