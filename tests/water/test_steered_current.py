"""A current that commands steer: smooth, felt as accelerating water is, and an input like others."""

import json

import numpy as np
import pytest
from scipy.optimize import brentq

import narcine
from narcine.description.load import load_description
from narcine.simulation.audit import audit
from narcine.simulation.batch import run_batch
from narcine.simulation.derivatives import differentiate
from narcine.simulation.numbers import changed
from tests.conftest import simulate
from tests.water.test_moving_water import SWIMMER

DENSITY = 1000.0
VOLUME = 4.0 / 3.0 * np.pi * 0.1**3
NEUTRAL = DENSITY * VOLUME
SIX_DIGITS = 5e-8
"""Share of a step by which a response differs whose natural frequency has six digits, 5.32232; RK4 leaves 1e-9."""
NINETY = brentq(lambda s: (1.0 + s + 0.5 * s**2) * np.exp(-s) - 0.1, 1.0, 10.0)
STEERED = {"current_response": 1.0, "gravity": 0.0}
STEP = {"current.north": [[0.0, 0.0], [0.5, 0.4]], "current.down": [[0.0, 0.0], [1.0, "-20 cm/s"]]}


def third_order(time, response=1.0):
    """Return how far a critically damped follower of third order is that is 90 % there after `response`."""
    s = NINETY * np.maximum(time, 0.0) / response
    return 1.0 - (1.0 + s + 0.5 * s**2) * np.exp(-s)


def ball(mass=NEUTRAL, water=STEERED, commands=STEP, seconds=3.0, **body):
    run = {"water": water, "commands": commands, "duration": seconds, "step": 0.005, "record": 0.05}
    return simulate(bodies={"ball": {"mass": mass, "shape": {"sphere": 0.1}, **body}}, run=run)


def stream_of(time, response=1.0):
    """Return the water's velocity by the commands of STEP."""
    columns = 0.4 * third_order(time - 0.5, response), 0.0 * time, -0.2 * third_order(time - 1.0, response)
    return np.column_stack(columns)


def test_the_water_follows_its_commands_and_is_there_by_nine_tenths_in_time():
    run = ball().run()
    time = run.time.values
    assert run.water_velocity.values[:, 0] == pytest.approx(stream_of(time), abs=SIX_DIGITS)
    states = list(run.actuator.values)
    north = run.actuator_state.values[:, states.index("current.north")]
    assert north[time == 1.5] == pytest.approx(0.9 * 0.4, abs=SIX_DIGITS)
    assert list(run.input.values) == ["current.north", "current.east", "current.down"]
    assert set(run.input_unit.values) == {"m/s"}


@pytest.mark.parametrize("mass", [NEUTRAL, 20.0, 0.5])
def test_a_sphere_without_drag_takes_its_share_of_the_water_motion(mass):
    """(m + m_A) dv/dt = (rho V + m_A) du/dt, m_A = rho V / 2 (Taylor 1928; Auton, Hunt and Prud'homme 1988).

    As dense as the water it moves with it, to rounding: both are integrals of the same states.
    """
    run = ball(mass).run()
    added = 0.5 * NEUTRAL
    share = (NEUTRAL + added) / (mass + added)
    velocity = run.velocity.values[:, 0]
    assert velocity == pytest.approx(share * run.water_velocity.values[:, 0], abs=1e-13)
    assert velocity == pytest.approx(share * stream_of(run.time.values), abs=SIX_DIGITS)
    assert np.abs(velocity).max() > 0.1


@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba"])
def test_it_is_what_a_history_of_the_same_response_gives(formulation):
    """A swimmer with trapped water and a fin; the history is the closed form at every 10 ms, smooth between them.

    Cubics through points 10 ms apart miss accelerations by 1e-3 of theirs, but not their integral: velocities by 2e-8.
    """
    times = np.arange(0.0, 3.0001, 0.01)
    history = np.column_stack([times, stream_of(times)]).tolist()
    run = {"start": {"position": [0, 0, 5]}, "step": 0.005, "record": 0.1, "duration": 3.0, "formulation": formulation}
    waters = {"current_response": 1.0}, {"current_history": history}
    commands = STEP, {}
    steered, told = (
        simulate(**SWIMMER, run={**run, "water": water, "commands": each}).run()
        for water, each in zip(waters, commands, strict=True)
    )
    assert steered.velocity.values == pytest.approx(told.velocity.values, abs=1e-6)
    assert steered.attitude.values == pytest.approx(told.attitude.values, abs=1e-6)
    assert steered.power.values == pytest.approx(told.power.values, abs=1e-3 * np.abs(told.power.values).max())
    assert np.abs(told.water_velocity.values).max() > 0.35


