"""The live ray glides, its tail at rest, over pectoral trim (figure 5)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.raybot.fits import power
from narcine.reproduction.raybot.flock import Passage, attitude_angles, repeated, swim
from narcine.reproduction.raybot.reflex import PERIOD, trimmed
from narcine.reproduction.raybot.steady import glide_states, steady_glides
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS, INK

SLOW_ATTACKS = (14.0, 17.0, 20.0, 23.0, 26.0, 29.0, 32.0, 35.0, 38.0, 41.0, 43.0)
FAST_ATTACKS = (14.0, 12.0, 10.0, 8.0, 6.0, 4.0, 3.0, 2.2)
"""Angles of attack (deg) at which steady glides are looked for, from near the flattest on either way."""
ATTACKS = np.array([*reversed(FAST_ATTACKS[1:]), *SLOW_ATTACKS])
DURATION, LATE = 20.0, 4.0
"""Length of each glide, and of the last part whose mean counts (s)."""
KICK = 1.02
"""Speed with which a glide starts over that of the steady one."""
STEADY = 0.01
"""Change of speed over it, from the steady glide to the end of the run, up to which a glide counts as steady."""
STEEPEST = 45.0
"""deg; figure 5 and the row's own words end there"""
FEWEST = 3
"""Glides that a power is fitted to at least."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return the steady glides of each ray, found by their balance of forces and then swum, all as one batch."""
    fast, slow = (steady_glides(simulations, np.radians(attacks)) for attacks in (FAST_ATTACKS, SLOW_ATTACKS))
    glides = np.concatenate([fast[:, :0:-1], slow], axis=1)
    rays = repeated(simulations, len(ATTACKS))
    flat = glides.reshape(-1, 3)
    start = glide_states(rays, np.radians(np.tile(ATTACKS, len(simulations))), flat * [KICK, 1.0, 1.0])
    passage = swim(rays, trimmed(flat[:, 2]), DURATION, PERIOD, states=start)
    states = _late_states(passage) | {"trim": np.degrees(flat[:, 2]), "change": np.zeros(len(flat))}
    states["change"] = np.abs(states["speed"] / flat[:, 0] - 1.0)
    rows = np.arange(len(flat)).reshape(len(simulations), len(ATTACKS))
    return [
        _read({name: values[own] for name, values in states.items()}, *_net_weight(each))
        for own, each in zip(rows, simulations, strict=True)
    ]


def _late_states(passage: Passage) -> dict[str, Array]:
    """Return speed, descent angle (deg) and angle of attack (deg) of each glide at its end."""
    count = round(LATE / PERIOD)
    place = np.stack([passage[f"disc.{axis}"] for axis in ("north", "east", "down")], axis=-1)
    velocity = (place[:, -1] - place[:, -1 - count]) / LATE
    descent = np.degrees(np.arctan2(velocity[:, 2], np.hypot(velocity[:, 0], velocity[:, 1])))
    pitch = np.degrees(attitude_angles(passage)[1][:, -count:]).mean(axis=1)
    return {"speed": np.linalg.norm(velocity, axis=1), "descent": descent, "attack": descent + pitch}


def _net_weight(simulation: Simulation) -> tuple[float, float]:
    """Return the weight in water (N), and the dynamic pressure times wing area per speed squared (kg/m)."""
    [placed] = simulation.scenario.vehicles.values()
    water, vehicle = simulation.scenario.water, placed.vehicle
    bodies = vehicle.bodies.values()
    area = sum(foil.area or 0.0 for foil in vehicle.foils.values())
    weight = water.gravity * sum(body.mass - water.density * body.volume for body in bodies)
    return weight, 0.5 * water.density * area


def _read(glides: dict[str, Array], net: float, pressure: float) -> Readings:
    """Return the readings of one ray: all its glides, and the power fitted to those behind the flattest."""
    speed, descent = glides["speed"], glides["descent"]
    steady = np.isfinite(speed) & (glides["change"] < STEADY)
    flattest = int(np.argmin(np.where(steady, descent, np.inf)))
    behind = steady & (np.arange(len(speed)) >= flattest) & (descent < STEEPEST)
    before = steady & (np.arange(len(speed)) <= flattest) & (descent < STEEPEST)
    lift, drag = (net * part(np.radians(descent)) / (pressure * speed**2) for part in (np.cos, np.sin))
    readings: Readings = {
        "trim": glides["trim"],
        "speed": speed,
        "descent": descent,
        "attack": glides["attack"],
        "steady": steady.astype(float),
        "lift": lift,
        "drag": drag,
        "behind": behind.astype(float),
        "flattest": float(descent[flattest]),
        "trim_of_flattest": float(glides["trim"][flattest]),
        "steepest_trim": float(np.max(glides["trim"][behind], initial=-np.inf)),
        "weight": net,
        "number": float(np.sum(behind)),
    }
    fits = {"": behind, "_front": before}
    for name, kept in fits.items():
        fit = power(descent[kept], speed[kept]) if np.sum(kept) >= FEWEST else (np.nan,) * 3
        readings |= dict(zip((f"factor{name}", f"exponent{name}", f"determination{name}"), fit, strict=True))
    order = np.argsort(descent[behind])
    readings["steps_that_fall"] = float(np.mean(np.diff(speed[behind][order]) < 0.0)) if np.sum(behind) > 1 else np.nan
    return readings


