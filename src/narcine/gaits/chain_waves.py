"""The waves of gaits on a chain of joints that yaw and pitch, counted from the head."""

from collections.abc import Sequence
from math import pi
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narcine.description.chain_gait import ChainGait, Concertina, TwoWaves

Waves = list[tuple[str, dict[str, float]]]


def yaw_waves(gait: "ChainGait") -> Waves:
    """Return a wave of yaw that runs from head to tail."""
    return travelling(gait, gait.yaw)


def pitch_waves(gait: "ChainGait") -> Waves:
    """Return a wave of pitch that runs from head to tail, and the turn of yaw."""
    return travelling(gait, gait.pitch) + travelling(gait, gait.yaw)


def two_waves(gait: "TwoWaves") -> Waves:
    """Return a wave of yaw and one of pitch that is ahead of it by a phase."""
    return travelling(gait, gait.yaw) + travelling(gait, gait.pitch, gait.phase)


def folding_waves(gait: "Concertina") -> Waves:
    """Return folds to alternate sides: +-A (1 - cos(2 pi f t - i beta)) / 2, the constant as a wave that stands."""
    waves: Waves = []
    for place, drive in enumerate(gait.yaw):
        share, turn = gait.weights[drive]
        side = 0.5 * share * (-1.0) ** (place // gait.fold)
        waves.append((drive, {"amplitude": side, "harmonic": 0.0, "phase": 0.5 * pi, "turn": turn}))
        waves.append((drive, {"amplitude": -side, "phase": 0.5 * pi, "lag": -float(place)}))
    return waves


def travelling(gait: "ChainGait", drives: Sequence[str], phase: float = 0.0) -> Waves:
    """Return a wave that reaches each drive a lag after the one before it: a_i A sin(2 pi f t + phase - i beta)."""
    return [
        (drive, {"amplitude": share, "phase": phase, "lag": -float(place), "turn": turn})
        for place, drive in enumerate(drives)
        for share, turn in [gait.weights[drive]]
    ]
