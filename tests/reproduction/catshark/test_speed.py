"""Catsharks of the trials swim, and what is read off them is what they do."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.assumptions import assumptions_of
from narcine.reproduction.catshark.speed import SPEED, fitted, judge
from narcine.reproduction.catshark.swimming import catsharks, ends, swim
from narcine.reproduction.catshark.theory import theoretical_speeds, wetted_area
from narcine.reproduction.catshark.trials import column, trials
from narcine.reproduction.papers import PAPERS
from narcine.reproduction.variants import nominal_description


@pytest.fixture(scope="module")
def vehicle():
    return narcine.load("catshark")


@pytest.fixture(scope="module")
def first(vehicle):
    """Return the animals of the first three trials."""
    return catsharks(vehicle)[:3]


def test_ends_lie_where_the_engine_has_them(first):
    run = first[0].start(record=0.02)
    run.step(500)
    data = run.dataset()
    states = dict(zip(run.model.state_names, run.states.T, strict=True))
    head, tail = ends(first[0], {name: values[-5:] for name, values in states.items()})
    module = 0.16 * (1.0 - 0.002) / 20
    heading = data.heading.values[-5:, 0]
    snout = data.position.sel(body="spine_1").values[-5:, :2]
    snout = snout + 0.5 * module * np.stack([np.cos(heading), np.sin(heading)], axis=1)
    assert head == pytest.approx(snout, abs=1e-9)
    assert tail == pytest.approx(data.tail_tip.values[-5:, 0, :2], abs=1e-6)


def test_half_the_step_swims_as_fast(first):
    """Within half a percent; they swim more slowly than their waves, and their tails sweep about as far as measured."""
    swims, finer = swim(first, duration=5.0), swim(first, 0.001, duration=5.0)
    waves = (column("frequency") * column("length") * column("wavelength"))[:3]
    assert finer.speed == pytest.approx(swims.speed, rel=5e-3)
    assert np.all((swims.speed > 0.3 * waves) & (swims.speed < waves))
    assert swims.tail == pytest.approx(column("tail")[:3], rel=0.2)


def test_theory_balances_by_hand(vehicle):
    """Thrust m w^2 A^2 (1 - U^2 / c^2 - ...) / 4 at the speed that is found is friction, for the first trial."""
    trial = trials()[0]
    speed = theoretical_speeds(vehicle)[0]
    water = 0.25 * np.pi * 1026.0 * (0.06 * trial.length) ** 2
    amplitude, number = 0.5 * trial.tail * trial.length, 2.0 * np.pi / (trial.wavelength * trial.length)
    growth = 0.5 * trial.tail * (1.0 - 0.39) / (1.0 - 0.46)
    slope = (amplitude * number) ** 2 + growth**2
    thrust = 0.25 * water * ((2.0 * np.pi * trial.frequency * amplitude) ** 2 - speed**2 * slope)
    chain = vehicle.scenario.vehicles["catshark"].vehicle.chains["spine"]
    drag = 0.5 * 1026.0 * wetted_area(chain.outline) * trial.length**2 * 0.0093 * np.sqrt(0.2) * speed**1.5
    assert thrust == pytest.approx(drag, rel=1e-6)


def test_lines_are_fitted_to_all_trials():
    exact = fitted(0.1 + 0.5 * column("speed"))
    assert (exact["line_slope"], exact["intercept"], exact["correlation"]) == pytest.approx((0.5, 0.1, 1.0))
    assert exact["slope"] > 0.5


def test_the_row_is_reported_only():
    names = ("slope", "line_slope", "intercept", "correlation", "median_error", "low_error", "high_error")
    flat = dict.fromkeys((*names, "slow", "fast", "theory_slope", "median_head"), 0.5)
    ok, note = judge(flat)
    assert ok is None
    assert "In 40 of 51 trials (31 by landmarks)" in note
    assert PAPERS["catshark"].experiments == (SPEED,)
    assert not SPEED.calibrated


def test_draws_move_the_body_and_not_the_trials():
    moved = assumptions_of(nominal_description(SPEED), SPEED.fixed).moved
    assert sorted(each.paths[0] for each in moved) == [
        "chains.spine.module.crossflow.coefficient",
        "chains.spine.module.drag.skin.friction",
        "chains.spine.outline.scale[0]",
        "chains.spine.outline.scale[1]",
    ]
