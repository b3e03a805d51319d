"""The waves of a midline that beats: the harmonics of each joint of the chain that is laid along it."""

from cmath import phase
from math import pi
from typing import TYPE_CHECKING

from narcine.gaits.chain_waves import Waves

if TYPE_CHECKING:
    from narcine.description.midline import Midline


def midline_waves(gait: "Midline") -> Waves:
    """Return a sine of each order for each joint, and its turn; a lag trails all orders of a joint by the same time."""
    waves: Waves = []
    for place, (drive, orders) in enumerate(gait.harmonics.items()):
        for order, wave in orders.items():
            row = {
                "amplitude": abs(wave) / gait.amplitude,
                "phase": phase(wave) + 0.5 * pi,
                "lag": -float(order * place),
                "harmonic": float(order),
            }
            waves.append((drive, row))
        waves.append((drive, {"turn": gait.weights[drive][1]}))
    return waves
