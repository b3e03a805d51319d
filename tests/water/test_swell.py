"""Waves: Airy's field against its potential, seas against the moments of their spectrum, errors of their records."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import gamma

from narcine.description.problems import DescriptionError
from narcine.description.waves import Waves
from narcine.tables import Table
from narcine.water.swell import components, swell_at, swell_columns, swell_rows, wave_numbers
from tests.conftest import simulate

GRAVITY = 9.81
STEP = 1e-5
"""Length (m) or time (s) of differences; their error is of order 1e-9 for waves of some metres and seconds."""
DIFFERENCE = 1e-7


def field(waves, current=(0.0, 0.0, 0.0), seed=3):
    """Return the field of waves as a function of place and time, and of the velocity of who meets it."""
    rows = swell_rows(waves, GRAVITY, current, seed, waves.depth)
    numbers = np.array([list(row.numbers.values()) for row in rows]).T.ravel()
    columns = swell_columns.py_func(len(rows), 0, 0)
    return lambda place, time, velocity=(0.0, 0.0, 0.0): swell_at(numbers, columns, tuple(place), velocity, time)


REGULAR = Waves(height=0.4, period=3.0, towards=0.6, phase=0.3)
SHALLOW = Waves(height=0.4, period=3.0, towards=0.6, depth=1.5)
SEA = Waves(significant_height=0.5, peak_period=4.0, spreading=4.0)
PLACE, TIME = np.array([1.3, -0.7, 0.4]), 2.1


def potential(waves, place, time):
    """Airy's potential phi = a w / k cosh k (h - z) / sinh k h sin psi, of which the velocity is the gradient."""
    w = 2.0 * np.pi / waves.period
    h = 100.0 if waves.depth is None else waves.depth
    k = brentq(lambda k: GRAVITY * k * np.tanh(k * h) - w * w, 1e-4, 1e3, xtol=1e-15)
    psi = k * (np.cos(waves.towards) * place[0] + np.sin(waves.towards) * place[1]) - w * time + waves.phase
    return 0.5 * waves.height * w / k * np.cosh(k * (h - place[2])) / np.sinh(k * h) * np.sin(psi)


@pytest.mark.parametrize("waves", [REGULAR, SHALLOW], ids=["deep", "shallow"])
def test_the_velocity_is_the_gradient_of_airys_potential(waves):
    stream, _ = field(waves)(PLACE, TIME)
    for axis, offset in enumerate(STEP * np.eye(3)):
        slope = (potential(waves, PLACE + offset, TIME) - potential(waves, PLACE - offset, TIME)) / (2.0 * STEP)
        assert stream.velocity[axis] == pytest.approx(slope, abs=DIFFERENCE)


@pytest.mark.parametrize("above", [False, True], ids=["below", "above depth zero"])
@pytest.mark.parametrize("waves", [REGULAR, SHALLOW, SEA], ids=["deep", "shallow", "sea"])
def test_gradients_and_rates_are_those_of_the_field(waves, above):
    at, place = field(waves, current=(0.3, -0.2, 0.0)), PLACE - np.array([0.0, 0.0, 0.5 * above])
    stream, surface = at(place, TIME)
    gradient = np.array([stream.north_gradient, stream.east_gradient, stream.down_gradient])
    for axis, offset in enumerate(STEP * np.eye(3)):
        ahead, behind = at(place + offset, TIME), at(place - offset, TIME)
        change = np.subtract(ahead[0].velocity, behind[0].velocity) / (2.0 * STEP)
        assert gradient[:, axis] == pytest.approx(change, abs=DIFFERENCE)
        if axis < 2:
            slope = (ahead[1].elevation - behind[1].elevation) / (2.0 * STEP)
            assert surface[1 + axis] == pytest.approx(slope, abs=DIFFERENCE)
    later, earlier = at(place, TIME + STEP), at(place, TIME - STEP)
    assert stream.rate == pytest.approx(np.subtract(later[0].velocity, earlier[0].velocity) / (2.0 * STEP), abs=1e-7)
    assert surface.rise == pytest.approx((later[1].elevation - earlier[1].elevation) / (2.0 * STEP), abs=DIFFERENCE)
    if not above:
        assert np.trace(gradient) == pytest.approx(0.0, abs=1e-14)
        assert gradient == pytest.approx(gradient.T, abs=1e-14)


def test_the_tilt_is_the_rate_of_the_slope_along_the_way():
    at, velocity = field(SEA), np.array([0.8, -0.5, 0.2])
    _, surface = at(PLACE, TIME, tuple(velocity))
    _, ahead = at(PLACE + STEP * velocity, TIME + STEP)
    _, behind = at(PLACE - STEP * velocity, TIME - STEP)
    assert surface.north_tilt == pytest.approx((ahead.north_slope - behind.north_slope) / (2.0 * STEP), abs=1e-6)
    assert surface.east_tilt == pytest.approx((ahead.east_slope - behind.east_slope) / (2.0 * STEP), abs=1e-6)


def test_water_at_the_surface_moves_with_it():
    stream, surface = field(REGULAR)([1.3, -0.7, 0.0], TIME)
    assert surface.rise == pytest.approx(-stream.velocity[2], rel=1e-12)


@pytest.mark.parametrize("depth", [0.3, 2.0, 40.0])
def test_wave_numbers_solve_the_dispersion_relation(depth):
    frequency = np.linspace(0.2, 8.0, 40)
    for w, k in zip(frequency, wave_numbers(frequency, GRAVITY, depth), strict=True):
        exact = brentq(lambda k, w=w: GRAVITY * k * np.tanh(k * depth) - w * w, 1e-5, 1e3, xtol=1e-15, rtol=1e-14)
        assert k == pytest.approx(exact, rel=1e-10)


