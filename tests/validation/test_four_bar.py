"""The four-bar of A13 under all formulations: closed-form kinematics, one equation of motion, MuJoCo."""

import numpy as np
import pytest

from narcine.description.problems import DescriptionError
from narcine.simulation.derivatives import differentiate
from narcine.simulation.failure import RunStopped
from tests.multibody.mechanisms import COUPLER, CRANK, FORMULATIONS, GROUND, ROCKER, four_bar, rod, under
from tests.validation.crank_rocker import CrankRocker

CLOSED_FORM = 1e-6
MASSES = np.array([0.5, 1.8, 1.5])
RODS = CrankRocker(CRANK, COUPLER, ROCKER, GROUND, MASSES, 9.81)
TIGHT = {"impulse": {"tolerance": 1e-9}}


def absolute(angles):
    """Return the angles of crank, coupler and rocker from forward, of the joints' coordinates."""
    return np.stack([angles[..., 0], angles[..., 0] + angles[..., 1], angles[..., 2]], axis=-1)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("closure", ["ball", "hinge"])
def test_it_closes_and_turns_as_a13(formulation, closure, closed_forms):
    case = closed_forms["A13_fourbar_kin_60deg"]
    run = under(four_bar(closure, rate=2.0), formulation).start()
    model = run.model
    angles = absolute(np.array([run.state[each.position] for each in model.coordinates]))
    rates = absolute(np.array([run.state[model.positions + each.velocity] for each in model.coordinates]))
    assert np.degrees(angles[1:]) == pytest.approx([case["theta3_deg"], case["theta4_deg"]], rel=1e-8)
    assert rates[1:] / rates[0] == pytest.approx([case["w3_over_w2"], case["w4_over_w2"]], rel=1e-8)


@pytest.mark.parametrize(("formulation", "tolerance"), [("reduced", 1e-8), ("udwadia_kalaba", 1e-8)])
@pytest.mark.parametrize("closure", [pytest.param("ball", marks=pytest.mark.slow), "hinge"])
def test_it_swings_as_its_one_equation_of_motion(formulation, tolerance, closure):
    """Falling from 60 deg for a second: RK4 at 2 ms leaves 1e-9 rad."""
    run = under(four_bar(closure), formulation).run(duration=1.0, step=0.002, record=0.1)
    expected = RODS.motion(np.pi / 3.0, 0.0, run.time.values)
    assert run.joint_position.values[:, 0] == pytest.approx(expected[:, 0], abs=tolerance)
    assert run.joint_velocity.values[:, 0] == pytest.approx(expected[:, 1], abs=10.0 * tolerance)
    assert np.abs(expected[-1] - expected[0]).max() > 0.5


@pytest.mark.slow
def test_impulses_let_it_swing_so_with_the_first_order():
    errors = []
    for step in (0.004, 0.002, 0.001):
        run = under(four_bar(), "impulse", **TIGHT).run(duration=1.0, step=step, record=1.0)
        errors.append(
            abs(run.joint_position.values[-1, 0] - RODS.motion(np.pi / 3.0, 0.0, np.array([0.0, 1.0]))[-1, 0])
        )
    assert np.log2(errors[1] / errors[2]) == pytest.approx(1.0, abs=0.15), errors
    assert errors[2] < 0.05


def driven(formulation, **more):
    gait = {"type": "harmonic", "frequency": 0.7, "start": "full", "drives": {"crank": {"amplitude": 0.6, "mean": 1.2}}}
    vehicle = four_bar("hinge", drives={"crank": {"type": "prescribed"}}, gait=gait)
    del vehicle["run"]["start"]
    return under(vehicle, formulation, **TIGHT, **more)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_prescribed_crank_drives_it(formulation):
    """Coupler and rocker follow to how far loops may drift, over the sine of the angle between them."""
    run = driven(formulation).run(duration=1.0, step=0.002, record=0.1)
    angles = absolute(run.joint_position.values)
    expected = np.array([RODS.angles(theta) for theta in angles[:, 0]])
    assert angles == pytest.approx(expected, abs=3e-9)
    assert np.ptp(angles[:, 0]) > 1.0


@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba"])
def test_a_prescribed_crank_takes_the_torque_of_its_equation_of_motion(formulation):
    run = driven(formulation).run(duration=1.0, step=0.002, record=0.1)
    w, t = 2.0 * np.pi * 0.7, run.time.values
    theta, rate, acceleration = 1.2 + 0.6 * np.sin(w * t), 0.6 * w * np.cos(w * t), -0.6 * w**2 * np.sin(w * t)
    expected = [RODS.torque(*each) for each in zip(theta, rate, acceleration, strict=True)]
    joint = list(run.joint.values).index("crank")
    assert run.drive_effort.values[:, joint] == pytest.approx(expected, rel=1e-7, abs=1e-6)


def test_mujoco_starts_it_alike():
    """At rest, since MuJoCo leaves J_dot nu to its drift correction; its constraints give way by 1e-4."""
    mujoco = pytest.importorskip("mujoco")
    angles = RODS.angles(np.pi / 3.0)

    def element(name, place, length, mass, inner=""):
        moment = mass * length**2 / 12.0
        inertial = f'<inertial pos="{length / 2} 0 0" mass="{mass}" diaginertia="1e-3 {moment} {moment}"/>'
        hinge = f'<joint name="{name}" type="hinge" axis="0 -1 0"/>'
        return f'<body name="{name}" pos="{place} 0 0">{hinge}{inertial}{inner}</body>'

    coupler = element("coupler", CRANK, COUPLER, MASSES[1])
    crank = element("crank", 0, CRANK, MASSES[0], coupler)
    rocker = element("rocker", GROUND, ROCKER, MASSES[2])
    loop = f'<connect body1="coupler" body2="rocker" anchor="{COUPLER} 0 0" solref="0.02 1" solimp="0.9999 0.9999 1"/>'
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><option gravity="0 0 -9.81" iterations="500" tolerance="1e-15"/>'
        f"<worldbody>{crank}{rocker}</worldbody><equality>{loop}</equality></mujoco>"
    )
    # the anchor of the rocker is read off the model's reference pose, in which the loop is open: put it at its tip
    model.eq_data[0, 3:6] = ROCKER, 0.0, 0.0
    data = mujoco.MjData(model)
    data.qpos[:] = angles[0], angles[1] - angles[0], angles[2]
    mujoco.mj_forward(model, data)
    run = under(four_bar(), "reduced").start()
    found = [run.observe().rates[0, run.model.positions + each.velocity] for each in run.model.coordinates]
    assert found == pytest.approx(data.qacc, rel=3e-4)


