"""Forces of waves on submerged bodies against capytaine's diffraction solution, an engine that nobody here wrote."""

import numpy as np
import pytest

from narcine.simulation.record import observation
from narcine.simulation.step import Term
from tests.conftest import simulate

capytaine = pytest.importorskip("capytaine", reason="the extra `bem` brings it; make installs it")

HEIGHT, DENSITY, GRAVITY = 1e-4, 1000.0, 9.81
"""Waves so low (m) that what is of second order in them is lost."""


def solved(mesh, depth, frequency):
    """Return the complex force per volume (surge, heave up) of a wave of unit amplitude on a fixed body, e^(-i w t)."""
    body = capytaine.FloatingBody(mesh.translated_z(-depth), name="body")
    body.add_translation_dof(name="Surge")
    body.add_translation_dof(name="Heave")
    problem = capytaine.DiffractionProblem(body=body, omega=frequency, wave_direction=0.0, rho=DENSITY, g=GRAVITY)
    result = capytaine.BEMSolver(method="direct").solve(problem)
    forces = {name: result.forces[name] for name in ("Surge", "Heave")}
    pressure = capytaine.bem.airy_waves.froude_krylov_force(problem)
    return np.array([forces[name] + pressure[name] for name in ("Surge", "Heave")]) / mesh.volume


def ours(shape, volume, depth, frequency):
    """Return the same by this engine, from the forces at a crest, a quarter period after it, and a trough."""
    waves = {"height": HEIGHT, "period": 2.0 * np.pi / frequency}
    run = {"water": {"waves": waves, "gravity": GRAVITY}, "start": {"position": [0, 0, depth]}}
    model = simulate(bodies={"body": {"mass": 1.0, "shape": shape}}, run=run).model
    states = np.repeat(model.initial_state[None], 3, axis=0)
    states[:, model.state_names.index("water.time")] = np.array([0.0, 0.5, 1.0]) * np.pi / frequency
    seen = observation(model, states, np.repeat(model.commands[None], 3, axis=0))
    force = seen.wrench[:, Term.BUOYANCY - 1, 0, :3] + seen.wrench[:, Term.ADDED_INERTIA - 1, 0, :3]
    crest, quarter, trough = force[:, [0, 2]] * [1.0, -1.0] / (0.5 * HEIGHT)
    middle = 0.5 * (crest + trough)
    return ((crest - middle) + 1j * (quarter - middle)) / volume


@pytest.mark.slow
@pytest.mark.parametrize("period", [2.5, 4.0])
def test_a_sphere_under_long_waves(period):
    """Radius 0.1 m, 1 m deep: the surface and the wave's curvature count with (a / z)^3 / 2 and (k a)^2, under 1 %.

    Beside that the panels, 0.5 % at this number; that they enclose less than the sphere drops out per volume.
    """
    frequency = 2.0 * np.pi / period
    mesh = capytaine.mesh_sphere(radius=0.1, center=(0, 0, 0), resolution=(24, 24))
    expected = solved(mesh, 1.0, frequency)
    found = ours({"sphere": 0.1}, 4.0 / 3.0 * np.pi * 1e-3, 1.0, frequency)
    assert found == pytest.approx(expected, rel=0.01, abs=0.01 * np.abs(expected).max())


@pytest.mark.slow
def test_a_slender_body_under_long_waves_has_its_own_added_mass_along_each_axis():
    """A spheroid of 0.6 m by 0.12 m: along the wave 1 + k1, across 1 + k2 times its displaced water."""
    frequency = 2.0 * np.pi / 4.0
    sphere = capytaine.mesh_sphere(radius=1.0, center=(0, 0, 0), resolution=(30, 30))
    vertices = sphere.vertices * np.array([0.3, 0.06, 0.06])
    mesh = capytaine.Mesh(vertices=vertices, faces=sphere.faces, name="spheroid")
    expected = solved(mesh, 1.0, frequency)
    found = ours({"ellipsoid": [0.3, 0.06, 0.06]}, 4.0 / 3.0 * np.pi * 0.3 * 0.06**2, 1.0, frequency)
    assert found == pytest.approx(expected, rel=0.02, abs=0.02 * np.abs(expected).max())
    assert abs(abs(expected[1]) / abs(expected[0])) > 1.5