def test_a_sea_has_the_height_and_the_mean_period_of_its_spectrum():
    """Pierson-Moskowitz: T_01 / T_p = 1.25^(-1/4) / Gamma(3/4); the cut at three peak frequencies lengthens it."""
    sea = Waves(significant_height=0.6, peak_period=5.0, peakedness=1.0, components=400)
    frequency, amplitude, _, _ = components(sea, 1)
    energy = 0.5 * amplitude**2
    assert 4.0 * np.sqrt(energy.sum()) == pytest.approx(0.6, rel=1e-12)
    mean_period = 2.0 * np.pi * energy.sum() / (energy * frequency).sum()
    missing = 1.5e-2 * 3.5
    """1.5 % of the energy lies beyond the cut, at three to four times the peak frequency."""
    exact = 1.25**-0.25 / gamma(0.75)
    assert mean_period / 5.0 == pytest.approx(exact, rel=missing)
    assert mean_period / 5.0 > exact


def test_the_elevation_of_a_sea_varies_as_said():
    """Over 300 peak periods the variance of a record scatters by about 1 / sqrt(300) of the bandwidth: 8 %."""
    at = field(Waves(significant_height=0.6, peak_period=5.0))
    record = [at([0.0, 0.0, 5.0], time)[1].elevation for time in np.arange(0.0, 1500.0, 0.5)]
    assert 4.0 * np.std(record) == pytest.approx(0.6, rel=0.08)


def test_spread_waves_travel_about_their_mean_heading():
    """The variance of cos^2 spreading is (pi^2 - 6) / 12."""
    sea = Waves(significant_height=0.6, peak_period=5.0, spreading=2.0, towards=0.7, components=1000)
    heading = components(sea, 1)[2]
    scatter = np.sqrt((np.pi**2 - 6.0) / 12.0)
    assert heading.mean() == pytest.approx(0.7, abs=4.0 * scatter / np.sqrt(1000.0))
    assert heading.std() == pytest.approx(scatter, rel=0.1)


def test_a_seed_makes_a_sea_again():
    def swell(**more):
        vehicle = {"bodies": {"hull": {"mass": 1.0, "shape": {"sphere": 0.1}}}}
        sea = {"significant_height": 0.3, "peak_period": 3.0, **more.pop("waves", {})}
        model = simulate(**vehicle, run={"water": {"waves": sea}, **more}).model
        start, count = model.layout[3 * Table.SWELL + 1], model.layout[3 * Table.SWELL]
        return model.parameters[start : start + 8 * count]

    assert np.array_equal(swell(seed=4), swell(seed=4))
    assert np.array_equal(swell(seed=4), swell(seed=9, waves={"seed": 4}))
    assert not np.array_equal(swell(seed=4), swell(seed=5))


@pytest.mark.parametrize(
    ("water", "says"),
    [
        ({"waves": {"height": 0.3}}, "height and period"),
        ({"waves": {"height": 0.3, "period": 3, "significant_height": 1, "peak_period": 4}}, "need either"),
        ({"waves": {"height": 0.3, "period": 3, "seed": 1}}, "seed: belongs to a sea"),
        ({"waves": {"significant_height": 0.3, "peak_period": 3, "phase": 1}}, "phase: belongs to a regular train"),
        ({"waves": {"height": 3.0, "period": 3}}, "break"),
        ({"waves": {"height": 0.3, "period": 3}, "gravity": 0}, "without gravity"),
        ({"waves": {"height": -1, "period": 3}}, "greater than 0"),
        ({"current_profile": [[0, 1, 0]]}, "at least two rows"),
        ({"current_profile": [[0, 1], [1, 2]]}, "each row must be [depth, north, east]"),
        ({"current_profile": [[2, 1, 0], [1, 2, 0]]}, "depths must grow"),
        ({"current_history": [[0, 1, 0, 0], [0, 2, 0, 0]]}, "times must grow"),
        ({"current_history": [["1 m", 1, 0, 0], [2, 2, 0, 0]]}, "'m' is a unit of length"),
        ({"density_gradient": -1}, "at least 0"),
        ({"waves": {"height": 2, "period": 10, "depth": 0.3}}, "at most 0.26"),
        ({"surface": "calm", "current_history": [[0, 0, 0, 0], [1, 0, 0, 0.1]]}, "through the surface"),
    ],
)
def test_a_wrong_water_is_refused_with_a_reason(water, says):
    with pytest.raises(DescriptionError) as error:
        simulate(bodies={"hull": {"mass": 1.0}}, run={"water": water})
    assert says in str(error.value)


def test_waves_feel_the_seabed():
    body = {"mass": 1.0, "shape": {"sphere": 0.1}}
    waves = {"height": 0.1, "period": 3.0}

    def numbers(water, **run):
        model = simulate(bodies={"hull": body}, run={"water": {"waves": water}, **run}).model
        start = model.layout[3 * Table.SWELL + 1]
        return model.parameters[start : start + 8]

    said = numbers({**waves, "depth": 1.5})
    assert np.array_equal(numbers(waves, world={"seabed": 1.5}), said)
    assert np.array_equal(numbers({**waves, "depth": 1.5}, world={"seabed": 9.0}), said)
    assert not np.array_equal(numbers(waves), said)
