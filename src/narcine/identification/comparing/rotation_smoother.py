"""The same filter and smoother for attitudes: quaternions carry the attitude, and small turns its errors.

A multiplicative error-state Kalman filter (Markley 2003, "Attitude error representations for Kalman filtering"). Body
rates, or their derivatives, take a random walk. States of the error: a turn about the body's own axes, then errors of
rate and perhaps angular acceleration, three of each.
"""

from dataclasses import dataclass

import numpy as np

from narcine.identification.comparing.kinematic_model import KinematicModel
from narcine.identification.comparing.linear_smoother import Flags, first_covariance
from narcine.identification.motion.quaternions import Quaternion, turn_between, turned
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import skew

EYE = np.eye(3)
LONGEST_STEP = 0.05
"""Seconds in which turns about different axes are taken to commute; longer gaps are crossed in parts."""
SMALL = 1e-4
"""Angle (rad) below which sines and cosines are their first terms, to 1e-9."""


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


def turn_error(chain: Array, turn: Array) -> None:
    """Turn errors along with a body that turns by `turn` in a step, in the matrix of the step.

    exp(-turn) exp(e) exp(turn + d) = exp(exp(-turn) e + J d + ...), with the right Jacobian J of the turn.
    """
    angle = float(np.sqrt(turn @ turn))
    S = skew(turn)
    squared = S @ S
    sine, cosine = (np.sin(angle) / angle, (1.0 - np.cos(angle)) / angle**2) if angle > SMALL else (1.0, 0.5)
    cubic = (1.0 - sine) / angle**2 if angle > SMALL else 1.0 / 6.0
    chain[:3, 3:] = (EYE - cosine * S + cubic * squared) @ chain[:3, 3:]
    chain[:3, :3] = EYE - sine * S + cosine * squared


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
    steps = np.diff(time, prepend=time[0])
    parts = np.maximum(1, np.ceil(steps / LONGEST_STEP).astype(int))
    chains = model.transitions(steps / parts)
    errors = np.kron(chains, EYE).astype(float)
    gathered = np.kron(model.gathered(steps / parts), np.diag(densities))
    transitions = np.tile(np.eye(size), (count, 1, 1))
    surprise = np.full(count, np.nan)
    measured: list[Quaternion] = [tuple(row) for row in attitudes.tolist()]
    q, rates = measured[0], np.zeros((n - 1, 3))
    P: Array = np.kron(first_covariance(model, noise), np.eye(3)).astype(float)
    for k in range(count):
        for _ in range(parts[k] if k else 0):
            turn = chains[k, 0, 1:] @ rates
            F = errors[k].copy()
            turn_error(F, turn)
            q, rates = turned(q, tuple(turn.tolist())), chains[k, 1:, 1:] @ rates
            P = F @ P @ F.T + gathered[k]
            transitions[k] = F @ transitions[k]
        before.append(q)
        rates_before[k], covariance_before[k] = rates, P
        if k and used[k]:
            innovation = np.array(turn_between(q, measured[k]))
            S = P[:3, :3] + noise**2 * EYE
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
