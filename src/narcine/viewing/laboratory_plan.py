"""How the width of an interval falls with the number of runs, as a picture."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from narcine.laboratory.planning import Drawn, Foreseen
from narcine.viewing.figures import COLOURS, INK, Key, stack

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HEIGHT = 3.6
"""Of the panel (inches)."""
SMALL = 1e-9
"""Numbers below which widths are shown as they are, not as shares."""


def draw_plan(
    title: str, designs: Sequence[Foreseen], found: Mapping[int, Drawn], number: int, value: float, wanted: float
) -> "Figure":
    """Draw half widths over runs: foreseen, as drawn campaigns say of themselves, as they scatter; and the wanted."""
    from matplotlib.ticker import NullFormatter, ScalarFormatter

    scale = 100.0 / abs(value) if abs(value) > SMALL else 1.0
    key: Key = {
        "foreseen": {"color": COLOURS[0], "linewidth": 1.8},
        "as campaigns say": {"color": COLOURS[1], "marker": "o", "linestyle": ""},
        "as they scatter": {"color": COLOURS[3], "marker": "D", "linestyle": "", "markersize": 5},
        "wanted": {"color": INK, "linestyle": "--", "linewidth": 1.2},
    }
    figure, (panel,) = stack(title, [HEIGHT], key)
    runs = np.array([design.runs for design in designs])
    panel.plot(runs, [scale * design.half_widths[number] for design in designs], **key["foreseen"])
    drawn = [design for design in designs if design.repeats in found]
    for name, kept in (("as campaigns say", "half_widths"), ("as they scatter", "spreads")):
        heights = [scale * getattr(found[design.repeats], kept)[number] for design in drawn]
        panel.plot([design.runs for design in drawn], heights, **key[name])
    panel.axhline(scale * wanted, **key["wanted"])
    panel.set(xscale="log", yscale="log", xlabel="runs", ylabel="half width (%)" if scale != 1.0 else "half width")
    panel.set_xticks(runs, [f"{each}" for each in runs])
    panel.xaxis.set_minor_formatter(NullFormatter())
    for formatter in (panel.yaxis.set_major_formatter, panel.yaxis.set_minor_formatter):
        formatter(ScalarFormatter())
    return figure
