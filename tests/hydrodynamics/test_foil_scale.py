"""Foils that change: the curve is SciPy's, half of a foil is half a foil, none of it is nothing."""

from copy import deepcopy

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from narcine.simulation.audit import audit
from narcine.simulation.derivatives import differentiate
from narcine.simulation.numbers import changed
from narcine.simulation.record import observation
from narcine.simulation.simulation import Simulation
from narcine.simulation.step import Term
from tests.contracts.kinds import FIN, KINDS, vehicle

ROUNDING = 1e-13
"""Relative difference of two orders of the same few products."""
LAWS = {
    "stall_ramp": {"normal_coefficient": 1.2, "tangential_coefficient": 0.05, "stall": 0.3},
    "thin_foil": {"stall": 0.3, "parasitic_drag": 0.02},
    "linear_polar": {"parasitic_drag": 0.02, "efficiency": 0.8},
    "unsteady": {"stall": 0.3, "parasitic_drag": 0.02, "suction": 0.8},
}
MORPH = {"morph": {"type": "deployment", "time": 1.5}}
STRAIGHT = [[0, 0], [1, 1]]


def fish(lift, span=0.12, scale=(), surface="none", **more):
    """Return a lively vehicle with one foil on a plate of strips, whose added mass is proportional to its span."""
    tree = deepcopy(vehicle(f"foil.{lift}"))
    tree["run"]["water"]["surface"] = surface
    tree["bodies"]["fin"] = deepcopy({**FIN, "added_inertia": "strip"})
    tree["bodies"]["fin"]["shape"]["plate"]["span"] = span
    tree["foils"] = {"fin": {"body": "fin", "lift": lift, **LAWS[lift], "scale": list(scale)}}
    return Simulation({**tree, "actuators": MORPH, **more})


def foil_wrench(simulation, deployment, joint=0.1):
    """Return the foil's wrench in a state that is the same for all, but for deployment and joint."""
    model = simulation.model
    x = model.initial_state.copy()
    x[model.state_names.index("morph.deployment")] = deployment
    x[model.state_names.index("tail")] = joint
    x[model.state_names.index("tail.rate")] = 1.3
    for name, value in (("fin.lag_1", 0.03), ("fin.lag_2", -0.02)):
        if name in model.state_names:
            x[model.state_names.index(name)] = value
    return observation(model, x[None], model.commands[None]).wrench[0, Term.FOILS - 1].sum(axis=0)


def area(table, along="morph"):
    return {"quantity": "area", "with": along, "table": table}


@pytest.mark.parametrize("lift", LAWS)
def test_a_foil_half_deployed_is_a_foil_of_half_the_span(lift):
    whole, half = fish(lift), fish(lift, span=0.06)
    morphing = fish(lift, scale=[area(STRAIGHT)])
    assert foil_wrench(morphing, 0.5) == pytest.approx(foil_wrench(half, 0.0), rel=ROUNDING)
    assert foil_wrench(morphing, 1.0) == pytest.approx(foil_wrench(whole, 0.0), rel=ROUNDING)
    assert np.abs(foil_wrench(half, 0.0)).max() > 0.01


@pytest.mark.parametrize("lift", LAWS)
def test_its_wet_share_is_that_of_what_is_out(lift):
    half = fish(lift, span=0.06, surface="calm")
    morphing = fish(lift, scale=[area(STRAIGHT)], surface="calm")
    assert foil_wrench(morphing, 0.5) == pytest.approx(foil_wrench(half, 0.0), rel=ROUNDING)
    share = np.abs(foil_wrench(half, 0.0)).max() / np.abs(foil_wrench(fish(lift, span=0.06), 0.0)).max()
    assert 0.1 < share < 0.9


@pytest.mark.parametrize("lift", LAWS)
def test_a_retracted_foil_has_no_force_and_a_derivative(lift):
    morphing = fish(lift, scale=[area(STRAIGHT)])
    assert not np.any(foil_wrench(morphing, 0.0))
    exact = differentiate(morphing, ["actuators.morph.command"], duration=0.02, step=0.004).derivatives[0, -1]
    assert np.all(np.isfinite(exact))
    speed = morphing.model.state_names.index("tail.rate")
    ends = [changed(morphing, "actuators.morph.command", reach).start() for reach in (0.0, 1e-6)]
    for run in ends:
        run.step(5)
    assert exact[speed] == pytest.approx((ends[1].state[speed] - ends[0].state[speed]) / 1e-6, rel=1e-4)
    assert abs(exact[speed]) > 1e-3


def test_the_curve_is_scipys_and_constant_beyond_its_ends():
    table = [[-0.5, 0.6], [-0.1, 0.7], [0.0, 1.0], [0.1, 1.3], [0.6, 1.35]]
    plain, bent = fish("stall_ramp"), fish("stall_ramp", scale=[area(table, "tail")])
    curve = PchipInterpolator(*np.transpose(table))
    for joint in np.linspace(-0.8, 0.9, 35):
        wanted = float(curve(np.clip(joint, -0.5, 0.6)))
        assert foil_wrench(bent, 0.0, joint) == pytest.approx(wanted * foil_wrench(plain, 0.0, joint), rel=1e-12)


COEFFICIENTS = [
    ("stall_ramp", "normal_coefficient"),
    ("stall_ramp", "tangential_coefficient"),
    ("thin_foil", "parasitic_drag"),
    ("thin_foil", "broadside_drag"),
    ("linear_polar", "parasitic_drag"),
    ("unsteady", "parasitic_drag"),
    ("unsteady", "broadside_drag"),
]


