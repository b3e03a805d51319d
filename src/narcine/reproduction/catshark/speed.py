"""Predicted against measured swimming speed of all trials (row catshark.speed)."""

from collections.abc import Sequence

import numpy as np

from narcine.reproduction.catshark.drawing import draw
from narcine.reproduction.catshark.swimming import BEATS, DURATION, Swims, catsharks, swim
from narcine.reproduction.catshark.theory import theoretical_speeds
from narcine.reproduction.catshark.trials import column, trials
from narcine.reproduction.experiment import Experiment, Readings, Verdict
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

SLOW, FAST = 1.0, 3.0
"""Flow (body lengths/s) up to and from which trials are told apart."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return the speeds of all trials of each variant, all swum side by side."""
    swims = swim([animal for each in simulations for animal in catsharks(each)])
    count = len(trials())
    parts = [slice(count * number, count * (number + 1)) for number in range(len(simulations))]
    return [
        _readings(Swims(swims.speed[own], swims.tail[own], swims.head[own]), theoretical_speeds(each))
        for each, own in zip(simulations, parts, strict=True)
    ]


def _readings(swims: Swims, theory: Array) -> Readings:
    measured, flow, wave = column("speed"), column("flow"), column("frequency") * column("length")
    errors = 100.0 * (swims.speed / measured - 1.0)
    return {
        **fitted(swims.speed),
        **fitted(theory, "theory_"),
        "measured": measured,
        "speed": swims.speed,
        "theory": theory,
        "error": errors,
        "theory_error": 100.0 * (theory / measured - 1.0),
        "median_error": float(np.median(errors)),
        "low_error": float(np.percentile(errors, 5.0)),
        "high_error": float(np.percentile(errors, 95.0)),
        "slow": float(np.median((swims.speed / measured)[flow <= SLOW])),
        "fast": float(np.median((swims.speed / measured)[flow >= FAST])),
        "tail": swims.tail,
        "head": swims.head,
        "tail_over_measured": float(np.median(swims.tail / column("tail"))),
        "median_head": float(np.median(swims.head)),
        "strouhal": swims.tail * wave / swims.speed,
        "slip": swims.speed / (wave * column("wavelength")),
    }


def fitted(speed: Array, prefix: str = "") -> dict[str, float]:
    """Return slopes of a line through the origin and of one with an intercept (m/s), and the correlation."""
    measured = column("speed")
    slope, intercept = np.polyfit(measured, speed, 1) if np.all(np.isfinite(speed)) else (np.nan, np.nan)
    return {
        f"{prefix}slope": float(measured @ speed / (measured @ measured)),
        f"{prefix}line_slope": float(slope),
        f"{prefix}intercept": float(intercept),
        f"{prefix}correlation": float(np.corrcoef(measured, speed)[0, 1]),
    }


def judge(readings: Readings) -> Verdict:
    """Report slope, scatter and errors, and what the data themselves ask of a swimmer."""
    wave = column("frequency") * column("length")
    ahead = [int(np.sum(column("speed") > wave * column(each))) for each in ("wavelength", "landmark_wavelength")]
    at_wave_speed = fitted(wave * column("wavelength"))["slope"]
    median, low, high = (round(float(readings[f"{name}_error"])) for name in ("median", "low", "high"))
    note = (
        f"slope {readings['slope']:.2f} through the origin, {readings['line_slope']:.2f} with an intercept of "
        f"{readings['intercept']:.3f} m/s, correlation {readings['correlation']:.2f}; error "
        f"{median:+d} % in the median, {low:+d} to {high:+d} % (5th to 95th percentile); "
        f"{readings['slow']:.2f} of the measured speed up to "
        f"{SLOW:g} body length/s, {readings['fast']:.2f} from {FAST:g} on. Lighthill's theory by hand: slope "
        f"{readings['theory_slope']:.2f}. The head sweeps {readings['median_head']:.3f} body lengths (measured "
        f"{np.median(column('head')):.3f}). In {ahead[0]} of {len(trials())} trials ({ahead[1]} by landmarks) the "
        "animal is said to outrun its own wave, which nothing that swims steadily by that wave does: at the very "
        f"speed of the wave the slope would be {at_wave_speed:.2f}"
    )
    return Verdict(None, note)


SPEED = Experiment(
    id="catshark.speed",
    source="data, scanicula_midline_kinematics.txt",
    title="A catshark swims as fast as its midline says",
    published="0.08 to 1.03 m/s in 51 trials of five animals",
    counts="reported only: slope of predicted over measured speed, nothing fitted to speeds",
    unit="1",
    reading="slope",
    vehicle="catshark",
    method=(
        "A chain of 20 modules cut from the outline of a catshark; its joints beat as the midline of each trial did "
        "(tail-beat frequency, sweeps of head and tail, wavelength in body lengths; between head and tail the sweeps "
        "of landmarks), and it swims freely in a level plane. All 51 animals swim as one batch for "
        f"{DURATION:g} s; the last {BEATS} beats count. Thrust is that of water which moves with the body and is shed "
        "at the edge of the tail; drag is friction and cross-flow. No number was set by a speed. The same balance by "
        "hand takes Lighthill's thrust at the tail and friction alone. The first check below says how the wavelength "
        "is read, and why the fast trials cannot be met."
    ),
    fixed=("gait", "run", "chains.spine.outline.length"),
    shown={
        "line_slope": "slope with an intercept",
        "correlation": "correlation",
        "median_error": "error in the median (%)",
        "slow": f"predicted over measured up to {SLOW:g} body length/s, median",
        "fast": f"predicted over measured from {FAST:g} body lengths/s, median",
        "theory_slope": "slope of Lighthill's theory by hand",
        "tail_over_measured": "sweep of the tail over the measured, median",
    },
    measure=measure,
    judge=judge,
    draw=draw,
    samples=20,
    batch=2,
)
