"""Functions of one number that hold for real and for complex arguments.

A derivative is the imaginary part of a run whose parameters carry a tiny imaginary step. So every function here
continues analytically off the real line, and every comparison in a kernel looks at `x.real` alone.
"""

import cmath
import math
from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import overload

from narcine.compiled import kernel


def sqrt(x: Any) -> Any:
    """Return the square root."""
    return cmath.sqrt(x) if isinstance(x, complex) else math.sqrt(x)


def sin(x: Any) -> Any:
    """Return the sine."""
    return cmath.sin(x) if isinstance(x, complex) else math.sin(x)


def cos(x: Any) -> Any:
    """Return the cosine."""
    return cmath.cos(x) if isinstance(x, complex) else math.cos(x)


def exp(x: Any) -> Any:
    """Return the exponential."""
    return cmath.exp(x) if isinstance(x, complex) else math.exp(x)


def log(x: Any) -> Any:
    """Return the natural logarithm of a positive number."""
    return cmath.log(x) if isinstance(x, complex) else math.log(x)


@kernel
def _complex_atan2(y: complex, x: complex) -> complex:
    square = x.real * x.real + y.real * y.real
    slope = (x.real * y.imag - y.real * x.imag) / square if square > 0.0 else 0.0
    return complex(math.atan2(y.real, x.real), slope)


def atan2(y: Any, x: Any) -> Any:
    """Return the angle of the point (x, y)."""
    if isinstance(x, complex) or isinstance(y, complex):
        return _complex_atan2(complex(y), complex(x))
    return math.atan2(y, x)


def _overload_unary(function: Callable[[Any], Any], real: Callable[[Any], Any], analytic: Callable[[Any], Any]) -> None:
    @overload(function)
    def choose(x):  # type: ignore[no-untyped-def]
        if isinstance(x, types.Complex):
            return lambda x: analytic(x)
        return lambda x: real(x)


_overload_unary(sqrt, math.sqrt, cmath.sqrt)
_overload_unary(sin, math.sin, cmath.sin)
_overload_unary(cos, math.cos, cmath.cos)
_overload_unary(exp, math.exp, cmath.exp)
_overload_unary(log, math.log, cmath.log)


@overload(atan2)
def _overload_atan2(y, x):  # type: ignore[no-untyped-def]
    if isinstance(x, types.Complex) or isinstance(y, types.Complex):
        return lambda y, x: _complex_atan2(y, x)
    return lambda y, x: math.atan2(y, x)


@kernel
def magnitude(x: Any) -> Any:
    """Return the absolute value, by the sign of the real part."""
    return x if x.real >= 0.0 else -x


@kernel
def power(x: Any, exponent: Any) -> Any:
    """Return x to a power that need not be whole, for x greater than zero."""
    return exp(exponent * log(x))


@kernel
def at_least_zero(x: Any) -> Any:
    """Return x, or zero where it is negative."""
    return x if x.real > 0.0 else 0.0 * x


@kernel
def clip(x: Any, lower: Any, upper: Any) -> Any:
    """Return x held between two bounds."""
    if x.real < lower.real:
        return lower
    if x.real > upper.real:
        return upper
    return x
