"""Turn rates with morphing fins and without, and to which side Morpheus turns faster (figure 17)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.morpheus.zigzags import (
    MATCH,
    SCREW,
    SIDES,
    SINCE,
    WITH_FINS,
    WITHOUT_FINS,
    flown,
    turn_curves,
    turning,
    way_of_turn,
)
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PUBLISHED_RATE = (25.0, 35.0)
"""Peak turn rate with fins (deg/s)."""
PUBLISHED_GAIN = (1.35, 1.5)
"""Peak turn rate with fins over that without."""
NO_TORQUE = {"actuators.propeller.hull_torque": 0.0}
STRAIGHT_STRUTS = {
    f"foils.{name}_strut.{key}": value
    for name, normal in (
        ("upper", [0, 1, 0]),
        ("lower", [0, 1, 0]),
        ("starboard", [0, 0, 1]),
        ("port", [0, 0, 1]),
    )
    for key, value in (("leading_edge", [1, 0, 0]), ("normal", normal))
}
"""Struts of the shroud without their 3 degrees."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return how each variant turns with its fins and without."""
    return [_both(each) for each in simulations]


def _both(simulation: Simulation) -> Readings:
    readings: Readings = {}
    for what, mission in (("fins ", WITH_FINS), ("plain ", WITHOUT_FINS)):
        flight = flown(mission, simulation)[0]
        readings |= turning(flight, what) | turn_curves(flight, what)
    peaks = {what: sum(float(readings[f"{what} peak {side}"]) for side in SIDES) / 2.0 for what in ("fins", "plain")}
    faster = {side: float(readings[f"fins peak {side}"]) for side in SIDES}
    readings |= {
        "peak": max(faster.values()),
        "gain": peaks["fins"] / peaks["plain"],
        "gain starboard": float(readings["fins peak starboard"]) / float(readings["plain peak starboard"]),
        "gain port": float(readings["fins peak port"]) / float(readings["plain peak port"]),
        "starboard over port": faster["starboard"] - faster["port"],
    }
    return readings


