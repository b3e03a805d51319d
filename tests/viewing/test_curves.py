"""Curves over time: what they show, and how they name it."""

import numpy as np
import pytest

from narcine.recording.summary import summarise
from narcine.viewing.curves import MOST_JOINTS, draw_attitude, draw_joints, draw_speed
from tests.viewing.runs import changed, circling, frozen, real, two_vehicles


def test_a_heading_that_wraps_is_drawn_unwrapped():
    heading = draw_attitude(circling(5.0, 2.0)).axes[2]
    assert heading.lines[0].get_ydata()[[0, -1]] == pytest.approx([0.0, 720.0])
    assert set(np.diff(heading.get_yticks())) == {180.0}


def test_depth_grows_downwards():
    low, high = draw_attitude(real("raybot")).axes[3].get_ylim()
    assert low > high


def test_speed_names_the_mean_speed():
    run = real("raybot")
    key = [text.get_text() for text in draw_speed(run).legends[0].get_texts()]
    assert key[0] == "speed"
    (summary,) = summarise(run)
    assert key[1] == f"mean from {summary.window[0]:.3g} s to 3 s: {summary.speed:.3g} m/s"


def test_power_is_shown_for_each_vehicle_and_only_where_there_is_any():
    run = two_vehicles()
    power = draw_speed(run).axes[1]
    assert power.lines[1].get_ydata() == pytest.approx(run["propeller_power"].values[:, 0])
    drives = (run["drive_effort"].values * run["joint_velocity"].values).sum(axis=1)
    assert power.lines[0].get_ydata() == pytest.approx(drives)
    assert len(draw_speed(real("fin")).axes) == 1


def test_joints_that_hold_still_are_left_out_and_counted():
    figure = draw_joints(real("raybot"))
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["tail_root.yaw", "tail_bend"]
    assert figure.axes[0].get_title() == "whole run; the 2 of 9 joints that move most"


def test_joints_are_shown_also_when_none_moves():
    run = frozen(real("raybot"))
    curves = [line for line in draw_joints(run).axes[0].lines if line.get_linestyle() != ":"]
    assert len(curves) == min(run.sizes["joint"], MOST_JOINTS)


def test_hinges_and_sliders_have_panels_of_their_own():
    run = real("three_link_swimmer", 6.0)
    mixed = changed(run.assign_coords(joint_unit=("joint", ["rad", "m"])))
    assert {axes.get_ylabel() for axes in draw_joints(mixed).axes} == {"angle (deg)", "position (mm)"}
    slider = draw_joints(mixed).axes[-1].lines[0].get_ydata()
    assert slider == pytest.approx(1e3 * run["joint_position"].values[:, 1])


def test_targets_of_servos_are_drawn_beside_their_joints():
    run = real("raybot")
    states = [*run["actuator"].values[:-1], "tail_bend.target"]
    figure = draw_joints(run.assign_coords(actuator=states))
    assert figure.legends[0].get_texts()[-1].get_text() == "target of a servo"
    close_up = figure.axes[-1]
    assert [line.get_linestyle() for line in close_up.lines].count(":") == 1
