"""The rows of the snake's paper: against closed forms, what the engine says is wet, and paths measured by hand."""

import json
from functools import cache
from math import pi
from pathlib import Path

import numpy as np
import pytest

import narcine
from narcine.reproduction.snake import PAPER, dive, entry, speed
from narcine.reproduction.snake.dive import DIVE, RELEASES
from narcine.reproduction.snake.entry import DIVE_EXPERIMENT
from narcine.reproduction.snake.floating import FLOAT, closed_form
from narcine.reproduction.snake.laws import LAWS, PRINTED, STRIP, under
from narcine.reproduction.snake.speed import SPEED
from narcine.reproduction.snake.tracks import head_track
from narcine.reproduction.variants import variant
from narcine.simulation.record import observation
from narcine.simulation.restoring import states_of_run

A6 = json.loads(Path("tests/data/closed_forms.json").read_text())["A6_floating_cylinder_kd0.92"]
CLOSED = 1e-6
"""Relative tolerance of the reference."""
BEAT = 2.0 * pi / 3.0
SHORT_WAY = 0.02
"""Part by which a straight line from beat to beat is shorter than the smoothed way: it bends by some degrees."""
A_RECORD = 0.041
"""s: two records, over which the wet share of a module passes one and its top the surface."""


def readings_of(experiment, settings=None):
    [readings] = experiment.measure([variant(experiment, settings or {}).simulation])
    return readings


@cache
def brief_swims():
    """Return dives under both laws that end just after the experiment's."""
    runs = {
        law: under(law, narcine.load("perambulator", gait="dive")).run(duration=entry.FINISHED + BEAT) for law in LAWS
    }
    return {law: run.assign_attrs(law=law) for law, run in runs.items()}


@pytest.fixture(scope="module")
def dived():
    return readings_of(DIVE)


def test_it_floats_as_the_reference_does():
    readings = readings_of(FLOAT)
    draft, width = closed_form(0.038, 0.92)
    assert draft == pytest.approx(A6["draft_m"], rel=CLOSED)
    assert width == pytest.approx(A6["waterline_width"], rel=CLOSED)
    assert readings["draft"] == pytest.approx(1e3 * A6["draft_m"], rel=CLOSED)
    assert readings["stiffness"] == pytest.approx(9.0 * A6["C33_N_per_m"], rel=CLOSED)
    assert FLOAT.judge(readings).ok
    assert not FLOAT.judge(readings_of(FLOAT, {"chains.spine.module.mass": "0.74 kg"})).ok


def test_its_speed_is_that_of_the_head_from_beat_to_beat():
    readings = readings_of(SPEED)
    assert SPEED.judge(readings).ok
    for law in LAWS:
        run = under(law, narcine.load("perambulator")).run(duration=30.0)
        time, head = run.time.values, run.position.values[:, 0]
        ends = [np.array([np.interp(moment, time, column) for column in head.T]) for moment in (30.0 - 6 * BEAT, 30.0)]
        by_hand = 1e3 * np.linalg.norm(ends[1] - ends[0]) / (6 * BEAT)
        assert readings[f"{law} mean speed"] == pytest.approx(by_hand, rel=SHORT_WAY)
    assert readings[f"{STRIP} mean speed"] < readings[f"{PRINTED} mean speed"]


def test_it_dives_steadily_and_only_with_the_printed_law(dived):
    assert DIVE.judge(dived).ok
    assert dived[f"{PRINTED} rise"] < 1.0
    assert dived[f"{STRIP} at"] < 100.0
    assert dived["literally deepest"] > 1500.0
    assert dived["literally at"] < 500.0


def test_released_later_it_dives_deeper(dived):
    over = np.asarray(dived["depth over release"])
    assert over.shape == RELEASES.shape
    assert over[-1] > 3.0 * np.interp(2.9, RELEASES, over)
    assert np.interp(2.9, RELEASES, over) == pytest.approx(dived[f"{PRINTED} at"], rel=0.1)


def test_a_dive_that_turns_back_misses(dived):
    ok, note = DIVE.judge({**dived, f"{PRINTED} rise": 30.0})
    assert ok is False
    assert "rises by 30 mm" in note


def test_modules_go_under_from_the_head_when_the_engine_says_so():
    readings = readings_of(DIVE_EXPERIMENT)
    assert DIVE_EXPERIMENT.judge(readings).ok
    snake = variant(DIVE_EXPERIMENT, {}).simulation
    run = snake.run(duration=30.0)
    states, commands = states_of_run(snake.model, run)
    wet = observation(snake.model, states, commands).wet[:, [body.link for body in snake.model.bodies]]
    dry = wet < 1.0 - 1e-12
    last_dry = run.time.values[len(dry) - 1 - np.argmax(dry[::-1], axis=0)]
    assert np.asarray(readings[f"{PRINTED} entered"]) == pytest.approx(last_dry, abs=A_RECORD)
    assert np.all(np.diff(readings[f"{PRINTED} entered"]) > 0.0)


def test_a_track_without_beats_is_straight():
    track = head_track(narcine.load("perambulator", gait__amplitude=0.0).run(duration=6.0))
    assert track.speed == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize(
    "check", [each for each in PAPER.checks if each.id != "snake.energy"], ids=lambda each: each.id
)
def test_checks_hold(check):
    finding = check.find()
    assert finding.ok
    assert len(finding.pictures) == 1


@pytest.mark.slow
def test_energy_adds_up():
    [energy] = [each for each in PAPER.checks if each.id == "snake.energy"]
    assert energy.find().ok


@pytest.mark.parametrize("experiment", [SPEED, DIVE, DIVE_EXPERIMENT, FLOAT], ids=lambda each: each.id)
def test_pictures_are_drawn(experiment, dived):
    readings = dived if experiment is DIVE else readings_of(experiment)
    for figure, caption in experiment.draw(readings):
        assert figure.axes
        assert caption.endswith(".")


@pytest.mark.parametrize("stopped", [LAWS, (PRINTED,), (STRIP,)], ids="+".join)
@pytest.mark.parametrize("rows", [speed, dive, entry], ids=lambda each: each.__name__.rpartition(".")[2])
def test_a_swim_that_stops_leaves_its_row_without_a_reading_but_with_a_page(rows, stopped, monkeypatch):
    monkeypatch.setattr(rows, "whole", lambda run: run.attrs["law"] not in stopped)
    monkeypatch.setattr(rows, "swims", lambda simulations, duration: [brief_swims()])
    monkeypatch.setattr(dive, "_over_releases", lambda simulation: np.full(len(RELEASES), np.nan))
    monkeypatch.setattr(dive, "record_batch", lambda simulations, duration: [brief_swims()[PRINTED]])
    experiment = {speed: SPEED, dive: DIVE, entry: DIVE_EXPERIMENT}[rows]
    readings = readings_of(experiment)
    if PRINTED in stopped:
        assert np.isnan(readings[experiment.reading])
        assert not experiment.judge(readings).ok
    assert all(figure.axes for figure, _ in experiment.draw(readings))
