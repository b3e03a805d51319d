"""What holds for any vehicle: drifting with a current, mirror images, and doing nothing without a cause."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import narcine
from narcine.description.inputs import CURRENT
from narcine.multibody.links import JointKind
from narcine.simulation.record import observation
from tests.contracts.kinds import KINDS, WORLDS, at_surface, vehicle

GALILEI = 1e-10
"""Relative difference of accelerations in still and in drifting water: rounding."""
GROUND_BOUND = {"actuator.propeller_hull"}
"""Kinds that name simplifications which look at the ground, not at the water; what touches something does, too."""


@pytest.mark.parametrize("kind", sorted(set(KINDS) - GROUND_BOUND - set(WORLDS)))
def test_accelerations_are_the_same_in_water_that_drifts(kind):
    """With the velocity of all free bodies and the water's larger by c, the rates differ by d(R^T c)/dt alone.

    Random states break couplings, which hold them as far as they are off. A surface stays where it is, and so does a
    depth that is held: there c is level. Where the water varies, its energy is that over ground.
    """
    current = np.array([0.4, -0.3, 0.0 if at_surface(kind) or kind == "hold.depth" else 0.2])
    still, drifting = (narcine.Simulation(vehicle(kind, water)).model for water in ((0.0, 0.0, 0.0), tuple(current)))
    rng = np.random.default_rng(3)
    states = np.repeat(still.initial_state[None], 100, axis=0)
    states[:, 3:7] = rng.normal(size=(100, 4))
    states[:, 7 : still.positions] = rng.uniform(-1, 1, (100, still.positions - 7))
    first = still.positions
    states[:, first : first + still.velocities] = rng.normal(size=(100, still.velocities))
    commands = np.repeat(still.commands[None], 100, axis=0)
    here = observation(still, states, commands)
    expected = here.rates[:, first:].copy()
    links = still.link_columns
    for link in range(links.rows):
        if still.layout[links.kind + link] == JointKind.FREE:
            k = still.velocity_of(link)
            carried = np.einsum("tji,j->ti", here.attitude[:, link].reshape(-1, 3, 3), current)
            states[:, first + k : first + k + 3] += carried
            expected[:, k : k + 3] += np.cross(carried, states[:, first + k + 3 : first + k + 6])
    for k, name in enumerate(still.state_names):
        if name in CURRENT:
            states[:, k] += current[CURRENT.index(name)]
    there = observation(drifting, states, np.repeat(drifting.commands[None], 100, axis=0))
    scale = np.abs(expected).max(axis=1, keepdims=True)
    assert np.abs(there.rates[:, first:] - expected).max(axis=1).max() <= GALILEI * scale.max()
    if not kind.startswith(("water.current", "water.waves")):
        assert there.kinetic == pytest.approx(here.kinetic, rel=1e-12)


def test_raybot_drifts_with_the_current_and_swims_as_before():
    current = np.array([0.3, -0.2, 0.0])
    start = {"position": [0, 0, 2], "velocity": [0.3, -0.2, 0.0]}
    still = narcine.load("raybot").run(duration=5.0)
    drifting = narcine.load("raybot", run__water={"current": [0.3, -0.2, 0.0]}, run__start=start).run(duration=5.0)
    drift = drifting.time.values[:, None, None] * current
    # what is left is truncation at 5 ms: the integrator works on velocities over ground in turning axes
    assert drifting.position.values - drift == pytest.approx(still.position.values, abs=1e-6)


def test_the_propeller_that_looks_at_the_ground_does_not_drift():
    """The simplification of the REMUS model breaks the invariance, as it must."""
    still = narcine.Simulation(vehicle("actuator.propeller_hull")).run(duration=0.3)
    drifting = narcine.Simulation(vehicle("actuator.propeller_hull", (2.0, 0.0, 0.0))).run(duration=0.3)
    assert not np.allclose(drifting.velocity.values, still.velocity.values, atol=1e-3)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.floats(-1, 1), min_size=3, max_size=3),
    st.lists(st.floats(-2, 2), min_size=3, max_size=3),
    st.lists(st.floats(0.03, 0.3), min_size=3, max_size=3),
)
def test_a_mirrored_start_gives_the_mirrored_run(velocity, spin, axes):
    """Port and starboard exchanged: sway, roll and yaw change sign."""
    hull = {"mass": 1.0, "shape": {"ellipsoid": axes}, "displaced_volume": 0.001, "drag": {"coefficients": [0.2, 1, 1]}}

    def run(sign):
        v, w = velocity, spin
        start = {
            "velocity": [v[0], sign * v[1], v[2]],
            "angular_velocity": [sign * w[0], w[1], sign * w[2]],
        }
        simulation = narcine.Simulation({"name": "hull", "bodies": {"hull": hull}, "run": {"start": start}})
        stepper = simulation.start(step=0.002)
        stepper.step(50)
        return stepper.state.copy()

    mirror = np.array([1, -1, 1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1], float)
    assert run(-1.0) == pytest.approx(mirror * run(1.0), abs=1e-9)


def test_raybot_with_a_mirrored_gait_swims_the_mirrored_path():
    right = narcine.load("raybot").run(duration=4.0)
    left = narcine.load("raybot", gait__phase="180 deg").run(duration=4.0)
    mirror = np.array([1.0, -1.0, 1.0])
    names = list(right.body.values)
    for name in ("disc", "tail_1", "tail_2"):
        k = names.index(name)
        assert left.position.values[:, k] == pytest.approx(right.position.values[:, k] * mirror, abs=1e-9)


def test_nothing_moves_without_a_cause():
    """A neutral body at rest stays at rest, to the bit."""
    body = {"mass": 1.0, "displaced_volume": 0.001, "shape": {"sphere": 0.05}, "inertia": [0.001] * 3}
    run = narcine.Simulation({"name": "body", "bodies": {"body": body}}).run(duration=5.0)
    assert np.all(run.velocity.values == 0.0)


def test_a_vehicle_without_drive_comes_to_rest():
    """RayBot made neutral, its tail held still: quadratic drag takes its speed away as 1 / t."""
    start = {"position": [0, 0, 5], "velocity": [0.5, 0, 0]}
    neutral = {"bodies__disc__displaced_volume": "2.9635 l"}
    run = narcine.load("raybot", gait__amplitude=0, run__start=start, **neutral).run(duration=60.0)
    assert run.speed.values[-1, 0] < 0.05
    assert np.all(np.diff(run.kinetic_energy.values[:50]) < 0.0)


def test_two_vehicles_in_one_water_do_not_disturb_each_other():
    alone = narcine.load("raybot").run(duration=1.0)
    pair = narcine.Simulation(
        {
            "name": "pair",
            "step": 0.005,
            "vehicles": {
                "ray": {"vehicle": narcine.load("raybot").description.plain},
                "remus": {"vehicle": narcine.load("remus100").description.plain, "start": {"position": [5, 0, 3]}},
            },
        }
    ).run(duration=1.0)
    names = [f"ray.{name}" for name in alone.body.values]
    together = pair.sel(body=names)
    assert together.position.values == pytest.approx(alone.position.values, abs=1e-12)
    assert list(pair.vehicle.values) == ["ray", "remus"]
