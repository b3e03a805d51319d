"""The rows of the miniature fish, on fewer swims than the page has, and its checks."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.minifish import PAPER, beats
from narcine.reproduction.minifish.beats import AMPLITUDES, FREQUENCIES
from narcine.reproduction.minifish.consistency import CONSISTENCY
from narcine.reproduction.minifish.floating import FLOATING
from narcine.reproduction.minifish.max_speed import MAX_SPEED
from narcine.reproduction.minifish.speed_map import SPEED_MAP


@pytest.fixture(scope="module")
def readings():
    [found] = beats.measure([narcine.load("minifish")])
    return found


def test_the_highest_speed_is_the_calibrated_one(readings):
    assert MAX_SPEED.calibrated
    assert MAX_SPEED.judge(readings).ok
    assert readings["top_speed"] == pytest.approx(7.63, abs=0.05)  # the drag is given to three digits
    assert not MAX_SPEED.judge({**readings, "top_speed": 6.8}).ok


def test_the_best_beat_lies_at_the_limit_and_a_map_with_a_hill_inside_would_miss(readings):
    assert not SPEED_MAP.calibrated
    assert SPEED_MAP.judge(readings).ok
    hill = np.asarray(readings["speed"]).copy()
    hill[len(FREQUENCIES) * 2 + 1] = 20.0  # 20 deg at 1 Hz
    assert not SPEED_MAP.judge({**readings, "speed": hill}).ok


def test_pictures_can_be_drawn(readings):
    for part in (MAX_SPEED, SPEED_MAP):
        assert all(figure.axes and caption for figure, caption in part.draw(readings))
    assert beats.on_grid(np.asarray(readings["speed"])).shape == (len(AMPLITUDES), len(FREQUENCIES))


def test_beyond_its_rate_the_servo_beats_less_than_asked(readings):
    asked, kept = (
        np.asarray(readings["asked"]) / 8.0,
        beats.on_grid(np.asarray(readings["swing"])) / AMPLITUDES[:, None],
    )
    assert kept.ravel()[asked > 2.0].max() < 0.8
    assert kept.ravel()[asked < 0.5].min() > 0.9


@pytest.mark.parametrize("check", [FLOATING, CONSISTENCY], ids=lambda each: each.id)
def test_checks_hold(check):
    finding = check.find()
    assert finding.ok, finding.note


@pytest.mark.slow
@pytest.mark.parametrize("check", PAPER.checks, ids=lambda each: each.id)
def test_all_checks_hold(check):
    finding = check.find()
    assert finding.ok, finding.note
