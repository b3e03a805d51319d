"""One oscillator per gait; each drive of the gait takes a wave from it.

    signal_j = a_j A sin(n_j phase + p_j + l_j L) + o_j T,   phase_dot = 2 pi f

Frequency f, amplitude A, lag L and turn T follow their commands through a critically damped third-order filter and
are states, so that value, rate and acceleration of every signal are continuous and exact at each stage of an
integrator.
"""

from collections.abc import Sequence
from math import pi
from typing import NamedTuple

from narcine.actuation.drives import NINETY_PERCENT, follow
from narcine.compiled import kernel
from narcine.multibody.work import Work
from narcine.scalars import cos, sin
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers, Row

OSCILLATOR_FLOATS = 1
OSCILLATOR_INTEGERS = 5
WAVE_FLOATS = 5
WAVE_INTEGERS = 2
GAIT_PARAMETERS = ("frequency", "amplitude", "lag", "turn")
GAIT_STATES = ("phase", *(f"{name}{suffix}" for name in GAIT_PARAMETERS for suffix in ("", "_rate", "_acceleration")))


class Oscillators(NamedTuple):
    """Columns of the table of oscillators."""

    rows: int
    response: int
    """natural frequency of the parameters' filter (rad/s)"""
    commands: int
    """inputs of frequency, amplitude, lag and turn (4)"""
    state: int


class Waves(NamedTuple):
    """Columns of the table of waves."""

    rows: int
    amplitude: int
    phase: int
    lag: int
    turn: int
    harmonic: int
    oscillator: int
    drive: int


@kernel
def oscillator_columns(n: int, p: int, i: int) -> Oscillators:
    """Return where the numbers of the oscillators lie."""
    return Oscillators(rows=n, response=p, commands=i, state=i + 4 * n)


@kernel
def wave_columns(n: int, p: int, i: int) -> Waves:
    """Return where the numbers of the waves lie."""
    return Waves(
        rows=n, amplitude=p, phase=p + n, lag=p + 2 * n, turn=p + 3 * n, harmonic=p + 4 * n, oscillator=i, drive=i + n
    )


@kernel
def advance_oscillators(
    p: Array, layout: Integers, oscillators: Oscillators, x: Array, command: Array, rates: Array
) -> None:
    """Write the rates of phases and of filtered parameters."""
    for i in range(oscillators.rows):
        s = layout[u(oscillators.state + i)]
        rates[u(s)] = 2.0 * pi * x[u(s + 1)]
        for k in range(4):
            goal = command[u(layout[u(oscillators.commands + 4 * i + k)])]
            follow(p[u(oscillators.response + i)], goal, x, s + 1 + 3 * k, rates)


@kernel
def add_waves(
    p: Array,
    layout: Integers,
    waves: Waves,
    oscillators: Oscillators,
    x: Array,
    w: Work,
    work: Array,
) -> None:
    """Add each wave's value, rate and acceleration to its drive's signal."""
    for i in range(waves.rows):
        s = layout[u(oscillators.state + layout[u(waves.oscillator + i)])]
        signal = w.signal + 3 * layout[u(waves.drive + i)]
        share, lag, turn = p[u(waves.amplitude + i)], p[u(waves.lag + i)], p[u(waves.turn + i)]
        amplitude, amplitude_rate, amplitude_acceleration = x[u(s + 4)], x[u(s + 5)], x[u(s + 6)]
        harmonic = p[u(waves.harmonic + i)]
        angle = harmonic * x[u(s)] + p[u(waves.phase + i)] + lag * x[u(s + 7)]
        speed = harmonic * 2.0 * pi * x[u(s + 1)] + lag * x[u(s + 8)]
        spin_up = harmonic * 2.0 * pi * x[u(s + 2)] + lag * x[u(s + 9)]
        sine, cosine = sin(angle), cos(angle)
        work[u(signal)] += share * amplitude * sine + turn * x[u(s + 10)]
        work[u(signal + 1)] += share * (amplitude_rate * sine + amplitude * speed * cosine) + turn * x[u(s + 11)]
        work[u(signal + 2)] += (
            share
            * (
                (amplitude_acceleration - amplitude * speed * speed) * sine
                + (2.0 * amplitude_rate * speed + amplitude * spin_up) * cosine
            )
            + turn * x[u(s + 12)]
        )


def oscillator_row(response: float, commands: Sequence[int], state: int) -> Row:
    """Return the row of an oscillator whose changed parameters are 90 % there after `response` seconds."""
    return Row({"response": NINETY_PERCENT / response}, {"commands": commands, "state": state})
