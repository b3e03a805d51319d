"""Both vehicles drive straight ahead (section 4.2.1, figures 13 to 15)."""

from collections.abc import Sequence

import numpy as np

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.rov.drawing import draw_bars, draw_curves
from narcine.reproduction.rov.pair import PERTURBED, compared, series
from narcine.reproduction.rov.trials import REST, SCENARIO, straight_trials
from narcine.simulation.simulation import Simulation

TRIALS = straight_trials()
PLACE, SPEED = 0.15, 0.1
"""m and m/s: what bounds the averages of figure 14."""
SHOWN = len(TRIALS) - 1
"""The dataset that figure 13 shows: the last."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return how far the twin's trials are from those of each variant."""
    return [_read(each) for each in simulations]


def _read(simulation: Simulation) -> Readings:
    found = compared(simulation, TRIALS)
    places, speeds = (np.array([each.dtw[name] for each in found]) for name in ("position", "speed"))
    rises = [(each.rises[1].time - each.rises[0].time) for each in found if each.rises[0] and each.rises[1]]
    return {
        "largest": float(places.max()),
        "largest speed": float(speeds.max()),
        "places": places,
        "speeds": speeds,
        "last place": float(places[SHOWN]),
        "last speed": float(speeds[SHOWN]),
        "pearson x": np.array([each.pearson["north"] for each in found]),
        "pearson speed": np.array([each.pearson["speed"] for each in found]),
        "slower": float(np.mean(rises)) if rises else float("nan"),
        **series(found[SHOWN], "north", "east", "speed"),
    }


def judge(readings: Readings) -> Verdict:
    """Say whether all averages stay within those published."""
    place, speed = float(readings["largest"]), float(readings["largest speed"])
    note = (
        f"average distance along the warping path at most {place:.3f} m and {speed:.3f} m/s over {len(TRIALS)} "
        f"runs; of the last {readings['last place']:.3f} m and {readings['last speed']:.3f} m/s (published 0.027 m and "
        f"0.025 m/s); Pearson R at least {np.min(readings['pearson x']):.4f} in x and "
        f"{np.min(readings['pearson speed']):.4f} in speed; the twin takes {readings['slower']:.2f} s longer to "
        "gain speed; self-consistency"
    )
    return Verdict(place <= PLACE and speed <= SPEED, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw figures 13, 14 and 15."""
    names = [trial.name for trial in TRIALS]
    last = f"The last dataset ({names[SHOWN]} us on all surge thrusters), as figure 13 has it: x, y and speed."
    distances = "Average distance along the warping path of position and speed by dataset, as figure 14 has it."
    correlation = "Pearson R of the position ahead and of the speed by dataset, as figure 15 has it."
    curves = {"north": "x (m)", "east": "y (m)", "speed": "speed (m/s)"}
    return [
        Picture(draw_curves(readings, curves, REST), last),
        Picture(
            draw_bars(names, {"position (m)": (readings["places"], PLACE), "speed (m/s)": (readings["speeds"], SPEED)}),
            distances,
        ),
        Picture(
            draw_bars(
                names, {"R of x": (readings["pearson x"], None), "R of speed": (readings["pearson speed"], None)}
            ),
            correlation,
        ),
    ]


STRAIGHT = Experiment(
    id="rov.pair_straight",
    source="section 4.2.1, figures 13 to 15",
    title="Two vehicles drive straight ahead (self-consistency)",
    published=f"averages of dynamic time warping within {PLACE:g} m and {SPEED:g} m/s over 14 runs",
    counts="the same, against the perturbed twin: self-consistency",
    unit="m",
    reading="largest",
    vehicle=SCENARIO,
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        f"14 datasets of 12 s, the first {REST:g} s at rest, then 1600, 1700 or 1800 us on all four surge thrusters "
        "until the end; how the 14 divide over the pulses is not published (here 5, 5 and 4). The model has thrusters "
        "without lag, as the paper's. Velocities of the experiment come from poses by a kinematic Kalman filter and "
        f"smoother (figure 12). {PERTURBED}"
    ),
    samples=8,
    batch=2,
    shown={
        "largest speed": "largest average in speed (m/s)",
        "last place": "average of the last dataset in position (m)",
        "last speed": "average of the last dataset in speed (m/s)",
        "slower": "by how much longer the twin takes to gain speed (s)",
    },
)
