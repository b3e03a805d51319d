"""Numbers of RayBot's tail out of how its disc moved."""

from dataclasses import replace

import numpy as np
import pytest

import narcine
from narcine.identification.fitting.fit import fit
from narcine.simulation.numbers import number_at, with_numbers
from tests.identification.fitting.made import assert_near, noisy, swum

ADDED = {"bodies__tail_2__added_inertia": {"matrix": [0, 2.0358, 0, 0.00143, 0, 0.0055]}}
"""What the rule of the shipped file gives, as numbers that can be fitted."""
TAIL = (
    "bodies.tail_2.added_inertia.matrix.1",
    "foils.caudal.normal_coefficient",
    "bodies.tail_1.crossflow.coefficient",
)


def gaits(duration):
    """Return commands of a gait that changes every few seconds."""
    rng = np.random.default_rng(0)
    schedule = {"gait.frequency": [[0.0, 1.2]], "gait.amplitude": [[0.0, 0.4]], "gait.turn": [[0.0, 0.0]]}
    ranges = {"gait.frequency": (0.7, 2.0), "gait.amplitude": (0.2, 0.5), "gait.turn": (-0.25, 0.25)}
    time = 3.0
    while time < duration:
        for name, (low, high) in ranges.items():
            schedule[name].append([round(time, 1), float(rng.uniform(low, high))])
        time += rng.uniform(3.0, 6.0)
    return schedule


def swims(duration):
    schedule = gaits(duration)
    trial = swum(narcine.load("raybot", run__commands=schedule, **ADDED), schedule, duration)
    return replace(trial, motion=replace(noisy(trial.motion, 1), joints={}))


def check(duration, wrong):
    model = narcine.load("raybot", **ADDED)
    begin = {path: factor * number_at(model, path) for path, factor in wrong.items()}
    found = fit([swims(duration)], with_numbers(model, begin), list(wrong))
    assert not found.untold
    for each in found.found:
        assert_near(each, number_at(model, each.name))
    return found


@pytest.mark.slow
def test_the_tail_is_found_from_how_the_disc_moves():
    found = check(4.0, {TAIL[1]: 0.7, TAIL[2]: 1.4})
    assert all(each.deviation < 0.2 * each.value for each in found.found)


@pytest.mark.slow
def test_a_minute_tells_the_tail_to_a_thousandth():
    found = check(60.0, dict(zip(TAIL, (1.5, 0.7, 1.4), strict=True)))
    assert all(each.deviation < 2e-3 * each.value for each in found.found)
