"""RayBot at rest at a calm surface (section IV)."""

from collections.abc import Sequence
from math import degrees
from typing import TYPE_CHECKING

import numpy as np

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.raybot.weight import REST, whole_mass
from narcine.simulation.audit import floating_vehicles
from narcine.simulation.floating import Floating
from narcine.simulation.momentum import settled
from narcine.simulation.record import observation
from narcine.simulation.simulation import Simulation
from narcine.spatial.rotations import rotation_from_euler
from narcine.viewing.figures import COLOURS, INK
from narcine.viewing.silhouettes import outline

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEAST_WET = 90.0
"""% of the displaced volume: "mostly under the water's surface"."""
UPRIGHT = 10.0
"""Lean (deg) below which it still lies on its belly; nothing is published but that the top of the disc is exposed."""
DIGITS = 6
"""Of angles in degrees that mean something: balance is found to a billionth of the weight."""
OUTLINE = "outline "
WIDTH, MARGIN = 8.0, 3.0
"""Of the picture (inches), and what it leaves free around the vehicle (cm)."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return how each floats: the balance of weight and buoyancy that holds it, joints as they start."""
    return [_read(each) for each in simulations]


def _read(simulation: Simulation) -> Readings:
    [placed] = simulation.scenario.vehicles.values()
    bodies = placed.vehicle.bodies.values()
    readings: Readings = {
        "mass": sum(body.mass for body in bodies),
        "volume": 1e3 * sum(body.volume for body in bodies),
    }
    found = floating_vehicles(simulation)
    if not found:
        nothing = dict.fromkeys(("floats", "roll", "pitch", "freeboard", "tail_freeboard"), 0.0)
        return {**readings, **nothing, "wet_share": 100.0}
    [floating] = found
    outlines = _outlines(simulation, floating)
    return {
        **readings,
        "floats": 1.0,
        "wet_share": 100.0 * floating.wet,
        "roll": round(degrees(floating.roll), DIGITS) + 0.0,
        "pitch": round(degrees(floating.pitch), DIGITS) + 0.0,
        "freeboard": -1e3 * float(outlines["disc"][:, 1].min()),
        "tail_freeboard": -1e3 * float(outlines["tail_2"][:, 1].min()),
        **{f"{OUTLINE}{name}": corners for name, corners in outlines.items()},
    }


def _outlines(simulation: Simulation, floating: Floating) -> dict[str, np.ndarray]:
    """Return the outlines of all bodies from starboard (north, down) where the vehicle floats with its nose north."""
    tree = simulation.reduced()
    model = tree.model
    [placed] = simulation.scenario.vehicles.values()
    seen = observation(model, settled(model, model.initial_state)[None], model.commands[None])
    root = model.vehicles[0].root
    turn = rotation_from_euler(floating.roll, floating.pitch, 0.0) @ seen.attitude[0, root].reshape(3, 3).T
    found = {}
    for body in model.bodies:
        shape = placed.vehicle.bodies[body.name].shape
        if shape is not None:
            away = turn @ (seen.place[0, body.link] - seen.place[0, root])
            rotation = turn @ seen.attitude[0, body.link].reshape(3, 3)
            found[body.name] = outline(shape, rotation, away + np.array([0.0, 0.0, floating.depth]), (0, 2))
    return found


def judge(readings: Readings) -> Verdict:
    """Say whether it floats, mostly wet and upright."""
    wet, roll, pitch = (float(readings[name]) for name in ("wet_share", "roll", "pitch"))
    if not readings["floats"]:
        return Verdict(False, f"sinks: {readings['mass']:.3g} kg on {readings['volume']:.3g} l")
    disc, tail = (_above(float(readings[name])) for name in ("freeboard", "tail_freeboard"))
    note = (
        f"floats {wet:.1f} % wet at roll {roll:.1f} and pitch {pitch:.1f} deg, the top of the disc {disc} the surface, "
        f"the top of the caudal fin {tail} it"
    )
    exposed = float(readings["freeboard"]) > 0.0
    return Verdict(LEAST_WET <= wet <= 100.0 and max(abs(roll), abs(pitch)) < UPRIGHT and exposed, note)


