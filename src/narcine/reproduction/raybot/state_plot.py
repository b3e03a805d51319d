"""The six-degree state plot: position, attitude, velocities and rates of a body over time, in twelve panels."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.reproduction.raybot.flock import Passage, attitude_angles
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PANELS = {
    "north": "north (m)",
    "forward_velocity": "surge (m/s)",
    "east": "east (m)",
    "starboard_velocity": "sway (m/s)",
    "down": "down (m)",
    "down_velocity": "heave (m/s)",
    "roll": "roll (deg)",
    "roll_rate": "roll rate (deg/s)",
    "pitch": "pitch (deg)",
    "pitch_rate": "pitch rate (deg/s)",
    "heading": "heading (deg)",
    "yaw_rate": "yaw rate (deg/s)",
}
"""States in reading order, with their labels: places on the left, their rates on the right."""
ANGLES = ("roll", "pitch", "heading")


def six_degree_states(passage: Passage, body: str = "disc") -> dict[str, Array]:
    """Return the twelve states of a body (m, m/s, deg, deg/s), each (vehicle, time)."""
    places = {name: passage[f"{body}.{name}"] for name in PANELS if name not in ANGLES}
    turned = dict(zip(ANGLES, attitude_angles(passage, body), strict=True))
    degrees = {name for name, label in PANELS.items() if "deg" in label}
    states = places | turned
    return {name: np.degrees(states[name]) if name in degrees else states[name] for name in PANELS}


def draw_six_degrees(time: Array, states: dict[str, Array], marks: dict[float, str]) -> "Figure":
    """Draw the twelve states over time, with the names of what is commanded from some times on."""
    from matplotlib.figure import Figure

    figure = Figure((8.0, 10.0), layout="constrained")
    panels = figure.subplots(6, 2, sharex=True)
    for axes, (name, label) in zip(panels.ravel(), PANELS.items(), strict=True):
        axes.plot(time, states[name], color=COLOURS[0], linewidth=0.9)
        axes.set_ylabel(label, fontsize=8)
        axes.tick_params(labelsize=8)
        for start in marks:
            axes.axvline(start, color=INK, linewidth=0.5, alpha=0.4)
        if name == "down":
            axes.invert_yaxis()
    for axes in panels[0]:
        for start, words in marks.items():
            axes.annotate(
                words, (start, 1.0), (2, 2), xycoords=("data", "axes fraction"), textcoords="offset points", fontsize=7
            )
    for axes in panels[-1]:
        axes.set_xlabel("time (s)", fontsize=8)
    return figure
