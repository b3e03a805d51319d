"""Maps: speed, power and cost of transport of a vehicle over some of its numbers."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from narcine.campaign.axis import Values
from narcine.campaign.dataset import map_dataset
from narcine.campaign.plan import Point, plan_map
from narcine.campaign.swims import Swim, swim_points
from narcine.campaign.variant import Source

if TYPE_CHECKING:
    import xarray


def swim_map(
    source: Source,
    over: Mapping[str, Values],
    settings: Mapping[str, Any] | None = None,
    duration: float | None = None,
    vehicle: str | None = None,
    progress: Callable[[float], None] | None = None,
) -> "xarray.Dataset":
    """Swim all points of a grid as batches over all cores, and return their numbers (docs/map.md).

    `over` has the values of each axis by its path: numbers in SI units, text with units, or `from:to:count`. Numbers
    are those of `narcine.recording.summary.summarise`: means over the last half of each run, cut to whole beats. A
    point that cannot be built or explodes is nan, and `problem` says why.
    """
    plan = plan_map(source, over, settings, duration, vehicle)
    points = plan.points
    swims: dict[Point, Swim] = {}
    for part in swim_points(plan, points):
        swims |= part
        if progress is not None:
            progress(len(swims) / len(points))
    return map_dataset(plan, swims)
