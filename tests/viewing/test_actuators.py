"""The picture of propellers, control surfaces and what deploys."""

import numpy as np
import pytest

from narcine.viewing.actuators import actuators_of, draw_actuators
from tests.conftest import simulate
from tests.viewing.runs import real, two_vehicles


def test_propellers_are_shown_in_rpm_and_surfaces_in_degrees_with_their_commands():
    run = real("remus100_rudder_step")
    propellers, surfaces = draw_actuators(run).axes
    state, command = propellers.lines
    assert state.get_ydata() == pytest.approx(
        run["actuator_state"].sel(actuator="propeller.speed").values * 60.0 / (2.0 * np.pi)
    )
    assert command.get_ydata() == pytest.approx(np.full(run.sizes["time"], 1400.0))
    assert command.get_linestyle() == "--"
    rudder, *_ = surfaces.lines
    assert rudder.get_ydata() == pytest.approx(np.degrees(run["actuator_state"].sel(actuator="rudder.angle").values))
    assert len(surfaces.lines) == 4


def test_what_deploys_is_shown_in_per_cent():
    bodies = {"hull": {"mass": 1.0, "shape": {"sphere": 0.1}}}
    morph = {"morph": {"type": "deployment", "time": 0.5, "command": 0.25}}
    run = simulate(bodies=bodies, actuators=morph, run={"commands": {"morph": 1.0}, "duration": 1.0}).run()
    (panel,) = draw_actuators(run).axes
    state, command = panel.lines
    assert state.get_ydata()[[0, -1]] == pytest.approx([25.0, 100.0], abs=0.1)
    assert command.get_ydata() == pytest.approx(np.full(run.sizes["time"], 100.0))


def test_only_kinds_that_a_run_has_are_shown():
    assert actuators_of(real("raybot")) == []
    run = real("remus100")
    assert len(draw_actuators(run.isel(propeller=[])).axes) == 1
    names = {kind.title: members for kind, members in actuators_of(two_vehicles())}
    assert names == {"propellers": ["torpedo.propeller"], "control surfaces": ["torpedo.rudder", "torpedo.stern_plane"]}


def test_thrusters_are_shown_by_their_pulses_with_commands_and_by_their_speeds():
    run = real("bluerov", 4.0)
    pulses, speeds = draw_actuators(run).axes
    assert [pulses.get_ylabel(), speeds.get_ylabel()] == ["pulse (us)", "speed (rpm)"]
    assert len(pulses.lines) == 12
    assert len(speeds.lines) == 6
    pulse, command = pulses.lines[:2]
    assert command.get_ydata()[[0, -1]] == pytest.approx([1500.0, 1700.0])
    assert pulse.get_ydata() == pytest.approx(command.get_ydata())
    rear = run["actuator_state"].sel(actuator="vertical_rear.speed").values
    assert speeds.lines[4].get_ydata() == pytest.approx(rear * 30.0 / np.pi)
