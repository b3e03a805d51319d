"""A screw without dimensions: thrust coefficient over advance ratio.

    K_T = T 4 pi^2 / (rho D^4 w|w|),    J = 2 pi u_a / (w D),    K_T = a0 + a1 J

(Nielsen et al. 2018, eqs 10, 11, 13),
with T_ww = rho D^4 a0 / 4 pi^2 and T_wu = rho D^3 a1 / 2 pi in each way of turning. Divided so, eq 12 is this straight
line for J of either sign; blades that meet water from behind, w u_a < 0 or J < 0, need not follow it.
"""

from dataclasses import dataclass
from math import pi

import numpy as np

from narcine.identification.thrusters.thrust_law import WAYS, ThrustFit
from narcine.recording.trajectory import Array


@dataclass(frozen=True)
class Screw:
    """What makes a screw comparable."""

    diameter: float
    """m"""
    density: float = 1000.0
    """of the water (kg/m3)"""

    @property
    def thrust_unit(self) -> float:
        """Return T_ww of a screw with a0 = 1 (kg m)."""
        return self.density * self.diameter**4 / (4.0 * pi**2)

    @property
    def advance_unit(self) -> float:
        """Return T_wu of a screw with a1 = 1 (kg)."""
        return self.density * self.diameter**3 / (2.0 * pi)

    def advance_ratio(self, inflow: Array, shaft: Array) -> Array:
        """Return J."""
        return np.asarray(2.0 * pi * inflow / (shaft * self.diameter))

    def thrust_coefficient(self, thrust: Array, shaft: Array) -> Array:
        """Return K_T."""
        return np.asarray(thrust / (self.thrust_unit * shaft * np.abs(shaft)))


@dataclass(frozen=True)
class OpenWater:
    """One way of turning: points, and the straight line through them."""

    way: str
    ratio: Array
    """J (point,)"""
    coefficient: Array
    """K_T (point,)"""
    error: Array
    """standard error of K_T (point,)"""
    behind: Array
    """whether water comes from behind the screws, J < 0 (point,)"""
    line: tuple[float, float]
    """a0, a1"""
    covariance: Array
    quantile: float
    """standard errors that a 95 % interval reaches to either side"""

    @property
    def half_widths(self) -> tuple[float, float]:
        """Return how far the intervals of a0 and a1 reach to either side."""
        reach = self.quantile * np.sqrt(np.diag(self.covariance))
        return float(reach[0]), float(reach[1])

    def at(self, ratio: Array) -> Array:
        """Return K_T of the line."""
        return np.asarray(self.line[0] + self.line[1] * ratio)

    def half_band(self, ratio: Array) -> Array:
        """Return how far the 95 % band of the line reaches to either side."""
        rows = np.stack([np.ones_like(ratio), ratio], axis=-1)
        return np.asarray(self.quantile * np.sqrt(np.einsum("ji,ik,jk->j", rows, self.covariance, rows)))


def thrust_of_points(fit: ThrustFit) -> tuple[Array, Array]:
    """Return the thrust of one thruster at each point, and its standard error (N): the force less the drag."""
    drag = fit.design * fit.of_drag
    thrust = (fit.target - drag @ fit.values) / fit.setting.thrusters
    return thrust, fit.deviations(np.eye(len(fit.points)), -drag) / abs(fit.setting.thrusters)


def open_water(fit: ThrustFit, screw: Screw) -> list[OpenWater]:
    """Return the line of each way of turning that was measured."""
    thrust, error = thrust_of_points(fit)
    shaft = np.array([point.shaft for point in fit.points])
    speed = np.array([point.speed for point in fit.points])
    inflow, behind = fit.setting.inflow(speed), fit.setting.from_behind(speed, shaft)
    units = (screw.thrust_unit, screw.advance_unit)
    found = []
    for way in fit.ways:
        own = WAYS[way] * shaft > 0.0
        line, covariance = np.zeros(2), np.zeros((2, 2))
        there = [(i, name) for i, name in enumerate((f"{way}.thrust", f"{way}.advance")) if name in fit.names]
        for i, name in there:
            line[i] = fit.value(name) / units[i]
            for j, other in there:
                both = fit.covariance[fit.names.index(name), fit.names.index(other)]
                covariance[i, j] = both / (units[i] * units[j])
        found.append(
            OpenWater(
                way,
                screw.advance_ratio(inflow[own], shaft[own]),
                screw.thrust_coefficient(thrust[own], shaft[own]),
                np.abs(screw.thrust_coefficient(error[own], shaft[own])),
                behind[own],
                (float(line[0]), float(line[1])),
                covariance,
                fit.quantile(),
            )
        )
    return found
