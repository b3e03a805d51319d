"""Thrust over shaft speed and inflow, fitted to what a carriage exerts with thrusters turning.

    f = c1 |u| u + c2 u - n (T_ww |w| w + T_wu |w| u_a)          (Nielsen et al. 2018, eqs 12 and 38)

n thrusters along the axis, each with the shaft speed w and the inflow u_a = (1 - wake) u; T_ww and T_wu are those of
each way of turning. The law is straight in all its numbers: one weighted fit gives them with the drag, where runs
without thrust tell it, so that what is not known of the drag widens the intervals of thrust. Errors tell how points
compare; their common scale comes from the residuals, so that a law that misses widens intervals too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from narcine.identification.estimate import CONFIDENCE
from narcine.identification.thrusters.thrust_points import DrivenPoint
from narcine.identification.towing.drag_fit import terms
from narcine.identification.towing.fusion import SAME_SPEED_FLOOR, same_speeds
from narcine.recording.trajectory import Array

WAYS = {"forward": 1.0, "reverse": -1.0}
"""Ways of turning, and the sign of the shaft's speed."""
DRAG = ("c1", "c2")
NEARLY_SINGULAR = 1e-6
"""Smallest over largest singular value of the fit, each column of size one, at which numbers cannot be told apart."""


@dataclass(frozen=True)
class Setting:
    """What was towed, and what is known of it."""

    thrusters: float
    """thrust of all along the axis over that of one: how many there are, negative where they push against the axis"""
    cosine: float = 1.0
    """of the angle between the axis and the thrust of each"""
    wake: float = 0.0
    """fraction"""
    drag: tuple[float, float] | None = None
    """c1, c2 where they are known; else runs without thrust tell them"""

    def inflow(self, speed: Array) -> Array:
        """Return the advance speed of the screws, u_a (m/s)."""
        return np.asarray((1.0 - self.wake) * self.cosine * speed)

    def from_behind(self, speed: Array, shaft: Array) -> Array:
        """Return where screws meet water from behind, w u_a < 0; a carriage that stands does not count."""
        return np.asarray((shaft * self.inflow(speed) < 0.0) & (np.abs(speed) > SAME_SPEED_FLOOR))


@dataclass(frozen=True)
class ThrustFit:
    """The numbers of eq 12, and of drag where it was fitted, with their covariance."""

    setting: Setting
    names: tuple[str, ...]
    """of the numbers: forward.thrust, forward.advance, reverse.thrust, reverse.advance, c1, c2, as far as told"""
    values: Array
    covariance: Array
    degrees: int
    chi_square: float
    """of the residuals over their degrees of freedom: 1 where points scatter as their errors say"""
    points: tuple[DrivenPoint, ...]
    """that were fitted"""
    design: Array
    """(point, number)"""
    target: Array
    """(point,): n T less the drag that is fitted (N)"""

    @property
    def ways(self) -> tuple[str, ...]:
        """Return the ways of turning that were measured."""
        return tuple(way for way in WAYS if f"{way}.thrust" in self.names)

    @property
    def of_drag(self) -> Array:
        """Return 1 for numbers of drag, else 0."""
        return np.array([float(name in DRAG) for name in self.names])

    def value(self, name: str) -> float:
        """Return a number."""
        return float(self.values[self.names.index(name)])

    def half_width(self, name: str) -> float:
        """Return how far its 95 % interval reaches to either side."""
        k = self.names.index(name)
        return float(np.sqrt(self.covariance[k, k])) * self.quantile()

    def quantile(self, confidence: float = CONFIDENCE) -> float:
        """Return by how many standard errors intervals reach to either side."""
        from scipy.stats import t

        return float(t.ppf(0.5 + 0.5 * confidence, self.degrees))

    def deviations(self, samples: Array, numbers: Array) -> Array:
        """Return standard deviations of sums of measured targets (sum, point) and of fitted numbers (sum, number).

        Targets vary by their errors, and numbers with them: cov(target, numbers) = design covariance.
        """
        errors = self.chi_square * np.array([point.sigma for point in self.points]) ** 2
        shared = self.design @ self.covariance
        variance = (samples**2) @ errors + np.einsum("sn,nk,sk->s", numbers, self.covariance, numbers)
        variance += 2.0 * np.einsum("sp,pk,sk->s", samples, shared, numbers)
        return np.asarray(np.sqrt(np.maximum(variance, 0.0)))


