"""A vehicle's motion linearised about a steady straight run, with exact derivatives through the compiled step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from narcine.description.quantities import suggestion
from narcine.manoeuvring.steady import Aim, SteadyRun, steady_run
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

LATERAL = ("v", "p", "r", "roll")
VERTICAL = ("w", "q", "pitch")


@dataclass(frozen=True)
class LinearModel:
    """dz/dt = A (z - z0) + B (inputs - inputs0), by names."""

    states: tuple[str, ...]
    inputs: tuple[str, ...]
    A: Array
    B: Array
    z0: Array
    inputs0: Array

    def picked(self, states: Sequence[str]) -> "LinearModel":
        """Return the motion in some states with all others held; those become inputs."""
        rows = [self._index(self.states, name) for name in states]
        others = [k for k in range(len(self.states)) if k not in rows]
        return LinearModel(
            tuple(states),
            (*self.inputs, *(self.states[k] for k in others)),
            self.A[np.ix_(rows, rows)],
            np.hstack([self.B[rows], self.A[np.ix_(rows, others)]]),
            self.z0[rows],
            np.concatenate([self.inputs0, self.z0[others]]),
        )

    def roots(self, states: Sequence[str] | None = None) -> Array:
        """Return growth rates (1/s), the largest first, of the motion in some states, or in all."""
        found = np.linalg.eigvals(self.A if states is None else self.picked(states).A)
        return np.asarray(found[np.argsort(-found.real)])

    def steady(self, changes: Mapping[str, float]) -> dict[str, float]:
        """Return by how much all but heading and depth change in the steady state under changed inputs, per change.

        Of the heading its rate is told, as `heading_rate`.
        """
        moved = np.zeros(len(self.inputs))
        for name, value in changes.items():
            moved[self._index(self.inputs, name)] = value
        kept = [k for k, name in enumerate(self.states) if name not in ("heading", "depth")]
        change = np.linalg.lstsq(self.A[np.ix_(kept, kept)], -self.B[kept] @ moved, rcond=1e-12)[0]
        found = {self.states[k]: float(value) for k, value in zip(kept, change, strict=True)}
        if "heading" in self.states:
            heading = self.states.index("heading")
            found["heading_rate"] = float(self.A[heading, kept] @ change + self.B[heading] @ moved)
        return found

    def _index(self, names: tuple[str, ...], name: str) -> int:
        if name not in names:
            raise ValueError(f"there is no {name!r}{suggestion(name, names)}; there are {', '.join(names)}")
        return names.index(name)


def linearise(
    vehicle: Simulation | SteadyRun, aim: Aim | None = None, deployed: Mapping[str, float] | None = None
) -> LinearModel:
    """Return A and B of a vehicle about its steady straight run.

    States are u, v, w (m/s), p, q, r (rad/s) in body axes, roll, pitch, heading (rad), depth (m), then joints, angles
    of surfaces and speeds of shafts as `run.nc` names them; inputs are the vehicle's commands, before their servos.
    What acts is the vehicle alone in deep still water, without holds and gaits.
    """
    run = vehicle if isinstance(vehicle, SteadyRun) else steady_run(vehicle, aim, deployed)
    return linearised(run)


def linearised(run: SteadyRun, parameters: Array | None = None) -> LinearModel:
    """Return A and B about a steady run, perhaps with other parameters of its model."""
    size, commands = run.motions.size, len(run.commands)
    _, slopes = run.motions.slopes(run.z, run.commands, np.eye(size + commands), parameters)
    matrix = slopes.rates.T
    return LinearModel(
        run.motions.names, run.inputs, matrix[:, :size], matrix[:, size:], run.z.copy(), run.commands.copy()
    )
