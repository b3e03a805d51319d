"""One description, three formulations: joints as coordinates, as constraints between free bodies, held by impulses."""

from functools import cache

import numpy as np
import pytest

import narcine
from narcine.description.problems import DescriptionError
from narcine.simulation.audit import audit
from tests.conftest import simulate
from tests.multibody.mechanisms import FORMULATIONS, at_state, chain, end, menagerie, random_state, under

ROUNDING = 1e-11
"""Of accelerations, of their largest: two solvers of the same equations, whose condition number is below 1e5."""
TREES = {"free": {"anchored": False}, "anchored": {"anchored": True}}
SEEDS = range(6)


@cache
def models(tree):
    return tuple(under(menagerie(**TREES[tree]), each).model for each in ("reduced", "udwadia_kalaba"))


def body_links(model):
    return [body.link for body in model.bodies]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tree", TREES)
def test_accelerations_are_those_of_the_tree(tree, seed):
    """Every kind of joint, spring, stop and drive, at random states: of bodies and of joints."""
    reduced, free = models(tree)
    here, there = at_state(reduced, free, random_state(reduced, seed))
    expected, found = here.acceleration[0, body_links(reduced)], there.acceleration[0, body_links(free)]
    scale = np.abs(expected).max()
    assert found == pytest.approx(expected, abs=ROUNDING * scale)
    rates = [
        [seen.rates[0, model.positions + each.velocity] for each in model.coordinates]
        for model, seen in ((reduced, here), (free, there))
    ]
    assert rates[1] == pytest.approx(rates[0], abs=ROUNDING * scale)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tree", TREES)
def test_efforts_energy_and_power_are_those_of_the_tree(tree, seed):
    """What drives of prescribed joints take, what springs and servos make, kinetic energy, power by term."""
    reduced, free = models(tree)
    here, there = at_state(reduced, free, random_state(reduced, seed))
    scale = np.abs(here.acceleration[0]).max()
    efforts = []
    for model, seen in ((reduced, here), (free, there)):
        efforts.append({c.name: (seen.drive[0, c.velocity], seen.spring[0, c.velocity]) for c in model.coordinates})
    assert efforts[0].keys() == efforts[1].keys()
    for name in efforts[0]:
        assert efforts[1][name] == pytest.approx(efforts[0][name], abs=ROUNDING * scale), name
    assert any(abs(efforts[0][name][0]) > 1e-3 for name in ("beat", "wrist.roll"))
    assert there.kinetic[0] == pytest.approx(here.kinetic[0], rel=1e-12)
    assert there.power[0] == pytest.approx(here.power[0], rel=1e-9, abs=1e-9)


ORDERS = {("udwadia_kalaba", "rk4"): 4, ("udwadia_kalaba", "semi_implicit"): 1, ("impulse", "semi_implicit"): 1}
STEPS = {4: (0.008, 0.004, 0.002), 1: (0.002, 0.001, 0.0005)}
BAND = {4: 0.4, 1: 0.15}
"""Around the order, from the last two of three steps: higher terms bend the line by some ten per cent."""


@pytest.mark.parametrize(("formulation", "integrator"), ORDERS)
@pytest.mark.slow
@pytest.mark.parametrize("tree", TREES)
def test_trajectories_converge_to_those_of_the_tree(tree, formulation, integrator):
    """Smooth trees with springs, a servo, a torque and prescribed joints, beside the tree with RK4 at half a ms."""
    order = ORDERS[formulation, integrator]
    vehicle = menagerie(**TREES[tree], smooth=True)
    duration = 0.4
    exact = end(under(vehicle, "reduced"), 0.0005, duration)
    tight = {"impulse": {"tolerance": 1e-10}}
    errors = [
        np.abs(end(under(vehicle, formulation, **tight), step, duration, integrator) - exact).max()
        for step in STEPS[order]
    ]
    assert np.log2(errors[1] / errors[2]) == pytest.approx(order, abs=BAND[order]), errors


