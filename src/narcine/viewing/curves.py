"""Curves over time: speed and power, attitude, joints."""

from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.recording.summary import Summary, summarise
from narcine.recording.trajectory import Array
from narcine.viewing.figures import INK, Key, digits, look, name_of, span_time, span_values, stack, vehicle_key

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST_SPEED, LEAST_POWER, LEAST_ANGLE, LEAST_DEPTH = 0.01, 1e-3, 1.0, 0.1
"""Spans (m/s, W, deg, m) below which a curve counts as flat and is drawn so."""
TURNS = (45, 90, 180, 360, 720, 1800, 3600)
"""Steps of the marks on an angle that goes round (deg)."""
ATTITUDE = (
    ("roll_angle", "roll (deg)", "positive: starboard side down"),
    ("pitch_angle", "pitch (deg)", "positive: nose up"),
    ("heading", "heading (deg)", "0: north, 90: east"),
    ("depth", "depth (m)", "positive: down"),
)
BAND: dict[str, Any] = {"linewidth": 3.5, "alpha": 0.4}
"""How the mean speed looks."""
MOST_JOINTS = 12
LEAST_TRAVEL = 0.5
"""Most curves that can be told apart in one picture, and the travel (deg or mm) under which a joint holds still."""


def draw_speed(run: "xarray.Dataset") -> "Figure":
    """Draw speed over ground with the mean along the way of the settled part, and the power that actuators spend."""
    time = run["time"].values
    summaries = summarise(run)
    power = actuator_power(run)
    powered = bool(np.any(power))
    title = f"{name_of(run)}: speed" + (" and power" if powered else "")
    figure, panels = stack(title, (2.4, 1.7) if powered else (2.8,), _speed_key(run, summaries))
    for number, summary in enumerate(summaries):
        line = look(number)
        panels[0].plot(time, run["speed"].values[:, number], linewidth=1.2, **line)
        panels[0].plot(summary.window, [_over_ground(summary)] * 2, color=line["color"], **BAND)
        if powered:
            panels[1].plot(time, power[:, number], linewidth=1.0, **line)
    span_values(panels[0], np.append(run["speed"].values, [0.0, LEAST_SPEED]), LEAST_SPEED)
    panels[0].set(ylabel="speed (m/s)", title="over ground")
    if powered:
        span_values(panels[1], power, LEAST_POWER)
        panels[1].set(ylabel="power (W)", title="of drives, motors and propellers")
    span_time(panels[-1], time)
    return figure


def _speed_key(run: "xarray.Dataset", summaries: list[Summary]) -> Key:
    """Say how fast each vehicle got on, the beats averaged out."""
    start, end = summaries[0].window
    if len(summaries) == 1:
        text = f"mean from {digits(start)} s to {digits(end)} s: {_rounded(_over_ground(summaries[0]))} m/s"
        return {"speed": look(0), text: {**look(0), **BAND}}
    names = [f"{summary.vehicle}, mean {_rounded(_over_ground(summary))} m/s" for summary in summaries]
    return {name: look(number) for number, name in enumerate(names)} | {"mean speed": {"color": INK, **BAND}}


def _over_ground(summary: Summary) -> float:
    return summary.ground_speed if np.isfinite(summary.ground_speed) else summary.speed


def _rounded(value: float) -> str:
    """Return three digits of a number, none behind the fourth decimal."""
    return digits(round(value, 4))


def actuator_power(run: "xarray.Dataset") -> Array:
    """Return the power of the drives, motors and propellers of each vehicle over time."""
    powers = {"joint": run["drive_effort"].values * run["joint_velocity"].values}
    powers |= {each: run[f"{each}_power"].values for each in ("motor", "propeller") if f"{each}_power" in run}
    spent = np.concatenate(list(powers.values()), axis=1)
    if run.sizes["vehicle"] == 1:
        return np.asarray(spent.sum(axis=1, keepdims=True))
    owners = np.array([str(name).partition(".")[0] for each in powers for name in run[each].values])
    return np.stack([spent[:, owners == str(name)].sum(axis=1) for name in run["vehicle"].values], axis=1)


