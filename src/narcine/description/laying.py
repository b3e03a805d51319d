"""How a chain of straight modules lies along a midline that beats, and the harmonics of its joints.

    y_j = a_j sin(phase - 2 pi x_j / wavelength),   (x_j - x_(j-1))^2 + (y_j - y_(j-1))^2 = l_j^2

x runs aft along the way that it swims, y to starboard; a_j is the amplitude at the end of module j, by the length along
the body. Where slopes are small x_j is that length, and joints follow differences of slopes; steep waves take more of
the body's length, and their joints have harmonics of odd order.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import pi

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ORDERS = (1, 3, 5)
"""Harmonics that joints follow. A beat to port mirrors that to starboard, so that there are none of even order."""
MOMENTS = 32
"""Of a beat at which the chain is laid: harmonics up to the 27th do not show in those that are kept."""
HALVINGS = 54
"""Of the length of a module, down to rounding."""


class CannotLie(ValueError):
    """A module is too short for where the midline is to take its ends."""


@lru_cache(maxsize=64)
def joint_harmonics(
    lengths: tuple[float, ...], amplitudes: tuple[float, ...], wavelength: float, hung: bool
) -> NDArray[np.complex128]:
    """Return c (joint, order) of joint angles, sum of Re(c e^(i n phase)), with the phase of y in its sines.

    Amplitudes are those of the ends of modules, from the head on, one more than lengths. A chain that hangs on a body
    has a joint before its first module, which it turns against the way that it swims.
    """
    phases = 2.0 * pi * np.arange(MOMENTS) / MOMENTS
    x, y = laid(lengths, amplitudes, wavelength, phases)
    headings = -np.arctan2(np.diff(y, axis=0), np.diff(x, axis=0))
    angles = np.diff(headings, axis=0, prepend=np.zeros((1, MOMENTS))) if hung else np.diff(headings, axis=0)
    waves = np.exp(-1j * np.outer(ORDERS, phases))
    return np.asarray(2.0 / MOMENTS * angles @ waves.T)


def laid(
    lengths: Sequence[float], amplitudes: Sequence[float], wavelength: float, phases: Array
) -> tuple[Array, Array]:
    """Return x and y of the ends of all modules (end, phase), the head at x = 0."""
    number = 2.0 * pi / wavelength
    x = np.zeros((len(lengths) + 1, len(phases)))
    y = np.zeros_like(x)
    y[0] = amplitudes[0] * np.sin(phases)
    for j, length in enumerate(lengths, start=1):
        low, high = np.zeros(len(phases)), np.full(len(phases), length)
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            across = amplitudes[j] * np.sin(phases - number * (x[j - 1] + middle)) - y[j - 1]
            short = middle**2 + across**2 < length**2
            low, high = np.where(short, middle, low), np.where(short, high, middle)
        x[j] = x[j - 1] + high
        y[j] = amplitudes[j] * np.sin(phases - number * x[j])
        if np.any(np.abs(y[j] - y[j - 1]) > length):
            raise CannotLie(f"module {j} of {length:.3g} m cannot reach from one end of it to the other")
    return x, y
