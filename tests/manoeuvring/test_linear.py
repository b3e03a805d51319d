"""The linearised vehicle against differences, Lamb's hull, Munk's growth rate, and turns that are swum."""

import numpy as np
import pytest

import narcine
from narcine.description.problems import DescriptionError
from narcine.manoeuvring.derivatives import derivatives
from narcine.manoeuvring.linear import LATERAL, linearise, linearised
from narcine.manoeuvring.motion_states import MOTION, MotionStates
from narcine.manoeuvring.steady import Aim, steady_run
from narcine.manoeuvring.turning import level_turns, small_turns, steady_turns, turn_commands
from tests.conftest import simulate
from tests.manoeuvring.torpedoes import torpedo, with_fins

CLOSED_FORM = 1e-6
"""Relative tolerance of the reference values."""
ROUNDING = 1e-9
"""Of exact derivatives against each other."""
DIFFERENCE = 1e-6
"""Of central differences of 1e-5 in numbers of size 1 to 100: their square, and rounding over the step."""
SMALL_TURN = 0.02
"""As far as a turn at a small angle may be from linear theory."""


def test_the_state_and_the_motion_are_each_others_inverse():
    motions = MotionStates(torpedo().model)
    z = motions.at_rest(motions.model.commands)
    z[:10] = [1.5, 0.1, -0.2, 0.3, -0.1, 0.2, 0.4, -0.3, 2.0, 7.0]
    assert motions.motions(motions.states(z[None]))[0] == pytest.approx(z, abs=1e-12)


@pytest.mark.parametrize("name", ["remus100", "morpheus"])
def test_exact_derivatives_are_those_of_central_differences(name):
    # fins half out: at either end their area has a kink
    run = steady_run(narcine.load(name), Aim(speed=1.5), {"fins": 0.5} if name == "morpheus" else None)
    found, z, commands = linearised(run), run.z, run.commands
    # beside the straight run, so that no velocity stands where |v| v has its kink in the second derivative
    z = z + np.array([0.0, 0.02, 0.03, 0.01, 0.02, 0.03, *[0.0] * (len(z) - 6)])
    _, exact = run.motions.slopes(z, commands, np.eye(len(z) + len(commands)))
    step = 1e-5
    for entry in range(len(z) + len(commands)):
        moved = np.zeros(len(z) + len(commands))
        moved[entry] = step
        rows = np.concatenate([z, commands]) + np.array([moved, -moved])
        ahead, behind = run.motions.see(rows[:, : len(z)], rows[:, len(z) :]).rates.real
        difference = (ahead - behind) / (2.0 * step)
        scale = 1.0 + np.abs(difference)
        assert np.abs(difference - exact.rates[entry]).max() < DIFFERENCE * scale.max(), entry
    assert found.A.shape == (len(z), len(z))
    assert found.B.shape == (len(z), len(commands))
    assert found.states[:6] == MOTION[:6]


def test_the_rates_are_those_of_the_simulator():
    """The first rates of a run as the engine steps it."""
    simulation = torpedo(run={"start": {"velocity": [1.2, 0.1, -0.05], "angular_velocity": [0.1, 0.2, 0.3]}})
    motions = MotionStates(simulation.model)
    z = motions.motions(simulation.model.initial_state[None])
    seen = simulation.start().observe().rates[0]
    assert motions.see(z, simulation.model.commands[None]).rates[0, :6].real == pytest.approx(seen[7:13], rel=1e-12)


def spheroid(**hull):
    mass = 1026.0 * 4.0 / 3.0 * np.pi * 0.8 * 0.095**2
    body = {"mass": mass, "shape": {"spheroid": {"length": 1.6, "diameter": 0.19}}, **hull}
    return simulate(bodies={"hull": body}, run={"water": {"density": 1026.0}})


def ideal(speed):
    """Return a spheroid's run in an ideal fluid, where any speed is steady."""
    run = steady_run(spheroid())
    z = run.z.copy()
    z[0] = speed
    return type(run)(**{**vars(run), "z": z})


