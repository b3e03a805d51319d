"""Directions that are kept while they hold."""

import numpy as np
import pytest

import narcine
from narcine.simulation import tangent
from narcine.simulation.numbers import number_at
from narcine.simulation.tangent import Tangent

STRAIGHT = ("bodies.hull.drag.quadratic.0", "bodies.hull.added_inertia.matrix.1")
BENT = ("bodies.hull.mass", "bodies.hull.centre_of_gravity.2")
"""The first moment of mass is their product."""


def vectors_of(simulation):
    return simulation.model.parameters, simulation.model.initial_state


def tangent_of(paths, monkeypatch):
    rov = narcine.load("bluerov")
    values = np.array([number_at(rov, path) for path in paths])
    calls = []
    found = tangent.direction
    monkeypatch.setattr(tangent, "direction", lambda *arguments: calls.append(arguments[1]) or found(*arguments))
    return Tangent(rov, [[path] for path in paths], [1.0] * len(paths), vectors_of), values, calls


def test_straight_lines_are_found_once(monkeypatch):
    moved, values, calls = tangent_of(STRAIGHT, monkeypatch)
    first = moved.directions(values)
    assert moved.directions(values * 1.7) is first
    assert len(calls) == 2
    step = moved.at(values * 1.7)[0] - moved.at(values)[0]
    predicted = sum(0.7 * value * slope for value, (slope, _) in zip(values, first, strict=True))
    assert step == pytest.approx(predicted, abs=1e-9)


def test_what_bends_is_found_anew(monkeypatch):
    moved, values, calls = tangent_of(BENT, monkeypatch)
    first = moved.directions(values)
    there = np.array([values[0] * 1.2, 0.03])
    second = moved.directions(there)
    assert second is not first
    assert len(calls) == 4
    reach = 1e-6
    for k, (slope, _) in enumerate(second):
        ends = [moved.at(there + sign * reach * np.eye(2)[k])[0] for sign in (-1.0, 1.0)]
        assert slope == pytest.approx((ends[1] - ends[0]) / (2.0 * reach), abs=1e-6)
    assert not np.allclose(second[0][0], first[0][0])


def test_two_places_of_one_number_move_together(monkeypatch):
    paths = ("actuators.lateral.thrust.0", "actuators.surge_port.thrust.0")
    single, values, _ = tangent_of(paths, monkeypatch)
    rov = narcine.load("bluerov")
    ((both, _),) = Tangent(rov, [paths], [1e-4], vectors_of).directions(values[:1])
    each = single.directions(values)
    assert both == pytest.approx(each[0][0] + each[1][0], abs=1e-9)
