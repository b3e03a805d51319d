"""The live ray lies on the bottom and holds station in a current, by its weight and its low profile (section IV)."""

from collections.abc import Sequence
from math import cbrt, pi, sqrt

import numpy as np

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.raybot.flock import attitude_angles, repeated, swim
from narcine.reproduction.raybot.size import length_of
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS, INK

FRICTION = {"value": 0.4, "assumed": "wet skin on sand", "range": [0.3, 0.6]}
STRONG = 0.6
"""Current (m/s) in which it slides: it then lags the water by the speed at which drag is friction."""
AROUND = (0.9, 1.1)
"""Shares of that speed at which it must stay and go."""
STAYING = 0.02
"""Drift over the current up to which it stays: friction that sticks creeps by some tenths of a mm/s."""
DURATION, LATE = 12.0, 2.0
SPHERE_DRAG = 0.47
"""Drag coefficient of a sphere: Hoerner 1965, section 3-2."""
PLAICE_LIFT = (10.0, 20.0)
"""Lift over drag of plaice that lie on the bottom: Arnold and Weihs 1978."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return the current from which on each ray slides, and whether it stays just under it and goes just above it."""
    drift, _ = _lying(simulations, np.full(len(simulations), STRONG))
    slip = STRONG - drift
    around = np.outer(slip, AROUND).ravel()
    drifts, pitches = _lying(repeated(simulations, len(AROUND)), around)
    pairs = drifts.reshape(-1, len(AROUND))
    return [
        _read(each, float(slip[k]), pairs[k], float(pitches[len(AROUND) * k])) for k, each in enumerate(simulations)
    ]


def _lying(simulations: Sequence[Simulation], current: Array) -> tuple[Array, Array]:
    """Return late speeds with a current from ahead, and pitches (deg), of rays that start on the bottom."""
    period = 0.05
    passage = swim(simulations, lambda flock: {"current.north": -current}, DURATION, period)
    north, count = passage["disc.north"], round(LATE / period)
    return (north[:, -1 - count] - north[:, -1]) / LATE, np.degrees(attitude_angles(passage)[1][:, -1])


def _read(simulation: Simulation, slip: float, drifts: Array, pitch: float) -> Readings:
    [placed] = simulation.scenario.vehicles.values()
    water, bodies = simulation.scenario.water, placed.vehicle.bodies.values()
    volume = sum(body.volume for body in bodies)
    weight = water.gravity * (sum(body.mass for body in bodies) - water.density * volume)
    friction = simulation.scenario.world.contact.friction
    drag_area = 2.0 * friction * weight / (water.density * slip**2)
    sphere = SPHERE_DRAG * pi * cbrt(3.0 * volume / (4.0 * pi)) ** 2
    return {
        "slip": slip,
        "slip_in_lengths": slip / length_of(simulation),
        "drift_below": float(drifts[0]),
        "drift_above": float(drifts[1]),
        "pitch": pitch,
        "weight": weight,
        "friction": friction,
        "drag_area": drag_area,
        "slip_of_sphere": slip * sqrt(drag_area / sphere),
        "slip_lifted_least": slip / sqrt(1.0 + friction * PLAICE_LIFT[1]),
        "slip_lifted_most": slip / sqrt(1.0 + friction * PLAICE_LIFT[0]),
    }


def judge(readings: Readings) -> Verdict:
    """Report up to which current it stays; nothing is published but that it does."""
    stays = float(readings["drift_below"]) < STAYING * AROUND[0] * float(readings["slip"])
    goes = float(readings["drift_above"]) > STAYING * AROUND[1] * float(readings["slip"])
    note = (
        f"stays up to {readings['slip']:.3f} m/s ({readings['slip_in_lengths']:.1f} body lengths/s) facing the "
        f"current{'' if stays and goes else ', but creeps below or sticks above it'}; a sphere of its weight and "
        f"volume would slide at {readings['slip_of_sphere']:.3f} m/s. Lifted by the bottom as plaice are, which is "
        f"not modelled, it would slide at {readings['slip_lifted_least']:.3f} to "
        f"{readings['slip_lifted_most']:.3f} m/s"
    )
    return Verdict(None, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw what holds and what pushes over the current."""
    from matplotlib.figure import Figure

    figure = Figure((8.0, 3.2), layout="constrained")
    axes = figure.subplots()
    slip, friction = float(readings["slip"]), float(readings["friction"])
    hold = 1e3 * friction * float(readings["weight"])
    current = np.linspace(0.0, 1.4 * slip, 100)
    push = hold * (current / slip) ** 2
    axes.plot(current, push, color=COLOURS[0], label="drag of the ray")
    axes.plot(current, hold * (current / float(readings["slip_of_sphere"])) ** 2, color=COLOURS[1], label="of a sphere")
    axes.axhline(hold, color=INK, linewidth=1.0, label="friction that its weight gives")
    for lift, style in zip(PLAICE_LIFT, ("--", ":"), strict=True):
        left = np.clip(hold - friction * lift * push, 0.0, None)
        axes.plot(current, left, color=INK, linestyle=style, linewidth=1.0, label=f"left with a lift of {lift:g} drags")
    axes.set(xlabel="current (m/s)", ylabel="force (mN)", ylim=(0.0, 1.6 * hold))
    axes.legend(fontsize=8, frameon=False)
    caption = (
        "Holding station on the bottom. The ray stays where drag is less than friction. Its drag is that of the "
        f"run, as if nothing but its weight pressed it down ({1e6 * float(readings['drag_area']):.0f} mm2 of drag "
        f"area); it lies at a pitch of {readings['pitch']:.1f} deg. Dashed and dotted: what friction would be left "
        "if the bottom lifted it as it lifts plaice (Arnold and Weihs 1978)."
    )
    return [Picture(figure, caption)]


STATION_HOLDING = Experiment(
    id="raybot.station_holding",
    source="section IV",
    title="The live ray holds station on the bottom",
    published="low height profile gives passive station holding with low induced lift",
    counts="reported only",
    unit="m/s",
    reading="slip",
    vehicle="electric_ray",
    settings={
        "gait": "glide",
        "drives.tail_root.pitch.command": "-12 deg",
        "run.step": "0.25 ms",
        "run.start": {"position": [0, 0, 1.9921]},
        "run.water.current_response": "2 s",
        "run.world": {"seabed": 2.0, "contact": {"friction": FRICTION, "slip": 1e-4}},
    },
    method=(
        "The ray lies on a level bottom, its tail raised by 12 deg, facing a current that rises within two "
        f"seconds. In a strong one it slides, and lags the water by the speed at which drag is friction "
        f"({FRICTION['value']:g}, assumed) times what presses it down; just below that current it stays. Steps "
        "are short since friction that sticks is resolved by them."
    ),
    fixed=("gait",),
    shown={
        "slip_in_lengths": "the same (body lengths/s)",
        "slip_of_sphere": "sphere of its weight and volume (m/s)",
        "slip_lifted_most": "if lifted by ten drags (m/s)",
    },
    measure=measure,
    judge=judge,
    draw=draw,
    samples=16,
)
