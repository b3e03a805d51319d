"""Thrusters: pulse to speed, speed and inflow to thrust, against the maker's data, closed forms and sums by hand."""

import numpy as np
import pytest
from scipy.optimize import brentq

import narcine
from narcine.description.library import SAMPLES, VEHICLES
from narcine.description.problems import DescriptionError
from narcine.description.tree import read_file
from narcine.simulation.step import Term
from tests.conftest import simulate

HULL = {"mass": 1.0, "inertia": [0.01] * 3, "displaced_volume": 0.001}
SPEED = {"dead_band": [1470, 1530], "forward": [10.0, 0.6, -50.0], "reverse": [12.0, 0.55, -60.0]}
STERN = {
    "type": "thruster",
    "body": "hull",
    "at": [-0.2, 0.1, 0.05],
    "diameter": 0.08,
    "speed": SPEED,
    "thrust": [4e-4, 3e-4],
    "advance": [-0.04, -0.03],
}
NEWTONS_PER_KILOGRAM = 9.80665
WORST, TYPICAL = 1.4, 0.65
"""N, of up to 51: the law's own misfit is 1.33 at worst and 0.60 rms (docs/validation.md), rounded up."""


def boat(pulse=1500.0, start=None, water=None, **more):
    run = {"start": start or {}, "water": water or {}, "commands": {"stern": pulse}, "step": 0.002, "record": 0.02}
    return simulate(bodies={"hull": HULL}, actuators={"stern": {**STERN, **more}}, run=run)


def wrench(*arguments, **more):
    return boat(*arguments, **more).start().observe().wrench[0, Term.THRUSTERS - 1, 0]


def speed_by_hand(pulse, way):
    a, b, c = SPEED[way]
    return a * abs(pulse - 1500.0) ** b + c


def test_the_t200_that_ships_pushes_as_its_maker_measured():
    part = read_file(VEHICLES / "parts" / "t200.yaml").value["t200"]
    plain = {key: value.get("value", value) if isinstance(value, dict) else value for key, value in part.items()}
    plain["speed"] = {
        key: value["value"] if isinstance(value, dict) else value
        for key, value in part["speed"].items()
        if key != "source"
    }
    measured = np.genfromtxt(SAMPLES / "t200_16V.csv", delimiter=",", skip_header=1)
    rov = simulate(
        bodies={"hull": HULL}, actuators={"stern": {**plain, "lag": 0, "body": "hull", "at": [0, 0, 0]}}
    ).start()
    thrust = []
    for pulse in measured[:, 0]:
        rov.command["stern"] = pulse
        thrust.append(rov.observe().wrench[0, Term.THRUSTERS - 1, 0, 0])
    error = np.array(thrust) - NEWTONS_PER_KILOGRAM * measured[:, 5]
    still = measured[:, 1] == 0.0
    assert np.all(np.array(thrust)[still] == 0.0)
    assert np.all(np.sign(thrust) == np.sign(measured[:, 5]))
    assert np.abs(error).max() < WORST
    assert np.sqrt(np.mean(error[~still] ** 2)) < TYPICAL


@pytest.mark.parametrize("pulse", [1470.0, 1500.0, 1530.0])
def test_nothing_moves_inside_the_dead_band(pulse):
    assert np.all(wrench(pulse, start={"velocity": [1.0, 0.3, 0]}) == 0.0)


def test_thrust_and_its_arm_by_hand_forward_and_in_reverse():
    for pulse, way, number in ((1700.0, "forward", 0), (1320.0, "reverse", 1)):
        w = speed_by_hand(pulse, way)
        thrust = (1.0, -1.0)[number] * STERN["thrust"][number] * w * w
        force = np.array([thrust, 0, 0])
        assert wrench(pulse) == pytest.approx(np.concatenate([force, np.cross(STERN["at"], force)]), rel=1e-12)


def test_a_ramp_leads_from_the_dead_band_to_the_curve():
    ramped = {"speed": {**SPEED, "ramp": 10.0}}
    for edge, way, sign in ((1530.0, "forward", 1.0), (1470.0, "reverse", -1.0)):
        for part in (0.0, 0.25, 1.0, 2.0):
            pulse = edge + sign * 10.0 * part
            w = boat(pulse, **ramped).start().observe().output[0, 1]
            assert w == pytest.approx(sign * min(part, 1.0) * speed_by_hand(pulse, way), rel=1e-12)


