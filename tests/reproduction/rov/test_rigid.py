"""The pair against one rigid vehicle of the same bodies."""

import numpy as np
import pytest

import narcine
from narcine.campaign.variant import described
from narcine.reproduction.rov.composite import composite
from narcine.reproduction.rov.rigid import DRIVEN, judge, measure
from narcine.reproduction.rov.trials import SCENARIO, STATIC, simulations_of, straight_trials, twin_settings
from narcine.simulation.simulation import Simulation


def test_the_composite_weighs_and_floats_as_the_pair() -> None:
    pair = narcine.load(SCENARIO)
    one = composite(pair)
    masses = [sum(each.mass for each in placed.vehicle.bodies.values()) for placed in pair.scenario.vehicles.values()]
    made = next(iter(one.scenario.vehicles.values())).vehicle
    assert sum(each.mass for each in made.bodies.values()) == pytest.approx(sum(masses))
    assert len(made.actuators) == 12
    assert len(made.holds) == 6


def test_the_pair_moves_as_one_body() -> None:
    short = Simulation(described(SCENARIO, {**DRIVEN, "duration": 6.0}))
    [readings] = measure([short])
    verdict = judge(readings)
    assert verdict.ok, verdict.note
    assert np.hypot(readings["north"][-1], readings["east"][-1]) > 0.5, "it goes somewhere"


def test_a_pair_on_a_ball_joint_is_not_one_body() -> None:
    """What the row must be able to notice."""
    loose = Simulation(described(SCENARIO, {**DRIVEN, "duration": 6.0, "clusters.pair.coupling": {"type": "ball"}}))
    [readings] = measure([loose])
    assert not judge(readings).ok


@pytest.mark.slow
def test_the_row() -> None:
    [readings] = measure([Simulation(described(SCENARIO, DRIVEN))])
    verdict = judge(readings)
    assert verdict.ok, verdict.note


def test_the_twin_is_heavier_and_takes_time_to_spin_up() -> None:
    model = narcine.load(SCENARIO)
    [trial, *_] = straight_trials()
    [twin] = simulations_of({**STATIC, **twin_settings(model)}, [trial])
    [plain] = simulations_of(STATIC, [trial])

    def mass(simulation: Simulation) -> float:
        vehicle = simulation.scenario.vehicles["pair_1"].vehicle
        return sum(each.mass for each in vehicle.bodies.values())

    assert mass(twin) == pytest.approx(1.05 * mass(plain) + 1.5)
    assert {each.lag for each in twin.scenario.vehicles["pair_2"].vehicle.actuators.values()} == {0.2}
    assert {each.lag for each in plain.scenario.vehicles["pair_2"].vehicle.actuators.values()} == {0.0}
    assert len(straight_trials()) == 14
