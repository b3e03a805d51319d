"""Waves of small steepness (Airy), one component per row, on deep water or on water of a depth h.

    psi = k . x - w t + phase,   elevation a cos psi,   w^2 = g k tanh k h
    along the way a w C cos psi, up a w S sin psi,   C = cosh k (h - z) / sinh k h,   S = sinh k (h - z) / sinh k h

with z the depth. Above depth zero C and S go on straight (linear extrapolation), which keeps short waves on long crests
finite. The steady current carries the waves along: an observer at rest meets them at w + k . v_c.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.compiled import kernel, summing_kernel
from narcine.series import exponential, sine_and_cosine
from narcine.spatial.vectors import Array, Vector3, u
from narcine.tables import Row
from narcine.water.stream import Stream, Surface

if TYPE_CHECKING:
    from narcine.description.waves import Waves

SWELL_FLOATS = 8


class Swell(NamedTuple):
    """Columns of the table of wave components."""

    rows: int
    amplitude: int
    wave_number: int
    north: int
    east: int
    """the direction in which it travels"""
    frequency: int
    """w, in water that does not flow (rad/s)"""
    encounter: int
    """what an observer at rest meets (rad/s)"""
    phase: int
    echo: int
    """exp(-2 k h), zero on deep water"""


@kernel
def swell_columns(n: int, p: int, i: int) -> Swell:
    """Return where the wave components lie."""
    return Swell(
        rows=n,
        amplitude=p,
        wave_number=p + n,
        north=p + 2 * n,
        east=p + 3 * n,
        frequency=p + 4 * n,
        encounter=p + 5 * n,
        phase=p + 6 * n,
        echo=p + 7 * n,
    )


@summing_kernel
def swell_at(p: Array, swell: Swell, place: Vector3, velocity: Vector3, time: Any) -> tuple[Stream, Surface]:
    """Return the motion of the water at a place, and the surface above it as a point with a velocity meets it."""
    zero = 0.0 * (place[2] + time)
    vn = ve = vd = an = ae = ad = zero
    nn = ne = ee = nd = ed = dn = de = dd = zero
    height = rise = slope_n = slope_e = tilt_n = tilt_e = zero
    depth = place[2] if place[2].real > 0.0 else zero
    above = place[2] - depth
    for i in range(swell.rows):
        a, k = p[u(swell.amplitude + i)], p[u(swell.wave_number + i)]
        n, e = p[u(swell.north + i)], p[u(swell.east + i)]
        met, echo = p[u(swell.encounter + i)], p[u(swell.echo + i)]
        sine, cosine = sine_and_cosine(k * (n * place[0] + e * place[1]) - met * time + p[u(swell.phase + i)])
        c, s = a * cosine, a * sine
        passing = k * (met - k * (n * velocity[0] + e * velocity[1])) * c
        height, rise = height + c, rise + met * s
        slope_n, slope_e = slope_n - k * n * s, slope_e - k * e * s
        tilt_n, tilt_e = tilt_n + n * passing, tilt_e + e * passing
        w = p[u(swell.frequency + i)]
        c, s = w * c, w * s
        fade = exponential(-k * depth)
        back = echo / fade
        C, S = (fade + back) / (1.0 - echo), (fade - back) / (1.0 - echo)
        C_here, S_here = C - k * S * above, S - k * C * above
        along, down = C_here * c, -S_here * s
        vn, ve, vd = vn + n * along, ve + e * along, vd + down
        along, down = C_here * met * s, S_here * met * c
        an, ae, ad = an + n * along, ae + e * along, ad + down
        stretch, lean, bend = -k * C_here * s, -k * S_here * c, -k * S * c
        nn, ne, ee = nn + n * n * stretch, ne + n * e * stretch, ee + e * e * stretch
        dn, de, dd = dn + n * lean, de + e * lean, dd + k * C * s
        nd, ed = nd + n * bend, ed + e * bend
    stream = Stream((vn, ve, vd), (nn, ne, nd), (ne, ee, ed), (dn, de, dd), (an, ae, ad))
    return stream, Surface(height, slope_n, slope_e, rise, tilt_n, tilt_e)


def swell_rows(waves: "Waves", gravity: float, current: Vector3, seed: int, depth: float | None) -> list[Row]:
    """Return the components of waves on water of a depth, deep when there is none."""
    frequency, amplitude, heading, phase = components(waves, seed)
    k = wave_numbers(frequency, gravity, depth)
    north, east = np.cos(heading), np.sin(heading)
    encounter = frequency + k * (north * current[0] + east * current[1])
    echo = np.zeros_like(k) if depth is None else np.exp(-2.0 * k * depth)
    names = [name for name in Swell._fields if name != "rows"]
    columns = (amplitude, k, north, east, frequency, encounter, phase, echo)
    return [Row(dict(zip(names, row, strict=True)), {}) for row in zip(*columns, strict=True)]


def components(
    waves: "Waves", seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return frequency (rad/s), amplitude, heading and phase of each component.

    A spectrum is cut into bands of equal width; each gives its energy to one component of a random frequency in it and
    of a random phase.
    """
    if waves.period is not None and waves.height is not None:
        one = np.ones(1)
        return 2.0 * np.pi / waves.period * one, 0.5 * waves.height * one, waves.towards * one, waves.phase * one
    assert waves.peak_period is not None, "the record holds that a sea has one"
    assert waves.significant_height is not None, "and that it has this as well"
    draw = np.random.default_rng(seed)
    peak = 2.0 * np.pi / waves.peak_period
    edges = peak * np.linspace(*SPECTRUM_REACH, waves.components + 1)
    inside = np.linspace(0.0, 1.0, BAND_POINTS)
    bands = edges[:-1, None] + np.diff(edges)[:, None] * inside
    energy = np.trapezoid(jonswap(bands, peak, waves.peakedness), bands, axis=1)
    energy *= waves.significant_height**2 / 16.0 / energy.sum()
    frequency = edges[:-1] + np.diff(edges) * draw.random(waves.components)
    phase = 2.0 * np.pi * draw.random(waves.components)
    return frequency, np.sqrt(2.0 * energy), waves.towards + spread(waves, draw), phase


