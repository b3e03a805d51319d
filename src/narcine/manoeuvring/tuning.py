"""Gains for the loops of a vehicle at a speed, and how it will answer steps with them."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from narcine.autonomy.control.pid import Pid
from narcine.manoeuvring.controls import Group, controls_of
from narcine.manoeuvring.deep_water import in_deep_water, refused, vehicle_of
from narcine.manoeuvring.linear import LinearModel, linearised
from narcine.manoeuvring.loops import Gains, Loop, Margins, averaging
from narcine.manoeuvring.motion_states import DEPTH, HEADING, PITCH, ROLL, MotionStates
from narcine.manoeuvring.steady import Aim, SteadyRun, steady_run
from narcine.manoeuvring.steps import Step, step_of
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

if TYPE_CHECKING:
    from narcine.description.frontseat import Frontseat

LOOPS = ("heading", "pitch", "depth", "roll")
USUAL = {"heading": np.radians(15.0), "pitch": np.radians(10.0), "depth": 1.0, "roll": np.radians(10.0)}
"""Errors up to which a corrective is not to reach its limit (rad; m)."""
LIMITS = {"heading": np.radians(15.0), "pitch": np.radians(15.0), "depth": np.radians(20.0), "roll": np.radians(5.0)}
"""Of correctives, where the file has none (rad)."""
SHARE = 1.0 / 3.0
"""Of the limit that the integral may make, where the file does not say."""
STEPS = {"heading": np.radians(30.0), "pitch": np.radians(10.0), "depth": 2.0, "roll": np.radians(10.0)}
"""That are predicted (rad; m)."""
LASTS = {"heading": 30.0, "pitch": 20.0, "depth": 60.0, "roll": 20.0}
"""For how long (s)."""
USUAL_MODE = "cruise"
"""What the mode is called where the file has no frontseat."""
PERIOD, WINDOW = 0.1, 20
"""Control period (s) and averaged depths, where the file has no frontseat."""


@dataclass(frozen=True)
class Answer:
    """A predicted step."""

    time: Array
    value: Array
    step: Step


@dataclass(frozen=True)
class Tuned:
    """One loop: gains, margins, and the step that is predicted with all loops closed."""

    gains: Gains
    margins: Margins
    answer: Answer


@dataclass(frozen=True)
class Tuning:
    """What `narcine tune` tells."""

    run: SteadyRun
    period: float
    window: int
    mode: str
    suggested: dict[str, Tuned]
    written: dict[str, Tuned]
    """with the gains of the file, none where it has no frontseat"""
    missing: tuple[str, ...]
    """loops that the rule found no gains for"""


@dataclass(frozen=True)
class _Plant:
    """A linearised vehicle and what correctives do to its commands."""

    linear: LinearModel
    patterns: Mapping[str, Array]
    """change of all commands per corrective of heading, pitch and roll"""

    def response(self, w: Array, corrective: str, state: int) -> Array:
        """Return what a state does per corrective, over angular frequencies."""
        drive = self.linear.B @ self.patterns[corrective]
        identity = np.eye(len(drive))
        return np.array([np.linalg.solve(1j * each * identity - self.linear.A, drive)[state] for each in w])


def tune(
    simulation: Simulation,
    aim: Aim | None = None,
    mode: str | None = None,
    deployed: Mapping[str, float] | None = None,
    delay: float = 0.0,
) -> Tuning:
    """Return gains for heading, pitch, depth and roll at a speed, beside those of the file, with predicted steps.

    `delay` is the time from a measurement to the command that answers it, beside the hold of the control period.
    """
    vehicle = vehicle_of(simulation)
    frontseat: Frontseat | None = getattr(vehicle, "frontseat", None)
    controls = controls_of(vehicle, MotionStates(in_deep_water(simulation).model))
    if not controls.rudders or not controls.stern_planes:
        raise refused(simulation, "needs a rudder and stern planes, by which a frontseat steers it")
    mode = _mode(simulation, frontseat, mode)
    run = steady_run(simulation, aim, deployed)
    period = frontseat.control.period if frontseat is not None else PERIOD
    window = frontseat.drivers.depth.window if frontseat is not None else WINDOW
    known = _written(frontseat, mode)
    plant = _Plant(linearised(run), _patterns(run, frontseat))
    found: dict[str, Gains] = {}
    missing = []
    for name in LOOPS:
        if name == "roll" and "roll" not in plant.patterns:
            continue
        limit = known[name].limit if name in known else LIMITS[name]
        within = known[name].integral_limit if name in known else None
        loop = _loop(plant, name, period, window, delay, found.get("pitch"))
        gains = loop.tuned(limit / USUAL[name], limit, SHARE * limit if within is None else within) if loop else None
        if gains is None:
            missing.append(name)
        else:
            found[name] = gains
    written = {key: gains for key, gains in known.items() if key != "roll" or "roll" in plant.patterns}
    return Tuning(
        run,
        period,
        window,
        mode,
        _judged(plant, found, period, window, delay),
        _judged(plant, written, period, window, delay),
        tuple(missing),
    )


def _mode(simulation: Simulation, frontseat: "Frontseat | None", mode: str | None) -> str:
    """Return the mode whose loops are tuned, the first that can be when not told: where it glides, no plane steers."""
    if frontseat is None:
        if mode is not None:
            raise refused(simulation, f"has no frontseat, and so no mode {mode!r}")
        return USUAL_MODE
    if mode is not None and mode not in frontseat.modes:
        raise refused(simulation, f"has no mode {mode!r}; there are {', '.join(frontseat.modes)}")
    gliding = getattr(frontseat.map, "gliding", ())
    driven = [each for each in frontseat.modes if each not in gliding]
    if mode in gliding or not driven:
        what = f"can be tuned in {', '.join(driven)}" if driven else "has no mode that could be tuned"
        glides = mode or next(iter(frontseat.modes))
        raise refused(
            simulation, f"{what}: in {glides!r} it glides, and a mass that moves pitches it, not stern planes"
        )
    return mode or driven[0]


def _written(frontseat: "Frontseat | None", mode: str) -> dict[str, Gains]:
    """Return the gains of a mode of the file."""
    if frontseat is None:
        return {}
    loops = frontseat.modes[mode]
    return {
        name: Gains(each.kp, each.ki, each.kd, each.limit, each.integral_limit)
        for name in LOOPS
        for each in (getattr(loops, name),)
    }


def _patterns(run: SteadyRun, frontseat: "Frontseat | None") -> dict[str, Array]:
    """Return what correctives do to commands; where a cross of surfaces keeps heading and pitch apart, at its roll."""
    size = len(run.commands)
    rudder, elevator = run.controls.rudders.commands(size), -run.controls.stern_planes.commands(size)
    apart = frontseat is None or getattr(frontseat.map, "roll_compensation", False)
    angle = float(run.z[ROLL]) if apart else 0.0
    patterns = {
        "heading": np.cos(angle) * rudder + np.sin(angle) * elevator,
        "pitch": np.cos(angle) * elevator - np.sin(angle) * rudder,
    }
    rolling = _rolling(run.controls.rudders, size) + _rolling(run.controls.stern_planes, size)
    if np.any(rolling) and (frontseat is None or frontseat.map.type != "bang_bang"):
        patterns["roll"] = rolling
    return patterns


def _rolling(group: Group, size: int) -> Array:
    """Return surfaces turned so that each pushes the starboard side down; those on the axis cannot."""
    change = np.zeros(size)
    for each in group.surfaces:
        moment = np.cross(each.place, -each.normal)[0]
        change[each.command] = np.sign(moment) if abs(moment) > 1e-6 else 0.0
    return change


def _loop(plant: _Plant, name: str, period: float, window: int, delay: float, pitch: Gains | None) -> Loop | None:
    """Return a loop around the vehicle; that of depth around the closed loop of pitch."""
    if name == "heading":
        return Loop(lambda w: plant.response(w, "heading", HEADING), period, delay)
    if name == "pitch":
        return Loop(lambda w: plant.response(w, "pitch", PITCH), period, delay)
    if name == "roll":
        return Loop(lambda w: plant.response(w, "roll", ROLL), period, delay)
    if pitch is None:
        return None
    average = averaging(period, window)

    def depth(w: Array) -> Array:
        inner = Loop(lambda v: plant.response(v, "pitch", PITCH), period, delay)
        late = np.exp(-1j * w * (0.5 * period + delay))
        asked = (pitch.kp + pitch.ki / (1j * w)) * late
        closed = -plant.response(w, "pitch", DEPTH) * asked / (1.0 + inner.gain(w, pitch))
        return np.asarray(closed * average(w))

    # what holds and what delays the command stands in the pitch loop already
    return Loop(depth, period, -0.5 * period, differences=True)


def _judged(plant: _Plant, gains: Mapping[str, Gains], period: float, window: int, delay: float) -> dict[str, Tuned]:
    found = {}
    for name, each in gains.items():
        loop = _loop(plant, name, period, window, delay, gains.get("pitch"))
        if loop is not None:
            answer = _answer(plant, gains, name, period, window, delay)
            found[name] = Tuned(each, loop.margins(each), answer)
    return found


def _answer(
    plant: _Plant, gains: Mapping[str, Gains], stepped: str, period: float, window: int, delay: float
) -> Answer:
    """Return the step of one loop with all others closed, with limits, integrals and averages as the frontseat has."""
    from scipy.linalg import expm

    linear = plant.linear
    size, inputs = linear.B.shape
    whole = expm(period * np.block([[linear.A, linear.B], [np.zeros((inputs, size + inputs))]]))
    A, B = whole[:size, :size], whole[:size, size:]
    loops = {name: Pid(each) for name, each in gains.items()}
    desired = {name: STEPS[name] if name == stepped and name != "roll" else 0.0 for name in LOOPS}
    z, steps = np.zeros(size), round(LASTS[stepped] / period)
    z[ROLL] = STEPS["roll"] if stepped == "roll" else 0.0
    depths: deque[float] = deque([0.0], maxlen=window)
    waiting = deque([np.zeros(inputs)] * round(delay / period))
    seen = []
    for _ in range(steps + 1):
        seen.append(z.copy())
        depths.append(float(z[DEPTH]))
        rates = linear.A @ z
        command = np.zeros(inputs)
        wanted = desired["pitch"]
        if "depth" in loops and stepped != "pitch":
            wanted = -loops["depth"].update(desired["depth"], float(np.mean(depths)), period)
        for name, entry in (("heading", HEADING), ("pitch", PITCH), ("roll", ROLL)):
            if name in loops and name in plant.patterns:
                goal = wanted if name == "pitch" else desired[name]
                corrective = loops[name].update(goal, float(z[entry]), period, float(rates[entry]))
                command += corrective * plant.patterns[name]
        waiting.append(command)
        z = A @ z + B @ waiting.popleft()
        if np.abs(z).max() > 1e6:
            break
    time: Array = period * np.arange(len(seen), dtype=np.float64)
    entry = {"heading": HEADING, "pitch": PITCH, "depth": DEPTH, "roll": ROLL}[stepped]
    value = np.array(seen)[:, entry]
    begin, end = (STEPS["roll"], 0.0) if stepped == "roll" else (0.0, desired[stepped])
    return Answer(time, value, step_of(time, begin, end, value))


def in_file(tuning: Tuning) -> str:
    """Return the suggested gains as a vehicle file writes them."""
    lines = ["frontseat:", "  modes:", f"    {tuning.mode}:"]
    for name, each in tuning.suggested.items():
        g = each.gains
        inside = f", integral_limit: {np.degrees(g.integral_limit):.3g} deg" if g.integral_limit is not None else ""
        numbers = ", ".join(f"{key}: {value:.3g}" for key, value in (("kp", g.kp), ("ki", g.ki), ("kd", g.kd)))
        if name == "depth":
            degrees = replace(g, kp=np.degrees(g.kp), ki=np.degrees(g.ki), kd=np.degrees(g.kd))
            numbers = f"kp: {degrees.kp:.3g} deg/m, ki: {degrees.ki:.3g} deg/m/s, kd: {degrees.kd:.3g} deg s/m"
        lines.append(f"      {name}: {{{numbers}, limit: {np.degrees(g.limit):.3g} deg{inside}}}")
    return "\n".join(lines) + "\n"
