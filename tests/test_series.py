"""The polynomials against the library's functions."""

import cmath
import math

import numpy as np
import pytest

from narcine.series import exponential, sine_and_cosine

ARGUMENTS = np.random.default_rng(2).uniform(-1e5, 1e5, 2000)


def test_sine_and_cosine_are_those_of_the_library():
    for x in ARGUMENTS:
        assert sine_and_cosine(x) == pytest.approx((math.sin(x), math.cos(x)), rel=0.0, abs=3e-16)


def test_the_exponential_is_that_of_the_library():
    """To 64 roundings, of which there are six squarings, and to 1e-15 where it is small."""
    for x in np.linspace(-300.0, 1.0, 2000):
        assert exponential(x) == pytest.approx(math.exp(x), rel=2e-14, abs=1e-15)


def test_they_carry_derivatives():
    for x in (-3.7, 0.0, 1.3, 12.9):
        z = complex(x, 1e-30)
        s, c = sine_and_cosine(z)
        assert (s.imag, c.imag) == pytest.approx((1e-30 * math.cos(x), -1e-30 * math.sin(x)), rel=1e-13, abs=1e-45)
    assert exponential(complex(-1.3, 1e-30)).imag == pytest.approx(cmath.exp(-1.3).real * 1e-30, rel=1e-13)
