"""Running: by the scenario, by hand, with a control law, and when it goes wrong."""

import numpy as np
import pytest

import narcine
from narcine.simulation.audit import audit
from narcine.simulation.failure import RunStopped
from tests.conftest import simulate


def test_a_run_is_the_same_however_it_is_cut():
    raybot = narcine.load("raybot")
    whole = raybot.start()
    whole.step(400)
    cut = raybot.start()
    for count in (1, 3, 4, 7, 85, 100, 200):
        cut.step(count)
    assert np.array_equal(whole.state, cut.state)
    assert np.array_equal(whole.states, cut.states)
    assert np.array_equal(whole.trajectory().time, cut.trajectory().time)


def test_stepping_by_hand_with_a_control_law_in_plain_python():
    """Hold the heading of RayBot with its tail: ten lines of a proportional law."""
    raybot = narcine.load("raybot")
    goal = np.radians(20.0)

    def law(run):
        w, x, y, z = run.state[3:7]
        heading = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        run.command["gait.turn"] = np.clip(-0.6 * (goal - heading), -0.25, 0.25)

    run = raybot.run(duration=25.0, control=law, control_period=0.1)
    mean_heading = run.heading.values[-250:, 0].mean()
    assert np.degrees(mean_heading) == pytest.approx(20.0, abs=6.0)
    assert np.unique(run.command.values[:, list(run.input.values).index("gait.turn")]).size > 10


def test_commands_are_known_by_name():
    run = narcine.load("raybot").start()
    assert run.command["gait.frequency"] == 1.2
    with pytest.raises(KeyError, match=r"did you mean 'gait.frequency'"):
        run.command["gait.frequncy"] = 1.0


def test_scheduled_commands_hold_from_their_time_on():
    run = narcine.load("remus100_rudder_step").run(duration=25.0, record=0.1)
    rudder = run.command.values[:, list(run.input.values).index("rudder")]
    assert np.all(rudder[run.time.values < 20.0 - 1e-9] == 0.0)
    assert np.all(np.degrees(rudder[run.time.values >= 20.0 - 1e-9]) == pytest.approx(10.0))


def test_a_run_that_explodes_says_when_where_and_why_and_keeps_the_rest():
    """Quadratic drag on a light body at a step far too long: each step more than reverses the speed."""
    body = {"mass": 0.01, "inertia": [1e-5] * 3, "displaced_volume": 1e-5, "drag": {"quadratic": [5, 5, 5, 0, 0, 0]}}
    run = {"start": {"velocity": [3, 0, 0]}, "step": 0.02, "record": 0.02}
    with pytest.raises(RunStopped) as caught:
        simulate(bodies={"float": body}, run=run).run(duration=5.0)
    stopped = caught.value
    assert 0.0 <= stopped.time < 5.0
    assert stopped.body == "float"
    assert stopped.cause == "the force of drag"
    assert "shorter step" in str(stopped)
    assert np.all(np.isfinite(stopped.dataset.velocity.values))
    assert stopped.dataset.attrs["ended"] == str(stopped)


def test_a_spring_too_stiff_is_named():
    wheel = {"mass": 1.0, "inertia": [0.01] * 3}
    axle = {"type": "hinge", "parent": "world", "child": "wheel", "axis": "down", "damping": 50.0}
    simulation = simulate(bodies={"wheel": wheel}, joints={"axle": axle}, run={"start": {"rates": {"axle": 1.0}}})
    with pytest.raises(RunStopped, match="the spring of joint axle dominated"):
        simulation.run(duration=1.0, step=0.01)
    # the semi-implicit step takes joint damping implicitly and does not mind
    assert abs(simulation.run(duration=1.0, step=0.01, integrator="semi_implicit").joint_velocity.values[-1, 0]) < 1e-6


def test_the_audit_weighs_raybot():
    found = audit(narcine.load("raybot"))
    trim = found.trims[0]
    assert trim.mass == pytest.approx(5.5, abs=1e-9)
    assert 0.0 < trim.net_buoyancy < 1.0
    assert abs(trim.roll) < 1e-9
    assert abs(np.degrees(trim.pitch)) < 3.0
    assert found.balance.residual < 1e-6
    assert {body.name for body in found.bodies} >= {"disc", "tail_2"}
    terms = {term.name: term for term in found.terms}
    assert terms["drag"].mean_power < 0.0
    assert abs(terms["added_inertia"].mean_power) < 1e-12
    assert found.unsourced == ()


@pytest.mark.parametrize("name", ["raybot", "remus100_steps", "pendulum", "three_link_swimmer", "fin"])
def test_the_energy_of_every_vehicle_adds_up(name):
    """Work of all forces and drives equals the kinetic energy gained: the engine's powers and motion fit each other."""
    assert audit(narcine.load(name)).balance.residual < 1e-6


def test_the_energy_adds_up_in_a_current_too():
    moored = narcine.load("pendulum", run__water={"current": [0.5, 0.2, 0.0]})
    assert audit(moored).balance.residual < 1e-6
    assert abs(audit(moored).balance.work["joints to the world"]) > 0.01


def test_a_floating_body_finds_the_attitude_that_the_audit_predicts():
    """A bottom-heavy hull with its weight off centre, released level, comes to rest as `narcine check` says."""
    hull = {
        "mass": 2.0,
        "shape": {"ellipsoid": [0.2, 0.1, 0.1]},
        "displaced_volume": 0.002,
        "centre_of_gravity": [0.01, 0.005, 0.03],
        "drag": {"linear": [5, 5, 5, 0.2, 0.2, 0.2]},
    }
    simulation = simulate(bodies={"hull": hull})
    trim = audit(simulation).trims[0]
    run = simulation.run(duration=60.0)
    assert run.roll_angle.values[-1, 0] == pytest.approx(trim.roll, abs=1e-4)
    assert run.pitch_angle.values[-1, 0] == pytest.approx(trim.pitch, abs=1e-4)
