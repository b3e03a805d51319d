"""Udwadia and Kalaba's rule as the papers print it: dense, with M^(-1/2) and a pseudo-inverse, every body free.

Constraints are written in world axes, from the positions of points and the directions of axes, and nothing of the
engine's own rows is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Array = np.ndarray


def skew(v: Array) -> Array:
    """Return S(v), S(v) w = v x w."""
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


@dataclass(frozen=True)
class FreeBody:
    """A rigid body in a vacuum, its pose and its motion in its own axes."""

    mass: float
    centre: Array
    moments: Array
    """about the centre of gravity"""
    place: Array
    R: Array
    v: Array
    w: Array

    @property
    def inertia(self) -> Array:
        """Return the 6x6 inertia about the origin."""
        S = skew(self.centre)
        return np.block(
            [
                [self.mass * np.eye(3), -self.mass * S],
                [self.mass * S, np.diag(self.moments) - self.mass * S @ S],
            ]
        )

    def load(self, gravity: float) -> Array:
        """Return weight less nu x* (M nu)."""
        momentum = self.inertia @ np.concatenate([self.v, self.w])
        P, H = momentum[:3], momentum[3:]
        weight = self.mass * gravity * self.R[2]
        bias = np.concatenate([np.cross(self.w, P), np.cross(self.v, P) + np.cross(self.w, H)])
        return np.concatenate([weight, np.cross(self.centre, weight)]) - bias


GROUND = FreeBody(1.0, np.zeros(3), np.ones(3), np.zeros(3), np.eye(3), np.zeros(3), np.zeros(3))


@dataclass(frozen=True)
class Point:
    """A point of a body: where it is, how it moves, and its acceleration as J nu_dot + bias, in the world."""

    x: Array
    speed: Array
    J: Array
    bias: Array


def point(body: FreeBody, r: Array) -> Point:
    """Return a point that is fixed in a body."""
    speed = body.v + np.cross(body.w, r)
    return Point(
        body.place + body.R @ r,
        body.R @ speed,
        np.hstack([body.R, -body.R @ skew(r)]),
        body.R @ np.cross(body.w, speed),
    )


@dataclass(frozen=True)
class Constraint:
    """A joint or coupling: `axes` are the parent's first where there are two, else the child's."""

    kind: str
    parent: int
    child: int
    at: Array
    to: Array
    axes: tuple[Array, ...] = ()


def across(n: Array) -> list[Array]:
    """Return two directions across a unit vector."""
    return list(np.linalg.svd(n[None])[2][1:])


def rows(bodies: Sequence[FreeBody], c: Constraint) -> tuple[Array, Array]:
    """Return A and b of one constraint, over all bodies."""
    p, q = (GROUND if c.parent < 0 else bodies[c.parent]), bodies[c.child]
    one, other = point(p, c.at), point(q, c.to)
    d, d_dot = other.x - one.x, other.speed - one.speed
    spin, turned = p.R @ p.w, q.R @ q.w
    relative = turned - spin
    found: list[tuple[Array, Array, float]] = []

    def slide(e: Array, more: float = 0.0, of_turning: Array | None = None) -> None:
        extra = np.zeros(6) if of_turning is None else np.concatenate([np.zeros(3), of_turning @ p.R])
        found.append((-e @ one.J + extra, e @ other.J, -(e @ (other.bias - one.bias)) - more))

    def turn(e: Array, e_dot: Array) -> None:
        found.append(
            (-np.concatenate([np.zeros(3), e @ p.R]), np.concatenate([np.zeros(3), e @ q.R]), -(e_dot @ relative))
        )

    if c.kind == "distance":
        slide(d, d_dot @ d_dot)
    elif c.kind == "slider":
        for e in across(q.R @ c.axes[0]):
            e_dot = np.cross(spin, e)
            slide(e, 2.0 * e_dot @ d_dot + np.cross(spin, e_dot) @ d, np.cross(e, d))
    else:
        for e in np.eye(3):
            slide(e)
    if c.kind in ("rigid", "fixed", "slider"):
        for e in np.eye(3):
            turn(e, np.zeros(3))
    elif c.kind == "hinge":
        for e in across(q.R @ c.axes[0]):
            turn(e, np.cross(spin, e))
    elif c.kind == "universal":
        n1, n2 = p.R @ c.axes[0], q.R @ c.axes[1]
        turn(np.cross(n1, n2), np.cross(np.cross(spin, n1), n2) + np.cross(n1, np.cross(turned, n2)))
    A = np.zeros((len(found), 6 * len(bodies)))
    for k, (left, right, _) in enumerate(found):
        if c.parent >= 0:
            A[k, 6 * c.parent : 6 * c.parent + 6] = left
        A[k, 6 * c.child : 6 * c.child + 6] += right
    return A, np.array([b for _, _, b in found])


def accelerations(bodies: Sequence[FreeBody], constraints: Sequence[Constraint], gravity: float) -> Array:
    """Return nu_dot_u + M^(-1/2) (A M^(-1/2))^+ (b - A nu_dot_u), body by body (Udwadia and Kalaba 1992)."""
    n = len(bodies)
    root = np.zeros((6 * n, 6 * n))
    free = np.zeros(6 * n)
    for i, body in enumerate(bodies):
        own = slice(6 * i, 6 * i + 6)
        values, vectors = np.linalg.eigh(body.inertia)
        root[own, own] = vectors / np.sqrt(values) @ vectors.T
        free[own] = np.linalg.solve(body.inertia, body.load(gravity))
    parts = [rows(bodies, each) for each in constraints]
    A, b = np.vstack([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    found: Array = free + root @ np.linalg.pinv(A @ root, rcond=1e-9) @ (b - A @ free)
    return found.reshape(n, 6)