def ends_once_and_twice(formulation, step):
    """Return the angles after a second, with the loop closed once, and twice."""
    ends = []
    for twice in (False, True):
        run = under(four_bar("hinge", rate=1.0, twice=twice), formulation, **TIGHT).start(step=step)
        run.step(round(1.0 / step))
        ends.append(np.array([run.state[each.position] for each in run.model.coordinates]))
    return ends


@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba"])
def test_saying_it_twice_changes_nothing(formulation):
    """To rounding, times what a second of swinging and corrections of 1e-9 make of it."""
    once, twice = ends_once_and_twice(formulation, 0.005)
    assert twice == pytest.approx(once, abs=1e-9)


def test_saying_it_twice_to_impulses_changes_what_is_of_second_order():
    """Joints meet on another way, which the first-order error of the steps is larger than."""
    differences = []
    for step in (0.005, 0.0025, 0.00125):
        once, twice = ends_once_and_twice("impulse", step)
        differences.append(np.abs(twice - once).max())
    assert np.log2(differences[1] / differences[2]) == pytest.approx(2.0, abs=0.4)
    assert differences[0] < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba"])
def test_derivatives_do_not_see_what_is_said_twice(formulation):
    paths = ["bodies.coupler.mass", "run.start.rates.crank"]
    slopes = []
    for twice in (False, True):
        simulation = under(four_bar("hinge", rate=1.0, twice=twice), formulation)
        found = differentiate(simulation, paths, duration=0.2, step=0.004, record=0.2)
        positions = [each.position for each in simulation.model.coordinates]
        slopes.append(found.derivatives[:, -1, positions])
    assert slopes[1] == pytest.approx(slopes[0], rel=1e-8, abs=1e-10)
    assert np.abs(slopes[0]).min(axis=1).min() > 1e-4


def test_a_loop_that_cannot_close_is_refused_at_its_start():
    vehicle = four_bar()
    vehicle["couplings"]["loop"]["at"] = [COUPLER / 2 + 3.0, 0, 0]
    with pytest.raises(DescriptionError, match=r"couplings.loop: does not close: .* it stays .* m off"):
        _ = under(vehicle, "reduced").model


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_loop_that_is_driven_farther_than_it_reaches_stops_the_run_and_is_named(formulation):
    """A prescribed crank with a rocker of 0.2 m, which reaches from 0.564 to 1.445 rad of the crank."""
    gait = {"type": "harmonic", "frequency": 0.3, "start": "full", "drives": {"crank": {"amplitude": 0.9, "mean": 1.0}}}
    vehicle = four_bar("hinge", drives={"crank": {"type": "prescribed"}}, gait=gait)
    vehicle["couplings"]["loop"]["to"] = [-ROCKER / 2 + 0.2, 0, 0]
    del vehicle["run"]["start"]
    name = "loop" if formulation != "impulse" else "(loop|crank|coupler|rocker)"
    with pytest.raises(RunStopped, match=rf"{name} does not hold") as stopped:
        under(vehicle, formulation).run(duration=3.0, step=0.002)
    reached = 1.0 + 0.9 * np.sin(2.0 * np.pi * 0.3 * stopped.value.time)
    assert 1.1 < reached < 1.455
    if formulation != "impulse":  # these need ever more sweeps on the way there
        assert reached == pytest.approx(1.445, abs=0.01)


PARALLEL = {"crank": 0.5, "coupler": 2.0, "rocker": 0.5}


def parallelogram(formulation):
    """Return a parallelogram that spins without weight, and is flat twice per turn: there a row says nothing new."""
    vehicle = four_bar(rate=3.0, run={"water": {"density": 0.0, "gravity": 0.0}})
    for name, length in PARALLEL.items():
        vehicle["bodies"][name] = rod(length, length)
        vehicle["joints"][name]["to"] = [-length / 2, 0, 0]
    vehicle["joints"]["rocker"]["rest"], vehicle["joints"]["coupler"]["rest"] = np.pi / 3.0, -np.pi / 3.0
    vehicle["couplings"]["loop"] |= {"at": [1.0, 0, 0], "to": [0.25, 0, 0]}
    vehicle["run"]["start"] = {"joints": {"crank": np.pi / 3.0}, "rates": {"crank": 3.0}}
    return under(vehicle, formulation)


def test_a_parallelogram_passes_its_dead_centres_with_joints_as_coordinates():
    """Six turns: it stays a parallelogram to 1e-6 rad, its energy to 1e-4; see docs/formulations.md for the others."""
    run = parallelogram("reduced").run(duration=4.0, step=0.002, record=0.1)
    angles, energy = run.joint_position.values, run.kinetic_energy.values
    assert np.ptp(angles[:, 0]) > 4.0 * np.pi
    assert angles[:, 2] == pytest.approx(angles[:, 0], abs=1e-6)
    assert energy == pytest.approx(energy[0], rel=1e-4)
