"""Gaits of chains: the angles of each kind against its formula, their rates, and where they take a snake."""

import numpy as np
import pytest

import narcine
from narcine.simulation.derivatives import differentiate
from narcine.simulation.numbers import changed
from tests.conftest import simulate
from tests.gaits.test_gaits import SIX_DIGITS, third_order

COUNT = 8
"""Modules: more joints than `dive` bends when nothing is said, which are five."""
PLACE = np.arange(COUNT - 1.0)
SPINE = {"count": COUNT, "module": {"shape": {"cylinder": {"radius": 0.03, "length": 0.1}}, "mass": 0.28}}
A, F, LAG, TURN, DIVE = 0.3, 0.7, 0.5, 0.1, 0.05
WAVE = {"chain": "spine", "amplitude": A, "frequency": F, "lag": LAG, "turn": TURN, "dive": DIVE, "response": 1.0}
STARTS = (0.4, 0.9, 1.1)
ROUNDING = 1e-12
"""rad: a gait that starts at full stroke is a sine of a phase that some hundred steps add up."""


def joint_angles(run):
    """Return yaw and pitch (time, joint) from head to tail."""
    names = list(run.joint.values)
    axes = ("yaw", "pitch")
    order = [[names.index(f"spine_joint_{k}.{axis}") for k in range(1, COUNT)] for axis in axes]
    return tuple(run.joint_position.values[:, columns] for columns in order)


def bent(t):
    """Return by how much of the dive each of the first five joints bends where `dives` are not said."""
    return np.ones_like(t) * (PLACE < 5)


def ramp(s):
    """Return a smooth step by its defining property: rate 140 s^3 (1 - s)^3, integrated exactly."""
    s = np.clip(s, 0.0, 1.0)
    rate = 140.0 * np.polynomial.Polynomial([0, 1, -1]) ** 3
    return rate.integ()(s)


def module_by_module(t, rise=0.3, release=None, surface=None):
    """Return psi_i / D of eq 13, with joints that take their time to bend, level out, and bend up."""
    share = np.zeros((len(t), COUNT - 1))
    for joint, start in enumerate(STARTS):
        since = t[:, 0] - start
        share[:, joint] = ramp(since / rise)
        if release is not None:
            share[:, joint] -= ramp((since - release) / rise)
        if surface is not None:
            share[:, joint] -= ramp((since - surface) / rise) - ramp((since - surface - release) / rise)
    return share


def phase(t):
    return 2.0 * np.pi * F * t - PLACE * LAG


STILL = np.zeros(COUNT - 1)
UP_AND_DOWN = {"starts": list(STARTS), "rise": 0.3, "release": 0.5, "surface": 1.2}
FORMULAS = {
    "serpentine": ({}, lambda t: np.sin(phase(t)), lambda t: 0.0 * t * STILL, bent),
    "eel": ({"head": 0.2}, lambda t: (0.2 + 0.8 * PLACE / 6.0) * np.sin(phase(t)), lambda t: 0.0 * t * STILL, bent),
    "rectilinear": ({}, lambda t: 0.0 * t * STILL, lambda t: np.sin(phase(t)), bent),
    "concertina": (
        {"fold": 2},
        lambda t: np.array([1, 1, -1, -1, 1, 1, -1]) * (1.0 - np.cos(phase(t))) / 2.0,
        lambda t: 0.0 * t * STILL,
        bent,
    ),
    "rolling": ({}, lambda t: np.sin(phase(t)), lambda t: np.cos(phase(t)), bent),
    "helical": ({"share": -0.5}, lambda t: np.sin(phase(t)), lambda t: -0.5 * np.cos(phase(t)), bent),
    "sidewinding": (
        {"phase": 0.6},
        lambda t: np.sin(phase(t)),
        lambda t: 0.3 * (np.sin(phase(t)) * np.cos(0.6) + np.cos(phase(t)) * np.sin(0.6)),
        bent,
    ),
    "dive": (
        {"starts": list(STARTS), "rise": 0.3},
        lambda t: np.sin(phase(t)),
        lambda t: 0.0 * t * STILL,
        module_by_module,
    ),
    "surfacing": (
        {"type": "dive", **UP_AND_DOWN},
        lambda t: np.sin(phase(t)),
        lambda t: 0.0 * t * STILL,
        lambda t: module_by_module(t, release=0.5, surface=1.2),
    ),
}
"""What each kind says besides, and over (time, joint) yaw and pitch per unit of amplitude, pitch per unit of dive."""


