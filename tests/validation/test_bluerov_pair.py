"""Two BlueROVs and their connector against the motion of their masses, thrusts and drags, and the trials in words."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import narcine

MASS = 2.0 * (7.31 + 2.6) + 1.4 + 1.52
"""kg, in surge: vehicles, connector and their water (Nielsen et al. 2018, tables 2 and 3; 1.4 kg assumed)."""
DRAG = 2.0 * 34.96 + 21.24
"""kg/m, in surge: the same tables."""
TILTED = 0.02
"""m/s: what 9 N that hold it up, tilted by 0.9 deg, push it to in the 3 s before it is under way."""


def surge(time: np.ndarray) -> np.ndarray:
    """Return the speed of the pair on a straight line, its four thrusters at 1700 us from 3 s to 9 s."""
    spinning = 10.719 * 200.0**0.61519 - 54.878

    def rates(t: float, state: np.ndarray) -> list[float]:
        u, w = state
        thrust = 4.0 * (3.7130e-4 * abs(w) * w - 0.0384 * abs(w) * u)
        return [(thrust - DRAG * abs(u) * u) / MASS, ((spinning if 3.0 <= t < 9.0 else 0.0) - w) / 0.1]

    return solve_ivp(rates, (0.0, time[-1]), [0.0, 0.0], t_eval=time, max_step=0.01, rtol=1e-9).y[0]


@pytest.fixture(scope="module")
def straight():
    return narcine.load("bluerov_pair").run()


def test_the_pair_gains_the_speed_of_its_thrust_drag_and_mass(straight):
    """Under way to a thousandth; before and after, the vertical thrusters that hold it up, tilted, push it a little."""
    time = straight.time.values
    speed = straight.velocity.sel(body="pair_1.hull", body_axis="forward").values
    expected = surge(time)
    under_way = (time >= 4.0) & (time < 9.0)
    assert speed[under_way] == pytest.approx(expected[under_way], rel=1e-3)
    assert speed == pytest.approx(expected, abs=TILTED)
    assert expected.max() > 0.7


def test_the_pair_goes_straight_and_stays_together(straight):
    assert abs(straight.heading.values).max() < 1e-6
    apart = straight.position.sel(body="pair_2.hull").values - straight.position.sel(body="pair_1.hull").values
    assert np.linalg.norm(apart, axis=-1) == pytest.approx(np.full(len(apart), 0.6), abs=1e-8)


def test_thrust_of_the_port_vehicle_alone_turns_to_starboard(tmp_path):
    """Section 4.2.2: the left vehicle pushes, the heading grows, and the way is a circle."""
    log = tmp_path / "port.csv"
    log.write_text(
        "time,pair_1.surge_starboard,pair_1.surge_port,pair_2.surge_starboard,pair_2.surge_port\n0,1700,1700,1500,1500\n"
    )
    run = narcine.load("bluerov_pair", commands_file=str(log), duration=60.0).run()
    heading = np.unwrap(run.heading.sel(vehicle="pair_1").values)
    rate = np.gradient(heading, run.time.values)
    assert (np.diff(heading)[100:] > 0.0).all()
    late = run.time.values > 30.0
    assert rate[late] == pytest.approx(np.full(late.sum(), rate[late].mean()), rel=0.02)
    way = run.position.sel(body="pair_connector_1_2.frame").values[late, :2]
    middle = way[: int(2.0 * np.pi / rate[late].mean() / 0.02)].mean(axis=0)
    radii = np.linalg.norm(way - middle, axis=1)
    assert radii.std() < 0.05 * radii.mean()


def test_tethers_make_the_pair_rise_slower_and_hardly_slow_it(straight):
    """Section 4.2.1: what the tethers weigh and carry along delays the start; trailed, their drag is negligible."""
    tether = {"body": "hull", "at": [-0.23, 0, 0], "length": 10.0, "diameter": "7.6 mm", "mass_per_length": "43 g/m"}
    setting = {"clusters__pair__vehicle__tethers": {"umbilical": tether}}
    run = narcine.load("bluerov_pair", **setting).run()
    speeds = [each.velocity.sel(body="pair_1.hull", body_axis="forward").values for each in (straight, run)]
    time = straight.time.values
    bare, trailed = (np.interp(0.63, speed[time < 9.0] / speed[time < 9.0].max(), time[time < 9.0]) for speed in speeds)
    assert bare < trailed < bare + 0.2
    assert 0.0 < 1.0 - speeds[1].max() / speeds[0].max() < 0.03


def test_integrators_that_measure_differently_wind_up_against_each_other():
    """The integrals part by gain times the difference of what the vehicles measure, whatever the pair does.

    Nielsen et al. 2018, section 4.2.1, met this and took the integrals out.
    """
    fight = narcine.load("bluerov_pair_fight")
    run = fight.run(duration=45.0)
    time, states = run.time.values, run.actuator_state
    parted = states.sel(actuator="pair_1.pitch.integral") - states.sel(actuator="pair_2.pitch.integral")
    holds = [fight.scenario.vehicles[name].vehicle.holds["pitch"] for name in ("pair_1", "pair_2")]
    rate = holds[0].integral * (holds[1].offset - holds[0].offset)
    between = (time > 15.0) & (time < 45.0)
    assert np.ptp(parted.values[between] - rate * time[between]) < 1e-6 * abs(rate) * 30.0

    peace = {f"vehicles__pair_{number}__vehicle__holds__pitch__integral": 0.0 for number in (1, 2)}
    calm = narcine.load("bluerov_pair_fight", **peace).run(duration=45.0)
    pulses = calm.actuator_state.sel(actuator=["pair_1.vertical_rear.pulse", "pair_2.vertical_rear.pulse"])
    assert np.ptp(pulses.values[between], axis=0).max() < 1.0, "without integrals the thrusters come to rest (us)"


def steady_speed(pulse: float) -> float:
    """Return the speed at which four surge thrusters balance the drag of the tables, by hand."""
    w = 10.719 * (pulse - 1500.0) ** 0.61519 - 54.878
    return brentq(lambda u: 4.0 * (3.7130e-4 * w * w - 0.0384 * w * u) - DRAG * u * u, 0.0, 5.0)


def pushed(pulse: float, **settings):
    commands = {f"commands__pair_{number}__surge_{side}": pulse for number in (1, 2) for side in ("port", "starboard")}
    return narcine.load("bluerov_pair", **commands, **settings).run(duration=40.0)


@pytest.mark.parametrize("pulse", [1600.0, 1700.0, 1800.0])
def test_steady_speeds_are_those_of_thrust_and_drag(pulse):
    """Exactly where nothing leans it: without weight, and with its thrusters in line with its centre."""
    straight = {f"clusters__pair__vehicle__actuators__surge_{side}__at__2": 0.0 for side in ("port", "starboard")}
    run = pushed(pulse, water__gravity=0.0, **straight)
    speed = run.velocity.sel(body="pair_1.hull", body_axis="forward").values
    assert speed[-1] == pytest.approx(steady_speed(pulse), rel=1e-6)


@pytest.mark.parametrize("pulse", [1600.0, 1700.0, 1800.0])
def test_as_it_ships_the_pair_is_as_fast_but_for_its_lean(pulse):
    """It leans by up to 9 deg, for its attitude hold has no integral; that costs up to 0.6 %."""
    speed = pushed(pulse).velocity.sel(body="pair_1.hull", body_axis="forward").values
    assert speed[-1] == pytest.approx(steady_speed(pulse), rel=0.01)
