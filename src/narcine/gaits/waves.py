"""The waves that each kind of gait sends to its drives."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from narcine.gaits.chain_waves import folding_waves, pitch_waves, two_waves, yaw_waves
from narcine.gaits.midline import midline_waves

if TYPE_CHECKING:
    from narcine.description.gait import Beat, Gait, HarmonicGait, Undulation

Wave = Mapping[str, float]
"""amplitude, phase, lag, turn, harmonic, dive and points of a drive's wave: the weights of `gaits.oscillator`"""
NO_WAVE: Wave = {"amplitude": 0.0, "phase": 0.0, "lag": 0.0, "turn": 0.0, "harmonic": 1.0, "dive": 0.0, "points": 0.0}


def tail_beat_waves(gait: "Beat") -> list[tuple[str, Wave]]:
    """Return a wave from root to tip: each drive trails the one before by the lag."""
    shares = gait.shares or (1.0,) * len(gait.drives)
    same = {"phase": gait.phase, "turn": 1.0, "points": float(gait.resolution or 0)}
    return [
        (drive, {"amplitude": share, "lag": -float(place), **same})
        for place, (drive, share) in enumerate(zip(gait.drives, shares, strict=True))
    ]


def harmonic_waves(gait: "HarmonicGait") -> list[tuple[str, Wave]]:
    """Return one sine per drive."""
    return [
        (
            drive,
            {
                "amplitude": sine.amplitude,
                "phase": sine.phase,
                "lag": -float(place),
                "turn": sine.mean,
                "harmonic": sine.harmonic,
            },
        )
        for place, (drive, sine) in enumerate(gait.drives.items())
    ]


def undulation_waves(gait: "Undulation") -> list[tuple[str, Wave]]:
    """Return the wave at each place, or for its slope the waves half a place after it and, less, before it."""
    waves: list[tuple[str, Wave]] = []
    for name, drive in gait.drives.items():
        parts = [(1.0, 0.0, 1.0)] if drive.slope is None else [(drive.slope, 0.5, 0.0), (-drive.slope, -0.5, 0.0)]
        for share, offset, turn in parts:
            lag = -(drive.place + offset)
            wave = {"amplitude": share * drive.share, "phase": 0.0, "lag": lag, "turn": turn, "harmonic": 1.0}
            waves.append((name, wave))
    return waves


GAIT_KINDS: Mapping[str, Callable[[Any], Sequence[tuple[str, Wave]]]] = {
    "tail_beat": tail_beat_waves,
    "c_turn": tail_beat_waves,
    "harmonic": harmonic_waves,
    "undulation": undulation_waves,
    "serpentine": yaw_waves,
    "eel": yaw_waves,
    "rectilinear": pitch_waves,
    "concertina": folding_waves,
    "rolling": two_waves,
    "helical": two_waves,
    "sidewinding": two_waves,
    "dive": yaw_waves,
    "midline": midline_waves,
}


def gait_waves(gait: "Gait") -> list[tuple[str, Wave]]:
    """Return the waves that the drives of a gait follow, then what its dive adds to drives; those of one drive add."""
    waves: list[tuple[str, Wave]] = [(drive, {**NO_WAVE, **wave}) for drive, wave in GAIT_KINDS[gait.type](gait)]
    return waves + [(drive, {**NO_WAVE, "dive": share}) for drive, share in gait.dives.items()]
