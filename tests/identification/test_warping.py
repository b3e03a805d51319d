"""Warping against dtw-python (Giorgino 2009), and where its answer is known."""

import dtw
import numpy as np
import pytest

from narcine.identification.comparing.warping import LONGEST, warp


@pytest.mark.parametrize(("count", "other", "width"), [(40, 40, 1), (60, 90, 2), (120, 50, 3)])
def test_distance_and_path_are_those_of_dtw_python(count, other, width):
    rng = np.random.default_rng(count)
    a, b = (np.cumsum(rng.normal(size=(n, width)), axis=0) for n in (count, other))
    expected = dtw.dtw(a, b, step_pattern="symmetric1", keep_internals=True)
    found = warp(a, b)
    assert found.total == pytest.approx(expected.distance, rel=1e-12)
    assert np.array_equal(found.first, expected.index1)
    assert np.array_equal(found.second, expected.index2)
    assert found.average == pytest.approx(expected.distance / len(expected.index1), rel=1e-12)


@pytest.mark.parametrize("window", [5, 20])
def test_a_window_is_that_of_sakoe_and_chiba(window):
    rng = np.random.default_rng(window)
    a, b = (np.cumsum(rng.normal(size=80)) for _ in range(2))
    expected = dtw.dtw(
        a,
        b,
        step_pattern="symmetric1",
        window_type="sakoechiba",
        window_args={"window_size": window},
        keep_internals=True,
    )
    found = warp(a, b, window)
    assert found.total == pytest.approx(expected.distance, rel=1e-12)
    assert np.array_equal(found.first, expected.index1)
    assert np.max(np.abs(found.first - found.second)) <= window


def test_a_delay_costs_nothing_where_both_begin_and_end_at_rest():
    """Samples of a ramp that comes 20 samples later have partners of the same height: nothing is left but rest."""
    time = np.arange(200)
    ramp, later = (np.clip((time - start) / 50.0, 0.0, 1.0) for start in (50, 70))
    assert warp(ramp, later).average == pytest.approx(0.0, abs=1e-15)
    assert warp(ramp, ramp + 0.3, window=0).average == pytest.approx(0.3)


def test_series_that_are_too_long_or_too_unlike_in_length_are_refused():
    with pytest.raises(ValueError, match="too long"):
        warp(np.zeros(LONGEST + 1), np.zeros(3))
    with pytest.raises(ValueError, match="narrower"):
        warp(np.zeros(30), np.zeros(10), window=5)
