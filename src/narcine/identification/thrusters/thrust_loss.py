"""What the inflow takes from the thrust: T(pulse, u) - T(pulse, 0) (Nielsen et al. 2018, section 4.1.3, fig 11)."""

from dataclasses import dataclass

import numpy as np

from narcine.identification.thrusters.thrust_law import ThrustFit, thrust_terms
from narcine.identification.towing.fusion import SAME_SPEED_FLOOR
from narcine.recording.trajectory import Array

CONFIDENCE = 0.99
"""Of the intervals, as in the figure."""


@dataclass(frozen=True)
class ThrustLoss:
    """What one thruster has more, with its own sign, than at rest (point,)."""

    pulse: Array
    """us"""
    shaft: Array
    """rad/s"""
    speed: Array
    """of the carriage (m/s)"""
    loss: Array
    """N"""
    half_width: Array
    """of the 99 % intervals (N)"""
    law: Array
    """T_wu |w| u_a by the fit (N)"""
    measured: Array
    """whether the thrust at rest was measured at this pulse; else it is that of the law"""


def thrust_loss(fit: ThrustFit) -> ThrustLoss:
    """Return the loss at each point that moves with its thrusters turning."""
    points = fit.points
    pulse, shaft, speed = (np.array([getattr(point, name) for point in points]) for name in ("pulse", "shaft", "speed"))
    resting = (np.abs(speed) <= SAME_SPEED_FLOOR) & (shaft != 0.0)
    moving = np.flatnonzero((np.abs(speed) > SAME_SPEED_FLOOR) & (shaft != 0.0))
    at_rest = thrust_terms(np.zeros(len(points)), shaft, fit.setting, fit.names)
    drag = fit.design * fit.of_drag
    samples, numbers = np.zeros((len(moving), len(points))), np.zeros((len(moving), len(fit.names)))
    measured = np.zeros(len(moving), dtype=bool)
    for k, row in enumerate(moving):
        samples[k, row] = 1.0
        numbers[k] = -drag[row]
        same = np.flatnonzero(resting & (pulse == pulse[row]))
        measured[k] = len(same) > 0
        if measured[k]:
            samples[k, same] -= 1.0 / len(same)
            numbers[k] += drag[same].mean(axis=0)
        else:
            numbers[k] -= at_rest[row]
    scale = fit.setting.thrusters
    loss = (samples @ fit.target + numbers @ fit.values) / scale
    half = fit.quantile(CONFIDENCE) * fit.deviations(samples, numbers) / abs(scale)
    law = (fit.design * (1.0 - fit.of_drag) - at_rest)[moving] @ fit.values / scale
    return ThrustLoss(pulse[moving], shaft[moving], speed[moving], loss, half, law, measured)
