"""Linear theory of sway and yaw, with a rudder astern and fins ahead (Randeni et al. 2022, appendix).

Numbers of equations are those of the paper. As printed some have slips, which its own equation 15 shows: a factor
Y_delta too many in 14, signs of x_R A and x_R^2 A in 21 to 23 (31 to 33), 1 / (C U) for U / C in 28 and 35, and
2 A B (eta^2 + xi^2) for A B (eta + xi)^2 in 34. Here they are corrected. Lengths count forward from the origin in which
the coefficients are given. A positive rudder angle pushes to port, so that Y_delta < 0, and turns to starboard.
Y_v x_AC is written N_v, so that a body without lift has no quotient.
"""

from dataclasses import dataclass, replace

import numpy as np

from narcine.spatial.vectors import Array


@dataclass(frozen=True)
class SwayYaw:
    """Forces to starboard and moments to starboard per sway and yaw, about a straight run."""

    speed: float
    """U (m/s)"""
    mass: float
    gravity_centre: float
    """x_G (m)"""
    Y_v: float
    Y_r: float
    N_v: float
    N_r: float

    @property
    def stability_index(self) -> float:
        """Return C; a straight run is stable where it is positive (eq 15)."""
        turning = self.mass * self.gravity_centre * self.speed - self.N_r
        return -self.Y_v * turning + self.N_v * (self.mass * self.speed - self.Y_r)

    @property
    def rotation_centre(self) -> float:
        """Return x_r, where the side force of a turn without sideslip acts (eq 17)."""
        turning = self.mass * self.gravity_centre * self.speed - self.N_r
        return _over(turning, self.mass * self.speed - self.Y_r)

    @property
    def aerodynamic_centre(self) -> float:
        """Return x_AC, where the side force of sideslip without a turn acts (eq 18)."""
        return _over(self.N_v, self.Y_v)

    @property
    def stability_index_by_centres(self) -> float:
        """Return C by both centres (eq 16)."""
        side = self.mass * self.speed - self.Y_r
        return -self.Y_v * side * (self.rotation_centre - self.aerodynamic_centre)

    @property
    def margin(self) -> float:
        """Return 1 - x_AC / x_r, which is 1 where sideslip makes no moment, and 0 where the run stops being stable."""
        return 1.0 - _over(self.aerodynamic_centre, self.rotation_centre)

    def dimensionless_index(self, density: float, length: float) -> float:
        """Return C over (rho / 2)^2 L^6 U^2."""
        return self.stability_index / ((0.5 * density) ** 2 * length**6 * self.speed**2)

    def turn_rate(self, side_force: float, moment: float) -> float:
        """Return r in the steady turn under a side force and a moment, both per angle for r per angle (eq 14)."""
        return _over(self.N_v * side_force - self.Y_v * moment, self.stability_index)

    def drift(self, side_force: float, moment: float) -> float:
        """Return v in that turn (eqs 12 and 13)."""
        turning = self.mass * self.gravity_centre * self.speed - self.N_r
        side = self.mass * self.speed - self.Y_r
        return _over(turning * side_force - side * moment, self.stability_index)

    def with_lifting(self, lift: float, place: float) -> "SwayYaw":
        """Return the same with a surface at a place that lifts `lift` U per angle, < 0 (eqs 20 to 23, 30 to 33)."""
        return replace(
            self,
            Y_v=self.Y_v + lift,
            Y_r=self.Y_r + place * lift,
            N_v=self.N_v + place * lift,
            N_r=self.N_r + place**2 * lift,
        )

    def roots(self, inertia: Array) -> Array:
        """Return the two growth rates (1/s), the largest first, by the inertia [[Y, N] x [v_dot, r_dot]] (2, 2)."""
        rates = np.array(
            [
                [self.Y_v, self.Y_r - self.mass * self.speed],
                [self.N_v, self.N_r - self.mass * self.gravity_centre * self.speed],
            ]
        )
        roots = np.linalg.eigvals(np.linalg.solve(inertia, rates))
        return np.asarray(roots[np.argsort(-roots.real)])


