"""Trials in the pool: what is drawn, what is judged, and the published experiment itself."""

import numpy as np
import pytest

from narcine.description.load import load_description
from narcine.recording.lamps import NEAR
from narcine.reproduction.minifish.tracking import SEEDS, SHARE, WITHOUT_AVOIDANCE, judge, measure
from narcine.reproduction.minifish.trials import AWAY, CLEARANCE, SCENARIO, Trial, swum, trials
from narcine.simulation.simulation import Simulation


def trial(distance, **touched) -> Trial:
    time = np.arange(float(len(distance)))
    lamp = np.zeros((len(distance), 2))
    return Trial(time, lamp + np.array(distance)[:, None] * [1.0, 0.0], lamp, touched)


def test_a_trial_begins_as_asked() -> None:
    for simulation in trials(range(20)):
        scenario = simulation.scenario
        at, lamp = scenario.vehicles["fish"].begins.position, scenario.world.lamps["lamp"]
        assert np.isclose(np.hypot(at[0] - lamp.at[0], at[1] - lamp.at[1]), AWAY)
        assert CLEARANCE < at[0] < 1.8 - CLEARANCE
        assert CLEARANCE < at[1] < 1.0 - CLEARANCE
        assert lamp.walk is not None
        assert 0.0 < lamp.walk.speed <= 0.5 * 0.0763 + 1e-4, "up to half of the published top speed, rounded"


def test_the_share_counts_from_the_first_approach() -> None:
    assert trial([0.5, 0.5, 0.3, 0.5, 0.3]).share_near == pytest.approx(2.0 / 3.0)
    assert trial([0.5, 0.5]).share_near == 0.0
    assert trial([0.5, 0.5]).first_approach == np.inf
    assert trial([0.3], lamp=2, north_wall=1).touches == 3
    assert NEAR == 0.4


@pytest.mark.slow
def test_all_fish_stay_with_the_lamp_and_touch_nothing() -> None:
    [readings] = measure([Simulation(load_description(SCENARIO, {}))])
    verdict = judge(readings)
    assert verdict.ok, verdict.note
    assert readings["trials near"] == SEEDS
    assert readings["least share"] >= 100.0 * SHARE


def test_without_avoidance_fish_run_into_things() -> None:
    """What the experiment must be able to notice."""
    assert sum(each.touches > 0 for each in swum(trials(range(4), WITHOUT_AVOIDANCE), 60.0)) > 0
