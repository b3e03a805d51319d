"""Numbers of thrusters as tables on the terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.identification.thrusters.open_water import OpenWater
    from narcine.identification.thrusters.thrust_tow import TowedThrusters
    from narcine.identification.thrusters.thruster import ThrusterFit
    from narcine.identification.thrusters.thruster_file import Bollard

RPM = 9.549296585513721
"""Turns a minute to one rad/s."""
CURVE = (("a", "rad/s/us^b"), ("b", ""), ("c", "rad/s"))


def show_bollard(fit: "ThrusterFit", test: "Bollard") -> None:
    """Print what a bollard test tells."""
    from narcine.identification.thrusters.thruster_told import bollard_remarks

    console = _console()
    low, high = fit.dead_band
    console.print(f"{len(test.pulse)} pulses; the shaft stands still from {low:g} to {high:g} us")
    ways = [own for _, _, own in fit.ways]
    rows = [
        (name, [_with(own.speed.values[k], own.speed.half_widths[k]) for own in ways], unit)
        for k, (name, unit) in enumerate(CURVE)
    ]
    rows.append(
        ("  off by, rms / worst", [f"{RPM * w.speed.rms:.3g} / {RPM * w.speed.worst:.3g}" for w in ways], "rpm")
    )
    rows.append(("T_ww", [_with(own.thrust.values[0], own.thrust.half_widths[0]) for own in ways], "kg m"))
    by_pulse = [own.thrust_by_pulse for own in ways]
    rows.append(("  off by, rms / worst", [f"{each.rms:.3g} / {each.worst:.3g}" for each in by_pulse], "N"))
    powers = [own.power for own in ways if own.power is not None]
    if len(powers) == len(ways):
        rows.append(("power / w^3", [_with(each.values[0], each.half_widths[0]) for each in powers], "W s3"))
        rows.append(("  off by, rms / worst", [f"{each.rms:.3g} / {each.worst:.3g}" for each in powers], "W"))
    _table(console, ["forward", "reverse"], rows)
    for line in bollard_remarks(fit):
        console.print(line, markup=False)


def show_tow(found: "TowedThrusters", lines: "Sequence[OpenWater]") -> None:
    """Print what towing runs tell."""
    from narcine.identification.thrusters.thruster_told import tow_left_out, tow_remarks

    console, fit = _console(), found.fit
    runs = sum(point.count for point in fit.points)
    console.print(f"{found.axis}: {len(fit.points)} points of {runs} runs; chi2/dof {fit.chi_square:.2f}")
    rows = []
    for key, name, unit in (("thrust", "T_ww", "kg m"), ("advance", "T_wu", "kg")):
        told = [f"{way}.{key}" for way in fit.ways]
        cells = [_with(fit.value(name), fit.half_width(name)) if name in fit.names else "-" for name in told]
        rows.append((name, cells, unit))
    rows.append(("  correlation of both", [_correlation(found, way) for way in fit.ways], ""))
    for k, name in enumerate(("a0", "a1") if lines else ()):
        rows.append((f"{name} of K_T", [_with(line.line[k], line.half_widths[k]) for line in lines], ""))
    for k, (name, unit) in enumerate(CURVE if found.curves else ()):
        curves = [found.curves.get(way) for way in fit.ways]
        rows.append(
            (name, ["-" if c is None else _with(c.speed.values[k], c.speed.half_widths[k]) for c in curves], unit)
        )
    _table(console, fit.ways, rows)
    if not lines:
        console.print("K_T and J take the size of the screws: --diameter, or --vehicle and --actuators")
    for line in (*tow_left_out(found), *tow_remarks(found)):
        console.print(line, markup=False)


def _correlation(found: "TowedThrusters", way: str) -> str:
    fit = found.fit
    names = [f"{way}.thrust", f"{way}.advance"]
    if not all(name in fit.names for name in names):
        return "-"
    i, j = (fit.names.index(name) for name in names)
    return f"{fit.covariance[i, j] / (fit.covariance[i, i] * fit.covariance[j, j]) ** 0.5:.2f}"


def _with(value: float, half_width: float) -> str:
    return f"{value:.5g} +- {half_width:.2g}"


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)


def _table(console: "Console", ways: Sequence[str], rows: Sequence[tuple[str, list[str], str]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("", *(f"{way}, 95 %" for way in ways), ""):
        table.add_column(heading, justify="right" if heading else "left")
    for name, cells, unit in rows:
        table.add_row(name, *cells, unit)
    console.print(table)
