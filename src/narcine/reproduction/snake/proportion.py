"""With quadratic drag alone speed is proportional to the gait's frequency, and power to its cube."""

from typing import TYPE_CHECKING

import numpy as np

import narcine
from narcine.recording.summary import summarise
from narcine.reproduction.experiment import Check, Finding, Picture
from narcine.reproduction.snake.laws import LAW, LAWS, STRIP
from narcine.simulation.batch import record_batch
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OMEGAS: Array = np.array([0.75, 1.5, 3.0, 4.5, 6.0])
"""rad/s."""
BEATS = 20.0
TOLERANCE = 1e-4
"""By which speed over frequency and power over its cube may differ: weight and buoyancy do not scale, and the mass is
neutral to seven digits."""


def find() -> Finding:
    """Swim at several frequencies, neutral and far from the surface, under both laws."""
    swims = {law: _swims(law) for law in LAWS}
    speeds = {law: speed for law, (speed, _) in swims.items()}
    over = {law: speed / OMEGAS for law, speed in speeds.items()}
    spread = max(map(_spread, (over[STRIP], swims[STRIP][1] / OMEGAS**3)))
    told = "; ".join(
        f"{label} {1e3 * over[law][0]:.1f} to {1e3 * over[law][-1]:.1f} mm per radian" for law, label in LAWS.items()
    )
    caption = (
        "Speed over frequency of the serpentine gait of table 1, neutrally buoyant and far from the surface. By "
        "strips, where all drag is quadratic, it is proportional to omega, and power to its cube (within "
        f"{100.0 * spread:.1g} %); as printed the linear part, which resists slow motion across more than along, lets "
        "it slip less when it is slow."
    )
    return Finding(spread < TOLERANCE, told, [Picture(_figure(speeds), caption)])


def _spread(values: Array) -> float:
    """Return by which part of their mean values differ."""
    return float(np.ptp(values) / values.mean())


def _swims(law: str) -> tuple[Array, Array]:
    """Return speed (m/s) and power (W) at each frequency, each over as many beats."""
    found = []
    for omega in OMEGAS:
        beat = 2.0 * np.pi / omega
        snake = narcine.load(
            "perambulator",
            gait__frequency=float(1.0 / beat),
            gait__response=0.25 * beat,
            chains__spine__module__mass="0.8165628 kg",
            run__water={"surface": "none"},
            run__start={"position": [0.0, 0.0, 5.0]},
            run__step=beat / 200.0,
            run__record=beat / 100.0,
            **{LAW.replace(".", "__"): law},
        )
        [run] = record_batch([snake], BEATS * beat)
        [swim] = summarise(run)
        found.append((swim.speed, swim.power))
    speeds, powers = np.array(found).T
    return speeds, powers


def _figure(speeds: dict[str, Array]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 3.2), layout="constrained")
    axes = figure.subplots()
    for number, (law, speed) in enumerate(speeds.items()):
        axes.plot(OMEGAS, 1e3 * speed, "o-", color=COLOURS[number], markersize=5, label=f"drag {LAWS[law]}")
    axes.set(xlabel="omega (rad/s)", ylabel="speed (mm/s)", xlim=(0.0, None), ylim=(0.0, None))
    axes.legend(fontsize=9)
    return figure


PROPORTION = Check(
    id="snake.proportion",
    title="Twice as quick, twice as fast",
    text=(
        "Where forces are inertia and drag quadratic in speed, time scales out: the same strokes at twice the "
        "frequency lead along the same path in half the time. The start is scaled too."
    ),
    find=find,
)