def test_a_run_steers_it_by_hand():
    run = ball(commands={}).start()
    run.step(100)
    assert not run.state[run.model.states_of("ball")][7:].any()
    run.command["current.east"] = 0.5
    run.step(200)
    states = dict(zip(run.model.state_names, run.state, strict=True))
    assert states["current.east"] == pytest.approx(0.5 * third_order(1.0), abs=SIX_DIGITS)
    slope = (third_order(1.001) - third_order(0.999)) / 0.002
    assert states["current.east_rate"] == pytest.approx(0.5 * slope, abs=1e-5)


def test_it_starts_with_the_current_of_the_water_or_with_its_first_command():
    water = {**STEERED, "current": [0.3, -0.1, 0.05]}
    model = ball(water=water, commands={"current.east": 0.2}).model
    assert [each.default for each in model.inputs] == [0.3, -0.1, 0.05]
    start = dict(zip(model.state_names, model.initial_state, strict=True))
    assert [start[f"current.{axis}"] for axis in ("north", "east", "down")] == [0.3, 0.2, 0.05]


def test_profile_history_and_steering_add_up():
    """Through two points a history is the cubic that is level at both."""
    water = {
        **STEERED,
        "current_profile": [[0.0, 0.2, 0.0], [10.0, 0.2, 0.0]],
        "current_history": [[0.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.3, 0.0]],
    }
    run = ball(water=water).run()
    stream = stream_of(run.time.values) + np.array([0.2, 0.0, 0.0])
    part = run.time.values / 3.0
    stream[:, 1] += 0.3 * (3.0 - 2.0 * part) * part**2
    assert run.water_velocity.values[:, 0] == pytest.approx(stream, abs=SIX_DIGITS)
    carried = np.diff(run.velocity.values[:, 0], axis=0)
    assert carried == pytest.approx(np.diff(stream, axis=0), abs=SIX_DIGITS)


def test_derivatives_are_those_of_the_closed_form():
    """The sphere moves by u = c F(s), s = NINETY t / T, F' = s^2 exp(-s) / 2: du/dc = F, du/dT = -c F' s / T."""
    simulation = ball(commands={"current.north": 0.0, "current.east": [[0.0, 0.0], [0.5, 0.4]]})
    paths = ["run.water.current_response", "run.commands.current.east.1.1", "run.commands.current.north"]
    found = differentiate(simulation, paths, duration=1.5, record=0.5)
    names = simulation.model.state_names
    s = NINETY * 1.0
    slopes = found.derivatives[:, -1]
    east, north = names.index("ball.starboard_velocity"), names.index("ball.forward_velocity")
    assert slopes[0, east] == pytest.approx(-0.4 * 0.5 * s**2 * np.exp(-s) * s, abs=1e-6)
    assert slopes[1, east] == pytest.approx(third_order(1.0), abs=1e-6)
    assert slopes[2, north] == 0.0  # it starts with its first command: water and sphere differ by it for good
    assert slopes[2, names.index("current.north")] == 1.0


def test_a_batch_equals_single_runs_to_the_bit():
    runs = [changed(ball(), "run.water.current_response", each) for each in (0.8, 1.0, 1.3)]
    states, sound = run_batch(runs, duration=1.5, threads=2)
    assert list(sound) == [300] * 3
    for simulation, state in zip(runs, states, strict=True):
        run = simulation.start()
        run.step(300)
        assert np.array_equal(run.state, state)
    assert not np.array_equal(states[0], states[1])


def test_energy_adds_up():
    """Over ground, with what the accelerating water gives; Simpson's rule and RK4 leave 1e-7."""
    commands = {"current.north": [[0.3, 0.5]], "current.east": [[0.8, -0.3]], "current.down": [[1.0, 0.1]]}
    water = {"current_response": 1.0, "current": [0.1, 0.0, 0.0]}
    run = {"water": water, "commands": commands, "duration": 5.0, "start": {"position": [0, 0, 2]}}
    balance = audit(simulate(**SWIMMER, run=run)).balance
    assert balance is not None
    assert balance.residual < 1e-5
    assert abs(balance.work["added_inertia"]) > 1e-3


