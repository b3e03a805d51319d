"""What `narcine identify fit` prints."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from narcine.identification.fitting.record import Fit, Found


def show(found: "Fit") -> None:
    """Print what was found."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True)
    runs = "1 run" if len(found.runs) == 1 else f"{len(found.runs)} runs"
    console.print(
        f"{found.samples} measured numbers of {runs}, {found.unknowns} unknowns; "
        f"{'noise as given' if found.noise_given else 'noise estimated'}: {_listed_noise(found)}"
    )
    table = Table(box=None, pad_edge=False)
    for number, heading in enumerate(("parameter", "value", "95 % interval", "start", "prior", "unit", "")):
        table.add_column(heading, justify="right" if 0 < number < 5 else "left")
    for each in found.found:
        table.add_row(*_cells(each))
    _print_whole(table, console)
    console.print(f"intervals: {found.method}")
    for untold in found.untold:
        console.print(f"not told: {untold}", style="yellow")
    for warning in found.warnings:
        console.print(f"warning: {warning}", style="yellow")
    if found.kept:
        _show_kept(found, console)


def _print_whole(table: "Table", console: "Console") -> None:
    """Print a table with all of its words, whatever the width of the terminal."""
    from rich.measure import Measurement

    wide = Measurement.get(console, console.options.update(max_width=1000), table).maximum
    console.width = max(console.width, wide)
    console.print(table)


def _listed_noise(found: "Fit") -> str:
    units = {name: unit for run in found.runs for name, unit in run.units.items()}
    parts = []
    for name, value in found.noise.items():
        scale, unit = {"m": (1e3, "mm"), "rad": (57.29577951308232, "deg"), "rad/s": (57.29577951308232, "deg/s")}.get(
            units[name], (1.0, units[name])
        )
        parts.append(f"{name} {scale * value:.3g} {unit}")
    return ", ".join(parts)


def _cells(each: "Found") -> tuple[str, ...]:
    prior = each.parameter.prior
    told = "" if prior is None else f"{prior[0]:.5g} +- {prior[1]:.2g}"
    start, unit = f"{each.parameter.start:.5g}", each.parameter.unit
    if each.value is None or each.interval is None:
        return each.name, "not identifiable", "", start, told, unit, ""
    note = ", ".join(word for word, holds in (("by prior", each.by_prior), ("at bound", each.at_bound)) if holds)
    low, high = each.interval
    return each.name, f"{each.value:.6g}", f"{low:.6g} to {high:.6g}", start, told, unit, note


def _show_kept(found: "Fit", console: "Console") -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, title_justify="left")
    for number, heading in enumerate(("kept out", "group", "residual over noise", "of fitted runs")):
        table.add_column(heading, justify="left" if number < 2 else "right")
    for kept in found.kept:
        for name, rms in kept.rms.items():
            fitted = kept.fitted.get(name, float("nan"))
            table.add_row(kept.run, name, f"{rms / kept.noise[name]:.3g}", f"{fitted / kept.noise[name]:.3g}")
    _print_whole(table, console)
    seconds = found.kept[0].started
    console.print(f"runs kept out: starts estimated from their first {seconds:g} s, all else predicted")