@pytest.mark.parametrize(("lift", "key"), COEFFICIENTS)
def test_a_scaled_coefficient_is_that_coefficient(lift, key):
    scaled = fish(lift, scale=[{"quantity": key, "with": "morph", "table": STRAIGHT}])
    plain = fish(lift)
    written = changed(
        plain, f"foils.fin.{key}", 0.4 * getattr(plain.scenario.vehicles["kind"].vehicle.foils["fin"], key)
    )
    assert foil_wrench(scaled, 0.4) == pytest.approx(foil_wrench(written, 0.0), rel=1e-12, abs=1e-15)
    assert foil_wrench(scaled, 0.4) != pytest.approx(foil_wrench(plain, 0.0), rel=1e-6)


def test_a_given_slope_stays_and_can_be_scaled():
    """Where the file gives the slope, area alone scales: forces are proportional to it."""
    tree = fish("unsteady", scale=[area(STRAIGHT)]).description.plain
    tree["foils"]["fin"]["slope"] = 3.0
    given = Simulation(tree)
    assert foil_wrench(given, 0.5) == pytest.approx(0.5 * foil_wrench(given, 1.0), rel=ROUNDING)
    both = deepcopy(tree)
    both["foils"]["fin"]["scale"] = [{"quantity": "slope", "with": "morph", "table": STRAIGHT}]
    less = deepcopy(tree)
    less["foils"]["fin"] |= {"slope": 1.2, "scale": []}
    assert foil_wrench(Simulation(both), 0.4) == pytest.approx(foil_wrench(Simulation(less), 0.0), rel=1e-12)


@pytest.mark.parametrize("path", ["foils.fin.scale.0.table.2.1", "foils.fin.scale.0.table.2.0", "run.start.rates.tail"])
@pytest.mark.parametrize("lift", ["thin_foil", "unsteady"])
def test_derivatives_pass_through_the_curve(lift, path):
    tree = {**vehicle(f"foil.scaled_{lift}")}
    tree["run"] = {**tree["run"], "start": {**tree["run"]["start"], "joints": {"tail": 0.05}, "rates": {"tail": 0.4}}}
    simulation = Simulation(tree)
    exact = differentiate(simulation, [path], duration=0.04, step=0.004).derivatives[0, -1]
    value = {"foils.fin.scale.0.table.2.1": 1.3, "foils.fin.scale.0.table.2.0": 0.1, "run.start.rates.tail": 0.4}[path]
    ends = []
    for sign in (1.0, -1.0):
        run = changed(simulation, path, value + sign * 1e-5).start()
        run.step(10)
        ends.append(run.state.copy())
    # differences of 1e-5: error of the second order, and rounding over 1e-5
    assert exact == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-6 * max(1.0, np.abs(exact).max()))
    assert np.abs(exact).max() > 1e-6


def test_a_deployment_travels_at_its_speed_and_stays_within():
    tree = vehicle("foil.scaled_thin_foil")
    tree["actuators"] = {"morph": {"type": "deployment", "time": 0.8, "lag": 0.02}}
    tree["run"] = {**tree["run"], "duration": 2.0, "commands": {"morph": [[0, 0], [0.2, 1], [1.4, 0.5]]}}
    run = Simulation(tree).run()
    time, deployed = run.time.values, run.actuator_state.sel(actuator="morph.deployment").values
    assert np.interp(0.6, time, deployed) == pytest.approx(0.5, abs=1e-9)
    assert np.abs(np.diff(deployed)).max() <= 0.02 / 0.8 * (1.0 + 1e-9)
    assert deployed.max() <= 1.0
    assert np.interp(1.3, time, deployed) == pytest.approx(1.0, abs=1e-3)
    assert deployed[-1] == pytest.approx(0.5, abs=1e-4)


def test_a_check_says_that_a_plates_water_does_not_stretch():
    doubts = audit(Simulation(vehicle("foil.scaled_stall_ramp"))).doubts
    assert any("foil fin: its area changes" in doubt for doubt in doubts)
    assert not any("its area changes" in doubt for doubt in audit(Simulation(vehicle("foil.stall_ramp"))).doubts)


@pytest.mark.parametrize(("kind", "along"), [("joint.universal", "tail.yaw"), ("joint.slider", "tail")])
def test_every_coordinate_can_scale_a_foil(kind, along):
    """Of two vehicles in one water each follows its own."""
    tree = vehicle(kind)
    tree["foils"] = {"fin": {"body": "fin", "lift": "stall_ramp", **LAWS["stall_ramp"]}}
    tree["foils"]["fin"]["scale"] = [area([[-1, 0], [0, 0.5], [1, 1]], along)]
    simulation = Simulation({"name": "two", "vehicles": {"a": {"vehicle": tree}, "b": {"vehicle": tree}}})
    model = simulation.model
    x = np.repeat(model.initial_state[None], 2, axis=0)
    x[1, model.state_names.index(f"b.{along}")] = -1.0
    wrench = observation(model, x, np.repeat(model.commands[None], 2, axis=0)).wrench[:, Term.FOILS - 1]
    fins = {body.name: body.link for body in model.bodies}
    assert not np.any(wrench[1, fins["b.fin"]])
    assert np.any(wrench[0, fins["b.fin"]])
    assert wrench[1, fins["a.fin"]] == pytest.approx(wrench[0, fins["a.fin"]])


def test_every_kind_that_scales_is_under_contract():
    assert {f"foil.scaled_{lift}" for lift in LAWS} <= set(KINDS)
