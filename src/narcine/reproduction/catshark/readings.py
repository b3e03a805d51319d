"""The same trials with what their table leaves open read in other ways (check catshark.readings)."""

from typing import TYPE_CHECKING

import numpy as np

import narcine
from narcine.reproduction.catshark.drawing import by_specimen
from narcine.reproduction.catshark.speed import fitted
from narcine.reproduction.catshark.swimming import Swims, catsharks, swim
from narcine.reproduction.catshark.theory import theoretical_speeds
from narcine.reproduction.catshark.trials import BODY_LENGTHS, LANDMARKS, METRES, STRAIGHT, column
from narcine.reproduction.experiment import Check, Finding, Picture
from narcine.spatial.vectors import Array
from narcine.viewing.figures import INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

READINGS = (BODY_LENGTHS, LANDMARKS, METRES, STRAIGHT)
VARIANTS = {
    "no cross-flow": {"chains.spine.module.crossflow.coefficient": 0.0},
    "friction of a plate": {"chains.spine.module.drag.skin.friction": 0.0074},
}


def find() -> Finding:
    """Swim all trials under each reading, and with less drag."""
    vehicle = narcine.load("catshark")
    swims = {reading.name: swim(catsharks(vehicle, reading)) for reading in READINGS}
    theory = {reading.name: theoretical_speeds(vehicle, reading) for reading in READINGS}
    swims |= {name: swim(catsharks(vehicle, more=more)) for name, more in VARIANTS.items()}
    told = "; ".join(_told(name, each, theory.get(name)) for name, each in swims.items())
    caption = (
        "Predicted over measured speed with other readings of the table, and with less drag. Wavelengths in metres "
        "would be 2.5 to 5.7 body lengths: so stiff a body mostly swings as a whole, with a third of the measured "
        "sweep, and hardly swims."
    )
    return Finding(None, told, [Picture(_figure(swims), caption)])


def _told(name: str, swims: Swims, theory: Array | None) -> str:
    numbers = fitted(swims.speed)
    error = 100.0 * float(np.median(swims.speed / column("speed") - 1.0))
    by_hand = f", by hand {fitted(theory)['slope']:.2f}" if theory is not None else ""
    return (
        f"{name}: slope {numbers['slope']:.2f}{by_hand}, correlation {numbers['correlation']:.2f}, median error "
        f"{error:+.0f} %, head {np.median(swims.head):.3f} and tail {np.median(swims.tail):.3f} body lengths"
    )


def _figure(swims: dict[str, Swims]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((8.0, 5.4), layout="constrained")
    panels = figure.subplots(2, 3, sharex=True, sharey=True)
    reach = np.array([0.0, 1.08 * column("speed").max()])
    for axes, (name, each) in zip(panels.flat, swims.items(), strict=True):
        by_specimen(axes, column("speed"), each.speed)
        axes.plot(reach, reach, color=INK, linewidth=1.0)
        slope = fitted(each.speed)["slope"]
        axes.plot(reach, slope * reach, "--", color=INK, linewidth=1.0)
        axes.set_title(f"{name}: {slope:.2f}", fontsize=8)
        axes.set(xlim=reach, ylim=(0.0, 0.5))
    figure.supxlabel("measured speed (m/s)", fontsize=10)
    figure.supylabel("predicted speed (m/s)", fontsize=10)
    return figure


OTHER_READINGS = Check(
    id="catshark.readings",
    title="How the table is read, and why fast trials are missed",
    text=(
        "The table gives no unit for the wavelength. It is read in body lengths (0.40 to 0.86), for two reasons. "
        "Landmarks of the same animals in the same trials, published beside it, trail each other along the body as a "
        "wave of 0.53 to 0.87 body lengths does (median 0.70; the table's is 0.57), whatever the clock and the scale. "
        "And the largest curvatures of the table, 5.5 to 11.2, read per body length, are those of such waves with the "
        "measured sweeps; waves of metres would be forty times straighter. But then the wave runs aft more slowly "
        "than the animal swims in 40 of 51 trials (31 by landmarks), among them all from 3 body lengths/s on. While "
        "the flow grows twelvefold, the frequency does not double, and the sweep of the tail falls by a quarter. What "
        "pushes water aft by a wave stays slower than the wave, and where drag grows nearly as the square of speed "
        "its Strouhal number stays about the same; here it falls from 0.7 to 0.09. So no coefficient of drag or "
        "thrust brings the fast trials to the line. Water that was slower where the animal swam than the flume was "
        "set to, as it is near floor and walls, would explain it; the data do not tell."
    ),
    find=find,
)
