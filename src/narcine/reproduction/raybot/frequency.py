"""RayBot under tendon drive at twenty tail-beat frequencies: how far the tail swings, how fast it swims (figure 10)."""

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from narcine.description.drive import MotorDrive
from narcine.description.load import Description
from narcine.description.transmission import Tendon
from narcine.recording.summary import summarise
from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.raybot.weight import REST, whole_mass
from narcine.simulation.batch import record_batch
from narcine.simulation.simulation import FULL_DURATION, Simulation
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = NDArray[np.float64]
FREQUENCIES: Array = np.linspace(0.5, 3.0, 20)
DURATION = 20.0
"""Of each swim (s), from rest; its last half is averaged. Twice as long moves the highest speed by under 0.1 %, that at
0.5 Hz by 7 % and those beyond 2.3 Hz, where RayBot is slow, by up to a fifth."""
CATSHARKS = (0.1, 0.35)
"""Strouhal numbers of swimming catsharks."""
NOISE = 0.02
"""Part by which a point may lie over its neighbour and still count as no higher: the mean of some ten beats."""
LEAST_RISE = 1.2
"""Highest over first speed from which on it rises."""
FLAT = 0.5
"""Mean slope of speed over the last six points over that over the first six, up to which it flattens or falls."""
DEAD = 0.5
"""Last over largest amplitude up to which it dies."""
STROKE, STARBOARD_HORN = "gait.amplitude", "transmissions.tendon_starboard.spool"
_known: dict[bytes, Readings] = {}
"""Readings of this process by the numbers of the vehicle: both rows look at the same swims."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return amplitude and speed at all frequencies of each variant, all of them swum side by side."""
    keys = [key_of(each) for each in simulations]
    new = {key: each for key, each in zip(keys, simulations, strict=True) if key not in _known}
    rows = [each for each in new.values() for _ in FREQUENCIES]
    commands = [{"gait.frequency": float(frequency)} for _ in new for frequency in FREQUENCIES]
    runs = iter(record_batch(rows, DURATION, commands) if rows else ())
    for key in new:
        swims = [_swim(next(runs)) for _ in FREQUENCIES]
        _known[key] = _readings(*np.array(swims).T)
    return [_known[key] for key in keys]


def key_of(simulation: Simulation) -> bytes:
    """Return all numbers that tell one variant from another; a gait's are commands."""
    model = simulation.model
    return b"".join(each.tobytes() for each in (model.parameters, model.initial_state, model.commands))


def _swim(run: "xarray.Dataset") -> tuple[float, float, float]:
    """Return speed (cm/s), negative where it swims backwards, amplitude of the tail tip (cm) and power (W).

    A swim that exploded reads nan.
    """
    if run.attrs["ended"] != FULL_DURATION:
        return nan, nan, nan
    [swim] = summarise(run)
    return float(np.sign(swim.forward_speed)) * 100.0 * swim.speed, 50.0 * swim.sweep, swim.power


def _readings(speed: Array, amplitude: Array, power: Array) -> Readings:
    """Return what the rows ask of speeds (cm/s), amplitudes (cm) and powers (W) at all frequencies."""
    strouhal = 2.0 * FREQUENCIES * amplitude / np.abs(speed)
    fastest = int(np.argmax(speed))
    return {
        "speed": speed,
        "amplitude": amplitude,
        "strouhal": strouhal,
        "power": power,
        "top_speed": float(speed[fastest]),
        "best_frequency": float(FREQUENCIES[fastest]),
        "strouhal_at_best": float(strouhal[fastest]),
        "amplitude_left": float(amplitude[-1] / amplitude[0]),
        "amplitude_peak": float(FREQUENCIES[np.argmax(amplitude)]),
        "amplitude_rise": float(amplitude.max() / amplitude[0]),
    }


