"""The PID loop against closed forms and SciPy, and what must not upset it."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import StateSpace, lsim

from narcine.autonomy.control.pid import Pid


def pid(circular=False, **gains) -> Pid:
    return Pid(
        SimpleNamespace(**{"kp": 0.0, "ki": 0.0, "kd": 0.0, "limit": 1e9, "integral_limit": None, **gains}), circular
    )


def test_each_term_is_its_formula():
    loop = pid(kp=2.0, ki=0.5, kd=0.1)
    # 2 * 3 + 0.5 * 3 * 0.1 - 0.1 * 4
    assert loop.update(5.0, 2.0, 0.1, rate=4.0) == pytest.approx(6.0 + 0.15 - 0.4)
    assert loop.update(5.0, 2.0, 0.1, rate=0.0) == pytest.approx(6.0 + 0.30)


def test_without_a_rate_it_takes_the_difference_of_measurements():
    loop = pid(kd=1.0)
    assert loop.update(0.0, 1.0, 0.1) == 0.0
    assert loop.update(0.0, 1.2, 0.1) == pytest.approx(-2.0)
    assert loop.update(7.0, 1.2, 0.1) == 0.0  # a step of what is desired does not kick


def test_a_heading_goes_the_short_way_round():
    loop = pid(circular=True, kp=1.0, kd=1.0)
    assert loop.update(math.radians(10.0), math.radians(350.0), 0.1, 0.0) == pytest.approx(math.radians(20.0))
    loop = pid(circular=True, kd=1.0)
    loop.update(0.0, math.radians(359.0), 0.1)
    assert loop.update(0.0, math.radians(1.0), 0.1) == pytest.approx(-math.radians(20.0))


def test_a_double_integrator_under_it_is_the_linear_system_of_scipy():
    """A body with x'' = u under u = kp (1 - x) + I - kd x', I' = ki (1 - x)."""
    kp, ki, kd, step = 4.0, 0.8, 3.0, 1e-3
    loop = pid(kp=kp, ki=ki, kd=kd)
    x = v = 0.0
    found = []
    for _ in range(10_000):
        found.append(x)
        u = loop.update(1.0, x, step, v)
        x, v = x + step * v + 0.5 * step**2 * u, v + step * u
    a = [[0.0, 1.0, 0.0], [-kp, -kd, 1.0], [-ki, 0.0, 0.0]]
    system = StateSpace(a, [[0.0], [kp], [ki]], [[1.0, 0.0, 0.0]], [[0.0]])
    times = np.arange(10_000) * step
    expected = lsim(system, np.ones_like(times), times)[1]
    # 2e-3: control held over 1 ms and an integral by rectangles are of first order in the step
    np.testing.assert_allclose(found, expected, atol=2e-3)


def test_the_output_and_the_integral_stay_within_their_limits():
    loop = pid(kp=1.0, ki=1.0, limit=1.0, integral_limit=0.3)
    outputs = [loop.update(0.5, 0.0, 0.1, 0.0) for _ in range(100)]
    assert loop.integral == pytest.approx(0.3)
    assert max(outputs) == pytest.approx(0.8)
    assert loop.update(50.0, 0.0, 0.1, 0.0) == 1.0


def test_the_integral_does_not_grow_while_the_output_is_at_its_limit():
    loop = pid(kp=1.0, ki=1.0, limit=1.0)
    for _ in range(100):
        assert loop.update(5.0, 0.0, 0.1, 0.0) == 1.0
    assert loop.integral == 0.0
    assert loop.update(0.5, 0.0, 0.1, 0.0) == pytest.approx(0.55)
    loop.integral = 0.9
    loop.update(-0.1, 0.0, 0.1, 0.0)  # it may shrink
    assert loop.integral == pytest.approx(0.89)


def test_a_changed_gain_does_not_make_the_integral_jump():
    loop = pid(ki=1.0)
    for _ in range(10):
        loop.update(1.0, 0.0, 0.1, 0.0)
    before = loop.update(0.0, 0.0, 0.1, 0.0)
    loop.ki = 5.0
    assert loop.update(0.0, 0.0, 0.1, 0.0) == before == pytest.approx(1.0)


@pytest.mark.parametrize(("desired", "measured"), [(math.nan, 1.0), (1.0, math.nan), (math.inf, 1.0), (1.0, -math.inf)])
def test_what_is_no_number_makes_no_output_and_leaves_no_trace(desired, measured):
    loop = pid(kp=1.0, ki=1.0, kd=1.0)
    loop.update(1.0, 0.0, 0.1)
    integral = loop.integral
    assert loop.update(desired, measured, 0.1) == 0.0
    assert loop.integral == integral
    assert loop.update(1.0, 0.0, 0.1) == pytest.approx(1.0 + integral + 0.1)


NUMBERS = st.floats(allow_nan=True, allow_infinity=True)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=30), st.booleans())
def test_the_output_is_always_a_number_within_the_limit(inputs, circular):
    loop = pid(circular, kp=2.0, ki=1.0, kd=0.5, limit=0.26, integral_limit=0.1)
    for desired, measured, rate in inputs:
        assert abs(loop.update(desired, measured, 0.1, rate)) <= 0.26
        assert abs(loop.integral) <= 0.1
