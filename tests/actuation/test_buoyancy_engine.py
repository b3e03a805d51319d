"""A buoyancy engine lifts by rho g of what it pumps, at its pace."""

import numpy as np
import pytest

from tests.conftest import simulate

RADIUS, MASS = 0.1, 4.0 / 3.0 * np.pi * 1e3 * 0.1**3
PUMP = {"type": "buoyancy_engine", "body": "hull", "at": [0.05, 0, 0], "volume": ["-0.1 l", "0.3 l"], "time": "20 s"}


def ball(command, **run):
    """Return a neutral ball with an engine at its front."""
    hull = {"shape": {"sphere": RADIUS}, "mass": MASS}
    return simulate(
        bodies={"hull": hull},
        actuators={"pump": {**PUMP, "lag": 0.1}},
        run={"commands": {"pump": command}, "step": 0.01, "record": 0.01, **run},
    )


def test_what_is_pumped_lifts_the_ball_and_its_water():
    """A sphere carries half its displaced mass: a = rho g V / (m + m / 2); its moment is V's lever times the lift."""
    run = ball("0.2 l").start()
    run.state[run.model.state_names.index("pump.volume")] = 2e-4
    seen = run.observe().rates[0]
    lift = 1e3 * 9.81 * 2e-4
    down = run.model.positions + 2
    assert seen[down] == pytest.approx(-lift / (1.5 * MASS), rel=1e-12)
    assert seen[down + 2] == pytest.approx(lift * 0.05 / (0.4 * MASS * RADIUS**2), rel=1e-12)  # nose up


def test_it_pumps_at_its_pace_and_stops_at_its_limits():
    """0.4 l in 20 s are 20 ml/s."""
    flown = ball([[0, 0.0], [1, 3e-4], [20, -1e-4]]).run(duration=45.0)
    volume = flown.actuator_state.values[:, list(flown.actuator.values).index("pump.volume")]
    rate = np.diff(volume) / 0.01
    assert np.abs(rate).max() == pytest.approx(2e-5, rel=1e-9)
    assert volume[1900] == pytest.approx(3e-4, rel=1e-6)
    assert volume[-1] == pytest.approx(-1e-4, rel=1e-6)


def test_below_the_surface_alone_it_lifts():
    run = ball("0.2 l", water={"surface": "calm"}, start={"position": [0, 0, -1.0]}).start()
    run.state[run.model.state_names.index("pump.volume")] = 2e-4
    assert run.observe().rates[0][run.model.positions + 2] == pytest.approx(9.81, rel=1e-12)
