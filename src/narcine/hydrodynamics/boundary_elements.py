"""Added inertia by boundary elements: the six radiation problems of a body in unbounded water, solved by capytaine."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.hydrodynamics.added_inertia import shifted
from narcine.hydrodynamics.panels import panels_of, unresolved

if TYPE_CHECKING:
    from narcine.description.body import Body

Array = NDArray[np.float64]
Progress = Callable[[float], object]

INSTALL = "solving for added inertia needs capytaine: pip install 'narcine[bem]'"


def is_installed() -> bool:
    """Say whether the solver is there."""
    return find_spec("capytaine") is not None


def solver_name() -> str:
    """Return what solves, with its version."""
    import capytaine

    return f"capytaine {capytaine.__version__}, direct boundary-element method with constant panels, unbounded water"


@dataclass(frozen=True)
class Solution:
    """Added inertia per density about a body's origin (m3, m4, m5), and the same with a quarter of the panels."""

    fine: Array
    coarse: Array
    panels: int
    coarse_panels: int
    error: float
    """largest difference of the two over the largest entry, about the centroid, moments over the radius of gyration; or
    what the panels miss of turning, if that is more"""


def solve_body(body: "Body", panels: int, progress: Progress = lambda share: None) -> Solution:
    """Return the added inertia of a body with a shape, solved about the shape's centroid and moved to the origin."""
    assert body.shape is not None, "the caller asks for bodies with a shape"
    geometry = body.shape.geometry
    fine = panels_of(geometry, panels) - geometry.centroid
    coarse = panels_of(geometry, max(panels // 4, 1)) - geometry.centroid
    share = len(coarse) ** 2 / (len(coarse) ** 2 + len(fine) ** 2)
    about_coarse = solve_added_inertia(coarse, lambda done: progress(share * done))
    about_fine = solve_added_inertia(fine, lambda done: progress(share + (1.0 - share) * done))
    arm = float(np.sqrt(np.linalg.eigvalsh(geometry.inertia_per_mass)[-1]))
    weights = np.outer(*[np.repeat([1.0, 1.0 / arm], 3)] * 2)
    error = float(np.abs(weights * (about_fine - about_coarse)).max() / np.abs(weights * about_fine).max())
    error = max(error, unresolved(fine))
    centre = body.centre
    return Solution(shifted(about_fine, centre), shifted(about_coarse, centre), len(fine), len(coarse), error)


def solve_added_inertia(panels: Array, progress: Progress = lambda share: None) -> Array:
    """Return the 6x6 added inertia per density (m3, m4, m5) of closed panels (n, 4, 3) about their frame's origin.

    M_ij = - int phi_i n_j dS with d phi_i / dn the normal velocity of a unit motion i, from Green's identity for phi.
    Lengths are scaled to one while solving. What discretisation leaves of asymmetry and below zero is taken away.
    """
    import capytaine

    logging.getLogger("capytaine").setLevel(logging.ERROR)
    size = float(np.ptp(panels.reshape(-1, 3), axis=0).max())
    corners = panels.reshape(-1, 3) / size
    mesh = capytaine.Mesh(vertices=corners, faces=np.arange(len(corners)).reshape(-1, 4))
    body = capytaine.FloatingBody(mesh=mesh, dofs=capytaine.rigid_body_dofs(rotation_center=(0.0, 0.0, 0.0)))
    # the table of waves is not looked up without a surface; a small one costs no time
    waves = capytaine.Delhommeau(
        tabulation_nr=2, tabulation_nz=2, tabulation_nb_integration_points=3, tabulation_cache_dir=None
    )
    solver = capytaine.BEMSolver(green_function=waves, method="direct")
    rows = []
    for number, motion in enumerate(body.dofs):
        problem = capytaine.RadiationProblem(
            body=body, radiating_dof=motion, omega=1.0, rho=1.0, free_surface=np.inf, water_depth=np.inf
        )
        result = solver.solve(problem, keep_details=False, _check_wavelength=False)
        rows.append([result.added_masses[other] for other in body.dofs])
        progress((number + 1) / len(body.dofs))
    scale = np.repeat([size**1.5, size**2.5], 3)
    return np.asarray(np.outer(scale, scale) * _semidefinite(np.array(rows)))


def _semidefinite(matrix: Array) -> Array:
    """Return the nearest symmetric matrix without negative eigenvalues."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2.0)
    return np.asarray(vectors @ np.diag(np.maximum(values, 0.0)) @ vectors.T)
