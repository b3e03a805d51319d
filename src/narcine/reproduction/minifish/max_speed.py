"""The highest speed of minifish within what its servo can follow (experiment 1)."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.minifish.beats import AMPLITUDES, DURATION, measure
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PUBLISHED = 7.63
"""cm/s"""
BAND = 0.10
"""Part of it by which ours may differ."""
BEATS = ("gait.amplitude", "gait.frequency")
"""What the rows sweep themselves."""


def judge(readings: Readings) -> Verdict:
    """Say whether it is as fast as published."""
    top = float(readings["top_speed"])
    note = (
        f"{top:.2f} cm/s ({100.0 * (top / PUBLISHED - 1.0):+.1f} %) at {readings['best_amplitude']:.0f} deg and "
        f"{readings['best_frequency']:.2f} Hz, on the limit of the servo; Strouhal number "
        f"{readings['strouhal_at_best']:.2f}, mechanical power {readings['power_at_best']:.1f} mW; the drag of the "
        "forebody is calibrated on this number"
    )
    return Verdict(abs(top - PUBLISHED) <= BAND * PUBLISHED, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw speed and Strouhal number along the limit of the servo."""
    caption = (
        "Speed (top) and Strouhal number (bottom; frequency times the sweep of the fin's end over speed) along the "
        "limit of the servo, eq 5: at each amplitude the highest frequency that it follows. Dashed: the published "
        "maximum. Bands: 5th to 95th percentile over the ranges of the assumed numbers, the servo's rate and the "
        "calibrated drag among them. Along the limit the speed hardly changes: the rate of the tail, which is the same "
        "everywhere on it, decides."
    )
    return [Picture(_along_the_limit(readings), caption)]


def _along_the_limit(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 5.2), layout="constrained")
    panels = figure.subplots(2, sharex=True)
    labels = {"edge_speed": "speed (cm/s)", "edge_strouhal": "Strouhal number"}
    for axes, (name, label) in zip(panels, labels.items(), strict=True):
        low, high = (np.asarray(readings.get(f"{name}.{end}", readings[name])) for end in ("low", "high"))
        axes.fill_between(AMPLITUDES, low, high, color=COLOURS[0], alpha=0.18, linewidth=0)
        axes.plot(AMPLITUDES, readings[name], "o-", color=COLOURS[0], markersize=4, linewidth=1.2)
        axes.set(ylabel=label)
        axes.set_ylim(bottom=0.0)
    panels[0].axhline(PUBLISHED, color=INK, linestyle="--", linewidth=1.0)
    panels[0].annotate("published", (10.0, PUBLISHED + 0.15), va="bottom", fontsize=9)
    panels[0].set_ylim(top=1.15 * max(PUBLISHED, panels[0].get_ylim()[1]))
    panels[-1].set(xlabel="amplitude (deg)", xlim=(8.0, 62.0))
    return figure


METHOD = (
    "The paper gives neither the size of the fin nor the servo's numbers; they are assumed from its 15 cm and from "
    "micro servos of its year. The servo is sent M = 20 points a beat (eq 2). At each of eleven amplitudes it beats at "
    "the highest frequency that eq 5 allows, and at all points of the map of the next row; the highest speed counts. "
    f"Speed is that along the way, the beats averaged out, over the last half of {DURATION:g} s from rest. One number "
    "was calibrated on this row, the drag coefficient of the forebody along its axis: 1.09 on 16 cm2, five times that "
    "of a smooth ellipsoid."
)
MAX_SPEED = Experiment(
    id="minifish.max_speed",
    source="section 4, experiment 1",
    title="Highest speed within the limits of the servo",
    published="7.63 cm/s",
    counts=f"within {100.0 * BAND:.0f} %; the drag of the forebody is calibrated on it",
    unit="cm/s",
    reading="top_speed",
    vehicle="minifish",
    measure=measure,
    judge=judge,
    draw=draw,
    calibrated=True,
    method=METHOD,
    fixed=BEATS,
    samples=32,
    batch=4,
    shown={
        "best_amplitude": "amplitude of the highest speed (deg)",
        "best_frequency": "its frequency (Hz)",
        "strouhal_at_best": "Strouhal number there",
        "power_at_best": "mechanical power there (mW)",
    },
)
