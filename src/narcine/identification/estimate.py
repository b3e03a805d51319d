"""Numbers that fit measurements, and how well they are known."""

from dataclasses import dataclass
from functools import lru_cache

CONFIDENCE = 0.95
"""How often an interval holds the truth."""


@dataclass(frozen=True)
class Estimate:
    """Numbers that fit measurements, their 95 % intervals, and how far the fit is from what was measured."""

    values: tuple[float, ...]
    half_widths: tuple[float, ...]
    """of the intervals"""
    rms: float
    worst: float
    """residual: root of the mean square, and largest magnitude"""


@lru_cache(maxsize=256)
def quantile(degrees: float) -> float:
    """Return by how many standard errors an interval reaches to either side (Student's t)."""
    from scipy.stats import t

    return float(t.ppf(0.5 + 0.5 * CONFIDENCE, degrees))


def half_width(standard_error: float, degrees: float) -> float:
    """Return how far an interval reaches to either side, by the degrees of freedom of the standard error."""
    return standard_error * quantile(degrees)
