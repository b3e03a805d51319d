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
    effective = np.zeros(count)
    inverse = np.linalg.inv(mass_matrix[np.ix_(moving, moving)])
    effective[moving] = 1.0 / np.diag(inverse)
    return effective


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
