"""The vehicle to port drives alone, and the pair turns (section 4.2.2, figures 16 to 18)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.rov.drawing import draw_bars, draw_curves
from narcine.reproduction.rov.pair import PERTURBED, compared, series
from narcine.reproduction.rov.trials import REST, SCENARIO, turning_trials
from narcine.simulation.simulation import Simulation

Array = NDArray[np.float64]
TRIALS = turning_trials()
SHOWN = next(number for number, trial in enumerate(TRIALS) if trial.pulse == 200.0)
"""The dataset that figure 16 shows is one at 1700 us."""
HIGH = 0.9
"""What counts as a very high correlation."""
ROUND = 0.1
"""Part of its radius by which a way may leave a circle."""
COMPARED = ("heading", "speed", "yaw_rate")


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return how alike the twin's trials are to those of each variant."""
    return [_read(each) for each in simulations]


def _read(simulation: Simulation) -> Readings:
    found = compared(simulation, TRIALS)
    shown = found[SHOWN]
    turning = shown.simulated.time > REST + 6.0
    turning &= shown.simulated.time < TRIALS[SHOWN].until
    radii = [
        radius_of(each.values["north"][turning], each.values["east"][turning])
        for each in (shown.simulated, shown.measured)
    ]
    readings: Readings = {
        "least R": float(min(each.pearson[name] for each in found for name in COMPARED)),
        "turned": float(np.degrees(shown.measured.values["heading"][-1] - shown.measured.values["heading"][0])),
        "radius": radii[0][0],
        "radius measured": radii[1][0],
        "out of round": max(each[1] for each in radii),
        **series(shown, "north", "east", "heading", "speed", "yaw_rate"),
    }
    for name in COMPARED:
        readings[f"dtw {name}"] = np.array([each.dtw[name] for each in found])
        readings[f"largest {name}"] = float(np.max(readings[f"dtw {name}"]))
    for name in ("north", "east", *COMPARED):
        readings[f"pearson {name}"] = np.array([each.pearson[name] for each in found])
    return readings


def radius_of(north: Array, east: Array) -> tuple[float, float]:
    """Return the radius of the circle nearest to a way (Kasa 1976), and by which part of it the way leaves it."""
    columns = np.stack([north, east, np.ones(len(north))], axis=1)
    a, b, c = np.linalg.lstsq(columns, north**2 + east**2, rcond=None)[0]
    radius = float(np.sqrt(c + 0.25 * (a * a + b * b)))
    away = np.hypot(north - 0.5 * a, east - 0.5 * b) - radius
    return radius, float(np.abs(away).max()) / radius


def judge(readings: Readings) -> Verdict:
    """Say whether all correlations are high and the way is a circle of the same size."""
    least, out = float(readings["least R"]), float(readings["out of round"])
    note = (
        f"Pearson R of heading, speed and yaw rate at least {least:.3f} over {len(TRIALS)} runs; average distances "
        f"along the warping path at most {np.degrees(readings['largest heading']):.1f} deg, "
        f"{readings['largest speed']:.3f} m/s, {np.degrees(readings['largest yaw_rate']):.2f} deg/s; circles of "
        f"{readings['radius']:.2f} m (twin {readings['radius measured']:.2f} m), out of round by {100.0 * out:.1f} "
        f"%; turns to starboard by {readings['turned']:.0f} deg; self-consistency"
    )
    return Verdict(least >= HIGH and out <= ROUND and float(readings["turned"]) > 0.0, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw figures 16, 17 and 18."""
    names = [trial.name for trial in TRIALS]
    curves = {
        "north": "x (m)",
        "east": "y (m)",
        "heading": "heading (rad)",
        "speed": "speed (m/s)",
        "yaw_rate": "yaw rate (rad/s)",
    }
    distances = {
        "heading (rad)": (readings["dtw heading"], None),
        "speed (m/s)": (readings["dtw speed"], None),
        "yaw rate (rad/s)": (readings["dtw yaw_rate"], None),
    }
    words = {"north": "x", "east": "y", "speed": "speed", "yaw_rate": "yaw rate", "heading": "heading"}
    correlations = {f"R of {word}": (readings[f"pearson {name}"], None) for name, word in words.items()}
    return [
        Picture(
            draw_curves(readings, curves, REST),
            f"Dataset {names[SHOWN]}, the vehicle to port alone, as figure 16 has it.",
        ),
        Picture(
            draw_bars(names, distances), "Average distance along the warping path by dataset, as figure 17 has it."
        ),
        Picture(draw_bars(names, correlations), "Pearson R by dataset, as figure 18 has it."),
    ]


TURN = Experiment(
    id="rov.pair_turn",
    source="section 4.2.2, figures 16 to 18",
    title="One of two vehicles drives, and the pair turns (self-consistency)",
    published="a circle to starboard; Pearson R very high but for one dataset",
    counts=(
        f"Pearson R of heading, speed and yaw rate at least {HIGH:g} in all runs against the perturbed twin, and the "
        f"way a circle within {100.0 * ROUND:.0f} %: self-consistency"
    ),
    unit="1",
    reading="least R",
    vehicle=SCENARIO,
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        f"{len(TRIALS)} datasets: {REST:g} s at rest, 12 s at 1600, 1700 or 1800 us on the surge thrusters of the "
        "vehicle to port, then 5 s without. The paper gives neither their number nor bounds; what counts as high is "
        f"ours. Positions are not warped, as in the paper. {PERTURBED}"
    ),
    samples=8,
    batch=2,
    shown={
        "radius": "radius of the circle (m)",
        "radius measured": "the same of the twin (m)",
        "out of round": "by which part of it the way leaves the circle",
        "turned": "how far the twin turns (deg)",
    },
)
