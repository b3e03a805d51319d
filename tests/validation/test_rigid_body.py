"""Single bodies against closed forms: Coriolis (A9), top (A20), pendulums (A4), falling and coasting (A5)."""

import numpy as np
import pytest
from scipy.integrate import quad

from narcine.spatial.inertias import inertia_times, pack_inertia
from narcine.spatial.vectors import wrench_cross
from tests.conftest import simulate

CLOSED_FORM = 1e-6
"""Relative tolerance of the reference values."""
VACUUM = {"density": 0.0}
STILL = {"gravity": 0.0, "density": 0.0}


def periods(time, angle):
    """Return the times between rising zero crossings, each found by a cubic through four samples."""
    crossings = []
    for k in np.nonzero((angle[:-1] < 0.0) & (angle[1:] >= 0.0))[0]:
        window = slice(k - 1, k + 3)
        roots = np.roots(np.polyfit(time[window] - time[k], angle[window], 3))
        real = roots[np.isreal(roots)].real
        crossings.append(time[k] + real[np.argmin(np.abs(real - 0.5 * (time[k + 1] - time[k])))])
    return np.diff(crossings)


def test_the_coriolis_wrench_of_a_body_with_offset_centre(closed_forms):
    case = closed_forms["A9_Coriolis_invariance"]
    M = np.array(case["MRB"]).reshape(6, 6)
    nu = tuple(case["nu"])
    found = wrench_cross(nu, inertia_times(tuple(pack_inertia(M)), nu))
    assert found == pytest.approx(case["Cnu_lagrange_m2c"], rel=CLOSED_FORM)
    assert np.dot(found, nu) == pytest.approx(0.0, abs=1e-13)


def test_the_engine_gives_the_same_coriolis_wrench(closed_forms):
    """A free body coasting in vacuum: M nu_dot = -C(nu) nu, the centre of gravity off the origin."""
    case = closed_forms["A9_Coriolis_invariance"]
    M, nu = np.array(case["MRB"]).reshape(6, 6), np.array(case["nu"])
    mass = M[0, 0]
    centre = np.array([M[1, 5], M[2, 3], M[0, 4]]) / mass
    skew = np.cross(np.eye(3), -centre)
    about_centre = M[3:, 3:] + mass * skew @ skew
    body = {"mass": mass, "centre_of_gravity": centre, "inertia": about_centre}
    start = {"velocity": nu[:3], "angular_velocity": nu[3:]}
    rates = simulate(bodies={"body": body}, run={"water": STILL, "start": start}).start().observe().rates[0]
    assert M @ rates[7:13] == pytest.approx(-np.array(case["Cnu_lagrange_m2c"]), rel=CLOSED_FORM)


def test_a_torque_free_top(closed_forms):
    case = closed_forms["A20_torque_free_top_I123_w(.3,.1,1)"]
    body = {"mass": 1.0, "inertia": [1, 2, 3]}
    top = simulate(bodies={"top": body}, run={"water": STILL, "start": {"angular_velocity": [0.3, 0.1, 1.0]}})
    run = top.run(duration=20.0, step=0.002, record=0.002)
    spin = run.angular_velocity.values[:, 0]
    assert spin[5000] == pytest.approx(case["w_t10"], rel=CLOSED_FORM)
    assert periods(run.time.values, spin[:, 0] - 0.0)[0] == pytest.approx(case["period_exact"], rel=CLOSED_FORM)


def pendulum(angle, water):
    mass = 2700.0 * 4.0 / 3.0 * np.pi * 0.05**3
    bob = {"mass": mass, "shape": {"sphere": 0.05}}
    arm = {"type": "hinge", "parent": "world", "child": "bob", "to": [0, 0, -0.5], "axis": "starboard"}
    run = {"water": water, "start": {"joints": {"arm": angle}}}
    return simulate(bodies={"bob": bob}, joints={"arm": arm}, run=run)


@pytest.mark.parametrize(
    ("angle", "water", "key"),
    [(1e-4, {}, "period_small"), (np.radians(60.0), {}, "period_60deg"), (1e-4, VACUUM, "period_vacuum")],
)
def test_a_submerged_sphere_swings_in_its_closed_form_period(closed_forms, angle, water, key):
    run = pendulum(angle, water).run(duration=5.0, step=0.005, record=0.005)
    found = periods(run.time.values, run.joint_position.values[:, 0])
    assert found[0] == pytest.approx(closed_forms["A4_submerged_sphere_pendulum"][key], rel=CLOSED_FORM)


