"""The fish tracks a lamp that wanders in the pool (experiment 2, figure 8)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from narcine.recording.lamps import NEAR
from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.minifish.tracks import draw_distances, draw_tracks
from narcine.reproduction.minifish.trials import AWAY, DURATION, SCENARIO, Trial, swum, trials
from narcine.simulation.simulation import Simulation

SEEDS = 50
SHARE = 0.9
"""Part of the time after the first approach for which the fish must be with the lamp."""
DRAWN = 4
"""Trials whose tracks are drawn."""
WITHOUT_AVOIDANCE = {"vehicles.fish.vehicle.planner": "search"}


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return how the trials of all seeds go, with avoidance and without, of each variant."""
    return [_tried(dict(each.description.settings)) for each in simulations]


def _tried(settings: dict[str, Any]) -> Readings:
    seeds = range(SEEDS)
    return _readings(swum(trials(seeds, settings)), swum(trials(seeds, {**settings, **WITHOUT_AVOIDANCE})))


def _readings(tracking: Sequence[Trial], searching: Sequence[Trial]) -> Readings:
    shares = np.array([trial.share_near for trial in tracking])
    readings: Readings = {
        "share near": float(100.0 * np.mean(shares)),
        "least share": float(100.0 * shares.min()),
        "trials near": float(np.sum(shares >= SHARE)),
        "trials that touched": float(sum(trial.touches > 0 for trial in tracking)),
        "touches of the lamp": float(sum(trial.touched.get("lamp", 0) for trial in tracking)),
        "first approach": float(max(trial.first_approach for trial in tracking)),
        "closest": float(100.0 * min(trial.distance.min() for trial in tracking)),
        "trials that touched without avoidance": float(sum(trial.touches > 0 for trial in searching)),
        "time": tracking[0].time,
        "distances": 100.0 * np.array([trial.distance for trial in tracking]),
    }
    for number, trial in enumerate(tracking[:DRAWN]):
        readings |= {f"fish {number}": 100.0 * trial.fish.ravel(), f"lamp {number}": 100.0 * trial.lamp.ravel()}
    return readings


def judge(readings: Readings) -> Verdict:
    """Say whether all fish stay with the lamp and touch nothing, and whether avoidance is what does it."""
    touched, near = int(readings["trials that touched"]), int(readings["trials near"])
    without = int(readings["trials that touched without avoidance"])
    note = (
        f"{SEEDS - touched} of {SEEDS} fish touch neither wall nor lamp, {near} are within {NEAR:g} m of it for at "
        f"least {100.0 * SHARE:.0f} % of the time after they first came there (mean {readings['share near']:.0f} %, "
        f"least {readings['least share']:.0f} %; the slowest came after {readings['first approach']:.0f} s); nearest "
        f"{readings['closest']:.1f} cm from centre to centre. Without avoidance {without} touch something"
    )
    return Verdict(touched == 0 and near == SEEDS and without > 0, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw some tracks, as figure 8 does, and the distances of all."""
    tracks = (
        "Tracks of the first trials, as figure 8 has them: triangles the lamp, circles the fish, one pair every five "
        "seconds, joined where they belong together. The frame is the pool."
    )
    distances = f"Distance to the lamp in all {SEEDS} trials; the line is at {NEAR:g} m."
    return [
        Picture(draw_tracks(readings, DRAWN), tracks),
        Picture(draw_distances(readings, 100.0 * NEAR), distances),
    ]


TRACKING = Experiment(
    id="minifish.light_tracking",
    source="section 4, experiment 2, figure 8",
    title="Tracks a lamp that wanders",
    published="tracks a moving light in a pool of 1.8 x 1 m, without touching it or the walls",
    counts=(
        f"{SEEDS} seeds, lamp up to half the fish's top speed, {AWAY:g} m away at first: nothing touched, within "
        f"{NEAR:g} m for {100.0 * SHARE:.0f} % of the time after the first approach; without avoidance some touch"
    ),
    unit="%",
    reading="share near",
    vehicle=SCENARIO,
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        f"Each trial lasts {DURATION:g} s. Its seed draws where lamp and fish begin, {AWAY:g} m apart, where the fish "
        "looks, how the lamp wanders (up to 3.8 cm/s, 0.35 m or more from the walls), and the noise "
        "of the photocells. The planner decides by eqs 14 to 22 put right, from a lookup table that was computed "
        "beforehand with the motion function that the simulator gives. All trials run as one batch. Infrared ranges "
        "and thresholds of light, which the paper does not give, were chosen by trials with other seeds (1000 and "
        "up). Without avoidance the same fish follow the light alone (eq 19)."
    ),
    fixed=("vehicles",),
    shown={
        "least share": "least share of time near the lamp of any trial (%)",
        "closest": "nearest to the lamp, centre to centre (cm)",
        "first approach": "longest time to the first approach (s)",
        "trials that touched": "trials in which something is touched",
        "trials that touched without avoidance": "the same without avoidance",
    },
)
