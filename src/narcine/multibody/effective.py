"""How much inertia each joint feels at zero angles: what servos and stops are sized by, and what must not vanish."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from narcine.multibody.assembly import Link
from narcine.multibody.links import JointKind
from narcine.spatial.rotations import skew

Array = NDArray[np.float64]

SINGULAR = 1e-12
"""Smallest inertia of a freedom, over the largest of the same joint or body, that is taken for more than rounding."""


def _motion_to_link(link: Link) -> Array:
    """Return the 6x6 that takes a parent's motion to the link, at zero angle."""
    R = link.placement
    offset = np.array(link.at) - R @ np.array(link.to)
    X = np.zeros((6, 6))
    X[:3, :3] = X[3:, 3:] = R.T
    X[:3, 3:] = -R.T @ skew(offset)
    return X


def effective_inertias(links: Sequence[Link], inertias: Sequence[Array], prescribed: Collection[str]) -> Array:
    """Return for each velocity coordinate the inertia that an effort on it moves while all else is free, 1 / (M^-1)_kk.

    Sized by it, springs on all joints together are at most as stiff as their number times one alone: the natural
    frequencies stay below sqrt(n) times the one asked for. Prescribed coordinates do not move by efforts; their entry
    is zero.
    """
    _, mass_matrix, moving = _mass_matrix(links, inertias, prescribed)
    effective = np.zeros(len(moving))
    inverse = np.linalg.inv(mass_matrix[np.ix_(moving, moving)])
    effective[moving] = 1.0 / np.diag(inverse)
    return effective


def point_inertias(
    links: Sequence[Link], inertias: Sequence[Array], prescribed: Collection[str], points: Sequence[Array]
) -> Array:
    """Return for each link the least inertia that a force on its points moves, all else free: pressing, and across.

    The points of a link are given as (n, 2, 3): where, and along which normal a force presses there (zero: along any).
    A force along n moves 1 / n^T J M^-1 J^T n, one along any direction at least 1 / the largest eigenvalue of J M^-1
    J^T. Both are infinite for a link that no force moves or that has no points.
    """
    jacobians, mass_matrix, moving = _mass_matrix(links, inertias, prescribed)
    inverse = np.linalg.inv(mass_matrix[np.ix_(moving, moving)])
    felt = np.full((len(links), 2), np.inf)
    for index, jacobian in enumerate(jacobians):
        mobilities = []
        for point, normal in points[index] if moving.any() else ():
            moved = (jacobian[:3] - skew(point) @ jacobian[3:])[:, moving]
            mobility = moved @ inverse @ moved.T
            largest = float(np.linalg.eigvalsh(mobility)[-1])
            mobilities.append((float(normal @ mobility @ normal) if np.any(normal) else largest, largest))
        if mobilities and min(np.max(mobilities, axis=0)) > 0.0:
            felt[index] = 1.0 / np.max(mobilities, axis=0)
    return felt


def _mass_matrix(
    links: Sequence[Link], inertias: Sequence[Array], prescribed: Collection[str]
) -> tuple[list[Array], Array, NDArray[np.bool_]]:
    """Return the Jacobian (6, n) of each link, the mass matrix, and which velocities move by efforts."""
    count = sum(link.freedoms for link in links)
    jacobians: list[Array] = []
    mass_matrix = np.zeros((count, count))
    moving = np.zeros(count, bool)
    for link, inertia in zip(links, inertias, strict=True):
        jacobian = np.zeros((6, count)) if link.parent < 0 else _motion_to_link(link) @ jacobians[link.parent]
        own = slice(link.velocity, link.velocity + link.freedoms)
        jacobian[:, own] = link.motions.T
        jacobians.append(jacobian)
        moving[own] = link.freedom not in prescribed or not link.freedom
        mass_matrix += jacobian.T @ inertia @ jacobian
    return jacobians, mass_matrix, moving


def singular_link(links: Sequence[Link], inertias: Sequence[Array], prescribed: Collection[str]) -> int | None:
    """Return a link that moves without effort, for which no acceleration can be found, or None."""
    articulated = [inertia.copy() for inertia in inertias]
    for i in reversed(range(len(links))):
        link, M = links[i], articulated[i]
        S = link.motions
        if S.shape[0] and (link.freedom not in prescribed or not link.freedom):
            D = S @ M @ S.T
            scale = max(float(np.abs(M).max()), 1e-300)
            moments = np.linalg.eigvalsh(D)
            if moments[0] <= SINGULAR * max(float(moments[-1]), SINGULAR * scale):
                return i
            if link.kind != JointKind.FREE:
                U = M @ S.T
                M = M - U @ np.linalg.solve(D, U.T)
        if link.parent >= 0:
            X = _motion_to_link(link)
            articulated[link.parent] += X.T @ M @ X
    return None
