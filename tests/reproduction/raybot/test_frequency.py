"""Figure 10: how its curves are judged, and what else than motor, tail and water shapes them."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.raybot.frequency import FREQUENCIES, judge_amplitude, judge_speed
from narcine.simulation.batch import record_batch

FALLING = np.linspace(10.0, 2.0, len(FREQUENCIES))
HUMP = 40.0 * np.sin(np.linspace(0.4, 2.4, len(FREQUENCIES)))


def speeds(speed, amplitude=FALLING):
    return {"speed": speed, "amplitude": amplitude, "strouhal_at_best": 0.3}


def test_a_hump_over_a_dying_amplitude_counts():
    assert judge_speed(speeds(HUMP)).ok


@pytest.mark.parametrize(
    ("speed", "amplitude"),
    [
        (HUMP[::-1] - 10.0 * np.arange(len(HUMP)), FALLING),
        (np.linspace(10.0, 60.0, len(HUMP)), FALLING),
        (HUMP - 5.0 * (np.arange(len(HUMP)) == 3), FALLING),
        (HUMP, np.full(len(HUMP), 5.0)),
    ],
    ids=["falls at once", "never bends", "dips on its way", "amplitude stays"],
)
def test_other_speeds_do_not(speed, amplitude):
    assert not judge_speed(speeds(speed, amplitude)).ok


def test_an_amplitude_that_rises_first_does_not_count():
    assert judge_amplitude({"amplitude": FALLING}).ok
    verdict = judge_amplitude({"amplitude": np.concatenate([[8.0], FALLING[:-1]])})
    assert not verdict.ok
    assert "grows to 10.0 cm" in verdict.note


def test_the_bend_meets_its_stops_only_where_the_page_says():
    """The stops give way by some degrees; beside 1.15 to 1.6 Hz the bend stays short of them."""
    ray = narcine.load("raybot_tendon")
    reached = []
    runs = record_batch([ray] * 4, 12.0, [{"gait.frequency": each} for each in (1.0, 1.25, 1.5, 1.75)])
    for run in runs:
        bend = run["joint_position"].sel(joint="tail_bend", time=slice(6.0, 12.0))
        reached.append(float(np.degrees(np.abs(bend).max())) > 60.0)
    assert reached == [False, True, True, False]
