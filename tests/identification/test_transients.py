"""Where a start-up ends: MSER-5 as it is defined, and what only the average of all records shows."""

import numpy as np

from narcine.identification.towing.transients import BATCH, transients, truncations


def by_definition(record: np.ndarray) -> int:
    """Return the cut that makes the sum of squares over the square of the number smallest, within the first half."""
    means = [np.mean(record[k : k + BATCH]) for k in range(0, len(record) - BATCH + 1, BATCH)]
    scores = [np.sum((means[d:] - np.mean(means[d:])) ** 2) / len(means[d:]) ** 2 for d in range(len(means) // 2 + 1)]
    return BATCH * int(np.argmin(scores))


def test_cuts_are_those_of_the_definition():
    rng = np.random.default_rng(0)
    lengths = rng.integers(30, 120, 40)
    records = np.full((40, 120), np.nan)
    for row, length in enumerate(lengths):
        records[row, :length] = 5.0 + rng.standard_normal(length) + rng.uniform(0, 8) * np.exp(-np.arange(length) / 10)
    assert list(truncations(records, lengths)) == [
        by_definition(row[:n]) for row, n in zip(records, lengths, strict=True)
    ]


def test_a_start_up_below_the_noise_of_each_record_is_cut_off_of_all():
    rng = np.random.default_rng(1)
    decay = 0.1 * np.exp(-np.arange(200) / 20.0)
    force = np.linspace(5.0, 50.0, 60)[:, None]
    records = force * (1.0 + decay) + 5.0 * rng.standard_normal((60, 200))
    cuts = transients(records, np.full(60, 200))
    left = [np.sum(decay[cut:]) / (200 - cut) for cut in cuts]
    # what is left is below what the mean of all cannot tell, 5 / sqrt(60 * 100) / 30 = 0.2 %; whole, it would be 1 %
    assert max(left) < 0.002
    assert np.mean(truncations(records, np.full(60, 200)) == 0) > 0.1


def test_no_more_than_half_is_cut_off():
    records = np.linspace(0.0, 1.0, 100)[None] + np.zeros((3, 1))
    assert np.all(transients(records, np.array([100, 100, 100])) <= 50)
    assert np.all(transients(records, np.array([0, 0, 0])) == 0)
