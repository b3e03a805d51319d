"""Stability derivatives of a vehicle about a straight run, by what makes them: hull, foils, surfaces, propellers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from narcine.manoeuvring.controls import Group, total_inertia
from narcine.manoeuvring.deep_water import vehicle_of
from narcine.manoeuvring.motion_states import RATES
from narcine.manoeuvring.steady import SteadyRun
from narcine.manoeuvring.theory import Steered, SwayYaw
from narcine.simulation.layout import read_columns
from narcine.simulation.step import Term
from narcine.spatial.rotations import skew
from narcine.spatial.vectors import Array
from narcine.tables import Table

if TYPE_CHECKING:
    from narcine.manoeuvring.motion_states import Seen

HULL_TERMS = {
    "added inertia": Term.ADDED_INERTIA,
    "drag": Term.DRAG,
    "cross-flow": Term.CROSSFLOW,
}
DRIVING_TERMS = (Term.PROPELLERS, Term.THRUSTERS)


@dataclass(frozen=True)
class Derivatives:
    """Wrench derivatives about the root's origin, in its axes: rows X Y Z K M N, columns u v w p q r."""

    speed: float
    """U, along the root's forward axis (m/s)"""
    rigid: Array
    """inertia of the bodies (6, 6)"""
    added: Array
    """inertia of the water that they carry along (6, 6); Y_vdot is minus its (1, 1)"""
    parts: dict[str, Array]
    """(6, 6) of each part of the vehicle"""
    of_parts: dict[str, str]
    """which kind each part is: hull, foil, rudder, stern plane, fin, other surface, propeller"""
    per_angle: dict[str, Array]
    """(6,) per radian of the rudders, the fins and the stern planes, each moved together"""

    @property
    def total(self) -> Array:
        """Return the sum of all parts."""
        return np.asarray(np.sum(list(self.parts.values()), axis=0))

    def of_kinds(self, *kinds: str) -> Array:
        """Return the sum of the parts of some kinds."""
        chosen = [part for name, part in self.parts.items() if self.of_parts[name] in kinds]
        return np.sum(chosen, axis=0) if chosen else np.zeros((6, 6))

    def sway_yaw(self, wrench: Array) -> SwayYaw:
        """Return the coefficients of the horizontal plane of some of the parts."""
        mass = float(self.rigid[0, 0])
        return SwayYaw(
            self.speed,
            mass,
            float(self.rigid[1, 5]) / mass,
            *(float(wrench[row, column]) for row in (1, 5) for column in (1, 5)),
        )

    def heave_pitch(self, wrench: Array) -> SwayYaw:
        """Return the coefficients of the vertical plane in the words of the horizontal one: down for starboard.

        Nose-down turns for those to starboard: Y_r is -Z_q, N_v is -M_w, N_r is M_q. Weight has no part in them.
        """
        mass = float(self.rigid[0, 0])
        Z_w, Z_q, M_w, M_q = (float(wrench[row, column]) for row in (2, 4) for column in (2, 4))
        return SwayYaw(self.speed, mass, -float(self.rigid[2, 4]) / mass, Z_w, -Z_q, -M_w, M_q)

    @property
    def whole(self) -> SwayYaw:
        """Return the coefficients of the horizontal plane."""
        return self.sway_yaw(self.total)

    @property
    def bare(self) -> SwayYaw:
        """Return them without rudders and forward fins: what the appendix calls the body."""
        return self.sway_yaw(self.total - self.of_kinds("rudder", "fin"))

    @property
    def steered(self) -> Steered:
        """Return the vehicle in the appendix's terms: each group of surfaces one force at one place."""
        A, xi = _lift(self.per_angle.get("rudders"), self.speed)
        B, eta = _lift(self.per_angle.get("fins"), self.speed)
        return Steered(self.bare, A, -xi, B, eta, self._incidence(A) if A else 1.0)

    def _incidence(self, lift: float) -> float:
        """Return Y_v of the rudders over A: 1 where they meet the flow past them."""
        return float(self.of_kinds("rudder")[1, 1]) / lift

    @property
    def plane_inertia(self) -> Array:
        """Return the inertia [[m - Y_vdot, m x_G - Y_rdot], [m x_G - N_vdot, I_zz - N_rdot]]."""
        return np.asarray((self.rigid + self.added)[np.ix_([1, 5], [1, 5])])

    @property
    def roots(self) -> Array:
        """Return the growth rates of sway and yaw (1/s), the largest first."""
        return self.whole.roots(self.plane_inertia)