def test_a_speed_that_would_have_the_wrong_sign_is_zero():
    """A x^b + c of 31 us is negative with c = -90: the shaft stands still and does not turn backwards."""
    for pulse in (1531.0, 1469.0):
        assert np.all(wrench(pulse, speed={**SPEED, "forward": [10, 0.6, -90], "reverse": [12, 0.55, -90]}) == 0.0)


@pytest.mark.parametrize("ahead", [0.8, -0.8])
@pytest.mark.parametrize(("pulse", "way", "number"), [(1700.0, "forward", 0), (1320.0, "reverse", 1)])
def test_what_the_inflow_takes_by_hand(pulse, way, number, ahead):
    """T = T_ww |w| w + T_wu |w| u_a, u_a from the hull's motion and rotation less the current, less the wake."""
    start = {"velocity": [ahead, 0.2, 0], "angular_velocity": [0.1, 0.5, -0.4]}
    u_a = ahead + np.cross([0.1, 0.5, -0.4], STERN["at"])[0] - 0.3
    w = (1.0, -1.0)[number] * speed_by_hand(pulse, way)
    thrust = STERN["thrust"][number] * abs(w) * w + STERN["advance"][number] * abs(w) * 0.9 * u_a
    found = wrench(pulse, start=start, water={"current": [0.3, 0, 0]}, wake_fraction=0.1)
    assert found[0] == pytest.approx(thrust, rel=1e-12)


def test_the_law_is_its_own_mirror_image():
    """Equal coefficients both ways: backwards in reverse is forwards ahead, seen from the other side."""
    alike = {"speed": {**SPEED, "reverse": SPEED["forward"]}, "thrust": [4e-4, 4e-4], "advance": [-0.04, -0.04]}
    ahead = wrench(1700.0, start={"velocity": [0.7, 0, 0]}, **alike)
    astern = wrench(1300.0, start={"velocity": [-0.7, 0, 0]}, **alike)
    assert astern == pytest.approx(-ahead, rel=1e-13)
    assert abs(ahead[0]) < abs(wrench(1700.0, **alike)[0])


def test_open_water_coefficients_are_the_same_law():
    """K_T = a_0 + a_1 J with the propeller that is written in K_T, turning forward (propeller.py, another law)."""
    rho, diameter, a0, a1, pulse = 1000.0, 0.08, 0.45, -0.5, 1700.0
    coefficients = {
        "thrust": [rho * diameter**4 * a0 / (4.0 * np.pi**2)] * 2,
        "advance": [rho * diameter**3 * a1 / (2.0 * np.pi)] * 2,
    }
    start = {"velocity": [0.6, 0, 0]}
    screw = {"type": "propeller", "body": "hull", "at": STERN["at"], "diameter": diameter, "thrust": [a0, a1]}
    other = simulate(bodies={"hull": HULL}, actuators={"stern": {**screw, "limit": 1e3}}, run={"start": start}).start()
    other.state[-1] = speed_by_hand(pulse, "forward")
    expected = other.observe().wrench[0, Term.PROPELLERS - 1, 0]
    assert wrench(pulse, start=start, **coefficients) == pytest.approx(expected, rel=1e-12)


def test_directions_by_angles_are_those_of_the_published_equation():
    """Nielsen et al. 2018, eq 8 has (cos a cos b, -cos a sin b, sin a): its angles turn the other way than ours."""
    heading, pitch = 0.4, -0.3
    alpha, beta = -pitch, -heading
    printed = [np.cos(alpha) * np.cos(beta), -np.cos(alpha) * np.sin(beta), np.sin(alpha)]
    force = wrench(1700.0, angles=[heading, pitch])[:3]
    assert force == pytest.approx(np.linalg.norm(force) * np.array(printed), rel=1e-12)
    assert force[1] > 0.0  # to starboard
    assert force[2] > 0.0  # and down


def test_half_a_thruster_out_of_the_water_pushes_half():
    deep = wrench(1700.0, start={"position": [0, 0, 1.0]}, water={"surface": "calm"})
    awash = wrench(1700.0, start={"position": [0, 0, -0.05]}, water={"surface": "calm"})
    dry = wrench(1700.0, start={"position": [0, 0, -0.2]}, water={"surface": "calm"})
    assert awash == pytest.approx(0.5 * deep, rel=1e-12)
    assert np.all(dry == 0.0)
    assert wrench(1700.0, water={"density": 1025.0}) == pytest.approx(1.025 * deep, rel=1e-12)