def test_a_sphere_sinks_to_its_terminal_speed(closed_forms):
    case = closed_forms["A5_sinking_sphere"]
    mass = 2700.0 * 4.0 / 3.0 * np.pi * 0.05**3
    ball = {"mass": mass, "shape": {"sphere": 0.05}, "drag": {"coefficients": [0.47] * 3}}
    sphere = simulate(bodies={"ball": ball})
    assert sphere.start().observe().rates[0, 9] == pytest.approx(case["a0"], rel=CLOSED_FORM)
    run = sphere.run(duration=10.0, step=0.005, record=0.5)
    assert run.velocity.values[1, 0, 2] == pytest.approx(case["v_at_0p5s"], rel=CLOSED_FORM)
    assert run.position.values[1, 0, 2] == pytest.approx(case["z_at_0p5s"], rel=CLOSED_FORM)
    assert run.velocity.values[-1, 0, 2] == pytest.approx(case["vt"], rel=CLOSED_FORM)


def test_a_massless_bubble_starts_upward_with_two_g(closed_forms):
    """On a vertical rail, since a massless sphere would turn without effort."""
    rail = {"type": "slider", "parent": "world", "child": "bubble", "axis": "down"}
    bubble = simulate(bodies={"bubble": {"mass": 0.0, "shape": {"sphere": 0.01}}}, joints={"rail": rail})
    rate = bubble.start().observe().rates[0, 1]
    assert -rate == pytest.approx(closed_forms["A5_massless_bubble_initial_acc"]["a0"], rel=CLOSED_FORM)


def lamb_factor(a, b, c):
    """Return k along the axis c of an ellipsoid: g / (2 - g), g = a b c int ds / ((c^2 + s) D(s)) (Lamb 1932, 114)."""
    integral, _ = quad(lambda s: 1.0 / ((c**2 + s) * np.sqrt((a**2 + s) * (b**2 + s) * (c**2 + s))), 0.0, np.inf)
    g = a * b * c * integral
    return g / (2.0 - g)


def test_a_half_dense_ellipsoid_rises_against_its_added_mass():
    shape = {"ellipsoid": [0.3, 0.2, 0.1]}
    volume = 4.0 / 3.0 * np.pi * 0.006
    body = simulate(bodies={"hull": {"mass": 500.0 * volume, "shape": shape}})
    added = 1000.0 * volume * lamb_factor(0.3, 0.2, 0.1)
    expected = (1000.0 - 500.0) * volume * 9.81 / (500.0 * volume + added)
    assert -body.start().observe().rates[0, 9] == pytest.approx(expected, rel=1e-6)  # of the quadrature


BLUEROV = {
    "mass": 7.31,
    "displaced_volume": 7.31e-3,
    "inertia": [0.09, 0.11, 0.13],
    "added_inertia": [2.6, 18.5, 13.3, 0.054, 0.0173, 0.28],
}


def test_the_bluerov_coasts_in_heave(closed_forms):
    case = closed_forms["A5_BlueROV_heave_coast_seed002_M20.61_74.23_0.19_from1mps_t2"]
    drag = {"linear": [0, 0, 0.19, 0, 0, 0], "quadratic": [34.96, 0, 74.23, 0, 0, 0]}
    rov = simulate(bodies={"rov": {**BLUEROV, "drag": drag}}, run={"start": {"velocity": [0, 0, 1]}})
    run = rov.run(duration=2.0, step=0.005, record=2.0)
    assert run.velocity.values[-1, 0, 2] == pytest.approx(case["w"], rel=CLOSED_FORM)
    assert run.position.values[-1, 0, 2] == pytest.approx(case["z"], rel=CLOSED_FORM)


def test_the_bluerov_coasts_in_surge(closed_forms):
    case = closed_forms["A5_BlueROV_surge_coast_M9.91_34.96_from1mps_t2"]
    rov = simulate(
        bodies={"rov": {**BLUEROV, "drag": {"quadratic": [34.96, 0, 0, 0, 0, 0]}}},
        run={"start": {"velocity": [1, 0, 0]}},
    )
    run = rov.run(duration=2.0, step=0.005, record=2.0)
    assert run.velocity.values[-1, 0, 0] == pytest.approx(case["u"], rel=CLOSED_FORM)
    assert run.position.values[-1, 0, 0] == pytest.approx(case["x"], rel=CLOSED_FORM)


def test_the_bluerov_surges_under_a_constant_force(closed_forms):
    """Twenty newtons along a rail through the vehicle."""
    case = closed_forms["A5_BlueROV_surge_steady_20N"]
    rov = simulate(
        bodies={"rov": {**BLUEROV, "drag": {"quadratic": [34.96, 0, 0, 0, 0, 0]}}},
        joints={"rail": {"type": "slider", "parent": "world", "child": "rov", "axis": "forward"}},
        drives={"rail": {"type": "torque", "command": "20 N"}},
    )
    run = rov.run(duration=5.0, step=0.005, record=0.5)
    assert run.joint_velocity.values[1, 0] == pytest.approx(case["u_at_0p5s"], rel=CLOSED_FORM)
    assert run.joint_velocity.values[-1, 0] == pytest.approx(case["u"], rel=1e-5)  # exp(-2 * 5 s / 0.37 s) is left
