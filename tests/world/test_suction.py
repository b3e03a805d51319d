"""The film under a flat body against Stefan's law and an independent integration of the gap."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from narcine.simulation.audit import energy_balance
from tests.conftest import simulate

RADIUS, HALF, MASS, DEPTH, ROUGH = 0.2, 0.005, 3.0, 1.0, 1e-3
DISC = {"cylinder": {"radius": RADIUS, "length": 2 * HALF, "axis": "down"}}
POLYGON = np.sqrt(32.0 / (2.0 * np.pi) * np.sin(2.0 * np.pi / 32.0))
"""Radius of the disc as large as the 32 corners of its rim enclose, over that of the rim."""


def disc(gap, force=0.0, velocity=0.0, viscosity=0.001, density=1000.0, step=0.005, suction=True, **body):
    """Return a level disc over the seabed that a net buoyancy pulls up with a force; the water alone has no drag."""
    volume = (force / 9.81 + MASS) / density if density else 0.0
    film = {"roughness": ROUGH, "viscosity": viscosity} if suction else False
    run = {
        "step": step,
        "duration": 1.0,
        "water": {"density": density},
        "world": {"seabed": {"depth": DEPTH, "suction": film}},
        "start": {"position": [0, 0, DEPTH - HALF - gap], "velocity": [0, 0, velocity]},
    }
    hull = {"mass": MASS, "shape": DISC, "displaced_volume": volume, "added_inertia": "none", **body}
    return simulate(bodies={"disc": hull}, run=run)


def gap_rates(force, viscosity, density):
    """Return the motion of the gap as lubrication theory has it, written anew: unknowns h and h_dot."""
    r = POLYGON * RADIUS

    def rates(_, y):
        h, v = y
        m = np.pi * density * r**4 / 8.0 * (1.0 / h - 1.0 / r)
        c = 1.5 * np.pi * viscosity * r**4 * (1.0 / h**3 - 1.0 / r**3)
        share = 0.5 if v > 0.0 else 1.5
        return [v, (force - c * v + share * np.pi * density * r**4 / 8.0 / h**2 * v**2) / (MASS + m)]

    return rates


def test_a_thick_film_opens_as_stefan_says():
    """Creeping: F t = 3 pi mu R^4 / 4 (1 / h0^2 - 1 / h^2), in a liquid a thousand times as viscous as water."""
    force, viscosity, gap = 5.0, 1.0, 2e-3
    run = disc(gap, force, viscosity=viscosity).start()
    h0 = gap + ROUGH
    for _ in range(4):
        run.step(400)
        h = DEPTH - HALF - run.state[2] + ROUGH
        r = POLYGON * RADIUS
        work = 0.75 * np.pi * viscosity * r**4 * (1.0 / h0**2 - 1.0 / h**2)
        # the inertia of disc and water shift the time by some ms; the film's end at h = R takes 1e-4 of it
        assert work / force == pytest.approx(run.time, rel=5e-3)
    assert h > 1.05 * h0


@pytest.mark.parametrize(("force", "velocity"), [(5.0, 0.0), (-2.0, 0.0), (0.0, 0.05), (0.0, -0.05)])
def test_the_gap_opens_and_closes_as_an_independent_integration_says(force, velocity):
    """Water: its inertia, then its viscosity. To 1e-3 of the way at 1 ms; down is positive in the file."""
    gap, duration = 0.01, 0.3
    run = disc(gap, force, velocity, step=0.001).start()
    run.step(300)
    reference = solve_ivp(
        gap_rates(force, 0.001, 1000.0), (0.0, duration), [gap + ROUGH, -velocity], rtol=1e-10, atol=1e-12
    )
    h = DEPTH - HALF - run.state[2] + ROUGH
    assert h - gap - ROUGH == pytest.approx(reference.y[0, -1] - gap - ROUGH, rel=3e-3)
    assert abs(h - gap - ROUGH) > 1e-3


def test_suction_holds_a_disc_back_and_is_off_unless_asked_for():
    """Pulled from its roughness by 5 N: without a film it goes a hundred times as far in the same time."""
    held, free = disc(1e-5, 5.0).start(), disc(1e-5, 5.0, suction=False).start()
    for run in (held, free):
        run.step(40)
    rise = [DEPTH - HALF - 1e-5 - run.state[2] for run in (held, free)]
    assert rise[1] == pytest.approx(0.5 * 5.0 / MASS * 0.2**2, rel=1e-6)
    assert 0.0 < rise[0] < 0.05 * rise[1]


def test_energy_adds_up_through_the_film():
    """Opening and closing, with the kinetic energy of the film's water; dissipation is the rest."""
    for velocity in (-0.1, 0.1):
        run = disc(0.01, 1.0, velocity, step=0.0005).start(record=0.0005)
        run.step(400)
        balance = energy_balance(run.trajectory())
        assert balance.residual < 1e-5
        assert balance.work["suction"] < 0.0


def test_a_thick_body_and_a_disc_far_away_have_no_film():
    thick = disc(0.01, 5.0, shape={"sphere": HALF}).start()
    far = disc(0.3, 5.0).start()
    for run in (thick, far):
        assert not run.observe().wrench[0, -1].any()
        assert run.observe().rates[0, 9] == pytest.approx(-5.0 / MASS, rel=1e-9)