def judge_speed(readings: Readings) -> Verdict:
    """Say whether speed rises, and then flattens or falls where the amplitude dies."""
    speed, amplitude = np.asarray(readings["speed"]), np.asarray(readings["amplitude"])
    top = int(np.argmax(speed))
    rises = speed[top] > LEAST_RISE * speed[0] and np.all(np.diff(speed[: top + 1]) > -NOISE * speed[top])
    first, last = (np.mean(np.diff(part)) for part in (speed[:6], speed[-6:]))
    left = float(amplitude[-1] / amplitude.max())
    low = top + int(np.argmin(speed[top:]))
    least = f" (least {speed[low]:.0f} cm/s at {FREQUENCIES[low]:.2g} Hz)" if low < len(speed) - 1 else ""
    note = (
        f"{speed[0]:.0f} cm/s at {FREQUENCIES[0]:g} Hz, highest {speed[top]:.0f} cm/s at {FREQUENCIES[top]:.2g} Hz, "
        f"{speed[-1]:.0f} cm/s at {FREQUENCIES[-1]:g} Hz, where {100.0 * left:.0f} % of the largest amplitude are "
        f"left{least}; Strouhal number at the highest {float(readings['strouhal_at_best']):.2f} "
        f"(catsharks {CATSHARKS[0]:g} to {CATSHARKS[1]:g})"
    )
    return Verdict(bool(rises and last < FLAT * first and left < DEAD), note)


def judge_amplitude(readings: Readings) -> Verdict:
    """Say whether the amplitude falls from each frequency to the next."""
    amplitude = np.asarray(readings["amplitude"])
    peak = int(np.argmax(amplitude))
    grows = amplitude[1:] >= (1.0 + NOISE) * amplitude[:-1]
    note = f"{amplitude[0]:.1f} cm at {FREQUENCIES[0]:g} Hz, {amplitude[-1]:.1f} cm at {FREQUENCIES[-1]:g} Hz"
    if np.any(grows):
        first, last = FREQUENCIES[:-1][grows][0], FREQUENCIES[1:][grows][-1]
        note += (
            f"; it grows in {np.sum(grows)} of {len(grows)} steps, between {first:.2g} and {last:.2g} Hz, "
            f"and is largest, {amplitude[peak]:.1f} cm, at {FREQUENCIES[peak]:.2g} Hz"
        )
    return Verdict(bool(not np.any(grows) and amplitude[-1] < amplitude[0]), note)


def draw_speed(readings: Readings) -> list[Picture]:
    """Draw amplitude over speed over frequency, as figure 10 does, and the Strouhal number."""
    caption = (
        "RayBot under tendon drive, the motor commanded over its full stroke: amplitude of the tail tip (top) and "
        "cruising speed (bottom; negative is backwards) over the tail-beat frequency, as in figure 10 "
        "of the paper, whose points are not given in numbers. "
        "Bands: 5th to 95th percentile over the ranges of the assumed numbers."
    )
    beside = (
        f"Strouhal number (tip's sweep times frequency over speed) and power of the motor on the same swims; shaded: "
        f"swimming catsharks, {CATSHARKS[0]:g} to {CATSHARKS[1]:g}."
    )
    first = _panels(readings, {"amplitude": "tail-beat amplitude (cm)", "speed": "cruising speed (cm/s)"})
    second = _panels(readings, {"strouhal": "Strouhal number", "power": "motor power (W)"})
    second.axes[0].axhspan(*CATSHARKS, color=COLOURS[2], alpha=0.15, linewidth=0)
    return [Picture(first, caption), Picture(second, beside)]


def draw_amplitude(readings: Readings) -> list[Picture]:
    """Draw the amplitude over frequency."""
    caption = (
        "Amplitude of the tail tip over the tail-beat frequency (figure 10, top). Nothing sets it but the motor's "
        "stroke, torque and speed, the tendons, the stiffness of the tail and its stops at 60 deg, and the water."
    )
    return [Picture(_panels(readings, {"amplitude": "tail-beat amplitude (cm)"}), caption)]


def _panels(readings: Readings, names: dict[str, str]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 0.6 + 2.3 * len(names)), layout="constrained")
    panels = np.atleast_1d(figure.subplots(len(names), sharex=True))
    for axes, (name, label) in zip(panels, names.items(), strict=True):
        _line(axes, readings, name)
        axes.set(ylabel=label)
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]) if name == "speed" else 0.0)
    panels[-1].set(xlabel="tail-beat frequency (Hz)", xlim=(0.4, 3.1))
    return figure


