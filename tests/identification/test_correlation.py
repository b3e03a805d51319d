"""How many independent samples a record is worth, against noise whose autocorrelation is known."""

import numpy as np
import pytest
from scipy.signal import lfilter

from narcine.identification.towing.correlation import inefficiency

RECORDS, SAMPLES = 1000, 400
NOISE = 0.1
"""Of g from 400 000 samples: sums over some 100 lags M vary by sqrt(2 (2 M + 1) / n) = 3 % of themselves."""


def autoregression(a: float, seed: int, records: int = RECORDS, samples: int = SAMPLES) -> np.ndarray:
    fresh = np.random.default_rng(seed).standard_normal((records, samples + 200))
    return lfilter([1.0], [1.0, -a], fresh, axis=1)[:, 200:]


@pytest.mark.parametrize("a", [0.0, 0.5, 0.8])
def test_a_first_order_autoregression_is_worth_what_its_closed_form_says(a):
    assert inefficiency(autoregression(a, 1)) == pytest.approx((1.0 + a) / (1.0 - a), rel=NOISE)


def test_weak_noise_that_lingers_under_strong_noise_that_does_not_is_seen():
    a, share = 0.8, 0.1
    lingering = autoregression(a, 2) * np.sqrt(share * (1.0 - a * a))
    values = lingering + np.sqrt(1.0 - share) * np.random.default_rng(3).standard_normal(lingering.shape)
    expected = 1.0 - share + share * (1.0 + a) / (1.0 - a)
    assert inefficiency(values) == pytest.approx(expected, rel=NOISE)


def test_records_of_any_length_and_with_gaps_count():
    values = autoregression(0.5, 4)
    values[:50, 300:] = np.nan
    values[60, 17] = np.nan
    assert inefficiency(values) == pytest.approx(3.0, rel=NOISE)


def test_what_swings_to_and_fro_counts_no_more_than_each_sample_alone():
    assert inefficiency(autoregression(-0.8, 5)) == 1.0
    assert inefficiency(np.zeros((3, 20))) == 1.0


def test_the_mean_varies_as_it_says():
    values = autoregression(0.7, 6, records=2000, samples=100)
    predicted = np.mean(values.var(axis=1)) * inefficiency(values) / 100
    # 2000 means tell their variance to sqrt(2 / 2000) = 3 %, three times which is allowed; that of samples about their
    # own means is 6 % low
    assert values.mean(axis=1).var() == pytest.approx(predicted, rel=0.15)
