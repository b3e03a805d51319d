"""The same filter and smoother for attitudes: quaternions carry the attitude, and small turns its errors.

A multiplicative error-state Kalman filter (Markley 2003, "Attitude error representations for Kalman filtering"). Body
rates, or their derivatives, take a random walk. States of the error: a turn about the body's own axes, then errors of
rate and perhaps angular acceleration, three of each.
"""

from dataclasses import dataclass

import numpy as np

from narcine.identification.kinematic_model import KinematicModel, steps_of
from narcine.identification.linear_smoother import Flags, first_covariance
from narcine.identification.quaternions import Quaternion, turn_between, turned
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import skew


@dataclass(frozen=True)
class FilteredTurning:
    """What a filter knows before and after each sample."""

    predicted: list[Quaternion]
    predicted_rates: Array
    """(sample, order - 1, 3): body rate, angular acceleration"""
    predicted_covariance: Array
    """(sample, 3 order, 3 order) of the errors"""
    updated: list[Quaternion]
    updated_rates: Array
    updated_covariance: Array
    transitions: Array
    """of the errors, from the sample before"""
    surprise: Array
    """normalised innovation squared; nan where a sample is not used"""


@dataclass(frozen=True)
class SmoothedTurning:
    """What all samples tell of each time."""

    attitudes: Array
    """(sample, 4)"""
    rates: Array
    """(sample, order - 1, 3)"""
    covariance: Array
    """(sample, 3 order, 3 order) of the errors"""


def error_transition(model: KinematicModel, step: float, turn: Array) -> Array:
    """Return what a step that turns a body by `turn` makes of errors.

    exp(-turn) exp(e) exp(turn + d) = exp(exp(-turn) e + J d + ...), with the right Jacobian J of the turn.
    """
    F: Array = np.kron(model.transition(step), np.eye(3)).astype(float)
    angle = float(np.sqrt(turn @ turn))
    S = skew(turn)
    squared = S @ S
    sine, cosine = (np.sin(angle) / angle, (1.0 - np.cos(angle)) / angle**2) if angle > 1e-4 else (1.0, 0.5)
    cubic = (1.0 - sine) / angle**2 if angle > 1e-4 else 1.0 / 6.0
    J = np.eye(3) - cosine * S + cubic * squared
    F[:3, :3] = np.eye(3) - sine * S + cosine * squared
    F[:3, 3:] = J @ F[:3, 3:]
    return F


def filter_turning(
    time: Array, attitudes: Array, used: Flags, model: KinematicModel, noise: float, densities: Array
) -> FilteredTurning:
    """Filter attitudes (sample, 4) with white noise about each axis (rad); the first sample must be used.

    `densities` (3,) of the noise that drives the motion are those about the body's own axes.
    """
    count, n = len(time), model.order
    size = 3 * n
    before: list[Quaternion] = []
    after: list[Quaternion] = []
    rates_before, rates_after = np.empty((count, n - 1, 3)), np.empty((count, n - 1, 3))
    covariance_before, covariance_after = np.empty((count, size, size)), np.empty((count, size, size))
    transitions = np.empty((count, size, size))
    surprise = np.full(count, np.nan)
    steps = np.concatenate([[0.0], steps_of(time)])
    measured: list[Quaternion] = [tuple(row) for row in attitudes.tolist()]
    q, rates = measured[0], np.zeros((n - 1, 3))
    P: Array = np.kron(first_covariance(model, noise), np.eye(3)).astype(float)
    Q: Array = np.zeros((size, size))
    last, chain = np.nan, np.eye(n)
    for k in range(count):
        if steps[k] != last:
            last = steps[k]
            chain = model.transition(last)
            Q = np.kron(model.gathered(last), np.diag(densities)).astype(float)
        turn = chain[0, 1:] @ rates
        F = error_transition(model, last, turn)
        transitions[k] = F
        if k:
            q, rates = turned(q, tuple(turn.tolist())), chain[1:, 1:] @ rates
            P = F @ P @ F.T + Q
        before.append(q)
        rates_before[k], covariance_before[k] = rates, P
        if k and used[k]:
            innovation = np.array(turn_between(q, measured[k]))
            S = P[:3, :3] + noise**2 * np.eye(3)
            surprise[k] = innovation @ np.linalg.solve(S, innovation)
            gain = np.linalg.solve(S, P[:3]).T
            found = gain @ innovation
            q, rates = turned(q, tuple(found[:3].tolist())), rates + found[3:].reshape(n - 1, 3)
            P = P - gain @ P[:3]
            P = 0.5 * (P + P.T)
        after.append(q)
        rates_after[k], covariance_after[k] = rates, P
    return FilteredTurning(
        before, rates_before, covariance_before, after, rates_after, covariance_after, transitions, surprise
    )


def smooth_turning_back(filtered: FilteredTurning) -> SmoothedTurning:
    """Return what samples before and after each time tell of it, errors in the tangent of each prediction."""
    attitudes, rates = list(filtered.updated), filtered.updated_rates.copy()
    covariance = filtered.updated_covariance.copy()
    carried = filtered.transitions[1:] @ filtered.updated_covariance[:-1]
    gains = np.linalg.solve(filtered.predicted_covariance[1:], carried).transpose(0, 2, 1)
    for k in range(len(attitudes) - 2, -1, -1):
        C = gains[k]
        off = np.empty(C.shape[0])
        off[:3] = turn_between(filtered.predicted[k + 1], attitudes[k + 1])
        off[3:] = (rates[k + 1] - filtered.predicted_rates[k + 1]).ravel()
        found = C @ off
        attitudes[k] = turned(attitudes[k], tuple(found[:3].tolist()))
        rates[k] += found[3:].reshape(rates[k].shape)
        covariance[k] += C @ (covariance[k + 1] - filtered.predicted_covariance[k + 1]) @ C.T
    return SmoothedTurning(np.array(attitudes), rates, covariance)