def _above(millimetres: float) -> str:
    return f"{abs(millimetres):.0f} mm {'above' if millimetres > 0.0 else 'under'}"


def draw(readings: Readings) -> list[Picture]:
    """Draw the side view at the waterline."""
    if not readings["floats"]:
        return []
    low, high = (float(readings.get(f"wet_share.{end}", readings["wet_share"])) for end in ("low", "high"))
    caption = (
        f"RayBot at rest at the surface of calm water, seen from starboard, joints straight. "
        f"{float(readings['wet_share']):.1f} % of the volume that it displaces is wet ({low:.1f} to {high:.1f} % over "
        f"the ranges of the assumed numbers); pitch {float(readings['pitch']):.1f} deg."
    )
    return [Picture(_side_view(readings), caption)]


def _side_view(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure
    from matplotlib.patches import Polygon

    outlines = [
        100.0 * np.asarray(corners)
        for name, corners in readings.items()
        if name.startswith(OUTLINE) and not name.endswith((".low", ".high"))
    ]
    corners = np.concatenate(outlines)
    left, top = np.minimum(corners.min(axis=0), 0.0) - MARGIN
    right, bottom = corners.max(axis=0) + MARGIN
    figure = Figure((WIDTH, 0.9 + (WIDTH - 1.0) * (bottom - top) / (right - left)), layout="constrained")
    axes = figure.subplots()
    axes.axhspan(0.0, bottom, color=COLOURS[6], alpha=0.12, linewidth=0)
    axes.axhline(0.0, color=COLOURS[6], linewidth=1.5)
    for each in outlines:
        axes.add_patch(Polygon(each, facecolor=COLOURS[0], edgecolor=INK, alpha=0.4, linewidth=0.8))
    axes.annotate("surface", (right, 0.0), (-4, 4), textcoords="offset points", ha="right", fontsize=9)
    axes.set(xlabel="forward (cm)", ylabel="depth (cm)", xlim=(left, right), ylim=(bottom, top), aspect="equal")
    return figure


BUOYANCY = Experiment(
    id="raybot.buoyancy",
    source="section IV",
    title="Rests mostly under the surface",
    published="5.5 kg, 75 x 50 x 15 cm; rests mostly under the surface, top of the disc exposed",
    counts=f"floats, {LEAST_WET:.0f} to 100 % wet, upright (lean under {UPRIGHT:.0f} deg), top of the disc exposed",
    unit="%",
    reading="wet_share",
    vehicle="raybot",
    measure=measure,
    judge=judge,
    draw=draw,
    calibrated=True,
    method=(
        "RayBot as its file describes it, in fresh water with a calm surface. Depth, roll and pitch at which weight "
        "and buoyancy balance and hold it are found by Newton steps on the wet volumes of its bodies; water in flooded "
        "parts weighs as far as it is lifted out. In every draw the disc weighs what the other bodies leave of the "
        "published 5.5 kg. Calibrated: that it is slightly buoyant, which this row publishes, set the disc's volume "
        "and its range; how deep it lies and how it leans follow."
    ),
    explanation=(
        "Two things decide. How much volume RayBot displaces beyond its weight, which the paper calls slightly buoyant "
        "and gives no number for, sets what stays dry. Where its weight lies sets how it leans: its righting moment is "
        "small, and a tail 0.1 kg heavier or lighter at the same volume pitches it by ten to forty degrees; a lighter "
        "one brings the disc under. A builder would shift ballast until it lies level; draws do not."
    ),
    settings={"run.water.surface": "calm"},
    fixed=(REST, "gait"),
    tied=whole_mass,
    shown={
        "roll": "roll at rest (deg)",
        "pitch": "pitch at rest (deg)",
        "freeboard": "top of the disc above the surface (mm)",
        "tail_freeboard": "top of the caudal fin above the surface (mm)",
        "mass": "mass (kg)",
        "volume": "displaced volume (l)",
    },
)