def test_the_munk_moment_is_lambs(closed_forms):
    """N_v = -(m2 - m1) U and M_w = (m2 - m1) U, with the added masses of A1."""
    case = closed_forms["A1_REMUS_spheroid_a0.8_b0.095"]
    mass, speed = 1026.0 * 4.0 / 3.0 * np.pi * 0.8 * 0.095**2, 1.5
    found = derivatives(ideal(speed))
    munk = (case["k2"] - case["k1"]) * mass * speed
    assert found.whole.N_v == pytest.approx(-munk, rel=CLOSED_FORM)
    assert found.total[4, 2] == pytest.approx(munk, rel=CLOSED_FORM)
    assert found.whole.Y_r == pytest.approx(-case["k1"] * mass * speed, rel=CLOSED_FORM)
    assert found.added[1, 1] == pytest.approx(case["k2"] * mass, rel=CLOSED_FORM)
    assert munk == pytest.approx(closed_forms["A3_Munk_growth_rate_neutral_spheroid_U1.5"]["munk_moment_per_uv"] * 1.5)


def test_the_root_is_munks_growth_rate(closed_forms):
    case = closed_forms["A3_Munk_growth_rate_neutral_spheroid_U1.5"]
    run = ideal(1.5)
    assert derivatives(run).roots[0].real == pytest.approx(case["sigma_per_s"], rel=CLOSED_FORM)
    assert derivatives(run).roots[1].real == pytest.approx(-case["sigma_per_s"], rel=CLOSED_FORM)
    assert linearised(run).roots(("v", "r"))[0].real == pytest.approx(case["sigma_per_s"], rel=CLOSED_FORM)


@pytest.mark.parametrize("rpm", [1200, 1400, 1525])
def test_the_straight_run_balances_thrust_and_drag(closed_forms, rpm):
    """A17, by shaft speed, then the shaft speed by the speed, then both by the thrust."""
    expected = closed_forms["A17_REMUS_PVS_force_balance"][f"U_{rpm}"]
    shaft = rpm * np.pi / 30.0
    run = steady_run(narcine.load("remus100"), Aim(shaft=shaft))
    assert run.speed == pytest.approx(expected, rel=CLOSED_FORM)
    if rpm < 1525:
        again = steady_run(narcine.load("remus100"), Aim(speed=run.speed))
        assert again.commands[again.inputs.index("propeller")] == pytest.approx(shaft, rel=CLOSED_FORM)
        assert steady_run(narcine.load("remus100"), Aim(thrust=run.thrust)).speed == pytest.approx(expected)


def test_a_buoyant_vehicle_is_trimmed_straight_and_level():
    run = steady_run(torpedo(hull={"mass": 30.9}))
    rates = run.motions.see(run.z[None], run.commands[None]).rates[0].real
    assert np.abs(rates).max() < 1e-9
    assert abs(run.commands[run.inputs.index("elevator")]) > 1e-3
    assert run.remarks == ()


def test_what_cannot_be_level_climbs_and_says_so():
    run = steady_run(torpedo(hull={"mass": 28.0}))
    assert "stern planes" in run.remarks[0]


def test_a_speed_out_of_reach_says_what_is():
    with pytest.raises(DescriptionError, match=r"at its limit the propeller gives \d"):
        steady_run(torpedo(), Aim(speed=9.0))


def test_the_two_parameter_rudder_is_exact_where_it_meets_its_own_flow():
    """Y_v, Y_r, N_v, N_r of the rudder are A, x A, x A, x^2 A with A and x out of its deflection (eqs 20 to 23)."""
    found = derivatives(steady_run(torpedo()))
    A, x = found.steered.rudder, -found.steered.astern
    part = found.parts["rudder"]
    assert found.steered.incidence == pytest.approx(1.0, rel=ROUNDING)
    assert x == pytest.approx(-0.75, rel=ROUNDING)
    assert [part[1, 1], part[1, 5], part[5, 1], part[5, 5]] == pytest.approx([A, x * A, x * A, x * x * A], rel=1e-8)
    pressure = 0.5 * 1026.0 * 0.0133 * 3.0
    assert pytest.approx(-pressure * found.speed, rel=1e-6) == A


