"""Two BlueROVs and their connector against the motion of their masses, thrusts and drags, and the trials in words."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

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
