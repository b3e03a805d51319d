"""Pictures of a run: the path from above and from the side, speed, attitude and joint angles."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.recording.summary import summarise
from narcine.recording.trajectory import Array
from narcine.recording.write import whole_file
from narcine.viewing.silhouettes import outlines, shapes_of

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from narcine.description.shapes import Shape

COLOURS = ("#0b6e99", "#d1495b", "#3a7d44", "#edae49", "#6a4c93", "#8d6346", "#4d9de0", "#7a7a7a")
INK = "#22313f"
OUTLINES = 6
"""Most moments at which the path shows the vehicle."""
WIDTH = 8.0
LEFT, RIGHT = 0.1, 0.97
PANEL_WIDTH = WIDTH * (RIGHT - LEFT)
LOWEST_PANEL, TALLEST_PANEL = 1.0, 4.5
"""Sizes in inches."""
MOST_JOINTS = 12
LEAST_TRAVEL = 0.5
"""Most curves that can be told apart in one picture, and the travel (deg or mm) under which a joint holds still."""


def plot_run(run: "xarray.Dataset", folder: Path) -> list[Path]:
    """Write the pictures of a run into a folder and return their names."""
    import matplotlib
    from cycler import cycler

    with matplotlib.rc_context(
        {
            "axes.edgecolor": INK,
            "axes.labelcolor": INK,
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.grid": True,
            "axes.titlelocation": "left",
            "axes.titlesize": "medium",
            "grid.alpha": 0.25,
            "font.size": 10,
            "text.color": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.prop_cycle": cycler(color=COLOURS),
        }
    ):
        written = []
        for name, draw in (
            ("path", draw_path),
            ("speed", draw_speed),
            ("attitude", draw_attitude),
            ("joints", draw_joints),
        ):
            if name == "joints" and run.sizes["joint"] == 0:
                continue
            figure = draw(run)
            file = folder / f"{name}.png"
            with whole_file(file) as unfinished:
                figure.savefig(unfinished, dpi=110)
            written.append(file)
        return written


def _figure(rows: int, height: float, title: str, **options: Any) -> tuple["Figure", list["Axes"]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height))
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, 1, squeeze=False, **options)[:, 0]
    figure.subplots_adjust(left=LEFT, right=RIGHT, top=1.0 - 0.72 / height, bottom=0.55 / height, hspace=0.25)
    figure.suptitle(title, x=0.02, y=1.0 - 0.12 / height, ha="left", va="top", fontsize="large", fontweight="bold")
    return figure, list(axes)


def _name(run: "xarray.Dataset") -> str:
    return str(run.attrs.get("title", "run"))


def draw_path(run: "xarray.Dataset") -> "Figure":
    """Draw the way of each vehicle from above and from the side, at equal scales, with its outline at a few moments."""
    shapes = shapes_of(run)
    moments = _moments(run, shapes)
    ways = [run["position"].values[:, list(run["body"].values).index(root)] for root in run["root"].values]
    tips = [tip for tip in np.moveaxis(run["tail_tip"].values, 1, 0) if np.all(np.isfinite(tip))]
    seen = {index: [outlines(run, shapes, moment, (0, index)) for moment in moments] for index in (1, 2)}
    limits = _equal_scales([*ways, *tips], seen)
    heights = [limits[index][3] for index in (1, 2)]
    figure, panels = _figure(2, sum(heights) + 1.9, f"{_name(run)}: path", height_ratios=heights, sharex=True)
    for axes, index in zip(panels, (1, 2), strict=True):
        for tip in tips:
            axes.plot(tip[:, 0], tip[:, index], color=COLOURS[0], linewidth=0.8, alpha=0.5)
        for number, way in enumerate(ways):
            colour = COLOURS[number % len(COLOURS)]
            axes.plot(way[:, 0], way[:, index], color=colour, linewidth=1.5, label=str(run["vehicle"].values[number]))
        _draw_outlines(axes, seen[index], run["time"].values[moments])
        left, right, middle, height = limits[index]
        half = (right - left) / PANEL_WIDTH * height / 2.0
        axes.set(xlim=(left, right), ylim=(middle + half, middle - half))
    panels[0].set(ylabel="east (m)", title="from above")
    panels[1].set(xlabel="north (m)", ylabel="depth (m)", title="from the side")
    if len(ways) > 1:
        panels[0].legend(frameon=False, loc="upper left", ncols=2)
    return figure


def _moments(run: "xarray.Dataset", shapes: dict[str, "Shape"]) -> list[int]:
    """Return a few records between which the first vehicle has moved by more than its length."""
    start = np.concatenate([[0.0], *(polygon[:, 0] for polygon in outlines(run, shapes, 0, (0, 1)))])
    root = list(run["body"].values).index(run["root"].values[0])
    way = run["position"].values[:, root]
    travelled = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
    spacing = max(1.3 * np.ptp(start), travelled[-1] / (OUTLINES - 1), 1e-9)
    count = int(travelled[-1] / spacing) + 1
    return sorted({int(np.searchsorted(travelled, number * spacing)) for number in range(count)} | {len(way) - 1})


def _equal_scales(
    ways: list[Array], seen: dict[int, list[list[Array]]]
) -> dict[int, tuple[float, float, float, float]]:
    """Return left and right, the middle across, and the height in inches of both panels, at one scale."""

    def bounds(index: int, axis: int) -> tuple[float, float]:
        column = 0 if axis == 0 else index
        polygons = [polygon[:, axis] for moment in seen[index] for polygon in moment]
        values = np.concatenate([way[:, column] for way in ways] + polygons)
        return float(values.min()), float(values.max())

    left, right = bounds(1, 0)
    across = {index: bounds(index, 1) for index in (1, 2)}
    tallest = max(high - low for low, high in across.values())
    length = 1.06 * max(right - left, tallest * PANEL_WIDTH / TALLEST_PANEL, 1e-3)
    middle = (left + right) / 2.0
    result = {}
    for index, (low, high) in across.items():
        height = np.clip(1.25 * (high - low) / length * PANEL_WIDTH + 0.3, LOWEST_PANEL, TALLEST_PANEL)
        result[index] = (middle - length / 2.0, middle + length / 2.0, (low + high) / 2.0, float(height))
    return result


def _draw_outlines(axes: "Axes", seen: list[list[Array]], times: Array) -> None:
    from matplotlib.collections import PolyCollection

    for polygons, time in zip(seen, times, strict=True):
        if not polygons:
            continue
        axes.add_collection(
            PolyCollection(polygons, facecolor="#0b6e9922", edgecolor=INK, linewidth=0.7, zorder=3), autolim=False
        )
        corners = np.concatenate(polygons)
        place = ((corners[:, 0].min() + corners[:, 0].max()) / 2.0, corners[:, 1].max())
        axes.annotate(
            f"{time:.3g} s", place, xytext=(0, -11), textcoords="offset points", ha="center", fontsize="small"
        )


def draw_speed(run: "xarray.Dataset") -> "Figure":
    """Draw speed over time with the settled mean, and the power spent."""
    figure, (speed, power) = _figure(2, 5.2, f"{_name(run)}: speed and power", sharex=True, height_ratios=[3, 2])
    time = run["time"].values
    for number, summary in enumerate(summarise(run)):
        colour = COLOURS[number % len(COLOURS)]
        speed.plot(time, run["speed"].values[:, number], color=colour, linewidth=1.2, label=summary.vehicle)
        speed.plot(summary.window, [summary.speed] * 2, color=colour, linewidth=2.5, alpha=0.5)
        speed.annotate(
            f"{summary.speed:.3g} m/s",
            (summary.window[0], summary.speed),
            xytext=(0, 8),
            textcoords="offset points",
            color=colour,
            fontweight="bold",
        )
    spent = (run["drive_effort"].values * run["joint_velocity"].values).sum(axis=1)
    spent = spent + run["propeller_power"].values.sum(axis=1)
    power.plot(time, spent, color=INK, linewidth=0.9)
    speed.set(ylabel="speed over ground (m/s)", ylim=(0.0, None))
    power.set(xlabel="time (s)", ylabel="actuator power (W)")
    if run.sizes["vehicle"] > 1:
        speed.legend(frameon=False)
    return figure


def draw_attitude(run: "xarray.Dataset") -> "Figure":
    """Draw roll, pitch and heading over time."""
    figure, axes = _figure(3, 6.0, f"{_name(run)}: attitude", sharex=True)
    for panel, (variable, label) in zip(
        axes, (("roll_angle", "roll"), ("pitch_angle", "pitch, nose up"), ("heading", "heading")), strict=True
    ):
        for number, vehicle in enumerate(run["vehicle"].values):
            angle = np.degrees(np.unwrap(run[variable].values[:, number]))
            panel.plot(
                run["time"].values, angle, color=COLOURS[number % len(COLOURS)], linewidth=1.2, label=str(vehicle)
            )
        panel.set(ylabel=f"{label} (deg)")
        low, high = panel.get_ylim()
        if high - low < 1.0:
            middle = (low + high) / 2.0
            panel.set_ylim(middle - 0.5, middle + 0.5)
    axes[-1].set(xlabel="time (s)")
    if run.sizes["vehicle"] > 1:
        axes[0].legend(frameon=False)
    return figure


def draw_joints(run: "xarray.Dataset") -> "Figure":
    """Draw the joints that move: over the whole run, and over the last few cycles."""
    units = run["joint_unit"].values
    values = np.where(units == "rad", np.degrees(run["joint_position"].values), 1e3 * run["joint_position"].values)
    travel = np.ptp(values, axis=0)
    shown = [index for index in np.argsort(-travel, kind="stable")[:MOST_JOINTS] if travel[index] > LEAST_TRAVEL]
    shown = shown or [int(np.argmax(travel))]
    still = run.sizes["joint"] - len(shown)
    title = f"{_name(run)}: joints" + (f" ({still} that hardly move are not shown)" if still else "")
    figure, (whole, close) = _figure(2, 5.6, title)
    time = run["time"].values
    frequency = run["gait_frequency"].values[-1]
    fastest = np.nanmax(frequency) if np.any(np.isfinite(frequency)) else np.nan
    length = min(4.0 / fastest if np.isfinite(fastest) and fastest > 0.0 else 5.0, time[-1] - time[0])
    last = time >= time[-1] - length
    for rank, index in enumerate(sorted(shown)):
        unit = "deg" if units[index] == "rad" else "mm"
        look: dict[str, Any] = {
            "color": COLOURS[rank % len(COLOURS)],
            "linestyle": "-" if rank < len(COLOURS) else "--",
        }
        whole.plot(time, values[:, index], linewidth=0.9, **look)
        label = f"{run['joint'].values[index]} ({unit})"
        close.plot(time[last], values[last, index], linewidth=1.8, label=label, **look)
    kinds = set(units[shown])
    unit_text = "angle (deg)" if kinds == {"rad"} else "position (mm)" if kinds == {"m"} else "deg or mm"
    whole.set(ylabel=unit_text, title="whole run")
    close.set(xlabel="time (s)", ylabel=unit_text, title="the end, close up")
    close.legend(frameon=False, loc="upper left", bbox_to_anchor=(0.0, 1.0), ncols=2, fontsize="small")
    low, high = close.get_ylim()
    close.set_ylim(low, high + 0.2 * (high - low))
    return figure