def judge(readings: Readings) -> Verdict:
    """Say whether speed falls from each glide to the next steeper one, beyond the flattest."""
    falls = readings["steps_that_fall"] == 1.0
    note = (
        f"from the flattest glide ({readings['flattest']:.1f} deg at a trim of {readings['trim_of_flattest']:.1f} "
        f"deg) on, over {readings['number']:.0f} trims up to {readings['steepest_trim']:.0f} deg: U = "
        f"{readings['factor']:.3g} m/s (descent / deg)^{readings['exponent']:.2f}, R2 "
        f"{readings['determination']:.2f}. With less trim it dives, and speed rises with descent (exponent "
        f"{readings['exponent_front']:+.2f}): the published relation holds beyond the flattest glide only"
    )
    return Verdict(bool(falls), note)


def draw(readings: Readings) -> list[Picture]:
    """Draw speed over descent angle, what trim does, and the polar."""
    from matplotlib.figure import Figure

    figure = Figure((8.0, 6.2), layout="constrained")
    (first, second), (third, fourth) = figure.subplots(2, 2)
    behind, steady = np.asarray(readings["behind"]) > 0.5, np.asarray(readings["steady"]) > 0.5
    values = {name: np.asarray(readings[name]) for name in ("speed", "descent", "attack", "trim", "lift", "drag")}
    sides: dict[str, tuple[NDArray[np.bool_], dict[str, Any]]] = {
        "beyond the flattest glide": (behind, {"color": COLOURS[0], "marker": "o"}),
        "before it: dives": (
            steady & (values["trim"] <= readings["trim_of_flattest"]),
            {"color": COLOURS[1], "marker": "s"},
        ),
    }
    for name, (kept, look) in sides.items():
        for axes, x, y in (
            (first, "descent", "speed"),
            (second, "trim", "descent"),
            (third, "attack", "descent"),
            (fourth, "drag", "lift"),
        ):
            axes.plot(values[x][kept], values[y][kept], linestyle="-", linewidth=0.8, label=name, **look)
    angle = np.linspace(values["descent"][behind].min(), values["descent"][behind].max(), 100)
    fitted = float(readings["factor"]) * angle ** float(readings["exponent"])
    first.plot(angle, fitted, color=INK, linestyle="--", linewidth=1.2, label=f"exponent {readings['exponent']:.2f}")
    first.set(xlabel="descent angle (deg)", ylabel="speed on the glide path (m/s)", ylim=(0.0, None))
    second.set(xlabel="pectoral trim (deg)", ylabel="descent angle (deg)")
    third.set(xlabel="angle of attack (deg)", ylabel="descent angle (deg)")
    fourth.set(xlabel="drag coefficient", ylabel="lift coefficient", xlim=(0.0, None), ylim=(0.0, None))
    first.legend(fontsize=8, frameon=False)
    caption = (
        "Steady glides of the live ray over pectoral trim, as figure 5 C. Beyond the flattest glide more trim "
        "makes it sink more steeply and more slowly (dashed: the power fitted there, as in the paper); with less "
        "trim it dives, and steeper is faster. Coefficients are weight in water over dynamic pressure and wing "
        "area."
    )
    return [Picture(figure, caption)]


GLIDE = Experiment(
    id="raybot.glide",
    source="figure 5",
    title="The live ray glides",
    published="speed on the glide path inversely related to the descent angle, with a power fit",
    counts=(
        f"over pectoral trim, from the flattest glide to {STEEPEST:g} deg of descent: each steeper glide is "
        "slower; the power fit is reported"
    ),
    unit="1",
    reading="exponent",
    vehicle="electric_ray",
    settings={"gait": "glide"},
    method=(
        "The tail is at rest. Margins of the bow are raised and leading edges of the pelvic fins lowered by one "
        "angle, the pectoral trim; on top of it a reflex opposes changes of pitch and fades as a pitch becomes "
        "accustomed, so that steady glides hang on the trim alone. They are found where no force is left over, "
        f"and each is then swum for {DURATION:g} s from {100 * KICK - 100:.0f} % more speed; speed and descent are "
        f"means over its last {LATE:g} s. Trims below that of the flattest glide are shown, not judged: there a "
        "glide is a dive, faster the steeper it is, as in every force balance with little lift. A ray that slows "
        "down to land raises its disc; that the published relation is an inverse one says that live rays glide on "
        "that side."
    ),
    explanation=(
        "Past the flattest glide the assumed stall angle decides how fast speed falls, and the assumed centre of "
        "gravity which of these glides the fins can trim."
    ),
    fixed=("gait",),
    shown={
        "determination": "R2 of the power fit",
        "factor": "speed at 1 deg by the fit (m/s)",
        "flattest": "flattest descent (deg)",
        "exponent_front": "exponent in dives",
    },
    measure=measure,
    judge=judge,
    draw=draw,
    unread=f"fewer than {FEWEST} steady glides between the flattest and {STEEPEST:g} deg, so that there is no power",
    samples=32,
)
