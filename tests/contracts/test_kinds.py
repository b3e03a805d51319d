"""Contracts that every registered kind keeps."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from narcine.actuation.drives import DriveKind
from narcine.description.shapes.shape import SHAPE_KINDS
from narcine.gaits.waves import GAIT_KINDS
from narcine.hydrodynamics.foils.table import FoilKind
from narcine.hydrodynamics.waterline.table import CutKind
from narcine.multibody.couplings import CouplingKind
from narcine.multibody.links import JointKind
from narcine.simulation.batch import run_batch
from narcine.simulation.derivatives import differentiate
from narcine.simulation.integrators import Integrator
from narcine.simulation.layout import TABLE_KINDS
from narcine.simulation.numbers import changed
from narcine.simulation.record import TERM_NAMES, observation
from narcine.simulation.simulation import Simulation
from narcine.tables import Table
from narcine.world.table import ObstacleKind
from tests.contracts.kinds import DISSIPATIVE, KINDS, WORLDS, at_surface, vehicle

ROUNDING = 1e-11
"""Relative difference between two orders of the same sums, after some hundred operations on numbers of order one."""
STEPS = 12


def final_state(kind: str, integrator: str) -> np.ndarray:
    run = Simulation(vehicle(kind)).start(integrator=integrator)
    run.step(STEPS)
    return run.state.copy()


def test_every_registered_kind_has_its_vehicle():
    listed = {tuple(kind.split(".")) for kind in KINDS}
    assert {("shape", kind) for kind in SHAPE_KINDS} <= listed
    assert {("joint", kind.name.lower()) for kind in JointKind} <= listed
    assert {("coupling", kind.name.lower()) for kind in CouplingKind} <= listed
    assert {("drive", kind.name.lower()) for kind in DriveKind} <= listed
    assert {("foil", kind.name.lower()) for kind in FoilKind} <= listed
    assert {("gait", kind) for kind in GAIT_KINDS} <= listed
    assert {("waterline", kind.name.lower()) for kind in CutKind} <= listed
    assert {("contact", kind.name.lower()) for kind in ObstacleKind} <= listed
    assert set(TABLE_KINDS) == set(Table)


COUPLED = ("coupling.", "udwadia_kalaba.", "impulse.")
DIFFERENTIATED = [pytest.param(kind, marks=pytest.mark.slow) if kind.startswith(COUPLED) else kind for kind in KINDS]
"""Couplings in complex numbers take minutes to compile, and so their turn in `make validate`."""


@pytest.mark.parametrize("kind", [kind for kind in WORLDS if kind.startswith("contact.")])
def test_what_is_said_to_touch_touches(kind):
    """Within the steps that the contracts take, and not before."""
    run = Simulation(vehicle(kind)).start()
    impulses = [k for k, name in enumerate(run.model.state_names) if "contact." in name]
    assert np.all(run.state[impulses] == 0.0)
    run.step(STEPS)
    assert np.all(run.state[impulses] > 0.0)


@pytest.fixture(scope="session")
def plain_python_states() -> dict[str, list[float]]:
    """Return the final states of all kinds, computed by the same kernels without compilation, in one process."""
    script = (
        "import json, sys\n"
        "from tests.contracts.kinds import KINDS\n"
        "from tests.contracts.test_kinds import final_state\n"
        "pairs = [(kind, name) for kind in KINDS for name in ('rk4', 'semi_implicit')]\n"
        "json.dump({' '.join(pair): final_state(*pair).tolist() for pair in pairs}, sys.stdout)\n"
    )
    root = Path(__file__).parent.parent.parent
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)]),
    }
    result = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=root, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize("integrator", [integrator.name.lower() for integrator in Integrator])
@pytest.mark.parametrize("kind", KINDS)
def test_compiled_equals_plain_python(plain_python_states, kind, integrator):
    compiled, plain = final_state(kind, integrator), np.array(plain_python_states[f"{kind} {integrator}"])
    assert compiled == pytest.approx(plain, rel=ROUNDING, abs=ROUNDING)


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_equals_single_runs_to_the_bit(kind):
    first = Simulation(vehicle(kind))
    runs = [first, *(changed(first, "bodies.hull.mass", mass) for mass in (2.1, 2.3))]
    states, sound = run_batch(runs, duration=STEPS * 0.004, threads=2)
    assert list(sound) == [STEPS] * 3
    for simulation, state in zip(runs, states, strict=True):
        run = simulation.start()
        run.step(STEPS)
        assert np.array_equal(run.state, state)
    assert not np.array_equal(states[0], states[1])


KINKED = ("joint.hinge_stops", "joint.slider", "joint.ball", "drive.servo_saturated", *WORLDS)
DERIVATIVE_PATHS = ("bodies.hull.mass", "run.start.velocity.1", "run.start.angular_velocity.2")


@pytest.mark.parametrize("kind", DIFFERENTIATED)
def test_a_complex_step_equals_an_extrapolated_difference(kind):
    """Differences of 1e-4 and 5e-5, extrapolated: their error is of order 1e-9 where the run is smooth.

    The kinds in KINKED pass a stop or a saturation on their way: the moment moves with the number, and a difference of
    1e-4 then holds up to three such moments at slopes of order one, which is the tolerance.
    """
    simulation = Simulation(vehicle(kind))
    steps, step = STEPS, 0.004
    exact = differentiate(simulation, DERIVATIVE_PATHS, duration=steps * step, step=step, record=steps * step)
    tolerance = 3e-4 if kind in KINKED else 2e-6
    for number, path in enumerate(DERIVATIVE_PATHS):
        value = {"bodies.hull.mass": 2.0, "run.start.velocity.1": 0.1, "run.start.angular_velocity.2": 0.5}[path]
        estimates = []
        for reach in (1e-4, 5e-5):
            ends = []
            for sign in (1.0, -1.0):
                run = changed(simulation, path, value + sign * reach).start()
                run.step(steps)
                ends.append(run.state.copy())
            estimates.append((ends[0] - ends[1]) / (2.0 * reach))
        extrapolated = (4.0 * estimates[1] - estimates[0]) / 3.0
        scale = max(1.0, np.abs(extrapolated).max())
        assert exact.derivatives[number, -1] == pytest.approx(extrapolated, abs=tolerance * scale), path


@pytest.mark.filterwarnings("ignore:the gait asks tail for .* rad/s")  # of servos that are meant to be too slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_world_has_no_preferred_heading_or_place(kind):
    """The same start, turned in heading and carried elsewhere, gives the turned and carried run."""
    current = np.array([0.2, -0.1, 0.05])
    angle = 0.7
    R = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    place = np.array([3.0, -2.0, 0.0 if at_surface(kind) else 5.0])
    here = Simulation(vehicle(kind, tuple(current))).run(duration=0.2)
    there = Simulation(vehicle(kind, tuple(R @ current), angle, place)).run(duration=0.2)
    assert there.velocity.values == pytest.approx(here.velocity.values, abs=1e-9)
    assert there.angular_velocity.values == pytest.approx(here.angular_velocity.values, abs=1e-8)
    assert there.position.values == pytest.approx(here.position.values @ R.T + place, abs=1e-9)


@pytest.mark.parametrize(("term", "kind"), [(term, kind) for term, kinds in DISSIPATIVE.items() for kind in kinds])
def test_a_dissipative_force_never_does_work(term, kind):
    """At random attitudes, velocities (from creeping to fast, in every direction) and joint angles."""
    simulation = Simulation(vehicle(kind))
    model = simulation.model
    rng = np.random.default_rng(7)
    states = np.repeat(model.initial_state[None], 500, axis=0)
    states[:, 3:7] = rng.normal(size=(500, 4))
    velocities = slice(model.positions, model.positions + model.velocities)
    states[:, velocities] = rng.normal(size=(500, model.velocities)) * 10.0 ** rng.uniform(-3, 1, (500, 1))
    states[:, 7 : model.positions] = rng.uniform(-1, 1, (500, model.positions - 7))
    actuators = slice(model.positions + model.velocities, None)
    states[:, actuators] = rng.uniform(-1, 1, states[:, actuators].shape)
    power = observation(model, states, np.repeat(model.commands[None], 500, axis=0)).power[:, TERM_NAMES.index(term)]
    assert power.max() <= 0.0
    assert power.min() < -1e-6  # the test can fail: the force is there


@pytest.mark.parametrize("kind", KINDS)
def test_rows_fill_their_tables_and_names_match_the_state(kind):
    model = Simulation(vehicle(kind)).model
    assert model.initial_state.shape == (model.states,)
    assert model.states == model.positions + model.velocities + len(model.actuator_states)
    assert np.all(np.isfinite(model.initial_state))
    assert len(model.commands) == len(model.inputs)
    assert len(set(model.state_names)) == len(model.state_vehicles) == model.states
