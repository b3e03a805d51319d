"""The waves that each kind of gait sends to its drives."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from narcine.description.gait import Gait, HarmonicGait, TailBeat

Wave = Mapping[str, float]
"""amplitude, phase, lag, turn and harmonic of a drive's wave: the weights of `gaits.oscillator`"""


def tail_beat_waves(gait: "TailBeat") -> dict[str, Wave]:
    """Return a wave from root to tip: each drive trails the one before by the lag."""
    shares = gait.shares or (1.0,) * len(gait.drives)
    return {
        drive: {"amplitude": share, "phase": gait.phase, "lag": -float(place), "turn": 1.0, "harmonic": 1.0}
        for place, (drive, share) in enumerate(zip(gait.drives, shares, strict=True))
    }


def harmonic_waves(gait: "HarmonicGait") -> dict[str, Wave]:
    """Return one sine per drive."""
    return {
        drive: {
            "amplitude": sine.amplitude,
            "phase": sine.phase,
            "lag": -float(place),
            "turn": sine.mean,
            "harmonic": sine.harmonic,
        }
        for place, (drive, sine) in enumerate(gait.drives.items())
    }


GAIT_KINDS: Mapping[str, Callable[[Any], dict[str, Wave]]] = {
    "tail_beat": tail_beat_waves,
    "harmonic": harmonic_waves,
}


def gait_waves(gait: "Gait") -> dict[str, Wave]:
    """Return the wave of each drive of a gait."""
    return GAIT_KINDS[gait.type](gait)
