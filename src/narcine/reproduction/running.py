"""Running a row: as it is written, over draws from all ranges, and one range at a time."""

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from narcine.campaign.variant import Variant
from narcine.description.problems import DescriptionError, Problem
from narcine.reproduction.assumptions import Assumption, Assumptions, assumptions_of
from narcine.reproduction.experiment import Experiment, Paper, Readings, Verdict
from narcine.reproduction.outcome import Effect, Interval, Known, Outcome
from narcine.reproduction.variants import HIGH, LOW, draws, nominal_description, variant
from narcine.simulation.failure import RunStopped

Progress = Callable[[str, int, int], None]
"""Told what is run, and how many of how many variants are done."""
MOST_NAMED = 5
"""Problems of a kind that are told one by one."""


class Measured(NamedTuple):
    """The readings of a variant, or why there are none."""

    readings: Readings | None
    problem: str = ""


@dataclass(frozen=True)
class Ran:
    """What a row came to, and the readings that its pictures show."""

    outcome: Outcome
    readings: Readings


def run_experiment(paper: Paper, experiment: Experiment, progress: Progress) -> Ran:
    """Run a row as it is written and over the draws."""
    began = time.perf_counter()
    description = nominal_description(experiment)
    found = assumptions_of(description, experiment.fixed)
    progress("as written", 0, 1)
    with _listening() as heard:
        [first] = measured(experiment, [_sound(experiment)])
    progress("as written", 1, 1)
    samples, left_out = _built_draws(experiment, found, progress)
    with _listening() as heard_in_draws:
        results = _in_chunks(experiment, [each for each in samples if not each.problem], "draws", progress)
    sound = [each.readings for each in results if each.readings is not None]
    verdict = _verdict(experiment, first)
    readings = first.readings or {}
    outcome = Outcome(
        id=experiment.id,
        paper=f"{paper.short}, {experiment.source}",
        published=experiment.published,
        unit=experiment.unit,
        simulated=_main(experiment, readings),
        interval=_interval(sound, experiment.reading),
        ok=verdict.ok,
        calibrated=experiment.calibrated,
        note=verdict.note,
        readings={name: float(value) for name, value in readings.items() if np.ndim(value) == 0},
        intervals=_intervals(sound, readings),
        draws=len(sound),
        agreeing=sum(judged(experiment, each).ok is True for each in sound),
        unbuilt=(*left_out, *_named("cannot be built", [each.problem for each in samples])),
        exploded=tuple(_named("gave no reading", [each.problem for each in results])),
        not_understood=found.not_understood,
        doubts=(*heard, *(f"in some draws: {each}" for each in heard_in_draws if each not in heard)),
        assumed=tuple(map(_known, found.moved)),
        seconds=time.perf_counter() - began,
    )
    return Ran(outcome, {**readings, **_bands(sound, readings)})


def with_effects(experiment: Experiment, outcome: Outcome, progress: Progress) -> Outcome:
    """Return a row with what each range does to it alone, the strongest first."""
    began = time.perf_counter()
    moved = assumptions_of(nominal_description(experiment), experiment.fixed).moved
    ends = [variant(experiment, each.at(share)) for each in moved for share in (0.0, 1.0)]
    with _listening():
        runs = iter(_in_chunks(experiment, [end for end in ends if not end.problem], "one range at a time", progress))
    results = [Measured(None, end.problem) if end.problem else next(runs) for end in ends]
    pairs = zip(moved, results[::2], results[1::2], strict=True)
    effects = [_effect(experiment, each, low, high) for each, low, high in pairs]
    nominal = outcome.simulated
    effects.sort(key=lambda each: -each.largest(nominal if nominal is not None else 0.0))
    return replace(outcome, effects=tuple(effects), seconds=outcome.seconds + time.perf_counter() - began)


def measured(experiment: Experiment, variants: Sequence[Variant]) -> list[Measured]:
    """Return the readings of variants, run as one batch; where that stops, one by one, so that it is known which."""
    simulations = [each.simulation for each in variants if each.simulation is not None]
    assert len(simulations) == len(variants), "only variants that can be built are run"
    try:
        return [_checked(experiment, each) for each in experiment.measure(simulations)]
    except RunStopped as stopped:
        if len(variants) == 1:
            return [Measured(None, str(stopped))]
        return [result for each in variants for result in measured(experiment, [each])]


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Yield a list that afterwards holds what runs warned of, each once; nothing of it reaches the terminal."""
    heard: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield heard
    heard += dict.fromkeys(str(each.message) for each in caught if issubclass(each.category, UserWarning))


def judged(experiment: Experiment, readings: Readings) -> Verdict:
    """Return what a row says of its readings, in plain Python whatever it was worked out with."""
    ok, note = experiment.judge(readings)
    return Verdict(None if ok is None else bool(ok), str(note))


def _checked(experiment: Experiment, readings: Readings) -> Measured:
    """Return readings whose main one is finite."""
    if experiment.reading not in readings:
        raise ValueError(
            f"{experiment.id}: measure gives no reading {experiment.reading!r}; it gives {', '.join(readings)}"
        )
    if not isfinite(float(readings[experiment.reading])):
        return Measured(None, experiment.unread or f"{experiment.reading.replace('_', ' ')} is not finite")
    return Measured(dict(readings))


def _sound(experiment: Experiment) -> Variant:
    """Return the variant as it is written; one that cannot be built is the file's mistake."""
    first = variant(experiment, {})
    if first.simulation is None:
        raise DescriptionError([Problem((), f"{experiment.id} cannot be built: {first.problem}")])
    return first


