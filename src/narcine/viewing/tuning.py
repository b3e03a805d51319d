"""Pictures of predicted steps: heading, pitch, depth and roll with suggested gains and with those of the file."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.manoeuvring.tuning import STEPS, Tuning
from narcine.viewing.figures import Key, look, stack

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LABELS = {"heading": "heading (deg)", "pitch": "pitch (deg)", "depth": "depth (m)", "roll": "roll (deg)"}


def draw_steps(title: str, found: Tuning) -> "Figure":
    """Draw each loop's predicted step in a panel of its own."""
    names = [name for name in LABELS if name in found.suggested or name in found.written]
    key: Key = {"suggested": look(0)}
    if found.written:
        key["as written"] = look(1)
    figure, panels = stack(f"{title}: predicted steps", (1.7,) * len(names), key, shared=False)
    for axes, name in zip(panels, names, strict=True):
        scale = 1.0 if name == "depth" else np.degrees(1.0)
        for number, loops in enumerate((found.suggested, found.written)):
            if name in loops:
                answer = loops[name].answer
                axes.plot(answer.time, scale * answer.value, linewidth=1.4, **look(number))
        step = scale * STEPS[name]
        axes.axhline(0.0 if name == "roll" else step, color="0.5", linewidth=0.8, linestyle=":")
        axes.set(ylabel=LABELS[name], xlim=(0.0, answer.time[-1]))
        low, high = (-0.5 * step, 1.05 * step) if name == "roll" else (-0.1 * step, 1.5 * step)
        axes.set_ylim((1.2 * step, -0.1 * step) if name == "depth" else (low, high))
    panels[-1].set_xlabel("time (s)")
    return figure
