"""What sensors read over time, what the planner made of it, and how far the lamp was."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.recording.lamps import NEAR, lamp_distances
from narcine.recording.tables import CROWD
from narcine.recording.trajectory import Array
from narcine.viewing.figures import COLOURS, INK, look, name_of, span_time, span_values, stack, vehicle_key

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LIGHT, STRIP, ACTION, DISTANCE = 2.0, 0.26, 0.9, 1.2
"""Heights of panels (inches): of photocells, of each infrared switch, of each part of an action, of the distance."""
ACTIONS = (
    ("gait.turn", "turn (deg)", 180.0 / np.pi),
    ("gait.amplitude", "amplitude (deg)", 180.0 / np.pi),
    ("gait.frequency", "frequency (Hz)", 1.0),
)
ON = "#d1495b"
LEAST_LIGHT, LEAST_ACTION, LEAST_DISTANCE = 1.0, 1.0, 0.1


def has_readings(run: "xarray.Dataset") -> bool:
    """Say whether a run has sensors."""
    return "reading" in run and bool(run.sizes.get("sensor"))


def draw_readings(run: "xarray.Dataset") -> "Figure":
    """Draw photocells, infrared switches, what the tail was told, and the distance to the nearest lamp."""
    names, units = (run[name].values.astype(str) for name in ("sensor", "sensor_unit"))
    several = run.sizes["vehicle"] > 1
    lit, switched = np.flatnonzero(units == "lx"), np.flatnonzero(units == "1")
    crowd = run.sizes["vehicle"] > CROWD
    actions = [each for each in ACTIONS if _told(run, each[0])] if not crowd else []
    away = lamp_distances(run)
    strips = list(_strips(run, switched, crowd))
    heights = [LIGHT] * bool(len(lit)) + [0.2 + STRIP * len(strips)] * bool(strips)
    heights += [ACTION] * len(actions) + [DISTANCE] * (away is not None)
    cells = {str(names[k]): look(number) for number, k in enumerate(lit)}
    key = vehicle_key(run) if several else cells
    figure, panels = stack(f"{name_of(run)}: readings", heights, key)
    rest = iter(panels)
    if len(lit):
        _draw_light(next(rest), run, lit)
    if strips:
        _draw_switches(next(rest), run["time"].values, strips)
    for name, label, factor in actions:
        _draw_action(next(rest), run, name, label, factor)
    if away is not None:
        _draw_distance(next(rest), run, away)
    span_time(panels[-1], run["time"].values)
    return figure


def _owner(run: "xarray.Dataset", name: str) -> int:
    """Return the vehicle whose name a sensor or an input begins with."""
    vehicles = [str(each) for each in run["vehicle"].values]
    return vehicles.index(name.partition(".")[0]) if len(vehicles) > 1 else 0


def _draw_light(axes: "Axes", run: "xarray.Dataset", lit: NDArray[np.intp]) -> None:
    """Draw each photocell of one vehicle, or the brightest of each of several."""
    time, light = run["time"].values, run["reading"].values[:, lit]
    if run.sizes["vehicle"] > 1:
        owners = np.array([_owner(run, str(run["sensor"].values[k])) for k in lit])
        light = np.stack([light[:, owners == k].max(axis=1) for k in np.unique(owners)], axis=1)
        looks = [look(int(k)) for k in np.unique(owners)]
        axes.set_title("brightest photocell of each")
    else:
        looks = [look(k) for k in range(len(lit))]
        axes.set_title("photocells")
    for values, line in zip(light.T, looks, strict=True):
        axes.plot(time, values, linewidth=1.0, **line)
    if light.min() > 0.0 and light.max() > 20.0 * np.median(light):
        axes.set_yscale("log")
    else:
        span_values(axes, light, LEAST_LIGHT)
    axes.set_ylabel("lx")


Strip = tuple[str, str, NDArray[np.bool_]]
"""name, colour, and when it is on"""


def _strips(run: "xarray.Dataset", switched: NDArray[np.intp], crowd: bool) -> Iterator[Strip]:
    """Yield a strip of each switch, or of all switches of each vehicle of a crowd."""
    names, seen = run["sensor"].values.astype(str), run["reading"].values > 0.5
    owners = np.array([_owner(run, names[k]) for k in switched], int)
    if crowd:
        for vehicle in np.unique(owners):
            on: NDArray[np.bool_] = np.any(seen[:, switched[owners == vehicle]], axis=1)
            yield str(run["vehicle"].values[vehicle]), look(vehicle)["color"], on
        return
    for k, owner in zip(switched, owners, strict=True):
        yield names[k], ON if run.sizes["vehicle"] == 1 else look(owner)["color"], seen[:, k]


def _draw_switches(axes: "Axes", time: Array, strips: list[Strip]) -> None:
    """Draw strips, filled where switches see something."""
    for row, (_, colour, seen) in enumerate(strips):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], seen, [False]]).astype(int)))
        spans = [(time[a], time[min(b, len(time) - 1)] - time[a]) for a, b in edges.reshape(-1, 2)]
        axes.broken_barh(spans, (row - 0.36, 0.72), facecolor=colour)
    axes.set(ylim=(len(strips) - 0.4, -0.6), yticks=range(len(strips)), title="infrared switches: on")
    axes.set_yticklabels([name for name, _, _ in strips], fontsize="small")
    axes.grid(visible=False, axis="y")


def _told(run: "xarray.Dataset", name: str) -> list[int]:
    """Return the inputs of this name that changed."""
    mine = [k for k, each in enumerate(run["input"].values.astype(str)) if each == name or each.endswith(f".{name}")]
    return [k for k in mine if np.ptp(run["command"].values[:, k]) > 0.0]


def _draw_action(axes: "Axes", run: "xarray.Dataset", name: str, label: str, factor: float) -> None:
    mine = _told(run, name)
    values = factor * run["command"].values[:, mine]
    for k, line in zip(mine, values.T, strict=True):
        several = run.sizes["vehicle"] > 1
        colour = look(_owner(run, str(run["input"].values[k])))["color"] if several else INK
        axes.step(run["time"].values, line, where="post", color=colour, linewidth=1.1)
    span_values(axes, values, LEAST_ACTION)
    axes.set_title(f"told: {label}")


def _draw_distance(axes: "Axes", run: "xarray.Dataset", away: Array) -> None:
    for number, line in enumerate(away.T):
        axes.plot(run["time"].values, line, linewidth=1.3, **(look(number) if away.shape[1] > 1 else {"color": INK}))
    axes.axhline(NEAR, color=COLOURS[-1], linewidth=0.9, linestyle="--")
    span_values(axes, np.append(away, [0.0, NEAR]), LEAST_DISTANCE)
    axes.set(title=f"distance to the nearest lamp (m); dashed: {NEAR:g} m")