def swim(kind, **more):
    gait = {"type": kind, **WAVE, **FORMULAS[kind][0], **more}
    return simulate(chains={"spine": SPINE}, gait=gait, run={"step": 0.005, "record": 0.05})


@pytest.mark.parametrize("start", ["full", "smooth"])
@pytest.mark.parametrize("kind", FORMULAS)
def test_angles_are_those_of_the_formula(kind, start):
    """A positive turn bends each yaw joint to negative angles, which is the head to starboard."""
    run = swim(kind, start=start).run(duration=3.0)
    t = run.time.values[:, None]
    grown = third_order(t) if start == "smooth" else np.ones_like(t)
    _, yaw_wave, pitch_wave, dives = FORMULAS[kind]
    yaw, pitch = joint_angles(run)
    tolerance = SIX_DIGITS if start == "smooth" else ROUNDING
    assert yaw == pytest.approx(grown * (A * yaw_wave(t) - TURN), abs=tolerance)
    assert pitch == pytest.approx(grown * (A * pitch_wave(t) + DIVE * dives(t)), abs=tolerance)
    assert np.ptp(yaw) + np.ptp(pitch) > A


@pytest.mark.parametrize("kind", FORMULAS)
def test_rates_and_accelerations_are_those_of_the_angles_while_all_parameters_change(kind):
    """Against differences of the joints' own angles and rates, while ramps rise too.

    Steps of 1e-4 s leave 1e-8 / 6 of the third and fourth derivatives, which are below 1e4 rad/s3 and 1e6 rad/s4.
    """
    now = {"amplitude": 0.5, "frequency": 1.3, "lag": 1.0, "turn": -0.2, "dive": 0.2}
    commands = {f"gait.{name}": [[0.5, value]] for name, value in now.items()}
    gait = {"type": kind, **WAVE, "response": 0.5, **FORMULAS[kind][0]}
    run = simulate(chains={"spine": SPINE}, gait=gait, run={"commands": commands}).start(step=1e-4)
    coordinates = run.model.coordinates
    angles = [each.position for each in coordinates]
    rates = [run.model.positions + each.velocity for each in coordinates]
    run.step(5500)
    seen = []
    for _ in range(3):
        run.step(1)
        seen.append((run.state[angles].copy(), run.state[rates].copy(), run.observe().rates[0, rates]))
    (before, before_rates, _), (_, rate, acceleration), (after, after_rates, _) = seen
    assert (after - before) / 2e-4 == pytest.approx(rate, abs=2e-5)
    assert (after_rates - before_rates) / 2e-4 == pytest.approx(acceleration, abs=2e-3)
    assert np.abs(acceleration).max() > 1.0


def test_before_after_and_between_its_times_a_dive_is_eq_13_exactly():
    """psi_i = 0 before T_i and D from T_i + rise on; zero again when released, and -D on the way up."""
    run = swim("surfacing", start="full").run(duration=4.0)
    t = run.time.values
    _, pitch = joint_angles(run)
    for joint, start in enumerate(STARTS):
        stages = [(0.0, 0.0), (0.3, 1.0), (0.5, 1.0), (0.8, 0.0), (1.2, 0.0), (1.5, -1.0), (1.7, -1.0), (2.0, 0.0)]
        for (begin, share), (end, other) in zip(stages[1::2], stages[2::2], strict=False):
            between = (t >= start + begin - 1e-9) & (t <= start + end + 1e-9)
            assert share == other
            assert between.any()
            assert pitch[between, joint] == pytest.approx(share * DIVE, abs=ROUNDING)
        assert np.all(pitch[t < start - 1e-9, joint] == 0.0)
        assert np.all(np.abs(pitch[t > start + 2.0 + 1e-9, joint]) < ROUNDING)
    assert not pitch[:, len(STARTS) :].any()


SECONDS = 12.0
ADVANCES = 1.0
"""m in twelve seconds: the shipped snake makes 2 to 3 with these gaits; sideways drift is below 1."""


NEUTRAL = {"chains__spine__module__mass": 1000.0 * np.pi * 0.038**2 * 0.18}
"""As heavy as the water that it displaces."""
EVERYWHERE = {"run__water": {"surface": "none"}, "run__start__position": [0, 0, 5]}


def drift(run):
    """Return by how much the middle of the snake has moved: north, east, down."""
    return run.position.values[-1].mean(axis=0) - run.position.values[0].mean(axis=0)


def shipped(**settings):
    return narcine.load("perambulator", **settings).run(duration=SECONDS)