def test_under_a_surface_it_is_steered_level():
    model = ball(water={"surface": "calm", "current_response": "1 s"}, commands={}).model
    assert [each.name for each in model.inputs] == ["current.north", "current.east"]
    with pytest.raises(narcine.DescriptionError, match=r"there is no input 'current\.down'"):
        ball(water={"surface": "calm", "current_response": 1.0})


def test_water_that_nobody_steers_has_neither_inputs_nor_states():
    model = ball(water={"current": [0.1, 0, 0]}, commands={}).model
    assert model.inputs == ()
    assert not any(name.startswith("current.") for name in model.state_names)
    with pytest.raises(narcine.DescriptionError, match=r"there is no input 'current\.north'; there are none"):
        ball(water={}, commands={"current.north": 0.1})


FISH = {
    "name": "fish",
    "bodies": {"hull": {"mass": 2.0, "shape": {"sphere": 0.1}}},
    "run": {"water": {"current_response": 2.0}, "commands": {"current.north": 0.2}},
}


def test_with_several_vehicles_it_has_no_prefix_and_is_commanded_as_the_first_says():
    other = {**FISH, "run": {**FISH["run"], "commands": {"current.north": 0.5, "current.east": 0.5}}}
    place = {"position": [0, 2, 0]}
    plain = {"name": "two", "vehicles": {"a": {"vehicle": FISH}, "b": {"vehicle": other, "start": place}}}
    simulation = narcine.Simulation(plain)
    assert simulation.scenario.commands == {"current.north": ((0.0, 0.2),)}
    assert [each.name for each in simulation.model.inputs] == ["current.north", "current.east", "current.down"]
    run = narcine.Simulation({**plain, "commands": {"current.down": "1 kn"}}).run(duration=0.1)
    assert run.water_velocity.values[-1] == pytest.approx(np.array([[0.2, 0, 1852 / 3600]] * 2))


@pytest.mark.parametrize("taken", ["input", "body"])
def test_a_name_that_is_taken_is_said(taken):
    bodies = {"hull": FISH["bodies"]["hull"], "fin": {"mass": 0.1, "inertia": [0.1] * 3}}
    joint = {"type": "universal", "parent": "hull", "child": "fin", "axes": {"north": "starboard", "up": "down"}}
    vehicle = {**FISH, "bodies": bodies, "joints": {"current": joint}}
    if taken == "body":
        vehicle = {**FISH, "bodies": {"current": FISH["bodies"]["hull"]}}
    with pytest.raises(
        narcine.DescriptionError, match=r"run\.water\.current_response = 2\.0: makes the input current\.n"
    ):
        narcine.Simulation(vehicle)


def test_a_log_steers_it_and_the_run_can_be_repeated(tmp_path):
    (tmp_path / "log.csv").write_text("time,current.north [kn],current.east\n0,0,0\n0.5,1,0.25\n")
    described = load_description("remus100", {"run.water.current_response": "1 s"}, str(tmp_path / "log.csv"))
    assert described.scenario.commands["current.north"] == ((0.0, 0.0), (0.5, 1852 / 3600))
    first = narcine.Simulation(described).run(duration=1.0)
    again = narcine.Simulation(json.loads(first.attrs["description"])).run(duration=1.0)
    assert np.array_equal(first.position.values, again.position.values)
    (tmp_path / "log.csv").write_text("time,current.north [deg]\n0,0\n")
    with pytest.raises(narcine.DescriptionError, match=r"is given in 'deg', but is a speed; allowed: m/s, cm/s"):
        load_description("remus100", {"run.water.current_response": "1 s"}, str(tmp_path / "log.csv"))


def test_a_response_too_quick_for_the_step_is_said():
    """RK4 holds a pole at -w up to h w = 2.8: 5 ms are too long for 5.32 / 8 ms."""
    run = ball(water={**STEERED, "current_response": 0.008}, commands={}).start()
    run.step(20)
    assert any("too long for current." in doubt for doubt in json.loads(run.dataset("now").attrs["warnings"]))