def judge(readings: Readings) -> Verdict:
    """Say whether both sides peak in the published band, and whether fins bring as much as published."""
    low, high = PUBLISHED_RATE
    least, most = PUBLISHED_GAIN
    peaks = [float(readings[f"fins peak {side}"]) for side in SIDES]
    miss = max(float(readings[f"{what} miss {side}"]) for what in ("fins", "plain") for side in SIDES)
    gain = float(readings["gain"])
    note = (
        f"with fins {peaks[0]:.1f} deg/s to starboard and {peaks[1]:.1f} to port, without "
        f"{readings['plain peak starboard']:.1f} and {readings['plain peak port']:.1f}: fins bring "
        f"{100 * (gain - 1):.0f} % (starboard {100 * (float(readings['gain starboard']) - 1):.0f}, port "
        f"{100 * (float(readings['gain port']) - 1):.0f}); published {low:g} to {high:g} deg/s and 35 to 50 %; radius "
        f"times rate misses the speed by at most {miss:.1f} %"
    )
    return Verdict(all(low <= peak <= high for peak in peaks) and least <= gain <= most and miss < 100 * MATCH, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw rates since a new heading was asked for, as figure 17 has them."""
    caption = (
        "Rate of the heading since a new heading was asked for, as in figure 17: above to starboard, below to port, "
        "with fins and without. Shaded: the published 25 to 35 deg/s with fins; bands are the draws."
    )
    compared = (
        "Turns to starboard and to port with fins and without, begun at the origin and up the page, as in figure 16."
    )
    return [Picture(_rates(readings), caption), Picture(_ways(readings), compared)]


def _ways(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((6.0, 4.0), layout="constrained")
    axes = figure.subplots()
    for number, what in enumerate(("fins", "plain")):
        for side in SIDES:
            forward, across = way_of_turn(readings, f"{what} way {side}").T
            label = {"fins": "with fins", "plain": "without"}[what] if side == "starboard" else None
            axes.plot(across, forward, color=COLOURS[number], linewidth=1.8, label=label)
    axes.set(xlabel="to starboard (m)", ylabel="ahead (m)", aspect="equal")
    axes.legend(frameon=False)
    return figure


def _rates(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.5, 5.5), layout="constrained")
    panels = figure.subplots(2, 1, sharex=True)
    for axes, side, sign in zip(panels, SIDES, (1.0, -1.0), strict=True):
        axes.axhspan(*sorted(sign * rate for rate in PUBLISHED_RATE), color=COLOURS[3], alpha=0.15, linewidth=0.0)
        for number, what in enumerate(("fins", "plain")):
            name = f"{what} rates {side}"
            label = "with fins" if what == "fins" else "without"
            axes.plot(SINCE, readings[name], color=COLOURS[number], linewidth=1.8, label=label)
            if f"{name}.low" in readings:
                low, high = readings[f"{name}.low"], readings[f"{name}.high"]
                axes.fill_between(SINCE, low, high, color=COLOURS[number], alpha=0.15, linewidth=0.0)
        axes.set_ylabel(f"to {side} (deg/s)")
    panels[0].legend(frameon=False)
    panels[1].set_xlabel("time since the new heading was asked for (s)")
    return figure


def measure_sides(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return by how much each variant turns faster to starboard, and without what may be the reason."""
    found = []
    for each in simulations:
        readings = _both(each)
        for name, settings in (
            ("without torque", NO_TORQUE),
            ("with straight struts", STRAIGHT_STRUTS),
            ("without both", {**NO_TORQUE, **STRAIGHT_STRUTS}),
        ):
            flight = turning(flown(WITH_FINS, each, settings)[0])
            readings[name] = float(flight["peak starboard"]) - float(flight["peak port"])
        readings["plain"] = float(readings["plain peak starboard"]) - float(readings["plain peak port"])
        found.append(readings)
    return found


def judge_sides(readings: Readings) -> Verdict:
    """Tell by how much turns to starboard are faster, and from what."""
    note = (
        f"starboard is faster by {readings['starboard over port']:.1f} deg/s with fins and {readings['plain']:.1f} "
        f"without, against about 10; without the propeller's torque on the hull {readings['without torque']:+.1f}, "
        f"with straight struts {readings['with straight struts']:+.1f}, without both "
        f"{readings['without both']:+.1f}"
    )
    return Verdict(None, note)


RATE = Experiment(
    id="morpheus.turn_rate",
    source="section V-B, figure 17",
    title="Turn rate, and what fins bring",
    published="25 to 35 deg/s with fins; 35 to 50 % more than without",
    counts=(
        "peak rate of the zig-zag's turns with fins within 25 to 35 deg/s to both sides, 1.35 to 1.5 times that "
        f"without (mean of both sides), and radius times rate equals the speed within {100 * MATCH:.0f} %"
    ),
    unit="deg/s",
    reading="peak",
    vehicle="morpheus",
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        f"The missions {WITH_FINS} and {WITHOUT_FINS}, the same but for the fins. The speed, 1.0 m/s, is ours, chosen "
        "because published radius times published rate is a speed of 0.65 to 0.92 m/s in the turn: rates grow with "
        "it, the gain hardly does. Mean over the turns to each side."
    ),
    fixed=SCREW,
    samples=32,
    batch=4,
    unread="no turn became steady",
    shown={
        "fins peak starboard": "peak with fins to starboard (deg/s)",
        "fins peak port": "peak with fins to port (deg/s)",
        "plain peak starboard": "peak without fins to starboard (deg/s)",
        "plain peak port": "peak without fins to port (deg/s)",
        "gain": "with fins over without",
    },
)
STARBOARD = Experiment(
    id="morpheus.starboard",
    source="section V-B, figure 17",
    title="Turns to starboard are faster",
    published="approximately 10 deg/s faster than to port",
    counts="reported: what the model gives, and from which term",
    unit="deg/s",
    reading="starboard over port",
    vehicle="morpheus",
    measure=measure_sides,
    judge=judge_sides,
    draw=draw,
    method=(
        "Peak rates of the zig-zag with fins, starboard less port; then the same without the propeller's torque on "
        "the hull, with struts that stand straight, and without both."
    ),
    explanation=(
        "The authors believe that the propeller's torque favours starboard. In the model it does so through roll "
        "alone, which the stern surfaces hold back: they work off the middle to do it, which leaves more of their 15 "
        "deg to one side. Swirl behind or ahead of the screw, worth some degrees of rudder, is not modelled."
    ),
    fixed=SCREW,
    samples=16,
    batch=2,
    unread="no turn became steady",
    shown={
        "plain": "without fins (deg/s)",
        "without torque": "with fins, no torque on the hull (deg/s)",
        "with straight struts": "with fins, struts straight (deg/s)",
        "without both": "with fins, neither (deg/s)",
    },
)
