"""Bends at given times of a gait: module by module, for as long as they are asked for.

    signal_j += a_j D S((t - T_j) / rise),   S(s) = s^4 (35 - 84 s + 70 s^2 - 20 s^3) from 0 to 1

t is the gait's own time, a state, and D its dive. S is the lowest polynomial with three continuous derivatives at both
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

RAMP_FLOATS = 3
RAMP_INTEGERS = 2


class Ramps(NamedTuple):
    """Columns of the table of ramps."""

    rows: int
    time: int
    rise: int
    share: int
    oscillator: int
    drive: int


@kernel
def ramp_columns(n: int, p: int, i: int) -> Ramps:
    """Return where the numbers of the ramps lie."""
    return Ramps(rows=n, time=p, rise=p + n, share=p + 2 * n, oscillator=i, drive=i + n)


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
    """Add each ramp's value, rate and acceleration to its drive's signal."""
    for i in range(ramps.rows):
        s = layout[u(oscillators.state + layout[u(ramps.oscillator + i)])]
        signal = w.signal + 3 * layout[u(ramps.drive + i)]
        share, rise = p[u(ramps.share + i)], p[u(ramps.rise + i)]
        value, slope, bend = ramp((x[u(s + TIME)] - p[u(ramps.time + i)]) / rise)
        slope, bend = slope / rise, bend / (rise * rise)
        dive, rate, acceleration = x[u(s + DIVE)], x[u(s + DIVE + 1)], x[u(s + DIVE + 2)]
        work[u(signal)] += share * dive * value
        work[u(signal + 1)] += share * (rate * value + dive * slope)
        work[u(signal + 2)] += share * (acceleration * value + 2.0 * rate * slope + dive * bend)


def ramp_rows(gait: "Dive", oscillator: int, drives: dict[str, int]) -> list[Row]:
    """Return the rows of a dive, module by module."""
    return [
        Row({"time": time, "rise": gait.rise, "share": share}, {"oscillator": oscillator, "drive": drives[drive]})
        for drive, time, share in gait.bends
    ]
