"""The tuning rule against textbook loops, and predicted steps against the nonlinear vehicle under the same loops."""

import numpy as np
import pytest

import narcine
from narcine.autonomy.control.pid import Pid
from narcine.description.load import describe_text
from narcine.description.problems import DescriptionError
from narcine.manoeuvring.loops import PHASE_MARGIN, SENSITIVITY, Gains, Loop, averaging
from narcine.manoeuvring.motion_states import HEADING, PITCH, ROLL, MotionStates
from narcine.manoeuvring.steady import Aim
from narcine.manoeuvring.steps import find_steps, step_of
from narcine.manoeuvring.tuning import in_file, tune
from tests.manoeuvring.torpedoes import torpedo

ALIKE = 0.1
"""Share of a step by which a linear prediction may miss the nonlinear vehicle on a small step."""


def test_margins_of_a_double_integrator_are_those_of_the_textbook():
    """L = k (1 + s) / s^2: the phase margin is atan(w) at the crossover k sqrt(1 + w^2) = w^2."""
    loop = Loop(lambda w: 1.0 / (1j * w) ** 2, period=0.0)
    for k in (0.5, 1.0, 4.0):
        w = np.sqrt(0.5 * (k * k + np.sqrt(k**4 + 4.0 * k * k)))
        found = loop.margins(Gains(k, 0.0, k, 1.0))
        assert found.crossover == pytest.approx(w, rel=0.01)
        assert found.phase_margin == pytest.approx(np.arctan(w), rel=0.01)
        assert found.gain_margin == np.inf


def test_the_gain_margin_of_an_integrator_with_a_delay():
    """L = k exp(-s d) / s: crosses at k, phase margin pi / 2 - k d, gain margin pi / (2 k d)."""
    loop = Loop(lambda w: 1.0 / (1j * w), period=0.0, delay=0.4)
    found = loop.margins(Gains(1.0, 0.0, 0.0, 1.0))
    assert found.crossover == pytest.approx(1.0, rel=0.01)
    assert found.phase_margin == pytest.approx(0.5 * np.pi - 0.4, rel=0.01)
    assert found.gain_margin == pytest.approx(0.5 * np.pi / 0.4, rel=0.02)


def test_the_rule_keeps_its_bounds():
    loop = Loop(lambda w: 1.0 / (1j * w * (1j * w + 1.0)), period=0.1, delay=0.05)
    found = loop.tuned(10.0, 1.0, 0.3)
    assert found is not None
    margins = loop.margins(found)
    assert margins.phase_margin >= 0.9 * PHASE_MARGIN
    assert margins.sensitivity <= SENSITIVITY
    slower = loop.tuned(0.3, 1.0, 0.3)
    assert slower is not None
    assert slower.kp <= 0.3
    assert loop.tuned(1e-9, 1.0, 0.3) is None


def test_an_average_is_late_by_half_its_window():
    response = averaging(0.1, 21)(np.array([0.01]))[0]
    assert np.angle(response) == pytest.approx(-0.01 * 1.0, rel=1e-6)


def test_a_step_of_first_order_is_read_as_it_is():
    """1 - exp(-t): rises in ln 9, settles within 5 % in ln 20, does not overshoot."""
    time = np.arange(0.0, 12.0, 1e-3)
    found = step_of(time, 1.0, 3.0, 3.0 - 2.0 * np.exp(-time))
    assert found.rise == pytest.approx(np.log(9.0), abs=2e-3)
    assert found.settling == pytest.approx(np.log(20.0), abs=2e-3)
    assert found.overshoot == 0.0
    assert found.left == pytest.approx(0.0, abs=1e-3)


def test_steps_of_a_heading_go_the_short_way_round():
    time = np.arange(0.0, 60.0, 0.1)
    desired = np.where(time < 20.0, np.radians(350.0), np.radians(10.0))
    begun = np.maximum(time - 20.0, 0.0)
    angle = np.radians(350.0) + np.radians(20.0) * (1.0 - np.exp(-begun) * (np.cos(2.0 * begun)))
    heading = np.mod(angle + np.pi, 2.0 * np.pi) - np.pi
    (found,) = find_steps(time, desired, heading, np.radians(5.0), circular=True)
    assert found.begin == pytest.approx(20.0, abs=0.11)
    assert np.degrees(found.size) == pytest.approx(20.0, abs=0.01)
    peak = np.arctan(-0.5) / 2.0 + 0.5 * np.pi
    assert found.overshoot == pytest.approx(-np.exp(-peak) * np.cos(2.0 * peak), abs=0.01)