def fit_thrust(points: Sequence[DrivenPoint], setting: Setting) -> ThrustFit:
    """Return what fits points that are used, or raise why they do not tell it."""
    used = [point for point in points if not point.excluded]
    speed, shaft, force, sigma = (
        np.array([getattr(point, name) for point in used]) for name in ("speed", "shaft", "force", "sigma")
    )
    names = told_by(speed, shaft, setting)
    design = thrust_terms(speed, shaft, setting, names)
    target = known_drag(speed, setting) - force
    degrees = len(used) - len(names)
    if degrees < 1:
        raise ValueError(f"{len(used)} points are too few for {len(names)} numbers: {', '.join(names)}")
    matrix = design / sigma[:, None]
    scale = np.linalg.norm(matrix, axis=0)
    sizes = np.linalg.svd(matrix / scale, compute_uv=False)
    if sizes[-1] < NEARLY_SINGULAR * sizes[0]:
        raise ValueError(f"the runs do not tell {', '.join(names)} apart; vary pulses and speeds")
    values = np.linalg.lstsq(matrix / scale, target / sigma, rcond=None)[0] / scale
    residual = (target - design @ values) / sigma
    least = np.finfo(float).eps * float(np.sum((target / sigma) ** 2))
    chi_square = max(float(residual @ residual), least) / degrees
    normal = np.linalg.inv((matrix / scale).T @ (matrix / scale)) / np.outer(scale, scale)
    return ThrustFit(setting, names, values, chi_square * normal, degrees, chi_square, tuple(used), design, target)


def known_drag(speed: Array, setting: Setting) -> Array:
    """Return the drag that is known beforehand (N)."""
    return np.zeros(len(speed)) if setting.drag is None else np.asarray(terms(speed) @ np.array(setting.drag))


def told_by(speed: Array, shaft: Array, setting: Setting) -> tuple[str, ...]:
    """Return the numbers that points can tell, or raise what is missing."""
    names: list[str] = []
    for way, side in WAYS.items():
        turning = side * shaft > 0.0
        if turning.any():
            names.append(f"{way}.thrust")
        if np.any(np.abs(speed[turning]) > SAME_SPEED_FLOOR):
            names.append(f"{way}.advance")
    if not names:
        raise ValueError("no run with thrusters turning is left to fit")
    if setting.drag is None and np.any(np.abs(speed) > SAME_SPEED_FLOOR):
        towed = np.abs(speed[(shaft == 0.0) & (np.abs(speed) > SAME_SPEED_FLOOR)])
        if len(same_speeds(towed)) < 2:
            raise ValueError(
                "the drag is not known: give --drag or --vehicle, or runs at two speeds or more with thrusters standing"
            )
        names += DRAG
    return tuple(names)


def thrust_terms(speed: Array, shaft: Array, setting: Setting, names: Sequence[str]) -> Array:
    """Return what each number adds to n T less drag (point, number)."""
    columns: dict[str, Array] = dict(zip(DRAG, -terms(speed).T, strict=True))
    for way, side in WAYS.items():
        turning = setting.thrusters * (side * shaft > 0.0) * np.abs(shaft)
        columns[f"{way}.thrust"] = turning * shaft
        columns[f"{way}.advance"] = turning * setting.inflow(speed)
    return np.stack([columns[name] for name in names], axis=-1)


def rough_slopes(speed: Array, shaft: Array, force: Array, setting: Setting) -> tuple[Array, Array]:
    """Return what the force changes by with carriage and with shaft speed, by a first fit without weights."""
    known = np.isfinite(force)
    names = told_by(speed[known], shaft[known], setting)
    rows = thrust_terms(speed[known], shaft[known], setting, names)
    target = known_drag(speed[known], setting) - force[known]
    scale = np.maximum(np.linalg.norm(rows, axis=0), np.finfo(float).tiny)
    values = np.linalg.lstsq(rows / scale, target, rcond=None)[0] / scale

    def modelled(speed: Array, shaft: Array) -> Array:
        return np.asarray(known_drag(speed, setting) - thrust_terms(speed, shaft, setting, names) @ values)

    step = 1e-4
    by_speed = (modelled(speed + step, shaft) - modelled(speed - step, shaft)) / (2.0 * step)
    by_shaft = (modelled(speed, shaft * (1.0 + step)) - modelled(speed, shaft * (1.0 - step))) / (2.0 * step)
    return np.asarray(by_speed), np.where(shaft == 0.0, 0.0, by_shaft / np.where(shaft == 0.0, 1.0, shaft))
