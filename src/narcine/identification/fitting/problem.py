"""The least-squares problem of a fit: weighted residuals of all experiments, and their exact derivatives.

Unknowns are the parameters and, for each experiment, the numbers of its start that are estimated with it, each over its
own scale. Rows are all measured channels over their noise, then what is known beforehand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narcine.description.problems import DescriptionError
from narcine.identification.fitting.experiment import Experiment
from narcine.identification.fitting.measured import differences, slopes
from narcine.identification.fitting.parameters import Parameter
from narcine.identification.fitting.start import SPREAD
from narcine.simulation.derivatives import TINY, note_derivatives
from narcine.simulation.integrators import Integrator
from narcine.simulation.simulation import Simulation
from narcine.simulation.tangent import Tangent, Vectors
from narcine.simulation.visiting import visit
from narcine.spatial.vectors import Array

START_SCALE = 0.1
"""By which changes of a start count (m, rad, m/s, rad/s): what the first samples leave open."""


@dataclass(frozen=True)
class Row:
    """Which rows of the problem belong to one channel of one experiment."""

    experiment: int
    group: str
    channel: str
    rows: NDArray[np.int64]
    samples: NDArray[np.int64]
    """at which each was measured"""


def _vectors(simulation: Simulation) -> Vectors:
    return simulation.model.parameters, simulation.model.initial_state


class Problem:
    """Residuals and derivatives of some experiments, as functions of all unknowns over their scales."""

    def __init__(
        self,
        parameters: Sequence[Parameter],
        experiments: Sequence[Experiment],
        noise: Mapping[str, float],
        tangents: dict[bytes, Tangent] | None = None,
        threads: int | None = None,
    ) -> None:
        self.parameters = tuple(parameters)
        self.experiments = tuple(experiments)
        self.noise = dict(noise)
        self.threads = threads
        self.tangents = tangents if tangents is not None else {}
        counts = [len(parameters), *(each.start.count for each in experiments)]
        ends = np.cumsum(counts)
        self.unknowns = int(ends[-1])
        self.starts = [slice(int(end - count), int(end)) for end, count in zip(ends[1:], counts[1:], strict=True)]
        self.scales = np.concatenate(
            [[each.scale for each in parameters], np.full(self.unknowns - len(parameters), START_SCALE)]
        )
        self.channels = tuple(self._channels())
        self.data = sum(len(each.rows) for each in self.channels)
        """rows that were measured; those after them are known beforehand"""
        self._priors = [k for k, each in enumerate(parameters) if each.prior is not None]

    def _channels(self) -> list[Row]:
        found, done = [], 0
        for number, experiment in enumerate(self.experiments):
            for group in experiment.groups:
                samples = np.flatnonzero(group.known)
                for channel in group.channels:
                    rows = np.arange(done, done + len(samples))
                    found.append(Row(number, group.name, channel, rows, samples))
                    done += len(samples)
        return found

    def tangent(self, experiment: Experiment) -> Tangent:
        """Return how the vectors of an experiment's model move; experiments that are commanded alike share it."""
        key = experiment.commands[0].tobytes()
        if key not in self.tangents:
            self.tangents[key] = Tangent(
                experiment.simulation,
                [each.paths for each in self.parameters],
                [each.scale for each in self.parameters],
                _vectors,
            )
        return self.tangents[key]

    def values(self, unknowns: Array) -> Array:
        """Return the parameters in SI units."""
        count = len(self.parameters)
        return np.asarray(unknowns[:count] * self.scales[:count])

    def begin(self) -> Array:
        """Return the unknowns at their starting values."""
        unknowns = np.zeros(self.unknowns)
        unknowns[: len(self.parameters)] = [each.start / each.scale for each in self.parameters]
        return unknowns

    def bounds(self) -> tuple[Array, Array]:
        """Return the lowest and highest unknowns."""
        low, high = np.full(self.unknowns, -np.inf), np.full(self.unknowns, np.inf)
        for k, each in enumerate(self.parameters):
            low[k], high[k] = each.low / each.scale, each.high / each.scale
        return low, high

    def simulate(self, unknowns: Array, number: int) -> tuple[Array, Array]:
        """Return parameters and states (sample, state) of an experiment; nan from where it explodes on."""
        experiment = self.experiments[number]
        p, initial = self.tangent(experiment).at(self.values(unknowns))
        state = experiment.start.state(initial, self._offsets(unknowns, number))
        scenario = experiment.simulation.scenario
        records, _ = visit(
            experiment.model,
            p[None],
            state[None],
            experiment.route,
            experiment.commands,
            Integrator.named(scenario.integrator),
            self.threads,
        )
        return p, records[0]

    def off(self, unknowns: Array) -> list[Mapping[str, Array]]:
        """Return simulated less measured of each experiment and group (sample, channel), in SI units."""
        found = []
        for number, experiment in enumerate(self.experiments):
            p, states = self.simulate(unknowns, number)
            found.append(differences(experiment.groups, experiment.model, experiment.link, p, states))
        return found

    def residuals(self, unknowns: Array) -> Array:
        """Return all rows; infinite where the model explodes or the description refuses its numbers."""
        try:
            off = self.off(unknowns)
        except DescriptionError:
            return np.full(self.data + len(self._beforehand(unknowns)), np.inf)
        rows = [off[each.experiment][each.group][each.samples] for each in self._groups()]
        measured = [
            (values / self.noise[each.group]).T.ravel() for each, values in zip(self._groups(), rows, strict=True)
        ]
        found = np.concatenate([*measured, self._beforehand(unknowns)])
        return np.where(np.isfinite(found), found, np.inf)

    def jacobian(self, unknowns: Array) -> Array:
        """Return the derivatives of all rows."""
        count = len(self.parameters)
        found = np.zeros((self.data + len(self._beforehand(unknowns)), self.unknowns))
        first = {(each.experiment, each.group): each.rows[0] for each in reversed(self.channels) if len(each.rows)}
        for number, experiment in enumerate(self.experiments):
            columns = [*range(count), *range(self.starts[number].start, self.starts[number].stop)]
            for name, slope in self._slopes(unknowns, number).items():
                group = next(each for each in experiment.groups if each.name == name)
                known = np.flatnonzero(group.known)
                if not len(known):
                    continue
                block = slope[:, known].transpose(2, 1, 0).reshape(-1, len(columns)) / self.noise[name]
                begin = first[number, name]
                found[begin : begin + len(block), columns] = block * self.scales[columns]
        for row, k in enumerate(self._priors, self.data):
            prior = self.parameters[k].prior
            assert prior is not None
            found[row, k] = self.scales[k] / prior[1]
        last = self.data + len(self._priors)
        found[last:, count:] = np.eye(self.unknowns - count) * START_SCALE / SPREAD
        return found

    def _slopes(self, unknowns: Array, number: int) -> Mapping[str, Array]:
        """Return derivatives (unknown, sample, channel) by group, per SI unit."""
        experiment = self.experiments[number]
        tangent, values = self.tangent(experiment), self.values(unknowns)
        p, initial = tangent.at(values)
        directions = tangent.directions(values)
        offsets = self._offsets(unknowns, number)
        tiny = 1j * TINY
        parameters = [p + tiny * slope for slope, _ in directions] + [p + 0j] * len(offsets)
        states = [experiment.start.state(initial + tiny * slope, offsets) for _, slope in directions]
        states += [experiment.start.state(initial, offsets + tiny * each) for each in np.eye(len(offsets))]
        rows = np.stack(parameters)
        records, _ = visit(
            experiment.model,
            rows,
            np.stack(states),
            experiment.route,
            experiment.commands,
            Integrator.named(experiment.simulation.scenario.integrator),
            self.threads,
        )
        note_derivatives(experiment.model.coupled is not None)
        return slopes(experiment.groups, experiment.model, experiment.link, rows, records)

    def _offsets(self, unknowns: Array, number: int) -> Array:
        part = self.starts[number]
        return np.asarray(unknowns[part] * self.scales[part])

    def _groups(self) -> list[Row]:
        """Return the first channel of each group of each experiment: its rows hold all channels one after the other."""
        found: dict[tuple[int, str], Row] = {}
        for each in self.channels:
            found.setdefault((each.experiment, each.group), each)
        return list(found.values())

    def _beforehand(self, unknowns: Array) -> Array:
        """Return how far unknowns are from what is known beforehand, over its standard deviation."""
        values = self.values(unknowns)
        pairs = [(values[k], self.parameters[k].prior) for k in self._priors]
        known = [(value - prior[0]) / prior[1] for value, prior in pairs if prior is not None]
        count = len(self.parameters)
        return np.concatenate([known, unknowns[count:] * self.scales[count:] / SPREAD])
