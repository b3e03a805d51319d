"""How drivers read devices: no answer, and one that holds a number that is none, are no readings."""

import math
from collections.abc import Callable
from typing import TypeVar

Reading = TypeVar("Reading", bound=tuple[float, ...])


def read_good(read: Callable[[], Reading | None]) -> Reading | None:
    """Return the next reading of a device, or None: it has none, it fails, or a number of it is not finite."""
    try:
        reading = read()
    except OSError:
        return None
    if reading is None or not all(map(math.isfinite, reading)):
        return None
    return reading