@dataclass(frozen=True)
class Steered:
    """A body with a rudder astern and fins ahead, each a force per angle at one place."""

    body: SwayYaw
    """without rudder and fins"""
    rudder: float
    """A = Y_delta / U, < 0 (eq 26)"""
    astern: float
    """xi = -x_R, how far astern the rudder acts (eq 27)"""
    fins: float = 0.0
    """B, of the fins"""
    ahead: float = 0.0
    """eta = x_f, how far ahead the fins act"""
    incidence: float = 1.0
    """k: share of its lift with which the rudder also meets sideslip; 1 in the appendix, 0 in a model that leaves the
    incidence of the rudder out, so that it turns the vehicle and does not steady it"""

    @property
    def whole(self) -> SwayYaw:
        """Return the coefficients of body, rudder and fins."""
        return self.with_rudder_alone.with_lifting(self.fins, self.ahead)

    @property
    def with_rudder_alone(self) -> SwayYaw:
        """Return the coefficients of body and rudder."""
        return self.body.with_lifting(self.incidence * self.rudder, -self.astern)

    @property
    def stability_index_with_rudder(self) -> float:
        """Return C without the fins, term by term (eq 24)."""
        b, A, xi = self.body, self.incidence * self.rudder, self.astern
        turning = b.mass * b.gravity_centre * b.speed - b.N_r
        side = b.mass * b.speed - b.Y_r
        return b.stability_index - A * (turning - b.Y_v * xi**2 - b.N_v * xi + side * xi)

    @property
    def stability_index_with_rudder_by_centres(self) -> float:
        """Return C without the fins, by the centres of the body (eq 25)."""
        b, A, xi = self.body, self.incidence * self.rudder, self.astern
        side = b.mass * b.speed - b.Y_r
        bracket = -xi * (b.N_v + b.Y_v * xi) + side * (b.rotation_centre + xi)
        return b.stability_index - A * bracket

    @property
    def turn_rate_by_rudder(self) -> float:
        """Return r / delta without the fins (eq 28)."""
        b, A, xi = self.body, self.rudder, self.astern
        return _over(b.speed * A * (b.N_v + b.Y_v * xi), self.stability_index_with_rudder)

    @property
    def stability_index(self) -> float:
        """Return C with rudder and fins (eq 34)."""
        b, A, xi, B, eta = self.body, self.incidence * self.rudder, self.astern, self.fins, self.ahead
        side = b.mass * b.speed - b.Y_r
        rotation = b.rotation_centre
        return (
            b.stability_index
            - A * ((rotation + xi) * side - xi * (b.N_v + b.Y_v * xi))
            - B * ((rotation - eta) * side - eta * (b.Y_v * eta - b.N_v))
            + A * B * (eta + xi) ** 2
        )

    @property
    def turn_rate_by_fixed_fins(self) -> float:
        """Return r / delta with fins that stand straight (eq 14 on 30 to 33)."""
        b, A, xi, B, eta = self.body, self.rudder, self.astern, self.fins, self.ahead
        bracket = A * (b.N_v + b.Y_v * xi) + A * B * (eta + xi)
        return _over(b.speed * bracket, self.stability_index)

    @property
    def turn_rate_by_mirrored_fins(self) -> float:
        """Return r / delta with fins that turn by as much as the rudder, the other way (eq 35)."""
        b, A, xi, B, eta = self.body, self.rudder, self.astern, self.fins, self.ahead
        together = (1.0 + self.incidence) * A * B * (eta + xi)
        bracket = A * (b.N_v + b.Y_v * xi) + B * (b.Y_v * eta - b.N_v) + together
        return _over(b.speed * bracket, self.stability_index)

    @property
    def destabilising_places(self) -> tuple[float, float] | None:
        """Return between which places fins lessen C: the roots in eta of what B multiplies in eq 34; None if none do.

        The body between them is that with its rudder. Small rudders and fins leave x_r and x_AC of the body, between
        which the appendix puts fins.
        """
        b = self.with_rudder_alone
        side = b.mass * b.speed - b.Y_r
        square, slope, constant = -b.Y_v, b.N_v - side, b.rotation_centre * side
        below = slope**2 - 4.0 * square * constant
        if square <= 0.0 or below <= 0.0:
            return None
        root = float(np.sqrt(below))
        return (-slope - root) / (2.0 * square), (-slope + root) / (2.0 * square)

    def with_fins(self, fins: float, ahead: float) -> "Steered":
        """Return the same with other fins."""
        return replace(self, fins=fins, ahead=ahead)

    def with_rudder(self, rudder: float) -> "Steered":
        """Return the same with a rudder of another size."""
        return replace(self, rudder=rudder)


def _over(above: float, below: float) -> float:
    """Return a quotient, infinite or nothing where a vehicle without lift has none."""
    if below == 0.0:
        return float("nan") if above == 0.0 else float(np.copysign(np.inf, above))
    return float(above / below)
