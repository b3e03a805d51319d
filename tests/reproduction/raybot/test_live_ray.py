"""The live ray swims at a depth, over tail-beat frequency."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.raybot import live_ray

pytestmark = pytest.mark.slow
SETTINGS = {path.replace(".", "__"): value for path, value in live_ray.LIVE_SWIMMING.settings.items()}


@pytest.fixture(scope="module")
def readings():
    [found] = live_ray.measure([narcine.load("electric_ray", **SETTINGS)])
    return found


def test_speed_rises_with_frequency_along_a_line(readings):
    level = readings["level"] > 0.5
    assert np.all(np.diff(readings["speed"][level]) > 0.0)
    assert readings["determination"] > 0.95
    assert live_ray.judge(readings)[0] is None
    assert len(live_ray.draw(readings)) == 1


def test_the_slower_it_swims_the_more_it_raises_its_nose(readings):
    """Lift carries its weight in water: angle of attack goes with one over speed squared."""
    level = readings["level"] > 0.5
    assert np.all(np.diff(readings["pitch"][level]) < 0.0)


def test_beating_too_slowly_it_sinks(readings):
    level = readings["level"] > 0.5
    assert not np.any(level[: np.argmax(level)])
    assert np.all(level[np.argmax(level) :])
    assert not level[0]


def test_its_speed_does_not_hang_on_the_step():
    """Halving the step changes speed by under 0.5 %, as a run's settings promise."""
    speeds = []
    for step in (0.005, 0.0025):
        ray = narcine.load("electric_ray", run__step=step, **SETTINGS)
        [found] = live_ray.measure([ray])
        speeds.append(found["speed"][found["level"] > 0.5])
    assert speeds[1] == pytest.approx(speeds[0], rel=0.005)
