"""The live ray swims at a constant speed and depth, over tail-beat frequency (figure 4)."""

from collections.abc import Mapping, Sequence

import numpy as np

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.raybot.fits import line
from narcine.reproduction.raybot.flock import Flock, Law, attitude_angles, repeated, swim
from narcine.reproduction.raybot.reflex import PERIOD, at_depth
from narcine.reproduction.raybot.size import length_of
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS, INK

FREQUENCIES = np.linspace(2.0, 6.0, 9)
"""Hz"""
DEPTH = 2.0
DURATION, LATE = 40.0, 10.0
"""Length of a run, and of the last part whose mean counts (s)."""
HOLDING = 0.01
"""Change of depth (m) over that part up to which a ray holds its depth; those that cannot sink by decimetres."""
FEWEST = 3
"""Points that a line is fitted to at least."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return the speed of each ray at each frequency, all as one batch."""
    rows = np.arange(len(simulations) * len(FREQUENCIES)).reshape(len(simulations), len(FREQUENCIES))
    law = _beating(at_depth(DEPTH), np.tile(FREQUENCIES, len(simulations)))
    passage = swim(repeated(simulations, len(FREQUENCIES)), law, DURATION, PERIOD)
    count = round(LATE / PERIOD)
    place = np.stack([passage[f"disc.{axis}"] for axis in ("north", "east", "down")], axis=-1)
    change = place[:, -1] - place[:, -1 - count]
    lengths = np.repeat([length_of(each) for each in simulations], len(FREQUENCIES))
    speed = np.linalg.norm(change[:, :2], axis=1) / LATE / lengths
    pitch = np.degrees(attitude_angles(passage)[1][:, -count:].mean(axis=1))
    return [_read(speed[own], change[own, 2], pitch[own]) for own in rows]


def _beating(law: Law, frequency: Array) -> Law:
    """Return a law with a tail-beat frequency on top."""

    def both(flock: Flock) -> Mapping[str, Array]:
        return {**law(flock), "gait.frequency": frequency}

    return both


def _read(speed: Array, sinking: Array, pitch: Array) -> Readings:
    level = np.abs(sinking) < HOLDING
    enough = np.sum(level) >= FEWEST and np.all(np.isfinite(speed))
    offset, slope, determination = line(FREQUENCIES[level], speed[level]) if enough else (np.nan,) * 3
    return {
        "frequency": FREQUENCIES,
        "speed": speed,
        "level": level.astype(float),
        "pitch": pitch,
        "stride": slope,
        "offset": offset,
        "determination": determination,
        "slowest": float(speed[level].min()) if np.any(level) else np.nan,
        "least_frequency": float(FREQUENCIES[level].min()) if np.any(level) else np.nan,
    }


def judge(readings: Readings) -> Verdict:
    """Report the line; nothing is published but that there is one."""
    note = (
        f"{readings['stride']:.2f} body lengths per beat, R2 {readings['determination']:.3f}, from "
        f"{readings['least_frequency']:g} Hz and {readings['slowest']:.2f} body lengths/s on"
    )
    if float(readings["least_frequency"]) > FREQUENCIES[0]:
        note += "; beating more slowly, with this amplitude, it cannot carry its weight and sinks"
    return Verdict(None, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw speed and pitch over frequency."""
    from matplotlib.figure import Figure

    figure = Figure((8.0, 3.2), layout="constrained")
    first, second = figure.subplots(1, 2)
    frequency, speed, pitch = (np.asarray(readings[name]) for name in ("frequency", "speed", "pitch"))
    level = np.asarray(readings["level"]) > 0.5
    for axes, values in ((first, speed), (second, pitch)):
        axes.plot(frequency[level], values[level], "o", color=COLOURS[0], label="holds its depth")
        axes.plot(frequency[~level], values[~level], "s", color=COLOURS[1], mfc="none", label="sinks")
        axes.set_xlabel("tail-beat frequency (Hz)")
    fitted = float(readings["offset"]) + float(readings["stride"]) * frequency[level]
    first.plot(frequency[level], fitted, color=INK, linewidth=1.0, label="linear fit")
    first.set(ylabel="speed (body lengths/s)", ylim=(0.0, None))
    second.set(ylabel="pitch (deg)")
    first.legend(fontsize=8, frameon=False)
    caption = (
        "Constant-velocity swimming of the live ray, as figure 4, whose axes the text does not name. The ray "
        "keeps a depth with its fins; the slower it swims, the more it must raise its nose to carry its weight in "
        "water."
    )
    return [Picture(figure, caption)]


LIVE_SWIMMING = Experiment(
    id="raybot.live_swimming",
    source="figure 4",
    title="The live ray swims",
    published="constant-velocity swimming of live juveniles, with a linear fit",
    counts="reported only",
    unit="L/beat",
    reading="stride",
    vehicle="electric_ray",
    settings={"run.start": {"position": [0, 0, DEPTH], "velocity": [0.12, 0, 0]}},
    method=(
        f"Tail beats of {FREQUENCIES[0]:g} to {FREQUENCIES[-1]:g} Hz with the amplitude of the file, {DURATION:g} "
        f"s each; the fins keep the depth of {DEPTH:g} m. Speeds are means over the last {LATE:g} s."
    ),
    fixed=("gait.frequency", "gaits.swim.frequency"),
    shown={"determination": "R2 of the linear fit", "slowest": "slowest level swimming (body lengths/s)"},
    measure=measure,
    judge=judge,
    draw=draw,
    unread=f"it holds its depth at fewer than {FEWEST} frequencies, so that there is no line, or it exploded",
    samples=32,
)