def test_a_shaft_reaches_its_speed_with_its_lag_or_at_once():
    run = boat([[0, 1700]], lag=0.15).run(duration=1.0)
    speed = run.actuator_state.sel(actuator="stern.speed").values
    final = speed_by_hand(1700.0, "forward")
    assert speed == pytest.approx(final * (1.0 - np.exp(-run.time.values / 0.15)), abs=1e-7 * final)
    at_once = boat([[0, 1700], [0.5, 1320]])
    assert not [name for name in at_once.model.state_names if "stern" in name]
    run = at_once.run(duration=1.0)
    speed, pulse = (run.actuator_state.sel(actuator=f"stern.{key}").values for key in ("speed", "pulse"))
    assert np.all(pulse == np.where(run.time.values < 0.5 - 1e-9, 1700.0, 1320.0))
    assert speed[0] == pytest.approx(final, rel=1e-12)
    assert speed[-1] == pytest.approx(-speed_by_hand(1320.0, "reverse"), rel=1e-12)


def test_the_hull_feels_the_shaft_where_asked_and_power_is_recorded_where_known():
    w = speed_by_hand(1700.0, "forward")
    turned = wrench(1700.0, torque=[2e-6, 2e-6], hull_torque=-1) - wrench(1700.0)
    assert turned == pytest.approx([0, 0, 0, -2e-6 * w * w, 0, 0], rel=1e-12)
    shaft = boat(1700.0, torque=[2e-6, 2e-6]).run(duration=0.1)
    assert shaft.propeller_power.sel(propeller="stern").values == pytest.approx(2e-6 * w**3, rel=1e-12)
    electric = boat(1320.0, torque=[2e-6, 2e-6], power=[5e-6, 6e-6]).run(duration=0.1)
    back = speed_by_hand(1320.0, "reverse")
    assert electric.propeller_power.sel(propeller="stern").values == pytest.approx(6e-6 * back**3, rel=1e-12)
    assert boat(1700.0).run(duration=0.1).sizes["propeller"] == 0


STEADY = 1e-6
"""What 12 s of surging leave of a transient of e-folds of 0.2 s, and rounding, are far below it."""


@pytest.mark.parametrize("pulse", [1600.0, 1700.0, 1800.0])
def test_one_bluerov_surges_as_fast_as_thrust_and_drag_meet(pulse):
    """With thrusters in the plane of the centre of gravity and trimmed, so that it surges and does nothing else."""
    changes = {f"actuators__surge_{side}__at": [0, y, 0] for side, y in (("starboard", 0.11), ("port", -0.11))}
    commands = {"surge_starboard": pulse, "surge_port": pulse}
    rov = narcine.load("bluerov", bodies__hull__displaced_volume=7.31e-3, run__commands=commands, **changes)
    run = rov.run(duration=12.0)
    w = 10.719 * (pulse - 1500.0) ** 0.61519 - 54.878
    by_hand = brentq(lambda u: 2.0 * (3.713e-4 * w * w - 0.0384 * w * u) - 34.96 * u * u, 0.0, 5.0, xtol=1e-14)
    assert run.velocity.values[-1, 0, 0] == pytest.approx(by_hand, rel=STEADY)
    assert np.abs(run.pitch_angle.values).max() == 0.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"advance": [0.04, -0.03]}, "advance"),
        ({"direction": "forward", "angles": [0, 0]}, "give one of them"),
        ({"limits": [1900, 1100]}, "shortest and the longest"),
        ({"hull_torque": -1}, "hull_torque needs torque"),
        ({"speed": {**SPEED, "dead_band": [1510, 1530]}}, "dead_band must hold neutral, 1500 us"),
        ({"speed": {**SPEED, "reverse": [-12, 0.5, 0]}}, "reverse: a and b"),
        ({"command": 2000}, "commands 2000 us; allowed: 1100 us to 1900 us"),
        ({"command": "3 ms"}, "'ms' is a unit of time, not of pulse"),
    ],
)
def test_what_a_thruster_cannot_be_is_said(change, message):
    with pytest.raises(DescriptionError, match=message):
        simulate(bodies={"hull": HULL}, actuators={"stern": {**STERN, **change}})


def test_a_pulse_may_say_its_unit():
    assert boat("1700 us").start().observe().output[0, 0] == 1700.0