def test_nothing_desired_is_no_step():
    time = np.arange(0.0, 10.0, 0.1)
    desired = np.where(time < 5.0, np.nan, 2.0)
    (found,) = find_steps(time, desired, np.where(time < 5.0, 0.0, 2.0 * (1.0 - np.exp(5.0 - time))), 0.1)
    assert found.begin == pytest.approx(5.0, abs=0.11)
    assert found.size == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize("loop", ["heading", "pitch"])
def test_a_small_step_of_the_vehicle_is_as_predicted(loop):
    """The nonlinear torpedo under the suggested gains, asked for 3 deg; the prediction scaled to that."""
    found = tune(torpedo(), Aim(speed=1.5))
    gains = {name: tuned.gains for name, tuned in found.suggested.items()}
    motions, run = MotionStates(found.run.motions.model), found.run
    going = found.run.simulation.start(step=0.02, record=100.0)
    going.state[:] = motions.states(run.z[None])[0]
    for name, value in zip(run.inputs, run.commands, strict=True):
        going.command[name] = value
    asked = np.radians(3.0)
    pids = {name: Pid(each) for name, each in gains.items()}
    entry = {"heading": HEADING, "pitch": PITCH}[loop]
    seen = []
    for _ in range(150):
        z = motions.motions(going.state[None])[0]
        rates = motions.see(z[None], run.commands[None]).rates[0].real
        seen.append(z[entry] - run.z[entry])
        for name, place in (("heading", HEADING), ("pitch", PITCH)):
            goal = asked if name == loop else 0.0
            turn = pids[name].update(goal, z[place] - run.z[place], found.period, rates[place])
            actuator = {"heading": "rudder", "pitch": "elevator"}[name]
            going.command[actuator] = run.commands[run.inputs.index(actuator)] + turn
        going.step(round(found.period / 0.02))
    answer = found.suggested[loop].answer
    predicted = np.array(answer.value[:150]) / answer.step.size
    # the prediction's own step is larger and meets limits; a linear share of it does not where both stay inside
    assert np.abs(np.array(seen) / asked - predicted)[60:].max() < ALIKE
    flown = step_of(0.1 * np.arange(150), 0.0, asked, np.array(seen))
    assert flown.overshoot == pytest.approx(answer.step.overshoot, abs=ALIKE)


def test_gains_are_written_as_a_file_reads_them():
    found = tune(narcine.load("base"), Aim(speed=1.2))
    assert found.missing == ()
    assert set(found.suggested) == {"heading", "pitch", "depth", "roll"} == set(found.written)
    read = describe_text(
        f"use: base.yaml#\nname: tuned\n{in_file(found)}",
        str(narcine.load("base").description.file.with_name("tuned.yaml")),
    )
    mode = read.scenario.vehicles["tuned"].vehicle.frontseat.modes["cruise"]
    for name, tuned in found.suggested.items():
        assert getattr(mode, name).kp == pytest.approx(tuned.gains.kp, rel=5e-3)
        assert getattr(mode, name).kd == pytest.approx(tuned.gains.kd, rel=5e-3)


def test_heading_and_depth_of_base_settle_with_little_overshoot():
    suggested = tune(narcine.load("base"), Aim(speed=1.2)).suggested
    for name in ("heading", "depth"):
        assert suggested[name].answer.step.overshoot < 0.15
        assert suggested[name].answer.step.settling < 15.0


@pytest.mark.slow
def test_roll_swings_out_where_surfaces_can_roll_it():
    found = tune(narcine.load("morpheus"), Aim(speed=1.5))
    value = found.suggested["roll"].answer.value
    assert value[0] == pytest.approx(np.radians(10.0))
    assert abs(value[-1]) < np.radians(1.0)
    assert "roll" not in tune(narcine.load("ematt"), Aim(speed=1.5)).suggested
    assert ROLL == 6


def test_what_cannot_be_steered_says_so():
    with pytest.raises(DescriptionError, match="needs a rudder and stern planes"):
        tune(narcine.load("bluerov"), Aim())
    with pytest.raises(DescriptionError, match="has no mode 'dive'; there are cruise"):
        tune(narcine.load("base"), Aim(speed=1.2), mode="dive")


def test_modes_that_glide_are_not_tuned():
    """A mass that moves pitches the glider there; stern planes of the rule would be the wrong actuators."""
    glider = narcine.load("hybrid_glider")
    with pytest.raises(DescriptionError, match="can be tuned in cruise: in 'glide' it glides"):
        tune(glider, Aim(speed=1.0), mode="glide")