@pytest.mark.parametrize("kind", ["serpentine", "eel", "rectilinear", "dive"])
def test_with_a_positive_lag_it_swims_head_first_and_with_a_negative_one_tail_first(kind):
    """The head looks north at the start. Counted from the head, eq 13 of Li et al. (2015) prints a negative lag."""
    assert drift(shipped(gait=kind))[0] > ADVANCES
    assert drift(shipped(gait=kind, gait__lag="-0.4 rad"))[0] < -ADVANCES


@pytest.mark.parametrize("kind", ["serpentine", "eel", "rectilinear"])
def test_a_positive_turn_turns_to_starboard(kind):
    """By the heading of the head, against the same gait without and with the opposite turn."""
    headings = []
    for turn in ("-3 deg", 0.0, "3 deg"):
        run = shipped(gait=kind, gait__turn=turn, **NEUTRAL, **EVERYWHERE)
        headings.append(np.unwrap(run.heading.values[:, 0])[-1])
    assert np.degrees(np.diff(headings)).min() > 20.0


@pytest.mark.parametrize("kind", ["serpentine", "eel", "rectilinear"])
def test_a_positive_dive_goes_down(kind):
    """Without buoyancy, four seconds: deeper than with none, and with the opposite one less deep."""
    depths = []
    for dive in ("-3 deg", 0.0, "3 deg"):
        diver = narcine.load("perambulator", gait=kind, gait__dive=dive, **NEUTRAL, **EVERYWHERE)
        depths.append(drift(diver.run(duration=4.0))[2])
    assert np.diff(depths).min() > 0.05


MIRRORED = {
    "serpentine": {"gait__turn": 0.03},
    "eel": {"gait__turn": -0.05},
    "concertina": {"gait__turn": 0.02},
    "dive": {"gait__turn": 0.03},
    "helical": {"gait__share": 0.7},
    "sidewinding": {"gait__share": 0.4},
}
STEPS = 1e-9
"""m, rad. Signs are exact, and nothing differs at all; it leaves room for compilers that sum in another order."""


@pytest.mark.parametrize("kind", MIRRORED)
def test_the_mirrored_gait_mirrors_the_path(kind):
    """Amplitude and turn negated; of two waves the share too, for pitch stays as it is."""
    settings = {"gait": kind, "gait__amplitude": 0.4, **MIRRORED[kind]}
    opposite = {"gait__amplitude": -0.4, **{key: -value for key, value in MIRRORED[kind].items()}}
    one, other = shipped(**settings), shipped(**{**settings, **opposite})
    assert other.position.values == pytest.approx(one.position.values * [1.0, -1.0, 1.0], abs=STEPS)
    assert other.roll_angle.values == pytest.approx(-one.roll_angle.values, abs=STEPS)
    assert other.pitch_angle.values == pytest.approx(one.pitch_angle.values, abs=STEPS)
    assert np.abs(one.position.values[..., 1]).max() > 0.01


BETWEEN_STEPS = {
    "gait.starts.0": 0.4037,
    "gait.starts.2": 1.1037,
    "gait.release": 1.0021,
    "gait.rise": 0.5,
    "gait.dive": DIVE,
}


def slopes(starts, path, value):
    """Return the derivative of the last depth of the head by a number of a dive: exact, and by a central difference."""
    gait = {"type": "dive", **WAVE, "starts": starts, "release": 1.0021}
    simulation = simulate(chains={"spine": SPINE}, gait=gait, run={"step": 0.01})
    depth = simulation.model.state_names.index("spine_1.down")
    exact = differentiate(simulation, [path], duration=4.0, record=4.0).derivatives[0, -1, depth]
    ends, reach = [], 1e-4
    for sign in (1.0, -1.0):
        run = changed(simulation, path, value + sign * reach).start()
        run.step(400)
        ends.append(run.state[depth])
    return exact, (ends[0] - ends[1]) / (2.0 * reach)


@pytest.mark.parametrize("path", BETWEEN_STEPS)
def test_the_depth_of_a_dive_has_derivatives_by_its_times(path):
    """By the complex step against central differences of 1e-4 s, whose error is (1e-4 / 0.5)^2 and some rounding."""
    exact, difference = slopes([0.4037, 0.9037, 1.1037], path, BETWEEN_STEPS[path])
    assert abs(difference) > 1e-3
    assert exact == pytest.approx(difference, rel=1e-4)


def test_a_derivative_by_a_start_that_is_a_whole_number_of_steps_counts_both_sides():
    """Jerk is continuous: what a step that ends where a bend begins leaves out is of second order, 0.1 % at 10 ms."""
    exact, difference = slopes([0.4, 0.9, 1.1], "gait.starts.2", 1.1)
    assert exact == pytest.approx(difference, rel=0.01)
