"""What the servo makes of beats: in points, within its rate, and beyond it as triangles."""

from math import pi, radians
from typing import TYPE_CHECKING

import numpy as np

import narcine
from narcine.gaits.servo_limits import left_amplitude, step_per_amplitude
from narcine.reproduction.experiment import Check, Finding
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AMPLITUDE, BEYOND, WITHIN = 40.0, 4.0, 1.5
"""deg, and Hz beyond and within what the servo follows."""
LAG, STEP = 2e-3, 5e-4
"""Of the servo and of the run (s): so short that what is left to see is the limit of the rate."""
TOLERANCE = 0.02
"""Part by which the triangle may miss the closed form: over its lag the servo turns by 1.6 % of a half beat's swing."""


def target(frequency: float) -> tuple["np.ndarray[tuple[int], np.dtype[np.float64]]", float]:
    """Return the servo's target over the last beat (rad), and the rate that it has."""
    fish = narcine.load(
        "minifish",
        gait__frequency=frequency,
        gait__amplitude=radians(AMPLITUDE),
        gait__resolution=200,
        drives__tail__lag=LAG,
        run__step=STEP,
    )
    run = fish.start(step=STEP, record=STEP)
    run.step(round(4.0 / STEP))
    [placed] = fish.scenario.vehicles.values()
    states = run.states[-round(1.0 / frequency / STEP) :, fish.model.state_names.index("tail.target")]
    drive = placed.vehicle.drives["tail"]
    assert drive.type == "servo"
    return states, drive.rate


def find() -> Finding:
    """Compare the targets with the sine and with the triangle."""
    beyond, rate = target(BEYOND)
    within, _ = target(WITHIN)
    swing, triangle = np.ptp(beyond) / 2.0, float(left_amplitude(radians(AMPLITUDE), BEYOND, rate))
    fastest = float(np.abs(np.diff(beyond)).max() / STEP)
    whole = np.ptp(within) / 2.0 / radians(AMPLITUDE)
    steps = [step_per_amplitude(points) * points for points in (3, 8, 9, 20, 200)]
    note = (
        f"asked for {AMPLITUDE:.0f} deg at {BEYOND:g} Hz, {2.0 * pi * BEYOND * radians(AMPLITUDE):.1f} rad/s, it "
        f"swings by {np.degrees(swing):.2f} deg (triangle Omega / (4 f): {np.degrees(triangle):.2f}) at "
        f"{fastest:.2f} rad/s; at {WITHIN:g} Hz {100.0 * whole:.1f} % of the amplitude are left; M / c of eqs 4 and 5 "
        f"is {', '.join(f'{each:.3f}' for each in steps)} for M of 3, 8, 9, 20, 200 and 2 pi without steps"
    )
    ok = abs(swing / triangle - 1.0) <= TOLERANCE and abs(whole - 1.0) <= TOLERANCE and fastest <= rate * (1.0 + 1e-9)
    caption = (
        f"The target of the servo over its last beat, asked for {AMPLITUDE:.0f} deg: within its rate at {WITHIN:g} Hz, "
        f"and beyond it at {BEYOND:g} Hz, where a triangle of the servo's full rate is left (dashed: its closed form)."
    )
    return Finding(bool(ok), note, [(_draw(within, beyond, triangle), caption)])


def _draw(
    within: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    beyond: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    triangle: float,
) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 3.2), layout="constrained")
    axes = figure.subplots()
    for number, (name, beat) in enumerate({f"{WITHIN:g} Hz": within, f"{BEYOND:g} Hz": beyond}.items()):
        axes.plot(np.linspace(0.0, 1.0, len(beat)), np.degrees(beat), color=COLOURS[number], label=name)
    for side in (-1.0, 1.0):
        axes.axhline(side * np.degrees(triangle), color=INK, linestyle="--", linewidth=0.8)
    axes.set(xlabel="part of a beat", ylabel="target of the servo (deg)")
    axes.legend(loc="upper right", frameon=False)
    return figure


SERVO = Check(
    id="minifish.servo",
    title="A servo beyond its rate beats as a triangle",
    text=(
        "A sine behind a limit of its rate Omega keeps its amplitude up to 2 pi f Amp = Omega. From 1.86 times that on "
        "the limit acts all the time, and a triangle of amplitude Omega / (4 f) is left, however much is asked for. "
        "With a lag of 2 ms in place of the servo's 20 ms, so that the rate alone acts."
    ),
    find=find,
)
