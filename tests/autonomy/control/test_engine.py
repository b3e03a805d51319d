"""The control engine: loops, the two of depth, gliding, modes, gains at run time."""

import math

import pytest

from narcine.autonomy.bus import Bus
from narcine.autonomy.control.commands import Commands
from narcine.autonomy.control.engine import ControlEngine
from tests.autonomy.vehicle import mode, settings

PERIOD = 0.1


def measured(**values) -> Bus:
    bus = Bus()
    still = {"roll": 0.0, "pitch": 0.0, "heading": 0.0, "depth": 2.0, "roll_rate": 0.0, "pitch_rate": 0.0}
    for name, value in {**still, "yaw_rate": 0.0, **values}.items():
        bus.publish(name, value, "test")
    return bus


def engine(bus: Bus, drives=None, gain_changes="persist", **modes) -> ControlEngine:
    chosen = settings(modes=modes or {"cruise": mode()}, control={"gain_changes": gain_changes})
    return ControlEngine(chosen.control, chosen.modes, bus, drives)


def test_it_steers_to_the_side_where_the_desired_heading_lies():
    bus = measured(heading=math.radians(350.0))
    correctives, situation = engine(bus).update(Commands(heading=math.radians(5.0)), PERIOD)
    assert correctives.heading == pytest.approx(0.8 * math.radians(15.0) + 0.02 * math.radians(15.0) * PERIOD)
    assert situation.heading_error == pytest.approx(math.radians(15.0))
    assert bus.number("heading_corrective") == correctives.heading


def test_depth_makes_a_desired_pitch_which_makes_the_corrective():
    bus = measured()
    correctives, situation = engine(bus).update(Commands(depth=3.0), PERIOD)
    down = -(0.25 * 1.0 + 0.01 * 1.0 * PERIOD)
    assert situation.desired_pitch == pytest.approx(down)
    assert bus.number("depth_corrective") == bus.number("desired_pitch") == situation.desired_pitch
    assert correctives.pitch == pytest.approx(1.0 * down + 0.1 * down * PERIOD)


def test_a_desired_glide_angle_stands_in_place_of_the_depth_loop():
    bus = measured()
    _, situation = engine(bus).update(Commands(depth=3.0, glide_angle=0.2), PERIOD)
    assert situation.desired_pitch == 0.2
    assert math.isnan(bus.number("depth_corrective"))


def test_without_a_depth_it_stays_level():
    bus = measured(depth=math.nan, pitch=0.1)
    correctives, situation = engine(bus).update(Commands(depth=3.0), PERIOD)
    assert situation.desired_pitch == 0.0
    assert correctives.pitch < 0.0


def test_it_rights_the_vehicle():
    correctives, _ = engine(measured(roll=0.1, roll_rate=0.2)).update(Commands(), PERIOD)
    assert correctives.roll == pytest.approx(-0.3 * 0.1 - 0.1 * 0.2)


def test_rates_of_the_body_become_rates_of_the_angles():
    """At 90 deg of roll a pitch rate of the body turns the heading."""
    bus = measured(roll=0.5 * math.pi, pitch_rate=0.2)
    correctives, _ = engine(bus).update(Commands(heading=0.0), PERIOD)
    assert correctives.heading == pytest.approx(-0.3 * 0.2)


def test_thrust_is_the_share_for_a_speed_or_as_commanded():
    bus = measured()
    made = engine(bus)
    assert made.update(Commands(speed=1.5), PERIOD)[0].thrust == 0.75
    assert made.update(Commands(speed=1.5, thrust=0.3), PERIOD)[0].thrust == 0.3
    assert made.update(Commands(speed=9.0), PERIOD)[0].thrust == 1.0
    assert made.update(Commands(), PERIOD)[0].thrust == 0.0


def test_where_a_speed_is_measured_its_loop_adds_to_the_share():
    bus = measured(speed=1.2)
    made = engine(bus, cruise=mode(speed={"factor": 0.5, "kp": 0.2}))
    assert made.update(Commands(speed=1.5), PERIOD)[0].thrust == pytest.approx(0.75 + 0.2 * 0.3)


def test_stale_measurements_are_none():
    bus = measured(heading=1.0)
    made = engine(bus)
    bus.advance(1.05)
    correctives, situation = made.update(Commands(heading=0.0, depth=3.0), PERIOD)
    assert correctives[:3] == (0.0, 0.0, 0.0)
    assert math.isnan(situation.heading_error)


def test_each_mode_has_its_own_gains():
    heading = {"kp": 0.1, "limit": "15 deg"}
    made = engine(measured(), cruise=mode(), slow=mode(heading=heading))
    assert made.update(Commands(heading=0.1, mode="slow"), PERIOD)[0].heading == pytest.approx(0.01)
    assert made.update(Commands(heading=0.1), PERIOD)[0].heading == pytest.approx(0.08, abs=1e-3)


@pytest.mark.parametrize(("drives", "kept"), [("cruciform", True), ("gliding", False)])
def test_the_trim_goes_with_the_vehicle_into_a_mode_that_is_driven_alike(drives, kept):
    bus = measured(pitch=-0.05)
    made = engine(bus, {"cruise": "cruciform", "glide": drives}, cruise=mode(), glide=mode())
    for _ in range(20):
        before = made.update(Commands(glide_angle=0.0), PERIOD)[0].pitch
    after = made.update(Commands(glide_angle=0.0, mode="glide"), PERIOD)[0].pitch
    # one more period of the integral: 0.1 * 0.05 * 0.1
    assert after == pytest.approx(before + 5e-4 if kept else 0.05 + 5e-4)


def test_gains_change_at_run_time():
    bus = measured()
    made = engine(bus)
    bus.publish("gain.heading_kp", 0.4, "helm")
    bus.publish("gain.depth_kp", 0.5, "helm")
    correctives, situation = made.update(Commands(heading=0.1, depth=2.1), PERIOD)
    assert correctives.heading == pytest.approx(0.04 + 0.02 * 0.1 * PERIOD)
    assert situation.desired_pitch == pytest.approx(-0.05, abs=1e-3)


@pytest.mark.parametrize(("gain_changes", "after"), [("persist", 0.4), ("leg", 0.8)])
def test_whether_a_gain_lasts_longer_than_its_leg_is_a_setting(gain_changes, after):
    bus = measured()
    made = engine(bus, gain_changes=gain_changes, cruise=mode(heading={"kp": 0.8, "limit": "15 deg"}))
    bus.publish("helm_leg", 1.0, "helm")
    bus.publish("gain.heading_kp", 0.4, "helm")
    assert made.update(Commands(heading=0.1), PERIOD)[0].heading == pytest.approx(0.04)
    bus.publish("helm_leg", 2.0, "helm")
    assert made.update(Commands(heading=0.1), PERIOD)[0].heading == pytest.approx(0.1 * after)


@pytest.mark.parametrize("gain", [math.nan, math.inf, -1.0, "high"])
def test_what_is_no_gain_is_refused(gain):
    bus = measured()
    made = engine(bus, cruise=mode(heading={"kp": 0.8, "limit": "15 deg"}))
    bus.publish("gain.heading_kp", gain, "payload")
    assert made.update(Commands(heading=0.1), PERIOD)[0].heading == pytest.approx(0.08)
    assert "is no gain" in bus.text("control_notice")
