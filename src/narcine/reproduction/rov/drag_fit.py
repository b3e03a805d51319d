"""Towing campaigns as long as the paper's, again and again: how often the intervals hold the truth (figure 7)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.identification.towing.exclusion import Selection, parse_exclusion
from narcine.identification.towing.tow import AxisDrag, identify_runs
from narcine.laboratory.load_cells import LoadCells
from narcine.laboratory.tow_tank import TowTank, Truth, towing_runs, towing_truth
from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS, INK
from narcine.viewing.tow import draw_drag

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Array = NDArray[np.float64]
CAMPAIGNS = 500
LOW, HIGH = 92.0, 98.0
"""%: of 500 campaigns with 95 % intervals, 95 +- 3.1 standard deviations."""
PUBLISHED = {"surge": (34.96, 0.0), "heave": (74.23, 0.19)}
"""c1 (kg/m) and c2 (kg/s) of figure 7, which the vehicle file carries."""
TANK = TowTank(cells=LoadCells(sensitivity=0.3, spikes=0.002, anomalies=0.01))
"""Cells with noise, drift, zeros that wander, spikes, runs that go wrong, and little feeling for small forces."""
EXCLUDED = Selection(
    (
        parse_exclusion("surge < 0.3 m/s: lack of sensitivity of the sensors"),
        parse_exclusion("heave < 0.21 m/s: lack of sensitivity of the sensors"),
    )
)
"""Region 1 of figure 7."""


def speeds(axis: str) -> Array:
    """Return the speed of each run: 128 over 42 speeds in surge, 61 over 20 in heave, upwards alone."""
    if axis == "surge":
        ahead = np.linspace(0.05, 1.25, 21)
        levels, runs = np.concatenate([-ahead[::-1], ahead]), 128
    else:
        levels, runs = -np.linspace(0.05, 1.0, 20), 61
    return np.resize(levels, runs)


def campaign(truths: Sequence[Truth], number: int) -> list[AxisDrag]:
    """Return what a campaign with errors of its own tells."""
    runs = [
        run
        for order, truth in enumerate(truths)
        for run in towing_runs(truth, TANK, repeats=1, seed=len(truths) * number + order).runs(TANK.cells.angle)
    ]
    return identify_runs(runs, EXCLUDED)


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return how often intervals hold what the vehicle was towed with."""
    return [_read(each) for each in simulations]


def _read(simulation: Simulation) -> Readings:
    truths = [towing_truth(simulation, axis, speeds(axis), TANK) for axis in PUBLISHED]
    found: dict[str, list[list[float]]] = {f"{axis} c{k}": [] for axis in PUBLISHED for k in (1, 2)}
    for number in range(CAMPAIGNS):
        for told in campaign(truths, number):
            fit = told.fit
            assert fit is not None, told.problem
            found[f"{told.axis} c1"].append([fit.quadratic, *fit.quadratic_interval])
            found[f"{told.axis} c2"].append([fit.linear, *fit.linear_interval])
    readings: Readings = {}
    for name, rows in found.items():
        axis, coefficient = name.split()
        true = PUBLISHED[axis][int(coefficient[1]) - 1]
        values = np.array(rows)
        readings[name] = values.ravel()
        readings[f"{name} held"] = float(100.0 * np.mean((values[:, 1] <= true) & (true <= values[:, 2])))
        readings[f"{name} half width"] = float(np.median(0.5 * (values[:, 2] - values[:, 1])))
    held = [float(readings[f"{name} held"]) for name in found]
    return {"least held": min(held), "most held": max(held), **readings}


def judge(readings: Readings) -> Verdict:
    """Say whether all four coefficients are held as often as their intervals promise."""
    least, most = float(readings["least held"]), float(readings["most held"])
    told = "; ".join(
        f"{axis} c{k}: {readings[f'{axis} c{k} held']:.1f} % (+- {readings[f'{axis} c{k} half width']:.2g} {unit})"
        for axis in PUBLISHED
        for k, unit in ((1, "kg/m"), (2, "kg/s"))
    )
    return Verdict(
        least >= LOW and most <= HIGH,
        f"95 % intervals of {CAMPAIGNS} campaigns hold the truth in {told}; self-consistency",
    )


def draw(readings: Readings) -> list[Picture]:
    """Draw a campaign as figure 7 does, and the intervals of the first hundred."""
    import narcine

    vehicle = narcine.load("bluerov")
    first = campaign([towing_truth(vehicle, axis, speeds(axis), TANK) for axis in PUBLISHED], 0)
    intervals = (
        "Intervals of the first hundred campaigns, of quadratic drag in surge (left) and heave (right); the line is "
        "what the vehicle was towed with. Those that miss it are drawn dark."
    )
    return [
        Picture(draw_drag("Towing campaign", first), "The first campaign, as figure 7 has it."),
        Picture(_intervals(readings), intervals),
    ]


def _intervals(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((8.0, 4.2), layout="constrained")
    for axes, axis in zip(figure.subplots(1, 2), PUBLISHED, strict=True):
        values = np.asarray(readings[f"{axis} c1"]).reshape(-1, 3)[:100]
        true = PUBLISHED[axis][0]
        holds = (values[:, 1] <= true) & (true <= values[:, 2])
        for number, (value, low, high) in enumerate(values):
            colour = COLOURS[0] if holds[number] else COLOURS[1]
            axes.plot([low, high], [number, number], color=colour, linewidth=0.9 if holds[number] else 1.8)
            axes.plot(value, number, ".", color=colour, markersize=2.5)
        axes.axvline(true, color=INK, linewidth=0.9)
        axes.set(xlabel=f"{axis}: c1 (kg/m)", ylabel="campaign", ylim=(-1, 100))
    return figure


DRAG_FIT = Experiment(
    id="rov.drag_fit",
    source="section 4.1.1, figure 7",
    title="Drag out of a towing tank (self-consistency)",
    published="surge 34.96 u|u|, heave 74.23 w|w| + 0.19 w, with 95 % intervals",
    counts=(
        f"the pipeline's 95 % intervals hold these in {LOW:.0f} to {HIGH:.0f} % of {CAMPAIGNS} noisy synthetic "
        "campaigns: self-consistency"
    ),
    unit="%",
    reading="least held",
    vehicle="bluerov",
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        "BlueROV is towed through a tank that is not there, at 42 speeds in surge (128 runs) and 20 upwards in heave "
        "(61 runs). Its load cells have zeros that wander, white and coloured noise, drift, little feeling for less "
        "than 0.3 N, spikes in 0.2 % of samples; one run of a hundred is off by some 30 %. Each campaign goes "
        "through the pipeline: cells combined (eq 35), zero at rest, steady segment, mean and its error, fusion of "
        "repeats (eqs 36 and 37), bounded least squares. The slowest points are left out, as in the paper. The truth "
        "is what the vehicle file carries, so that this shows intervals to be honest, not that the coefficients "
        "are those of a real vehicle."
    ),
    fixed=("bodies", "actuators", "holds"),
    shown={f"{axis} c{k} held": f"campaigns that hold c{k} in {axis} (%)" for axis in PUBLISHED for k in (1, 2)},
)
