"""Functions of one number that hold for real and for complex arguments.

A derivative is the imaginary part of a run whose parameters carry a tiny imaginary step. So every function here
continues analytically off the real line, and every comparison looks at the real part alone.
"""

import cmath
import math
from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import overload

from narcine.compiled import kernel


def real_part(x: Any) -> float:
    """Return the real part, on which all decisions are made."""
    return x.real  # type: ignore[no-any-return]


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


@overload(real_part)
def _overload_real_part(x):  # type: ignore[no-untyped-def]
    if isinstance(x, types.Complex):
        return lambda x: x.real
    return lambda x: x


@overload(atan2)
def _overload_atan2(y, x):  # type: ignore[no-untyped-def]
    if isinstance(x, types.Complex) or isinstance(y, types.Complex):

        def analytic(y, x):  # type: ignore[no-untyped-def]
            square = x.real * x.real + y.real * y.real
            slope = (x.real * y.imag - y.real * x.imag) / square if square > 0.0 else 0.0
            return complex(math.atan2(y.real, x.real), slope)

        return analytic
    return lambda y, x: math.atan2(y, x)


@kernel
def magnitude(x: Any) -> Any:
    """Return the absolute value, by the sign of the real part."""
    return x if real_part(x) >= 0.0 else -x


@kernel
def clip(x: Any, lower: Any, upper: Any) -> Any:
    """Return x held between two bounds."""
    if real_part(x) < real_part(lower):
        return lower
    if real_part(x) > real_part(upper):
        return upper
    return x
