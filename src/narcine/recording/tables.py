"""The numbers of a run as rows of words, for whoever shows them."""

from collections.abc import Sequence
from math import degrees, isfinite
from typing import TYPE_CHECKING

from narcine.recording.couplings import report_couplings
from narcine.recording.lamps import NEAR

if TYPE_CHECKING:
    import xarray

    from narcine.recording.summary import Summary

ROWS = (
    ("speed", "speed", "{:.3f} m/s", 1.0),
    ("speed over ground", "ground_speed", "{:.3f} m/s", 1.0),
    ("Strouhal number", "strouhal", "{:.3f}", 1.0),
    ("tail sweep", "sweep", "{:.3f} m", 1.0),
    ("gait frequency", "frequency", "{:.3f} Hz", 1.0),
    ("actuator power", "power", "{:.3g} W", 1.0),
    ("cost of transport", "cost_of_transport", "{:.3g}", 1.0),
    ("largest servo error", "servo_error", "{:.1f} deg", degrees(1.0)),
    ("depth", "depth", "{:.2f} m", 1.0),
    ("roll (lowest, highest)", "roll", "{:.1f} deg", degrees(1.0)),
    ("pitch (lowest, highest)", "pitch", "{:.1f} deg", degrees(1.0)),
    ("depth change, whole run", "depth_change", "{:+.2f} m", 1.0),
    ("distance to the lamp, whole run", "lamp_distance", "{:.2f} m", 1.0),
    (f"time within {NEAR:g} m of it", "near_lamp", "{:.0f} %", 100.0),
    ("heading change, whole run", "heading_change", "{:+.1f} deg", degrees(1.0)),
)
CROWD = 4
"""Vehicles beyond which each has a line of its own, with fewer numbers."""
OF_A_CROWD = ("speed", "depth", "lamp_distance", "near_lamp")
COUPLING_COLUMNS = ("coupling", "largest force (N)", "largest moment (N m)", "largest drift", "held")


def summary_rows(summaries: "Sequence[Summary]") -> list[list[str]]:
    """Return a heading and the rows that mean something: what it is, then a cell of each vehicle."""
    start, end = summaries[0].window
    rows = [[f"mean from {start:.3g} to {end:.3g} s", *(summary.vehicle for summary in summaries)]]
    for label, key, pattern, factor in ROWS:
        cells = [_cell(summary, key, pattern, factor) for summary in summaries]
        if set(cells) != {"-"}:
            rows.append([label, *cells])
    return rows if len(summaries) <= CROWD else _crowd_rows(summaries, rows)


def _crowd_rows(summaries: "Sequence[Summary]", rows: list[list[str]]) -> list[list[str]]:
    """Return a line for each vehicle in place of a column, of what tells a crowd apart, and of its contacts."""
    labels = [label for label, key, _, _ in ROWS if key in OF_A_CROWD]
    chosen = [rows[0], *(row for row in rows[1:] if row[0] in labels)]
    touched = ["contacts", *(str(sum(touch.times for touch in summary.touches)) for summary in summaries)]
    return [list(row) for row in zip(*chosen, touched, strict=True)]


def touch_lines(summaries: "Sequence[Summary]") -> list[str]:
    """Return a sentence on each obstacle that a vehicle touched, or of a crowd on each vehicle."""
    if len(summaries) > CROWD:
        return [_touched(summary) for summary in summaries if summary.touches]
    return [
        f"{summary.vehicle} touched {touch.obstacle} {_often(touch.times)}, hardest {touch.hardest:.3g} N"
        for summary in summaries
        for touch in summary.touches
    ]


def _often(times: int) -> str:
    return "once" if times == 1 else f"{times} times"


def _touched(summary: "Summary") -> str:
    """Return all that a vehicle touched, in a sentence."""
    told = ", ".join(f"{touch.obstacle} {_often(touch.times)}" for touch in summary.touches)
    return f"{summary.vehicle} touched {told}; hardest {max(touch.hardest for touch in summary.touches):.3g} N"


def coupling_rows(run: "xarray.Dataset") -> list[list[str]]:
    """Return a heading and a row of each coupling: what it carried, and when it held; nothing without couplings."""
    reports = report_couplings(run)
    rows = [list(COUPLING_COLUMNS)] if reports else []
    for report in reports:
        whole = report.intervals == ((float(run["time"].values[0]), float(run["time"].values[-1])),)
        spans = ", ".join(f"{first:.3g} to {last:.3g} s" for first, last in report.intervals) or "never"
        held = "always" if whole else spans
        rows.append([report.coupling, f"{report.force:.3g}", f"{report.moment:.3g}", f"{report.drift:.1e}", held])
    return rows


def _cell(summary: "Summary", key: str, pattern: str, factor: float) -> str:
    value = getattr(summary, key)
    if not isinstance(value, tuple):
        return _shown(pattern, value * factor)
    mean, low, high = (_shown(pattern, each * factor) for each in value)
    return mean if low == mean == high else f"{mean} ({low.split()[0]}, {high.split()[0]})"


def _shown(pattern: str, value: float) -> str:
    """Return a number as people read it: no minus before a zero, a dash for what has no meaning."""
    if not isfinite(value):
        return "-"
    text = pattern.format(value)
    return text.replace("-", "", 1) if not any(digit in text for digit in "123456789") else text