def _in_chunks(experiment: Experiment, variants: list[Variant], what: str, progress: Progress) -> list[Measured]:
    results: list[Measured] = []
    for start in range(0, len(variants), experiment.batch):
        progress(what, start, len(variants))
        results += measured(experiment, variants[start : start + experiment.batch])
    progress(what, len(variants), len(variants))
    return results


def _built_draws(experiment: Experiment, found: Assumptions, progress: Progress) -> tuple[list[Variant], list[str]]:
    """Return the draws, and the ranges that had to be left out, since one of their ends alone cannot be built."""
    samples = _variants(experiment, draws(found.moved, experiment.samples), "building", progress)
    if not any(each.problem for each in samples):
        return samples, []
    kept: list[Assumption] = []
    left_out = []
    for each in found.moved:
        problems = [end.problem for share in (0.0, 1.0) if (end := variant(experiment, each.at(share))).problem]
        if problems:
            left_out.append(f"{each.name} is left as it is: {problems[0]}")
        else:
            kept.append(each)
    if left_out:
        samples = _variants(experiment, draws(kept, experiment.samples), "building", progress)
    return samples, left_out


def _variants(experiment: Experiment, settings: list[dict[str, Any]], what: str, progress: Progress) -> list[Variant]:
    built = []
    for number, each in enumerate(settings):
        progress(what, number, len(settings))
        built.append(variant(experiment, each))
    return built


def _named(what: str, problems: Sequence[str]) -> list[str]:
    """Return problems with the numbers of their draws, some at most one by one."""
    wrong = [f"draw {number + 1} {what}: {problem}" for number, problem in enumerate(problems) if problem]
    more = len(wrong) - MOST_NAMED
    return wrong if more <= 0 else [*wrong[:MOST_NAMED], f"and {more} more draws"]


def _known(each: Assumption) -> Known:
    return Known(each.name, each.value, each.low, each.high, each.unit, each.reason)


def _main(experiment: Experiment, readings: Readings) -> float | None:
    return float(readings[experiment.reading]) if readings else None


def _verdict(experiment: Experiment, result: Measured) -> Verdict:
    if result.readings is None:
        return Verdict(False, f"no reading: {result.problem}")
    return judged(experiment, result.readings)


def _effect(experiment: Experiment, each: Assumption, low: Measured, high: Measured) -> Effect:
    return Effect(
        name=each.name,
        low=each.low,
        high=each.high,
        unit=each.unit,
        at_low=_main(experiment, low.readings or {}),
        at_high=_main(experiment, high.readings or {}),
        ok_at_low=_verdict(experiment, low).ok,
        ok_at_high=_verdict(experiment, high).ok,
        problem=low.problem or high.problem,
    )


def _same_shape(sound: Sequence[Readings], readings: Readings, name: str) -> bool:
    return all(name in each and np.shape(each[name]) == np.shape(readings[name]) for each in sound)


def _percentiles(sound: Sequence[Readings], name: str) -> Any:
    """Return both ends of the interval of a reading, point by point; points that no draw has stay nan."""
    values = np.stack([np.asarray(each[name], float) for each in sound])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "All-NaN slice", RuntimeWarning)
        return np.nanpercentile(values, [LOW, HIGH], axis=0)


def _interval(sound: Sequence[Readings], name: str) -> Interval | None:
    if not sound:
        return None
    low, high = _percentiles(sound, name)
    return float(low), float(high)


def _intervals(sound: Sequence[Readings], readings: Readings) -> dict[str, Interval]:
    found = {}
    for name, value in readings.items():
        if np.ndim(value) == 0 and sound and all(isfinite(float(each.get(name, np.nan))) for each in sound):
            low, high = _percentiles(sound, name)
            found[name] = (float(low), float(high))
    return found


def _bands(sound: Sequence[Readings], readings: Readings) -> Readings:
    """Return the percentiles of every reading, point by point, for pictures."""
    bands: Readings = {}
    for name in readings:
        if sound and _same_shape(sound, readings, name):
            bands[f"{name}.low"], bands[f"{name}.high"] = _percentiles(sound, name)
    return bands
