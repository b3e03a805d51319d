"""Bends at given times of a gait: for as long as they are asked for, beside the beat or in its place.

    w = S((t - T_j) / rise) - S((t - U_j) / fall),   S(s) = s^4 (35 - 84 s + 70 s^2 - 20 s^3) from 0 to 1
    signal_j -> (1 - fade w) signal_j + (a_j D + b_j) w

t is the gait's own time, a state, and D its dive; b_j is an angle of the bend's own. A bend with `fade` 1 takes the
place of all else that its drive is asked for. S is the lowest polynomial with three continuous derivatives at both
ends: prescribed joints follow it exactly, and steps feel little of where between them a bend begins, so that
derivatives by T_j are those of the motion.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.compiled import kernel
from narcine.gaits.oscillator import DIVE, TIME, Oscillators
from narcine.multibody.work import Work
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.chain_gait import Dive
    from narcine.description.gait import CTurn

RAMP_FLOATS = 7
RAMP_INTEGERS = 2
NEVER = 1e9
"""When (s) a bend ends that stays: after thirty years."""


class Ramps(NamedTuple):
    """Columns of the table of ramps."""

    rows: int
    time: int
    rise: int
    until: int
    fall: int
    share: int
    bend: int
    fade: int
    oscillator: int
    drive: int


@kernel
def ramp_columns(n: int, p: int, i: int) -> Ramps:
    """Return where the numbers of the ramps lie."""
    return Ramps(
        rows=n,
        time=p,
        rise=p + n,
        until=p + 2 * n,
        fall=p + 3 * n,
        share=p + 4 * n,
        bend=p + 5 * n,
        fade=p + 6 * n,
        oscillator=i,
        drive=i + n,
    )


@kernel
def ramp(s: Any) -> tuple[Any, Any, Any]:
    """Return how far a ramp has come, and its first and second derivative."""
    if s.real <= 0.0:
        return 0.0 * s, 0.0 * s, 0.0 * s
    if s.real >= 1.0:
        return 0.0 * s + 1.0, 0.0 * s, 0.0 * s
    rest = 1.0 - s
    return (
        s * s * s * s * (35.0 + s * (s * (70.0 - 20.0 * s) - 84.0)),
        140.0 * s * s * s * rest * rest * rest,
        420.0 * s * s * rest * rest * (1.0 - 2.0 * s),
    )


@kernel
def add_ramps(
    p: Array, layout: Integers, ramps: Ramps, oscillators: Oscillators, x: Array, w: Work, work: Array
) -> None:
    """Add each bend's value, rate and acceleration to its drive's signal, which it fades out while it lasts."""
    for i in range(ramps.rows):
        s = layout[u(oscillators.state + layout[u(ramps.oscillator + i)])]
        signal = w.signal + 3 * layout[u(ramps.drive + i)]
        rise, fall = p[u(ramps.rise + i)], p[u(ramps.fall + i)]
        up, up_rate, up_bend = ramp((x[u(s + TIME)] - p[u(ramps.time + i)]) / rise)
        down, down_rate, down_bend = ramp((x[u(s + TIME)] - p[u(ramps.until + i)]) / fall)
        value = up - down
        slope = up_rate / rise - down_rate / fall
        curve = up_bend / (rise * rise) - down_bend / (fall * fall)
        share, fade = p[u(ramps.share + i)], p[u(ramps.fade + i)]
        angle, rate, acceleration = work[u(signal)], work[u(signal + 1)], work[u(signal + 2)]
        bend = share * x[u(s + DIVE)] + p[u(ramps.bend + i)] - fade * angle
        bend_rate = share * x[u(s + DIVE + 1)] - fade * rate
        bend_acceleration = share * x[u(s + DIVE + 2)] - fade * acceleration
        work[u(signal)] += bend * value
        work[u(signal + 1)] += bend_rate * value + bend * slope
        work[u(signal + 2)] += bend_acceleration * value + 2.0 * bend_rate * slope + bend * curve


def dive_rows(gait: "Dive", oscillator: int, drives: dict[str, int]) -> list[Row]:
    """Return the rows of a dive, module by module."""
    return [
        _row(oscillator, drives[drive], time, gait.rise, NEVER if until is None else until, gait.rise, share=share)
        for drive, time, until, share in gait.bends
    ]


def c_turn_rows(gait: "CTurn", oscillator: int, drives: dict[str, int]) -> list[Row]:
    """Return the rows of a C-turn, in which all joints stop beating and bend to one side."""
    return [
        _row(oscillator, drives[drive], gait.at, gait.rise, gait.leaves, gait.back, bend=gait.bend, fade=1.0)
        for drive in gait.drives
    ]


def _row(
    oscillator: int,
    drive: int,
    time: float,
    rise: float,
    until: float,
    fall: float,
    share: float = 0.0,
    bend: float = 0.0,
    fade: float = 0.0,
) -> Row:
    numbers = {"time": time, "rise": rise, "until": until, "fall": fall, "share": share, "bend": bend, "fade": fade}
    return Row(numbers, {"oscillator": oscillator, "drive": drive})
