"""A hull whose screw turns it rolls until weight balances the torque: m g b sin(roll) = Q."""

import numpy as np
import pytest

import narcine

BALANCE = 5e-3
"""Relative error: the way is not quite along the hull, which floats up and is drawn to one side by its rolled fins."""


def test_ematt_rolls_until_its_weight_balances_the_torque_of_its_screw():
    run = narcine.load("ematt").run(duration=40.0)
    D, wake = 0.1, 0.25
    n = 900.0 / 60.0
    u = (1.0 - wake) * float(run.speed[-1, 0])
    Q = 1e3 * D**5 * (0.072 * n * n - 0.054 * n * u / D)
    roll, pitch = float(run.roll_angle[-1, 0]), float(run.pitch_angle[-1, 0])
    assert roll < np.radians(-15.0)
    assert 9.21 * 9.81 * 3e-3 * np.sin(-roll) * np.cos(pitch) == pytest.approx(Q, rel=BALANCE)


def test_struts_take_part_of_the_torque_of_base():
    """Four struts at 3 deg against the screw; without them it rolls by more."""
    struts = {}
    for name, normal in (("upper", [0, 1, 0]), ("lower", [0, 1, 0]), ("starboard", [0, 0, 1]), ("port", [0, 0, 1])):
        struts |= {f"foils__{name}_strut__leading_edge": [1, 0, 0], f"foils__{name}_strut__normal": normal}
    rolls = [float(narcine.load("base", **settings).run(duration=30.0).roll_angle[-1, 0]) for settings in ({}, struts)]
    assert rolls[1] < rolls[0] < 0.0