def test_parts_make_the_whole():
    """The sum of the parts, with the inertia, is the lateral motion of the linearised vehicle held against roll."""
    run = steady_run(torpedo(hull={"centre_of_gravity": [0.02, 0, 0]}))
    found, linear = derivatives(run), linearised(run)
    mass, speed = found.rigid[0, 0], found.speed
    forces = found.total[np.ix_([1, 5], [1, 5])] - np.array([[0.0, mass * speed], [0.0, found.rigid[1, 5] * speed]])
    held = np.linalg.solve(found.plane_inertia, forces)
    assert np.abs(linear.picked(("v", "r")).A - held).max() < 1e-8 * np.abs(held).max()
    assert sorted(found.roots.real) == pytest.approx(sorted(linear.roots(("v", "r")).real), rel=1e-8)


@pytest.mark.parametrize("mirrored", [0.0, 1.0])
def test_a_small_turn_is_that_of_linear_theory(mirrored):
    """Swum for five minutes at half a degree, the torpedo turns as its closed forms and its linearisation say."""
    run = steady_run(with_fins(), Aim(speed=1.5), {"fins": 1.0})
    found, angles = derivatives(run), np.radians([0.5])
    commands = turn_commands(run, angles, mirrored)
    swum = steady_turns(run, commands, length=1.6)
    closed = found.steered.turn_rate_by_mirrored_fins if mirrored else found.steered.turn_rate_by_fixed_fins
    moved = {"rudder": 1.0, "upper_fin": -mirrored, "lower_fin": -mirrored}
    assert swum.settled.all()
    assert swum.z[0, 5] / angles[0] == pytest.approx(closed, rel=SMALL_TURN)
    assert swum.z[0, 5] / angles[0] == pytest.approx(linearise(run).steady(moved)["r"], rel=SMALL_TURN)
    kept = [k for k, name in enumerate(run.motions.names) if name not in ("heading", "depth")]
    assert small_turns(run, commands).z[0, kept] == pytest.approx(swum.z[0, kept], rel=1e-6, abs=1e-7)


def test_remus_turns_as_linear_theory_says_at_a_vanishing_angle():
    """Its sway is damped by cross-flow drag, which grows with the square: at 0.001 deg that has no part yet.

    Fossen's simplifications leave it a root of -0.0006 1/s, so that it takes the simulator two hours to turn steadily.
    """
    run = steady_run(narcine.load("remus100"), Aim(speed=1.5))
    angle = float(np.radians(3e-4))
    vehicle = narcine.load("remus100", run__start__velocity=f"[{run.speed}, 0, 0]", run__start__attitude="[0, 0, 0]")
    going = vehicle.start(step=0.05, record=1000.0)
    going.command["rudder"] = angle
    going.command["propeller"] = run.commands[run.inputs.index("propeller")]
    going.step(round(9000.0 / 0.05))
    expected = linearise(run).steady({"rudder": angle})
    assert going.state[12] == pytest.approx(expected["r"], rel=SMALL_TURN)
    assert derivatives(run).steered.turn_rate_by_rudder * angle == pytest.approx(going.state[12], rel=SMALL_TURN)


@pytest.mark.parametrize("fins", [0.0, 1.0])
def test_in_every_turn_radius_times_rate_is_speed(fins):
    run = steady_run(narcine.load("morpheus"), Aim(speed=1.5), {"fins": fins})
    angles = np.radians([3.0, 8.0, 15.0])
    swum = steady_turns(run, turn_commands(run, angles, 1.0), length=0.9)
    level = level_turns(run, angles, 1.0, run.motions.model.parameters)
    for turns in (swum, level):
        assert turns.settled.all()
        over_ground = np.sqrt(turns.speed**2 - turns.sink_rate**2)
        assert turns.radius * turns.yaw_rate == pytest.approx(over_ground, rel=1e-9)
        assert (turns.yaw_rate > 0.0).all()
        assert (np.diff(turns.radius) < 0.0).all()
    assert level.sink_rate == pytest.approx(np.zeros(3), abs=1e-8)


def test_roll_changes_the_lateral_root_little():
    """The torpedo's centre of gravity lies 20 mm low: roll couples, and the slow root stays within a percent."""
    run = steady_run(torpedo())
    planar, coupled = derivatives(run).roots[0], linearised(run).roots(LATERAL)
    assert np.abs(coupled - planar).min() < 0.01 * abs(planar)


def test_unknown_names_are_told():
    found = linearise(torpedo())
    with pytest.raises(ValueError, match="did you mean 'rudder'"):
        found.steady({"ruder": 1.0})