def _line(axes: "Axes", readings: Readings, name: str) -> None:
    low, high = (readings.get(f"{name}.{end}", readings[name]) for end in ("low", "high"))
    axes.fill_between(FREQUENCIES, low, high, color=COLOURS[0], alpha=0.18, linewidth=0)
    axes.plot(FREQUENCIES, readings[name], "o-", color=COLOURS[0], markersize=4, linewidth=1.2)


def one_servo(description: Description) -> dict[str, Any]:
    """Return what follows from the drawn numbers: the disc's mass, the commanded stroke, the horn's other side."""
    [placed] = description.scenario.vehicles.values()
    servo, tendon = placed.vehicle.drives.get("tail"), placed.vehicle.transmissions.get("tendon_port")
    found = whole_mass(description)
    if isinstance(servo, MotorDrive) and servo.angle is not None:
        found[STROKE] = servo.angle[1]
    if isinstance(tendon, Tendon):
        found[STARBOARD_HORN] = -tendon.spool
    return found


METHOD = (
    "RayBot with the tendon drive of figures 6 and 9 (raybot_tendon.yaml), 2 m deep in still water. Its motor is "
    f"commanded a sine of its full stroke at {len(FREQUENCIES)} frequencies from {FREQUENCIES[0]:g} to "
    f"{FREQUENCIES[-1]:g} Hz, all swims side by side in one batch; numbers are means over the last half of "
    f"{DURATION:g} s from rest. The highest speeds are steady by then; the first point and those beyond 2.3 Hz, where "
    "RayBot is slow, still gain some percent, the last ones about a fifth. The tail's angles are outcomes: the "
    "motor's torque and speed have limits, tendons stretch and fall slack, the tail's stiffness and the water decide "
    "the rest. From 1.15 to 1.6 Hz the bend of the tail also meets its stops at 60 deg, which are assumed."
)
EXPLANATION = (
    "The tip of the tail is a spring that carries water along: by itself it swings at about 0.7 Hz. While the motor "
    "still runs its stroke, up to about 1 Hz, the tip swings the wider the nearer it is to that; from there on motor, "
    "stiffness and water let the amplitude die. The paper gives neither the stiffness of the tail nor the speed of the "
    "motor, and simulates tendons by their force alone: so driven, the amplitude falls throughout here too (see "
    "“Tendons and plates”). With half the idle speed, below the range assumed here, it is largest at the first "
    "frequency, and some percent near 1.3 Hz are left of the rise."
)
SHARED = {
    "source": "figure 10",
    "vehicle": "raybot_tendon",
    "measure": measure,
    "method": METHOD,
    "fixed": (REST, "gait.frequency", STROKE, STARBOARD_HORN),
    "tied": one_servo,
    "batch": 8,
}
FREQUENCY_SPEED = Experiment(
    id="raybot.frequency_speed",
    title="Cruising speed over tail-beat frequency",
    published="maximum cruising speed against tail-beat frequency",
    counts=(
        f"20 points, 0.5 to 3 Hz: rises (by {100.0 * LEAST_RISE - 100.0:.0f} % at least), then flattens (to {FLAT:g} "
        f"of its first slope) or falls where the amplitude dies (under {DEAD:g} of its largest); Strouhal number "
        "reported"
    ),
    unit="cm/s",
    reading="top_speed",
    judge=judge_speed,
    draw=draw_speed,
    explanation=EXPLANATION,
    shown={
        "best_frequency": "frequency of the highest speed (Hz)",
        "strouhal_at_best": "Strouhal number there",
    },
    **SHARED,  # type: ignore[arg-type]  # one dict for what two rows share
)
FREQUENCY_AMPLITUDE = Experiment(
    id="raybot.frequency_amplitude",
    title="Tail-beat amplitude over tail-beat frequency",
    published="tail-beat amplitude falls with frequency under tendon drive",
    counts=(
        f"the same 20 points: falls from each to the next (within {100.0 * NOISE:g} %); amplitude rise, the largest "
        "amplitude over that at 0.5 Hz, is 1 where it does"
    ),
    unit="1",
    reading="amplitude_rise",
    judge=judge_amplitude,
    draw=draw_amplitude,
    explanation=EXPLANATION,
    shown={
        "amplitude_peak": "frequency of the largest amplitude (Hz)",
        "amplitude_left": "amplitude at 3 Hz over that at 0.5 Hz",
    },
    **SHARED,  # type: ignore[arg-type]
)
