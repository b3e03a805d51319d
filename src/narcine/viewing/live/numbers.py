"""The numbers of each vehicle now, as a small table."""

import numpy as np

from narcine.viewing.moment import Moment


def numbers_table(vehicles: tuple[str, ...], moment: Moment, power: float, status: str, has_surface: bool) -> str:
    """Return a table of what vehicles do, in Markdown."""
    rows = (
        ("speed (m/s)", moment.speed, "{:.3f}"),
        ("north (m)", moment.place[:, 0], "{:.2f}"),
        ("east (m)", moment.place[:, 1], "{:.2f}"),
        ("depth (m)", moment.place[:, 2], "{:.2f}"),
        ("heading (deg)", np.degrees(moment.heading), "{:.1f}"),
        ("roll (deg)", np.degrees(moment.roll), "{:.1f}"),
        ("pitch (deg)", np.degrees(moment.pitch), "{:.1f}"),
    )
    lines = [
        f"**{moment.time:.2f} s**, {status}",
        "",
        "| | " + " | ".join(vehicles) + " |",
        "| --- |" + " --- |" * len(vehicles),
    ]
    lines += [
        f"| {label} | " + " | ".join(pattern.format(value + 0.0) for value in values) + " |"
        for label, values, pattern in rows
    ]
    if not has_surface and bool(np.any(moment.place[:, 2] < 0.0)):
        lines += ["", "above depth zero: this water has no surface (`water: {surface: calm}` gives it one)"]
    lines += ["", f"power of drives, motors and screws {power:.2f} W"]
    return "\n".join(lines)
