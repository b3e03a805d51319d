"""What holds a snake down that is lighter than water: the incidence at which each drag law balances 5.8 N."""

from math import cos, degrees, pi, radians
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq

import narcine
from narcine.reproduction.experiment import Check, Finding, Picture
from narcine.reproduction.snake.laws import LAW, LAWS, PRINTED
from narcine.reproduction.snake.modules import module_of
from narcine.reproduction.snake.tracks import PERIOD
from narcine.simulation.simulation import Simulation
from narcine.simulation.step import Term
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SPEED = 0.25
"""m/s, as published."""
INCIDENCES: Array = np.linspace(0.0, 0.5 * pi, 91)
"""Drawn (rad)."""
TOLERANCE = 1e-9
"""Of the force over its closed form: rounding."""
HELD, BEATS = 100.0, 10.0
"""Time (s) that the held snake swims, and its last beats, over which it is looked at."""


def closed_form(simulation: Simulation, law: str, incidence: Array) -> Array:
    """Return the force (N) across a straight snake: n mu_A rho C_D r l (w + w^2), by strips w^2 alone."""
    [placed] = simulation.scenario.vehicles.values()
    module, bodies = module_of(simulation), placed.vehicle.bodies
    drag = next(iter(bodies.values())).drag
    assert drag is not None
    assert drag.morison is not None
    section = module.section * drag.morison.section
    number = len(bodies) * section * simulation.scenario.water.density * drag.morison.across
    w = SPEED * np.sin(incidence)
    return np.asarray(number * module.radius[0] * module.length * (w**2 + (w if law == PRINTED else 0.0)))


def simulated(simulation: Simulation, incidence: float) -> float:
    """Return the force (N) of drag across the straight snake that the model has at an incidence, deep under water."""
    ahead = [SPEED * np.cos(incidence), 0.0, SPEED * np.sin(incidence)]
    plain = dict(simulation.description.plain)
    start = {"position": [0.0, 0.0, 5.0], "velocity": [float(each) for each in ahead]}
    plain["run"] = {**plain["run"], "start": start}
    plain["gait"] = {**plain["gait"], "amplitude": 0.0}
    seen = Simulation(plain).start().observe()
    terms = [Term.DRAG - 1, Term.CROSSFLOW - 1]
    return -float(seen.wrench[0, terms][:, :, 2].sum())


def swimming(law: str) -> float:
    """Return the incidence (rad) of the snake that swims level at a depth that is held.

    It is that of the mean of all modules' forward axes over whole beats; its way is level.
    """
    run = narcine.load("perambulator_held", **{LAW.replace(".", "__"): law}).run(duration=HELD)
    late = run["attitude"].values[run["time"].values > HELD - BEATS * PERIOD]
    w, x, y, z = np.moveaxis(late, -1, 0)
    down = 2.0 * (x * z - w * y).mean()
    ahead = np.hypot((1.0 - 2.0 * (y**2 + z**2)).mean(), 2.0 * (x * y + w * z).mean())
    return float(np.arctan2(down, ahead))


def find() -> Finding:
    """Compare the model with the closed form, and find where each law balances the excess of buoyancy."""
    snakes = {law: narcine.load("perambulator", **{LAW.replace(".", "__"): law}) for law in LAWS}
    [placed] = snakes[PRINTED].scenario.vehicles.values()
    water = snakes[PRINTED].scenario.water
    excess = water.gravity * sum(water.density * body.volume - body.mass for body in placed.vehicle.bodies.values())
    forces = {law: closed_form(each, law, INCIDENCES) for law, each in snakes.items()}
    some = radians(20.0)
    errors = {
        law: abs(simulated(each, some) / float(closed_form(each, law, np.array(some))) - 1.0)
        for law, each in snakes.items()
    }
    straight = _told({law: needed(each, law, excess) for law, each in snakes.items()})
    under_way = _told({law: swimming(law) for law in LAWS})
    caption = (
        f"Force across the straight snake over its incidence at {SPEED:g} m/s under both drag laws (lines: closed "
        f"form), and what it must hold down of {excess:.1f} N of buoyancy (dashed: its part across the snake). "
        f"Balance: {straight}. The swimming snake, whose depth is held (perambulator_held): {under_way}. Cross-flow by "
        "strips grows with the speed of the strokes too, and so resists rising more than that of a straight snake."
    )
    note = (
        f"{excess:.2f} N are balanced by the straight snake at {SPEED:g} m/s: {straight}; swimming: {under_way}; the "
        f"model's force differs from the closed form by {max(errors.values()):.1g} at 20 deg"
    )
    return Finding(max(errors.values()) < TOLERANCE, note, [Picture(_figure(forces, excess), caption)])


def needed(simulation: Simulation, law: str, excess: float) -> float:
    """Return the incidence (rad) at which drag across the straight snake is the part of the buoyancy across it.

    What buoyancy does along the snake thrust must do.
    """

    def lack(incidence: float) -> float:
        return excess * cos(incidence) - float(closed_form(simulation, law, np.array(incidence)))

    return float(brentq(lack, 0.0, 0.5 * pi))


def _told(incidences: dict[str, float]) -> str:
    return ", ".join(f"{LAWS[law]} at {degrees(each):.0f} deg" for law, each in incidences.items())


def _figure(forces: dict[str, Array], excess: float) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 3.4), layout="constrained")
    axes = figure.subplots()
    for number, (law, force) in enumerate(forces.items()):
        axes.plot(np.degrees(INCIDENCES), force, color=COLOURS[number], linewidth=1.4, label=f"drag {LAWS[law]}")
    across = excess * np.cos(INCIDENCES)
    axes.plot(np.degrees(INCIDENCES), across, color=COLOURS[3], linewidth=1.0, linestyle="--", label="buoyancy across")
    axes.set(xlabel="incidence (deg)", ylabel="force across (N)", xlim=(0.0, 90.0), ylim=(0.0, 6.0 * excess))
    axes.legend(fontsize=9)
    return figure


INCIDENCE = Check(
    id="snake.incidence",
    title="What holds it down",
    text=(
        "The snake displaces 0.59 kg more water than it weighs. Under way it must press itself down at an incidence. "
        "How much that takes under each drag law explains why one dives with a bend of 3 deg and the other does not."
    ),
    find=find,
)
