"""Drag along axes that nobody towed, in the ratio of added inertia: a guess.

Y_vv = (Y_vdot / Z_wdot) Z_ww,  Y_v = (Y_vdot / Z_wdot) Z_w, and likewise roll and yaw from pitch
                                                                      (Nielsen et al. 2018, section 4.1.4)
"""

from collections.abc import Mapping
from dataclasses import dataclass

from narcine.description.quantities import suggestion
from narcine.identification.towing.axes import AXES, TURNING
from narcine.identification.towing.drag_fit import DragFit
from narcine.recording.trajectory import Array


@dataclass(frozen=True)
class Guess:
    """Drag along an axis, from that along another."""

    axis: str
    source: str
    """the axis that was towed"""
    ratio: float
    """of added inertia"""
    quadratic: float
    linear: float
    quadratic_interval: tuple[float, float]
    linear_interval: tuple[float, float]
    """those of the towed axis in the same ratio: what is not known of the ratio is not in them"""


def parse_pairs(text: str) -> dict[str, str]:
    """Return which axis is taken from which, as in sway=heave,roll=pitch,yaw=pitch."""
    pairs: dict[str, str] = {}
    for part in text.split(","):
        axis, equals, source = (word.strip() for word in part.partition("="))
        if not equals:
            raise ValueError("must read AXIS=TOWED AXIS, as in sway=heave,roll=pitch,yaw=pitch")
        for word in (axis, source):
            if word not in AXES:
                raise ValueError(f"there is no axis {word!r}{suggestion(word, AXES)}; there are {', '.join(AXES)}")
        if (axis in TURNING) != (source in TURNING):
            raise ValueError(f"{axis} cannot come from {source}: one turns, the other does not")
        if axis in pairs:
            raise ValueError(f"{axis} stands twice")
        pairs[axis] = source
    return pairs


def extrapolate(pairs: Mapping[str, str], fits: Mapping[str, DragFit], added_inertia: Array) -> list[Guess]:
    """Return drag along axes that were not towed; `added_inertia` (6,) is the diagonal of the vehicle's root."""
    guesses = []
    for axis, source in pairs.items():
        if axis in fits:
            raise ValueError(f"{axis} was towed; it need not be taken from {source}")
        if source not in fits:
            raise ValueError(f"{axis} cannot come from {source}, of which nothing was identified")
        own, other = (float(added_inertia[AXES.index(each)]) for each in (axis, source))
        if not (own > 0.0 and other > 0.0):
            raise ValueError(f"the added inertia of {axis} or {source} is zero; there is no ratio")
        fit, ratio = fits[source], own / other
        intervals = [(ratio * low, ratio * high) for low, high in (fit.quadratic_interval, fit.linear_interval)]
        guesses.append(Guess(axis, source, ratio, ratio * fit.quadratic, ratio * fit.linear, *intervals))
    return guesses