def draw_attitude(run: "xarray.Dataset") -> "Figure":
    """Draw roll, pitch, heading and depth over time."""
    time = run["time"].values
    figure, panels = stack(f"{name_of(run)}: attitude and depth", (1.35,) * 4, vehicle_key(run))
    for axes, (variable, label, title) in zip(panels, ATTITUDE, strict=True):
        values = run[variable].values if variable == "depth" else np.degrees(np.unwrap(run[variable].values, axis=0))
        for number, curve in enumerate(values.T):
            axes.plot(time, curve, linewidth=1.2, **look(number))
        axes.set(ylabel=label, title=title)
        if variable == "depth":
            span_values(axes, values, LEAST_DEPTH)
            axes.invert_yaxis()
        else:
            _span_angles(axes, values)
    span_time(panels[-1], time)
    return figure


def _span_angles(axes: "Axes", angles: Array) -> None:
    """Let an axis show angles, with marks at parts of a turn when they go far round."""
    from matplotlib.ticker import MultipleLocator

    span_values(axes, angles, LEAST_ANGLE)
    low, high = axes.get_ylim()
    steps = [step for step in TURNS if high - low <= 5 * step]
    if high - low > 180.0 and steps:
        axes.yaxis.set_major_locator(MultipleLocator(steps[0]))


def _targets(run: "xarray.Dataset", hinges: Array) -> dict[int, Array]:
    """Return the targets of joints with servos, in degrees or millimetres."""
    states = list(run["actuator"].values)
    return {
        index: np.asarray(run["actuator_state"].values[:, states.index(f"{name}.target")])
        * (180.0 / np.pi if hinge else 1e3)
        for index, (name, hinge) in enumerate(zip(run["joint"].values, hinges, strict=True))
        if f"{name}.target" in states
    }


def draw_joints(run: "xarray.Dataset") -> "Figure":
    """Draw the joints that move, hinges and sliders apart: over the whole run, and over the last few cycles."""
    time = run["time"].values
    hinges = run["joint_unit"].values == "rad"
    values = np.where(hinges, np.degrees(run["joint_position"].values), 1e3 * run["joint_position"].values)
    looks = {index: look(rank) for rank, index in enumerate(_joints_to_show(values))}
    key: Key = {str(run["joint"].values[index]): line for index, line in looks.items()}
    targets = {index: asked for index, asked in _targets(run, hinges).items() if index in looks}
    if targets:
        key["target of a servo"] = {"color": INK, "linestyle": ":", "linewidth": 1.0}
    parts = list(_parts(time, run["gait_frequency"].values[-1]))
    closest = parts[-1][0]
    rows = [
        (kind, part, name)
        for kind in (True, False)
        if any(hinges[index] == kind for index in looks)
        for part, name in parts
    ]
    figure, panels = stack(f"{name_of(run)}: joints", (2.1,) * len(rows), key, shared=False)
    for axes, (kind, part, name) in zip(panels, rows, strict=True):
        shown = [index for index in looks if hinges[index] == kind]
        for index in shown:
            axes.plot(time[part], values[part, index], linewidth=1.0 if part == slice(None) else 1.8, **looks[index])
            if index in targets and part == closest:
                colour = looks[index]["color"]
                axes.plot(time[part], targets[index][part], linewidth=1.0, linestyle=":", color=colour)
        axes.set(title=name, ylabel="angle (deg)" if kind else "position (mm)")
        span_values(axes, values[part][:, shown], LEAST_ANGLE)
        span_time(axes, time[part])
        axes.set(xlabel="time (s)" if axes is panels[-1] else "")
    if len(looks) < run.sizes["joint"]:
        panels[0].set(title=f"whole run; the {len(looks)} of {run.sizes['joint']} joints that move most")
    return figure


def _joints_to_show(values: Array) -> list[int]:
    """Return the joints that move, at most as many as a picture can hold; some of all when none moves."""
    travel = np.ptp(values, axis=0)
    most = [int(index) for index in np.argsort(-travel, kind="stable")[:MOST_JOINTS]]
    return sorted([index for index in most if travel[index] > LEAST_TRAVEL] or most)


def _parts(time: Array, frequencies: Array) -> list[tuple[slice, str]]:
    """Return the whole run and, where it adds something, the last four cycles or five seconds."""
    fastest = np.max(frequencies[np.isfinite(frequencies)], initial=0.0)
    length = 4.0 / fastest if fastest > 0.0 else 5.0
    whole = [(slice(None), "whole run")]
    if length > 0.6 * (time[-1] - time[0]):
        return whole
    return [*whole, (slice(int(np.searchsorted(time, time[-1] - length)), None), "the end, close up")]
