"""When commands change, and whether simulation and experiment were commanded alike."""

from collections.abc import Iterator

import numpy as np

from narcine.identification.motion.motion import Motion
from narcine.recording.trajectory import Array

ALIKE = 0.01
"""Share of the span of a command by which it may differ and still be the same."""
OFTEN = 0.05
"""Share of the time in which it must differ to be worth a word: logs are sampled, and clocks are off by some."""
NAMED = 4
"""Names that are listed at most."""


def engagement(simulated: Motion, measured: Motion, delay: float, times: Array) -> tuple[float | None, float | None]:
    """Return when commands first change, and when they change again, if that is the last time; None where they do not.

    What the simulation was told counts, or else what the experiment's file says.
    """
    for motion, late in ((simulated, 0.0), (measured, delay)):
        changes = _changes(motion, late)
        changes = changes[(changes > times[0]) & (changes < times[-1])]
        if len(changes):
            return float(changes[0]), float(changes[1]) if len(changes) == 2 else None
    return None, None


def _changes(motion: Motion, late: float) -> Array:
    """Return times at which any command changes."""
    if not motion.commands:
        return np.array([])
    changed = np.any([np.diff(each) != 0.0 for each in motion.commands.values()], axis=0)
    return np.asarray(motion.time[1:][changed] - late)


def commands_apart(simulated: Motion, measured: Motion, delay: float, times: Array) -> Iterator[str]:
    """Yield how commands of both differ; raise where they have none in common."""
    if not simulated.commands or not measured.commands:
        return
    both = [name for name in measured.commands if name in simulated.commands]
    if not both:
        said = f"it commands {_listed(list(measured.commands))}, the simulation {_listed(list(simulated.commands))}"
        raise ValueError(f"is of another vehicle: {said}")
    shares = {}
    for name in both:
        ours = _held(simulated.time, simulated.commands[name], times)
        theirs = _held(measured.time - delay, measured.commands[name], times)
        span = max(float(np.ptp(np.concatenate([ours, theirs]))), np.finfo(float).tiny)
        shares[name] = float(np.mean(np.abs(ours - theirs) > ALIKE * span))
    apart = [name for name, share in shares.items() if share > OFTEN]
    if apart:
        often = f"up to {100.0 * max(shares.values()):.0f} % of the time"
        yield f"commands of the experiment are not those of the simulation for {often}: {_listed(apart)}"


def _held(time: Array, values: Array, times: Array) -> Array:
    rows = np.searchsorted(time, times, side="right") - 1
    return np.asarray(values[np.maximum(rows, 0)])


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more
