"""How many runs an interval takes: foreseen widths against campaigns that are towed and identified."""

import numpy as np
import pytest

import narcine
from narcine.identification.towing.steady import steady_parts
from narcine.laboratory.noise import Noise
from narcine.laboratory.planning import drawn, foreseen, least_repeats, run_errors, true_drag
from narcine.laboratory.tow_tank import TowTank, towing_runs, towing_truth

SPEEDS = np.linspace(0.2, 1.0, 6)
TANK = TowTank()


@pytest.fixture(scope="module")
def truth():
    return towing_truth(narcine.load("bluerov"), "heave", SPEEDS)


def test_the_truth_is_the_drag_of_the_file(truth):
    assert true_drag(truth) == pytest.approx((74.23, 0.19), abs=1e-9)


def test_means_of_runs_are_off_by_as_much_as_foreseen(truth):
    """300 runs of each speed: a standard deviation is known to 4 %, four times."""
    runs = towing_runs(truth, TANK, 300, seed=1)
    means = steady_parts(runs.runs(TANK.cells.angle)).force.reshape(300, len(SPEEDS))
    # the settling of a flow is looked for and some samples are lost to it: up to a tenth more
    assert means.std(axis=0) == pytest.approx(run_errors(TANK, SPEEDS, False), rel=0.2)


def test_widths_fall_with_the_root_of_the_number_of_runs():
    drag = (74.23, 20.0)  # far from where one of them could be zero
    once, often = (foreseen(drag, SPEEDS, TANK, False, repeats) for repeats in (1, 25))
    assert often.runs == 25 * once.runs
    assert np.array(once.half_widths) / often.half_widths == pytest.approx([5.0, 5.0], rel=1e-6)


def test_calibration_is_a_floor():
    drag = (74.23, 20.0)
    assert foreseen(drag, SPEEDS, TANK, False, 10**6, 0.01).half_widths[0] == pytest.approx(1.96 * 0.7423, rel=1e-3)
    assert least_repeats(1.4, 0, drag, SPEEDS, TANK, False, 0.01) is None


@pytest.mark.parametrize("wanted", [5.0, 1.0, 0.4])
def test_the_least_number_of_repeats_is_the_least(wanted):
    drag = (74.23, 0.19)
    repeats = least_repeats(wanted, 0, drag, SPEEDS, TANK, False)
    assert foreseen(drag, SPEEDS, TANK, False, repeats).half_widths[0] <= wanted
    if repeats > 1:
        assert foreseen(drag, SPEEDS, TANK, False, repeats - 1).half_widths[0] > wanted


def test_drawn_campaigns_are_as_wide_as_foreseen(truth):
    before, after = foreseen(true_drag(truth), SPEEDS, TANK, False, 4), drawn(truth, TANK, 4, 40, seed=2)
    # with four degrees of freedom the width of one campaign scatters by a third, the mean of 40 by a twentieth
    assert np.array(after.half_widths) / before.half_widths == pytest.approx([1.0, 1.0], abs=0.2)
    assert min(after.held) >= 34 / 40  # 38 of 40 at 95 %: fewer come by a chance of 1 %


def test_finer_cells_need_fewer_runs():
    drag = (74.23, 0.19)
    fine = TowTank(cells=TANK.cells.__class__(noise=Noise(white=0.1, coloured=0.05, drift=0.02)))
    assert least_repeats(0.4, 0, drag, SPEEDS, fine, False) < least_repeats(0.4, 0, drag, SPEEDS, TANK, False)
