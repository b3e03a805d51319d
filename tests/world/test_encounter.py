"""Vehicles that touch each other, against momentum, restitution and what touches still obstacles."""

import numpy as np
import pytest

from narcine.description.problems import DescriptionError
from narcine.recording.dataset import rotation_matrices
from narcine.recording.summary import summarise
from narcine.simulation.audit import energy_balance
from narcine.simulation.batch import run_batch
from narcine.simulation.record import TERM_NAMES, observation
from narcine.simulation.simulation import Simulation
from tests.world.test_moving import rebound

CONTACT = TERM_NAMES.index("contact")
METHOD = 1e-5
"""Momentum (kg m/s, kg m2/s) that steps of 5 ms lose in a contact of eight steps."""
VACUUM = {"density": 0.0, "gravity": 0.0}


def thing(mass, shape, name="thing"):
    return {"name": name, "bodies": {"thing": {"mass": mass, "shape": shape}}}


def pair(first, second, starts, contact=None, world=None, **run):
    """Return two vehicles on their way to each other in a vacuum."""
    placed = {
        name: {"vehicle": vehicle, "start": begin}
        for name, vehicle, begin in zip(("left", "right"), (first, second), starts, strict=True)
    }
    world = {**(world or {}), "contact": {"vehicles": True, **(contact or {})}}
    return Simulation({"name": "pair", "vehicles": placed, "water": VACUUM, "world": world, "duration": 2.0, **run})


HEAD_ON = ({"position": [0, 0, 0], "velocity": [0.5, 0, 0]}, {"position": [0.5, 0, 0], "velocity": [-0.1, 0, 0]})
SKEW = (
    {"position": [0, 0, 0], "attitude": [0.3, 0.2, 0.5], "velocity": [0.5, 0, 0.02], "angular_velocity": [0, 1, 2]},
    {"position": [0.42, 0.12, 0.03], "velocity": [0.02, 0, 0], "attitude": [0, 0.4, 2.0]},
)
SHAPES = {
    "ellipsoids": ({"ellipsoid": [0.2, 0.1, 0.05]}, {"ellipsoid": [0.15, 0.08, 0.06]}),
    "ball and ellipsoid": ({"sphere": 0.1}, {"ellipsoid": [0.15, 0.08, 0.06]}),
    "ellipsoid and ball": ({"ellipsoid": [0.15, 0.08, 0.06]}, {"sphere": 0.1}),
    "box and plate": ({"box": [0.3, 0.2, 0.1]}, {"plate": {"chord": 0.3, "span": 0.2, "thickness": 0.04}}),
}


def world_velocities(run):
    """Return the velocities of all bodies in world axes (time, body, 3)."""
    R = rotation_matrices(run["attitude"].values)
    return np.einsum("tbij,tbj->tbi", R, run["velocity"].values)


@pytest.mark.parametrize("damping", [0.0, 3.0])
def test_two_balls_leave_each_other_by_momentum_and_restitution(damping):
    """To 2e-5 by steps of a millisecond; the relative velocity goes by the law, the common one stays."""
    contact = {"damping": damping, "friction": 0.0, "stiffness": 500.0}
    balls = pair(thing(2.0, {"sphere": 0.1}), thing(3.0, {"sphere": 0.12}), HEAD_ON, contact, step=0.001)
    after = world_velocities(balls.run())[-1, :, 0]
    apart = rebound(0.6, damping)
    common = (2.0 * 0.5 - 3.0 * 0.1) / 5.0
    np.testing.assert_allclose(after, [common - 3.0 / 5.0 * apart, common + 2.0 / 5.0 * apart], rtol=2e-5)


