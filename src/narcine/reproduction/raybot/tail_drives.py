"""RayBot's tail pulled by tendons, bent by plates, and pulled without a motor's dynamics, over frequency."""

from typing import TYPE_CHECKING

import numpy as np

import narcine
from narcine.reproduction.experiment import Check, Finding, Picture
from narcine.reproduction.raybot.frequency import FREQUENCIES, Array, judge_amplitude, measure
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TORQUE = 0.3
"""That the static drive commands (N m): 20 N in the tendons, which bend the resting tail by 20 deg at its root."""
STATIC = f"tendons, torque of {TORQUE:g} N m"


def tails() -> dict[str, Simulation]:
    """Return RayBot with each drive of its tail."""
    static = {"drives__tail": {"type": "torque", "torque": 1.5}, "gaits__cruise__amplitude": TORQUE}
    return {
        "tendons on a motor": narcine.load("raybot_tendon"),
        "plates on a motor": narcine.load("raybot_shear"),
        STATIC: narcine.load("raybot_tendon", **static),
    }


def find() -> Finding:
    """Sweep all drives over the frequencies of figure 10; where the force is given, the amplitude must fall."""
    swims = {name: measure([each])[0] for name, each in tails().items()}
    told = "; ".join(
        f"{name}: {float(each['top_speed']):.0f} cm/s at {float(each['best_frequency']):.2g} Hz, amplitude "
        f"{np.asarray(each['amplitude'])[0]:.1f} cm at {FREQUENCIES[0]:g} Hz and "
        f"{np.asarray(each['amplitude'])[-1]:.1f} cm at {FREQUENCIES[-1]:g} Hz"
        for name, each in swims.items()
    )
    caption = (
        "The tail driven three ways, bodies and stiffness the same: amplitude of its tip and cruising speed, negative "
        "where RayBot swims backwards, over tail-beat frequency. Plates pull and push both joints at once; a torque "
        "without a motor behind it has neither stroke nor speed to end at."
    )
    curves = {name: {key: np.asarray(each[key]) for key in ("amplitude", "speed")} for name, each in swims.items()}
    falls = judge_amplitude(swims[STATIC]).ok
    return Finding(falls, told, [Picture(_figure(curves), caption)])


def _figure(curves: dict[str, dict[str, Array]]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 5.2), layout="constrained")
    panels = figure.subplots(2, sharex=True)
    for axes, key, label in zip(
        panels, ("amplitude", "speed"), ("tail-beat amplitude (cm)", "cruising speed (cm/s)"), strict=True
    ):
        for number, (name, each) in enumerate(curves.items()):
            axes.plot(FREQUENCIES, each[key], "o-", markersize=4, linewidth=1.2, color=COLOURS[number], label=name)
        axes.set_ylabel(label)
    panels[0].set_ylim(bottom=0.0)
    panels[0].legend(fontsize=8, frameon=False)
    panels[1].set_xlabel("tail-beat frequency (Hz)")
    return figure


TAIL_DRIVES = Check(
    id="raybot.tail_drives",
    title="Tendons and plates",
    text=(
        "The paper's skeleton prototype pulls its tail by tendons, the swimming one bends it by a rack and pinion that "
        "shears one plate past another. Its simulation puts the tendons' force into the bodies, without a motor "
        "behind it. So given, the force bends the tail the less the faster it changes: the amplitude must fall from "
        "each frequency to the next, as published."
    ),
    find=find,
)
