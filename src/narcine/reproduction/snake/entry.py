"""In which order the modules enter the water, and when (section 4.3, figures 9 and 10)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from narcine.description.shapes.revolution import Cylinder
from narcine.recording.beats import beat_mean
from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.snake.laws import LAWS, PRINTED, STRIP, swims, whole
from narcine.reproduction.snake.modules import module_of
from narcine.reproduction.snake.tracks import EVERY, PERIOD
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure

FIRST, FIFTH, FINISHED = 2.0, 5.0, 16.0
"""Times (s) of the experiment: the first joint bends, five are bent, the dive is over."""
DURATION = 30.0
MODULES = 9
LEVEL = 3.0
"""Mean pitch (deg) up to which it counts as level."""
DIGITS = 3
"""Of angles in degrees that mean something here."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return when each module goes under, and how deep it is over time, under both laws."""
    return [
        {key: value for law, run in runs.items() for key, value in _read(law, run, module_of(each)).items()}
        for each, runs in zip(simulations, swims(simulations, DURATION), strict=True)
    ]


def _read(law: str, run: "xarray.Dataset", module: Cylinder) -> Readings:
    if not whole(run):
        nothing = {f"{law} {name}": np.nan for name in ("number", "last", "in order", "late pitch")}
        return {f"{law} entered": np.full(MODULES, np.nan), **nothing}
    time = run["time"].values
    steep = _steepness(run)
    reach = 0.5 * module.length * np.abs(steep) + module.radius[0] * np.sqrt(1.0 - steep**2)
    tops = run["position"].values[..., 2] - reach
    entered = np.array([_under_for_good(time, top) for top in tops.T])
    under = entered[np.isfinite(entered)]
    beats, pitch = beat_mean(time, np.arcsin(steep).mean(axis=1)[:, None], PERIOD)
    return {
        f"{law} entered": entered,
        f"{law} number": float(len(under)),
        f"{law} last": float(under[-1]) if len(under) else np.nan,
        f"{law} in order": float(np.all(np.diff(under) > 0.0) and np.all(np.isfinite(entered[: len(under)]))),
        f"{law} late pitch": round(float(np.degrees(pitch[beats >= FINISHED, 0].mean())), DIGITS) + 0.0,
        f"{law} tops": 1e3 * tops[::EVERY],
        "time": time[::EVERY],
    }


def _steepness(run: "xarray.Dataset") -> Array:
    """Return the sine of the pitch of each module (time, module): nose up is positive."""
    w, x, y, z = np.moveaxis(run["attitude"].values, -1, 0)
    return np.asarray(np.clip(2.0 * (w * y - z * x), -1.0, 1.0))


def _under_for_good(time: Array, top: Array) -> float:
    """Return since when the highest point of a module has been under at the end; nan where it is out then."""
    first = int(np.max(np.flatnonzero(top <= 0.0), initial=-1)) + 1
    return float(time[first]) if first < len(time) else np.nan


def judge(readings: Readings) -> Verdict:
    """Say whether modules go under one after another from the head."""
    told = "; ".join(
        f"{label}: {_told(np.asarray(readings[f'{law} entered']))}, mean pitch after {FINISHED:g} s "
        f"{readings[f'{law} late pitch']:+.0f} deg"
        for law, label in LAWS.items()
    )
    late = float(readings[f"{PRINTED} late pitch"])
    level = "and then it is level" if abs(late) < LEVEL else "and it is not level then, as the experiment is"
    note = f"{told}; {level}"
    return Verdict(readings[f"{PRINTED} in order"] == 1.0 and readings[f"{PRINTED} number"] == MODULES, note)


def _told(entered: Array) -> str:
    under = entered[np.isfinite(entered)]
    times = ", ".join(f"{each:.1f}" for each in under)
    return (
        f"{len(under)} of {len(entered)} modules go under, from the head at {times} s"
        if len(under)
        else "none goes under"
    )


def draw(readings: Readings) -> list[Picture]:
    """Draw how deep the top of each module lies over time."""
    caption = (
        "Depth of the highest point of each module over time, from the head (dark) to the tail (light): where a line "
        "passes the surface, a module goes under or comes out. Vertical lines: the experiment's times, when the first "
        "joint bends, when five are bent, and when the dive is over and it goes on level."
    )
    return [Picture(_figure(readings), caption)]


def _figure(readings: Readings) -> "Figure":
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    figure = Figure((8.0, 5.6), layout="constrained")
    panels = figure.subplots(len(LAWS), sharex=True)
    for axes, (law, label) in zip(panels, LAWS.items(), strict=True):
        tops = np.asarray(readings.get(f"{law} tops", np.full((1, MODULES), np.nan)))
        time = np.asarray(readings["time"]) if f"{law} tops" in readings else np.zeros(1)
        for number, top in enumerate(tops.T):
            colour = colormaps["viridis"](number / (tops.shape[1] - 1))
            axes.plot(time, top, color=colour, linewidth=1.0, label=f"module {number + 1}")
        axes.axhline(0.0, color=COLOURS[6], linewidth=1.5)
        for moment in (FIRST, FIFTH, FINISHED):
            axes.axvline(moment, color=COLOURS[3], linewidth=0.8, linestyle="--")
        axes.set(ylabel="depth of its top (mm)", title=f"drag {label}")
        axes.invert_yaxis()
    panels[-1].set_xlabel("time (s)")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right center", fontsize=8, frameon=False)
    return figure


DIVE_EXPERIMENT = Experiment(
    id="snake.dive_experiment",
    source="section 4.3, figures 9 and 10",
    title="Modules enter the water one after another",
    published="first joint at 2 s, five deflected by 5 s, dive finished at 16 s, then level (experiment)",
    counts="drag as printed: all modules go under, in order from the head; the rest is reported",
    unit="modules",
    reading=f"{PRINTED} number",
    vehicle="perambulator",
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        "The dive of the row above, with the release that is calibrated there. A module is under when the highest "
        "point of its cylinder is. The reading is how many go under for good; the experiment's times of the "
        "joints are those that the gait is given. Only the order is judged: that the dive is over at 16 s is not "
        "reproduced, for the simulated snake goes on down."
    ),
    explanation=(
        "The experiment's dive is over at 16 s, in a pool 0.75 m deep: how deep it went is not published, and 0.9 m "
        "as simulated it cannot have been. After its joints are straight the simulated snake keeps the pitch that it "
        "has, and goes on down."
    ),
    settings={"gait": "dive"},
    fixed=("gait.release",),
    batch=32,
    shown={
        f"{PRINTED} last": "when the last one does, as printed (s)",
        f"{STRIP} number": "modules that go under, by strips",
        f"{PRINTED} late pitch": "mean pitch after 16 s, as printed (deg)",
        f"{STRIP} late pitch": "mean pitch after 16 s, by strips (deg)",
    },
)