@pytest.mark.parametrize("kind", SHAPES)
def test_no_momentum_is_made_and_energy_only_lost(kind):
    """Forces cancel to rounding; bodies that turn are stepped in their own axes, to the order of the method."""
    shapes = SHAPES[kind]
    simulation = pair(thing(2.0, shapes[0]), thing(3.0, shapes[1]), SKEW)
    run = simulation.start(record=0.005)
    run.step(400)
    trajectory, dataset = run.trajectory(), run.dataset("here")
    velocity, masses = world_velocities(dataset), np.array([2.0, 3.0])
    momentum = np.einsum("tbi,b->ti", velocity, masses)
    np.testing.assert_allclose(momentum, momentum[:1].repeat(len(momentum), 0), rtol=0.0, atol=METHOD)
    inertia = [np.array(simulation_inertia(simulation, body)) for body in (0, 1)]
    R = rotation_matrices(dataset["attitude"].values)
    spin = sum(
        np.einsum("tij,jk,tk->ti", R[:, b], inertia[b], dataset["angular_velocity"].values[:, b]) for b in (0, 1)
    )
    orbit = np.einsum("tbi,b->ti", np.cross(dataset["position"].values, velocity), masses)
    turning = spin + orbit
    np.testing.assert_allclose(turning, turning[:1].repeat(len(turning), 0), rtol=0.0, atol=METHOD)
    seen = observation(run.model, run.states, run.commands)
    force, moment = (np.einsum("tbij,tbj->tbi", R, seen.wrench[:, CONTACT, :, k : k + 3]) for k in (0, 3))
    moment = moment + np.cross(seen.place, force)
    assert np.abs(force).max() > 1.0
    np.testing.assert_allclose(force.sum(axis=1), 0.0, atol=1e-13 * np.abs(force).max())
    np.testing.assert_allclose(moment.sum(axis=1), 0.0, atol=1e-13 * np.abs(force).max())
    assert trajectory.contact_work[-1] < 0.0
    assert energy_balance(trajectory).residual < 2e-3
    impulse = dataset["contact_impulse"]
    mutual = [float(impulse.sel(vehicle=a, obstacle=b)[-1]) for a, b in (("left", "right"), ("right", "left"))]
    assert mutual[0] > 0.1
    assert mutual[0] == mutual[1]
    assert float(impulse.sel(vehicle="left", obstacle="left")[-1]) == 0.0
    said = [[(touch.obstacle, touch.times) for touch in each.touches] for each in summarise(dataset)]
    assert [names[0][0] for names in said] == ["right", "left"]


def simulation_inertia(simulation, body):
    """Return the moments of inertia of a body about its centre."""
    from narcine.simulation.momentum import link_inertias

    return link_inertias(simulation.model)[body][0][3:, 3:]


@pytest.mark.parametrize("kind", ["ellipsoids", "ball and ellipsoid"])
def test_on_a_vehicle_of_infinite_mass_it_is_as_on_an_obstacle(kind):
    """With 1e9 times its mass the other is as hard and as still as an obstacle, to some 1e-8."""
    shapes = SHAPES[kind]
    still = {"position": [0.42, 0.12, 0.03], "attitude": [0, 0.4, 2.0]}
    both = pair(thing(2.0, shapes[0]), thing(2e9, shapes[1]), (SKEW[0], still))
    other = {**shapes[1], "at": still["position"], "attitude": still["attitude"]}
    alone = Simulation(
        {
            "name": "one",
            "vehicles": {"left": {"vehicle": thing(2.0, shapes[0]), "start": SKEW[0]}},
            "water": VACUUM,
            "world": {"obstacles": {"right": other}},
        }
    )
    runs = [each.start() for each in (both, alone)]
    for run in runs:
        run.step(300)
    assert runs[1].state[-1] > 0.1
    np.testing.assert_allclose(
        runs[0].dataset("here")["position"][-1, 0], runs[1].dataset("here")["position"][-1, 0], atol=1e-7
    )


def test_vehicles_pass_through_each_other_unless_told_otherwise():
    apart = pair(thing(2.0, {"sphere": 0.1}), thing(3.0, {"sphere": 0.12}), HEAD_ON, {"vehicles": False})
    run = apart.run(duration=1.5)
    assert run.sizes["obstacle"] == 0
    np.testing.assert_allclose(world_velocities(run)[-1, :, 0], [0.5, -0.1])


def test_a_batch_of_encounters_equals_single_runs():
    simulations = [
        pair(thing(mass, SHAPES["ellipsoids"][0]), thing(3.0, SHAPES["ellipsoids"][1]), SKEW) for mass in (2.0, 2.5)
    ]
    states, _ = run_batch(simulations, 1.0)
    for row, each in zip(states, simulations, strict=True):
        run = each.start()
        run.step(200)
        assert np.array_equal(row, run.state)


def test_vehicles_that_start_inside_each_other_are_refused():
    near = ({"position": [0, 0, 0]}, {"position": [0.15, 0, 0]})
    with pytest.raises(DescriptionError, match=r"right\.thing starts 0\.07 m inside left\.thing"):
        assert pair(thing(2.0, {"sphere": 0.1}), thing(3.0, {"sphere": 0.12}), near).model


def test_a_vehicle_and_an_obstacle_of_one_name_are_refused():
    world = {"obstacles": {"left": {"sphere": 0.1, "at": [5, 5, 5]}}}
    with pytest.raises(DescriptionError, match="the name is taken by a vehicle"):
        pair(thing(2.0, {"sphere": 0.1}), thing(3.0, {"sphere": 0.12}), HEAD_ON, world=world)
