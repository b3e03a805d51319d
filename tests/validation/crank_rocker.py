"""A four-bar as one equation of motion, J theta_ddot + J' theta_dot^2 / 2 = torque; positions in closed form."""

import numpy as np
from scipy.integrate import solve_ivp

Array = np.ndarray
REACH = 1e-3
"""Angle (rad) of the differences of sixth order by which positions become J, its slope and weight's moment."""
NODES = np.array([-3, -2, -1, 1, 2, 3])
FIRST = np.array([-1, 9, -45, 45, -9, 1]) / 60.0


class CrankRocker:
    """Slender rods of some lengths and masses in the vertical plane, crank first; angles from forward towards up."""

    def __init__(self, crank: float, coupler: float, rocker: float, ground: float, masses: Array, gravity: float):
        self.lengths = np.array([crank, coupler, rocker])
        self.ground = ground
        self.masses = np.asarray(masses)
        self.gravity = gravity

    def angles(self, theta: float) -> Array:
        """Return the angles of crank, coupler and rocker, by the diagonal from crank pin to rocker post."""
        a, b, c = self.lengths
        diagonal = self.ground - a * np.exp(1j * theta)
        d, along = np.abs(diagonal), np.angle(diagonal)
        at_pin = np.arccos((b**2 + d**2 - c**2) / (2.0 * b * d))
        at_post = np.arccos((c**2 + d**2 - b**2) / (2.0 * c * d))
        return np.array([theta, along + at_pin, along + np.pi - at_post])

    def centres(self, theta: float) -> Array:
        """Return the middles of the rods, as forward + i up."""
        a, b, c = self.lengths * np.exp(1j * self.angles(theta))
        return np.array([0.5 * a, a + 0.5 * b, self.ground + 0.5 * c])

    def inertia(self, theta: float) -> float:
        """Return J: twice the kinetic energy at unit rate of the crank."""
        around = [(self.centres(theta + REACH * k), self.angles(theta + REACH * k)) for k in NODES]
        speed = sum(w * x for w, (x, _) in zip(FIRST, around, strict=True)) / REACH
        turn = sum(w * q for w, (_, q) in zip(FIRST, around, strict=True)) / REACH
        return float(self.masses @ np.abs(speed) ** 2 + (self.masses * self.lengths**2 / 12.0) @ turn**2)

    def slope(self, function, theta: float) -> float:
        """Return the derivative of a function of the crank's angle."""
        return sum(w * function(theta + REACH * k) for w, k in zip(FIRST, NODES, strict=True)) / REACH

    def height_energy(self, theta: float) -> float:
        """Return the energy of weight."""
        return float(self.gravity * self.masses @ self.centres(theta).imag)

    def torque(self, theta: float, rate: float, acceleration: float) -> float:
        """Return the torque on the crank that a motion takes."""
        inertial = self.inertia(theta) * acceleration + 0.5 * self.slope(self.inertia, theta) * rate**2
        return inertial + self.slope(self.height_energy, theta)

    def motion(self, theta: float, rate: float, times: Array) -> Array:
        """Return angle and rate of the crank at some times, left to itself."""

        def rates(_: float, y: Array) -> list[float]:
            return [y[1], -self.torque(y[0], y[1], 0.0) / self.inertia(y[0])]

        found = solve_ivp(rates, (0.0, times[-1]), [theta, rate], "DOP853", times, rtol=1e-11, atol=1e-12)
        return np.asarray(found.y.T)
