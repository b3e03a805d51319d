"""How often intervals of towing campaigns hold the truth, where it is known."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from narcine.identification.towing.tow import identify_runs
from narcine.identification.towing.tow_runs import TowRun


@dataclass(frozen=True)
class Coverage:
    """How many campaigns held the truth along an axis."""

    campaigns: int
    quadratic: int
    linear: int

    @property
    def shares(self) -> tuple[float, float]:
        """Return the share of campaigns whose intervals of quadratic and linear drag hold the truth."""
        return self.quadratic / self.campaigns, self.linear / self.campaigns


def tow_coverage(
    draw: Callable[[int], Sequence[TowRun]],
    truth: Mapping[str, tuple[float, float]],
    campaigns: int,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Coverage]:
    """Return coverage by axis; `draw` gives the runs of a campaign by its number, `truth` c1 and c2 of each axis."""
    held = {axis: [0, 0] for axis in truth}
    for number in range(campaigns):
        for found in identify_runs(draw(number)):
            if found.fit is None:
                raise ValueError(f"campaign {number}, {found.axis}: {found.problem}")
            intervals = (found.fit.quadratic_interval, found.fit.linear_interval)
            for index, ((low, high), value) in enumerate(zip(intervals, truth[found.axis], strict=True)):
                held[found.axis][index] += low <= value <= high
        if progress is not None:
            progress(number + 1)
    return {axis: Coverage(campaigns, *counts) for axis, counts in held.items()}
