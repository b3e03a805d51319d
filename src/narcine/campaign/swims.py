"""The swims of a map: batches over all cores, of which a few numbers of each swim are kept."""

import time
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from narcine.campaign.plan import Plan, Point
from narcine.recording.summary import summarise
from narcine.simulation.batch import cores, deeds, recorded
from narcine.simulation.memory import check_memory
from narcine.simulation.schedule import command_table
from narcine.simulation.simulation import FULL_DURATION, Simulation

if TYPE_CHECKING:
    import xarray

QUANTITIES = {
    "speed": ("m s-1", "mean speed through the water along the way, the beats averaged out"),
    "power": ("W", "mean mechanical power of drives, motors and propellers; what flows back is not counted"),
    "cost_of_transport": ("1", "power over weight times speed"),
    "forward_speed": ("m s-1", "mean velocity of the root through the water along its own forward axis"),
    "strouhal": ("1", "gait frequency times sweep of the tail tip over speed"),
    "sink_rate": ("m s-1", "mean rate of the depth"),
    "turn_rate": ("rad s-1", "mean rate of the heading, the beats averaged out"),
    "servo_error": ("rad", "largest angle between the target of a servo or motor and its joint or shaft"),
    "unsteadiness": ("1", "change of speed from the first to the last beat that is averaged, over the last"),
}
"""Numbers of a swim's summary that a map keeps, with unit and meaning."""
LARGEST_RECORDS = 64 * 2**20
"""Bytes that the recorded states of one batch may take."""
PATIENCE = 1.0
"""Time (s) that batches aim at: so often progress shows, and so long Ctrl-C waits."""


class Swim(NamedTuple):
    """What a point came to: its numbers, or why there are none."""

    readings: dict[str, float]
    problem: str = ""


def swim_points(plan: Plan, points: Sequence[Point]) -> Iterator[dict[Point, Swim]]:
    """Yield the swims of points, some at a time, in their order."""
    size, first = cores(), 0
    while first < len(points):
        began = time.perf_counter()
        part = points[first : first + size]
        swum = _swum(plan, part)
        taken = time.perf_counter() - began
        yield swum
        first += len(part)
        size = max(cores(), min(2 * size, round(size * PATIENCE / taken)))


def _swum(plan: Plan, points: Sequence[Point]) -> dict[Point, Swim]:
    """Return the swims of points: those alike in all but numbers side by side."""
    swims: dict[Point, Swim] = {}
    groups: dict[Hashable, list[tuple[Point, Simulation]]] = {}
    for point in points:
        variant = plan.variant(point)
        if variant.simulation is None:
            swims[point] = Swim({}, variant.problem)
        else:
            groups.setdefault(_kind(variant.simulation), []).append((point, variant.simulation))
    for alike in groups.values():
        duration = _duration(plan, alike[0][1])
        rows = _rows_at_once(alike[0][1], duration)
        for first in range(0, len(alike), rows):
            batch = alike[first : first + rows]
            runs = recorded([simulation for _, simulation in batch], duration)
            swims |= {point: _read(run, plan.vehicle_number) for (point, _), run in zip(batch, runs, strict=True)}
    return swims


def _duration(plan: Plan, simulation: Simulation) -> float:
    return simulation.scenario.duration if plan.duration is None else plan.duration


def _kind(simulation: Simulation) -> Hashable:
    """Return what swims of one batch have in common."""
    scenario, model = simulation.scenario, simulation.model
    changes, _ = command_table(scenario, model, scenario.step)
    run = (scenario.step, scenario.integrator, scenario.record, scenario.duration)
    return (model.layout.tobytes(), changes.tobytes(), tuple(deeds(simulation, scenario.step)), *run)


def _rows_at_once(simulation: Simulation, duration: float) -> int:
    """Return how many swims are recorded side by side, so that memory stays bounded."""
    scenario, model = simulation.scenario, simulation.model
    records = max(1, round(duration / max(scenario.record, scenario.step)))
    check_memory(model, records)
    return max(1, LARGEST_RECORDS // (8 * records * model.states))


def _read(run: "xarray.Dataset", number: int) -> Swim:
    """Return the numbers of a run that reached its end."""
    if run.attrs["ended"] != FULL_DURATION:
        return Swim({}, str(run.attrs["ended"]))
    summary = summarise(run)[number]
    return Swim({name: float(getattr(summary, name)) for name in QUANTITIES})
