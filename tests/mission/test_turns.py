"""Turns out of arcs whose radius is known."""

from math import degrees, pi, radians

import numpy as np
import pytest

from narcine.mission.turns import circle_radius, find_turns, wrapped

PERIOD = 0.05
CHORDS = 1e-3
"""Share by which chords of arcs sampled at PERIOD are shorter than they, and more."""


def flown(speed, legs):
    """Return a flight along arcs: (duration, desired heading, rate while the heading differs), exactly integrated."""
    time, desired, heading, rates = [0.0], [legs[0][1]], [0.0], [0.0]
    path = [np.zeros(2)]
    for duration, goal, rate in legs:
        for _ in range(round(duration / PERIOD)):
            left = float(wrapped(np.array(goal - heading[-1])))
            turned = float(np.clip(left, -rate * PERIOD, rate * PERIOD))
            middle = heading[-1] + 0.5 * turned
            chord = speed * PERIOD * np.sinc(0.5 * turned / pi)
            path.append(path[-1] + chord * np.array([np.cos(middle), np.sin(middle)]))
            time.append(time[-1] + PERIOD)
            desired.append(goal)
            heading.append(heading[-1] + turned)
            rates.append(turned / PERIOD)
    return tuple(np.array(each) for each in (time, desired, heading, rates, path))


@pytest.mark.parametrize("radius", [1.5, 2.5, 10.0])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_arcs_of_known_radius(radius, side):
    speed = 1.5
    rate = speed / radius
    time, desired, heading, rates, path = flown(speed, [(5.0, 0.0, rate), (40.0, side * radians(120.0), rate)])
    (turn,) = find_turns(time, desired, heading, rates, path)
    assert turn.side == ("starboard" if side > 0.0 else "port")
    assert degrees(turn.angle) == pytest.approx(120.0 * side)
    assert turn.begin == pytest.approx(5.0 + PERIOD)
    assert turn.end - turn.begin == pytest.approx(radians(115.0) / rate, abs=2.0 * PERIOD)
    assert turn.last == pytest.approx(45.0)
    assert turn.peak_rate == pytest.approx(rate)
    assert turn.steady_rate == pytest.approx(rate)
    assert turn.radius == pytest.approx(radius, rel=1e-9)
    assert turn.speed == pytest.approx(speed, rel=CHORDS)
    assert turn.closure == pytest.approx(1.0, rel=CHORDS)
    assert turn.overshoot == 0.0
    assert turn.settling == pytest.approx(turn.end - turn.begin)


def test_a_zigzag_has_a_turn_for_each_step_but_not_for_the_first_heading():
    time, desired, heading, rates, path = flown(
        1.0, [(5.0, 0.0, 0.4), (20.0, radians(90.0), 0.4), (20.0, radians(-60.0), 0.2), (10.0, radians(-65.0), 0.2)]
    )
    turns = find_turns(time, desired, heading, rates, path)
    assert [round(degrees(turn.angle)) for turn in turns] == [90, -150]
    assert [turn.side for turn in turns] == ["starboard", "port"]
    assert turns[0].radius == pytest.approx(2.5)
    assert turns[1].radius == pytest.approx(5.0)
    assert turns[0].last == pytest.approx(turns[1].begin - PERIOD)


def test_the_first_desired_heading_is_a_turn_where_it_is_not_ours():
    time, desired, heading, rates, path = flown(1.0, [(2.0, 0.0, 0.4), (20.0, radians(90.0), 0.4)])
    unknown = np.where(time < 2.02, np.nan, desired)
    (turn,) = find_turns(time, unknown, heading, rates, path)
    assert degrees(turn.angle) == pytest.approx(90.0, abs=1.2)  # a sample late, the heading has moved


def test_a_circle_in_short_legs_is_one_turn():
    rate = 0.3
    legs = [(5.0, 0.0, rate), *((radians(90.0) / rate - 0.6, radians(90.0 * k), rate) for k in range(1, 9))]
    time, desired, heading, rates, path = flown(1.2, legs)
    (turn,) = find_turns(time, desired, heading, rates, path)
    assert degrees(turn.angle) == pytest.approx(720.0)
    assert turn.radius == pytest.approx(4.0)


def test_north_is_crossed_the_short_way():
    time, desired, heading, rates, path = flown(1.0, [(5.0, radians(-10.0), 0.5), (20.0, radians(345.0 - 720.0), 0.5)])
    assert find_turns(time, desired, heading, rates, path) == ()
    time, desired, heading, rates, path = flown(1.0, [(5.0, radians(0.0), 0.5), (20.0, radians(300.0), 0.5)])
    (turn,) = find_turns(time, desired, heading, rates, path)
    assert degrees(turn.angle) == pytest.approx(-60.0)


def test_overshoot_and_settling_of_a_second_order_response():
    """A step response of damping 0.5 overshoots by 16.3 % and stays within 5 of 60 deg from about 2.8 / (0.5 w) on."""
    damping, natural, step = 0.5, 1.0, radians(60.0)
    time = np.arange(0.0, 40.0, 0.01)
    damped = natural * np.sqrt(1.0 - damping**2)
    response = 1.0 - np.exp(-damping * natural * time) * (
        np.cos(damped * time) + damping / np.sqrt(1.0 - damping**2) * np.sin(damped * time)
    )
    heading = np.concatenate([[0.0], step * response])
    desired = np.concatenate([[0.0], np.full(len(time), step)])
    clock = np.concatenate([[-0.01], time])
    (turn,) = find_turns(clock, desired, heading, np.gradient(heading, 0.01), np.zeros((len(clock), 2)))
    assert turn.overshoot / step == pytest.approx(np.exp(-pi * damping / np.sqrt(1.0 - damping**2)), rel=1e-3)
    outside = np.abs(response - 1.0) > 5.0 / 60.0
    assert turn.settling == pytest.approx(time[outside][-1], abs=0.02)


def test_a_turn_that_is_never_done_is_told():
    time, desired, heading, rates, path = flown(1.0, [(2.0, 0.0, 0.1), (5.0, radians(170.0), 0.1)])
    (turn,) = find_turns(time, desired, heading, rates, path)
    assert not turn.reached
    assert np.isnan(turn.settling)


def test_few_points_or_a_line_have_no_radius():
    assert np.isnan(circle_radius(np.zeros((3, 2))))
    assert np.isnan(circle_radius(np.array([[0.0, k] for k in range(9)])))


def test_a_turn_ends_where_nothing_is_desired_any_more():
    time, desired, heading, rates, path = flown(1.0, [(2.0, 0.0, 0.4), (20.0, radians(90.0), 0.4)])
    (whole,) = find_turns(time, desired, heading, rates, path)
    (cut,) = find_turns(time, np.where(time > 15.02, np.nan, desired), heading, rates, path)
    assert cut.last == pytest.approx(15.0)
    assert cut.settling == whole.settling
    assert find_turns(time, np.full(len(time), np.nan), heading, rates, path) == ()


def test_half_a_circle_turns_as_the_vehicle_did():
    time, _, heading, rates, path = flown(1.0, [(2.0, 0.0, 0.4), (20.0, radians(-175.0), 0.4)])
    (turn,) = find_turns(time, np.where(time > 2.02, radians(175.0), 0.0), heading, rates, path)
    assert degrees(turn.angle) == pytest.approx(-185.0)