def _lift(per_angle: Array | None, speed: float) -> tuple[float, float]:
    """Return the lift over the speed, per angle, and where it acts."""
    if per_angle is None or per_angle[1] == 0.0:
        return 0.0, 0.0
    return float(per_angle[1]) / speed, float(per_angle[5] / per_angle[1])


def derivatives(run: SteadyRun, parameters: Array | None = None) -> Derivatives:
    """Return the stability derivatives of a vehicle about a steady run, perhaps with other parameters of its model."""
    motions, controls = run.motions, run.controls
    p = motions.model.parameters if parameters is None else parameters
    size, commands = motions.size, len(run.commands)
    groups = {"rudders": controls.rudders, "fins": controls.fins, "stern planes": controls.stern_planes}
    directions = np.zeros((RATES + len(groups), size + commands))
    directions[np.arange(RATES), np.arange(RATES)] = 1.0
    for row, group in enumerate(groups.values()):
        directions[RATES + row, :size] = group.entries(size)

    def terms(changed: Array) -> Array:
        here, there = motions.slopes(run.z, run.commands, directions, changed)
        return _at_root(run, here, there)

    every = terms(p)
    parts = {f"hull, {name}": every[:RATES, term - 1].T for name, term in HULL_TERMS.items()}
    kinds = dict.fromkeys(parts, "hull")
    parts["propellers"] = every[:RATES, [term - 1 for term in DRIVING_TERMS]].sum(axis=1).T
    kinds["propellers"] = "propeller"
    for name, rows in _alone(run, p, Table.FOILS):
        parts[f"foil {name}"] = (every - terms(rows))[:RATES, Term.FOILS - 1].T
        kinds[f"foil {name}"] = "foil"
    known = sum((part for name, part in parts.items() if kinds[name] == "foil"), np.zeros((6, 6)))
    if np.any(np.abs(every[:RATES, Term.FOILS - 1].T - known) > 1e-9 * (1.0 + np.abs(known))):
        parts["unsteady foils"], kinds["unsteady foils"] = every[:RATES, Term.FOILS - 1].T - known, "foil"
    for name, rows in _alone(run, p, Table.SURFACES):
        parts[name], kinds[name] = (every - terms(rows))[:RATES, Term.SURFACES - 1].T, _kind_of(run, name)
    kept = {name: part for name, part in parts.items() if np.any(part) or kinds[name] not in ("hull", "propeller")}
    per_angle = {
        name: every[RATES + row, Term.SURFACES - 1] for row, (name, group) in enumerate(groups.items()) if group
    }
    return Derivatives(float(run.z[0]), *total_inertia(motions), kept, kinds, per_angle)


def _kind_of(run: SteadyRun, name: str) -> str:
    groups: dict[str, Group] = {
        "rudder": run.controls.rudders,
        "fin": run.controls.fins,
        "stern plane": run.controls.stern_planes,
    }
    return next((kind for kind, group in groups.items() if name in group.names), "other surface")


def _alone(run: SteadyRun, p: Array, table: Table) -> list[tuple[str, Array]]:
    """Return the parameters without each row of a table of what lifts, by its name."""
    columns, vehicle = read_columns(run.motions.model.layout, table), vehicle_of(run.simulation)
    if table == Table.SURFACES:
        names = [name for name, each in vehicle.actuators.items() if each.type == "surface"]
    else:
        names = [name for name, each in vehicle.foils.items() if each.lift != "unsteady"]
    found = []
    for row, name in enumerate(names):
        changed = p.copy()
        changed[columns.area + row] = 0.0
        found.append((name, changed))
    return found


def _at_root(run: SteadyRun, here: "Seen", there: "Seen") -> Array:
    """Return the derivatives of each term's wrench about the root's origin in its axes (direction, term, 6)."""
    motions = run.motions
    root = here.attitude[0, motions.root]
    total = np.zeros(there.wrench[:, :, 0].shape)
    for link in motions.links:
        R = root.T @ here.attitude[0, link]
        at = root.T @ (here.place[0, link] - here.place[0, motions.root])
        force, moment = there.wrench[:, :, link, :3] @ R.T, there.wrench[:, :, link, 3:] @ R.T
        total[..., :3] += force
        total[..., 3:] += moment + force @ skew(at).T
    return total