def test_a_chain_of_nine_links_swims_alike():
    """Over 1 s: the error of RK4 falls sixteenfold with half the step, that of impulses twofold."""
    exact = end(under(chain(9), "reduced"), 0.0005, 1.0)
    for formulation, ratio, largest in (("udwadia_kalaba", 16.0, 3e-6), ("impulse", 2.0, 0.05)):
        errors = [np.abs(end(under(chain(9), formulation), step, 1.0) - exact).max() for step in (0.0025, 0.00125)]
        assert errors[0] < largest
        assert errors[0] / errors[1] == pytest.approx(ratio, rel=0.2)


def test_raybot_swims_alike():
    """Servos, prescribed joints, a universal joint and all its hydrodynamics, two seconds at its shipped step."""
    rays = {each: narcine.load("raybot", **{"run.formulation": each}) for each in FORMULATIONS}
    ends = {each: end(ray, 0.005, 2.0) for each, ray in rays.items()}
    assert ends["udwadia_kalaba"] == pytest.approx(ends["reduced"], abs=1e-7)
    assert ends["impulse"] == pytest.approx(ends["reduced"], abs=0.02)
    finer = end(rays["impulse"], 0.00125, 2.0)
    coarse, fine = (np.abs(each - ends["reduced"]).max() for each in (ends["impulse"], finer))
    assert coarse / fine == pytest.approx(4.0, rel=0.25)


@pytest.mark.parametrize("tree", TREES)
def test_energy_adds_up_over_constraints(tree):
    """Joints that are constraints do no work; Simpson's rule over 4 ms and stops that are hit leave some 1e-4."""
    balances = [
        audit(under(menagerie(**TREES[tree], smooth=True), each)).balance for each in ("reduced", "udwadia_kalaba")
    ]
    assert balances[0].residual < 1e-5
    assert balances[1].residual < 1e-5


def test_energy_adds_up_over_impulses_with_the_first_order():
    residuals = []
    for step in (0.004, 0.002, 0.001):
        vehicle = under(menagerie(smooth=True), "impulse", impulse={"tolerance": 1e-10})
        residuals.append(audit(vehicle, step).balance.residual)
    assert np.log2(residuals[1] / residuals[2]) == pytest.approx(1.0, abs=0.3)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_an_audit_finds_each_body_by_its_name(formulation):
    """Frames of universal joints are links of the tree and none among free bodies."""
    found = audit(under(menagerie(), formulation))
    expected = audit(under(menagerie(), "reduced"))
    assert found.bodies == expected.bodies
    assert found.trims[0].centre_of_gravity == pytest.approx(expected.trims[0].centre_of_gravity, abs=1e-12)


@pytest.mark.parametrize("formulation", ["udwadia_kalaba", "impulse"])
def test_a_joint_drifts_no_farther_than_said(formulation):
    """1e-9 m or rad after every step; the impulses' own tolerance."""
    run = under(menagerie(), formulation, impulse={"tolerance": 1e-7}).run(duration=1.0, record=0.004)
    allowed = 1e-9 if formulation == "udwadia_kalaba" else 1e-7
    assert run.coupling_drift.values.max() <= allowed * (1.0 + 1e-6)


@pytest.mark.parametrize("formulation", ["udwadia_kalaba", "impulse"])
def test_massless_bodies_are_refused_where_every_body_is_free(formulation):
    arm = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1]}
    joints = {
        "a": {"type": "hinge", "parent": "world", "child": "between", "axis": "down"},
        "b": {"type": "hinge", "parent": "between", "child": "arm", "axis": "starboard"},
    }
    light = simulate(bodies={"between": {"mass": 0.0}, "arm": arm}, joints=joints, run={"formulation": formulation})
    with pytest.raises(DescriptionError, match=r"bodies\.between: is massless"):
        _ = light.model


def test_impulses_that_may_not_iterate_say_which_joint_is_loose():
    from narcine.simulation.failure import RunStopped

    hasty = under(chain(9), "impulse", impulse={"tolerance": 1e-12, "iterations": 2})
    with pytest.raises(RunStopped, match=r"joint j\d does not hold: 2 iterations .* `impulse.iterations`"):
        hasty.run(duration=0.5)
