"""The Kalman filter and the Rauch-Tung-Striebel smoother of coordinates that move alike and are sampled together.

All coordinates of a row share one covariance, since model, noise and lost samples are the same for each.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narcine.identification.comparing.kinematic_model import KinematicModel
from narcine.recording.trajectory import Array

Flags = NDArray[np.bool_]
SPREAD = (10.0, 100.0)
"""Standard deviations of velocity and acceleration at the start: more than vehicles reach, so that data decide."""


@dataclass(frozen=True)
class Filtered:
    """What a filter knows before and after each sample; states of each coordinate are in columns."""

    predicted: Array
    """(sample, order, coordinate)"""
    predicted_covariance: Array
    """(sample, order, order) of each coordinate"""
    updated: Array
    updated_covariance: Array
    transitions: Array
    """(sample, order, order): from the sample before"""
    surprise: Array
    """normalised innovation squared, of all coordinates together; nan where a sample is not used"""


@dataclass(frozen=True)
class Smoothed:
    """What all samples tell of each time."""

    states: Array
    """(sample, order, coordinate)"""
    covariance: Array
    """(sample, order, order) of each coordinate"""


def first_covariance(model: KinematicModel, noise: float) -> Array:
    """Return what is known of a coordinate when its first sample has come."""
    return np.diag([noise**2, *(each**2 for each in SPREAD[: model.order - 1])])


def kalman_filter(
    time: Array, values: Array, used: Flags, model: KinematicModel, noise: float, density: float
) -> Filtered:
    """Filter columns of values (sample, coordinate); the first sample must be used."""
    count, width, n = len(time), values.shape[1], model.order
    predicted, updated = np.empty((count, n, width)), np.empty((count, n, width))
    predicted_covariance, updated_covariance = np.empty((count, n, n)), np.empty((count, n, n))
    surprise = np.full(count, np.nan)
    steps = np.diff(time, prepend=time[0])
    transitions, gathered = model.transitions(steps), density * model.gathered(steps)
    x, P = np.zeros((n, width)), first_covariance(model, noise)
    x[0] = values[0]
    for k in range(count):
        if k:
            F = transitions[k]
            x, P = F @ x, F @ P @ F.T + gathered[k]
        predicted[k], predicted_covariance[k] = x, P
        if k and used[k]:
            innovation = values[k] - x[0]
            variance = P[0, 0] + noise**2
            surprise[k] = innovation @ innovation / variance
            gain = P[:, 0] / variance
            x = x + gain[:, None] * innovation
            P = P - gain[:, None] * P[0]
        updated[k], updated_covariance[k] = x, P
    return Filtered(predicted, predicted_covariance, updated, updated_covariance, transitions, surprise)


def smooth_back(filtered: Filtered) -> Smoothed:
    """Return what samples before and after each time tell of it (Rauch, Tung and Striebel 1965)."""
    states, covariance = filtered.updated.copy(), filtered.updated_covariance.copy()
    carried = filtered.updated_covariance[:-1] @ filtered.transitions[1:].transpose(0, 2, 1)
    gains = np.linalg.solve(filtered.predicted_covariance[1:], carried.transpose(0, 2, 1)).transpose(0, 2, 1)
    for k in range(len(states) - 2, -1, -1):
        C = gains[k]
        states[k] += C @ (states[k + 1] - filtered.predicted[k + 1])
        covariance[k] += C @ (covariance[k + 1] - filtered.predicted_covariance[k + 1]) @ C.T
    return Smoothed(states, covariance)
