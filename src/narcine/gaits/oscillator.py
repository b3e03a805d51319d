"""One oscillator per gait; each drive of the gait takes a wave from it.

    signal_j = a_j A sin(n_j phase + p_j + l_j L) + o_j T + d_j D,   phase_dot = 2 pi f

Frequency f, amplitude A, lag L, turn T and dive D follow their commands through a critically damped third-order filter
and are states, so that value, rate and acceleration of every signal are continuous and exact at each stage of an
integrator. The gait's own time, from which bends at given times count (`gaits.ramps`), is a state too.

Where a wave has M points a beat, it is sent as a controller sends it to a servo: the phase is held from one of M
points to the next (Zhou et al. 2007, eqs 2 and 6). What follows such a signal follows its value alone.
"""

from collections.abc import Mapping, Sequence
from math import floor, pi
from typing import Any, NamedTuple

from narcine.compiled import kernel
from narcine.following import NINETY_PERCENT, follow, followed
from narcine.multibody.work import Work
from narcine.scalars import cos, sin
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers, Row

GAIT_PARAMETERS = ("frequency", "amplitude", "lag", "turn", "dive")
PARAMETERS = len(GAIT_PARAMETERS)
OSCILLATOR_FLOATS = 1
OSCILLATOR_INTEGERS = PARAMETERS + 1
WAVE_FLOATS = 7
WAVE_INTEGERS = 2
AMPLITUDE, LAG, TURN, DIVE, TIME = 4, 7, 10, 13, 16
"""Where an oscillator keeps the values of its parameters, each followed by rate and acceleration, and its time."""
NO_INPUT = -1
"""In place of the input of a parameter that moves nothing: it stays zero."""


class Oscillators(NamedTuple):
    """Columns of the table of oscillators."""

    rows: int
    response: int
    """natural frequency of the parameters' filter (rad/s)"""
    commands: int
    """inputs of frequency, amplitude, lag, turn and dive (5)"""
    state: int


class Waves(NamedTuple):
    """Columns of the table of waves."""

    rows: int
    amplitude: int
    phase: int
    lag: int
    turn: int
    harmonic: int
    dive: int
    points: int
    """that a beat is sent in; 0 where it is sent as it is"""
    oscillator: int
    drive: int


@kernel
def oscillator_columns(n: int, p: int, i: int) -> Oscillators:
    """Return where the numbers of the oscillators lie."""
    return Oscillators(rows=n, response=p, commands=i, state=i + PARAMETERS * n)


@kernel
def wave_columns(n: int, p: int, i: int) -> Waves:
    """Return where the numbers of the waves lie."""
    return Waves(
        rows=n,
        amplitude=p,
        phase=p + n,
        lag=p + 2 * n,
        turn=p + 3 * n,
        harmonic=p + 4 * n,
        dive=p + 5 * n,
        points=p + 6 * n,
        oscillator=i,
        drive=i + n,
    )


@kernel
def advance_oscillators(
    p: Array, layout: Integers, oscillators: Oscillators, x: Array, command: Array, rates: Array
) -> None:
    """Write the rates of phases and of filtered parameters."""
    for i in range(oscillators.rows):
        s = layout[u(oscillators.state + i)]
        rates[u(s)] = 2.0 * pi * x[u(s + 1)]
        rates[u(s + TIME)] = 1.0
        for k in range(PARAMETERS):
            number = layout[u(oscillators.commands + PARAMETERS * i + k)]
            if number != NO_INPUT:
                follow(p[u(oscillators.response + i)], command[u(number)], x, s + 1 + 3 * k, rates)


@kernel
def held_phase(phase: Any, points: Any) -> Any:
    """Return the last of so many points of a turn that a phase has passed."""
    spacing = 2.0 * pi / points.real
    return spacing * floor(phase.real / spacing) + 0.0 * phase


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
        dive = p[u(waves.dive + i)]
        work[u(signal)] += dive * x[u(s + DIVE)]
        work[u(signal + 1)] += dive * x[u(s + DIVE + 1)]
        work[u(signal + 2)] += dive * x[u(s + DIVE + 2)]
        if share == 0.0 and turn == 0.0:  # it only dives; the imaginary parts count
            continue
        amplitude, amplitude_rate, amplitude_acceleration = (
            x[u(s + AMPLITUDE)],
            x[u(s + AMPLITUDE + 1)],
            x[u(s + AMPLITUDE + 2)],
        )
        harmonic, points = p[u(waves.harmonic + i)], p[u(waves.points + i)]
        phase, frequency, frequency_rate = x[u(s)], x[u(s + 1)], x[u(s + 2)]
        if points.real > 0.0:
            phase, frequency, frequency_rate = held_phase(phase, points), 0.0 * frequency, 0.0 * frequency
        angle = harmonic * phase + p[u(waves.phase + i)] + lag * x[u(s + LAG)]
        speed = harmonic * 2.0 * pi * frequency + lag * x[u(s + LAG + 1)]
        spin_up = harmonic * 2.0 * pi * frequency_rate + lag * x[u(s + LAG + 2)]
        sine, cosine = sin(angle), cos(angle)
        work[u(signal)] += share * amplitude * sine + turn * x[u(s + TURN)]
        work[u(signal + 1)] += share * (amplitude_rate * sine + amplitude * speed * cosine) + turn * x[u(s + TURN + 1)]
        work[u(signal + 2)] += (
            share
            * (
                (amplitude_acceleration - amplitude * speed * speed) * sine
                + (2.0 * amplitude_rate * speed + amplitude * spin_up) * cosine
            )
            + turn * x[u(s + TURN + 2)]
        )


def oscillator_row(response: float, commands: Sequence[int], state: int) -> Row:
    """Return the row of an oscillator whose changed parameters are 90 % there after `response` seconds."""
    return Row({"response": NINETY_PERCENT / response}, {"commands": commands, "state": state})


def gait_states(parameters: Mapping[str, float]) -> dict[str, float]:
    """Return the states of an oscillator that starts with these parameters, by their names."""
    states = {"phase": 0.0}
    for name in GAIT_PARAMETERS:
        states |= followed(name, parameters[name])
    return {**states, "time": 0.0}


def acceleration_of(first: int, parameter: str) -> int:
    """Return which state is the acceleration of a parameter of the oscillator whose states begin at `first`."""
    return first + 3 + 3 * GAIT_PARAMETERS.index(parameter)