SPECTRUM_REACH = (0.5, 3.0)
"""Lowest and highest frequency over that of the peak: 1.5 % of a Pierson-Moskowitz sea's energy lies beyond."""
BAND_POINTS = 33
"""Points of each band over which its energy is summed."""
PEAK_WIDTHS = (0.07, 0.09)


def jonswap(frequency: NDArray[np.float64], peak: float, peakedness: float) -> NDArray[np.float64]:
    """Return the JONSWAP spectrum (Hasselmann et al. 1973) up to a factor; peakedness 1 is Pierson-Moskowitz."""
    width = np.where(frequency <= peak, *PEAK_WIDTHS)
    bump = np.exp(-0.5 * ((frequency / peak - 1.0) / width) ** 2)
    spectrum: NDArray[np.float64] = frequency**-5.0 * np.exp(-1.25 * (peak / frequency) ** 4) * peakedness**bump
    return spectrum


def spread(waves: "Waves", draw: np.random.Generator) -> NDArray[np.float64]:
    """Return headings about the mean one, of density cos^n within a quarter turn to each side."""
    if waves.spreading is None:
        return np.zeros(waves.components)
    angles = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 2001)
    density = np.cos(angles) ** waves.spreading
    below = np.concatenate([[0.0], np.cumsum(0.5 * (density[1:] + density[:-1]))])
    return np.interp(draw.random(waves.components), below / below[-1], angles)


def wave_numbers(frequency: NDArray[np.float64], gravity: float, depth: float | None) -> NDArray[np.float64]:
    """Return k with w^2 = g k tanh k h, by Newton's method from a start that is within 1 % (Guo 2002)."""
    deep: NDArray[np.float64] = frequency**2 / gravity
    if depth is None:
        return deep
    y = deep * depth
    x = y * (1.0 - np.exp(-(y**1.25))) ** -0.4
    for _ in range(NEWTON_STEPS):
        t = np.tanh(x)
        x = x - (x * t - y) / (t + x * (1.0 - t * t))
    numbers: NDArray[np.float64] = x / depth
    return numbers


NEWTON_STEPS = 4
"""From 1 %, four doublings of the digits reach rounding."""
