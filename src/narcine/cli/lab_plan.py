"""`narcine lab plan`: how many towing runs an interval of a given width takes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from narcine.cli.lab_tank import TankOptions

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.laboratory.planning import Drawn, Foreseen
    from narcine.laboratory.tow_tank import TowTank, Truth

MOST_DRAWN = 30_000
"""Runs that are drawn for one row of the table: some seconds."""
FEWEST_CAMPAIGNS = 5
LETTERS = {"surge": "X_u", "sway": "Y_v", "heave": "Z_w", "roll": "K_p", "pitch": "M_q", "yaw": "N_r"}


def plan_command(
    source: str,
    /,
    *,
    axis: Literal["surge", "sway", "heave", "roll", "pitch", "yaw"] = "surge",
    width: str = "5 %",
    of: Literal["quadratic", "linear"] = "quadratic",
    speeds: Annotated[str, Parameter(allow_leading_hyphen=True)] = "0.15:1:8",
    calibration: str = "0 %",
    campaigns: int = 40,
    tank: TankOptions | None = None,
    seed: int = 0,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    out: Path | None = None,
) -> int:
    """Tell how many towing runs an interval of a given width takes.

    The width follows from the speeds, how long the carriage keeps them, and how cells err; what is wrong with all runs
    alike, the calibration, sets a floor. Campaigns of that size, and of half and twice it, are then drawn and
    identified as `narcine identify tow` does, to see whether it is so. Writes a picture.

    Examples
    --------
      narcine lab plan bluerov --axis surge --width 1%
      narcine lab plan bluerov --axis pitch --speeds 0.2:1.4:7 --of linear --width 10%
      narcine lab plan bluerov --axis heave --width 2% --calibration 0.5% --noise 1N --steady 20s

    Parameters
    ----------
    source
        name of a vehicle that ships, or a file: what is expected of it
    axis
        along or about which it is towed
    width
        wanted half width of the 95 % interval, as a share of the number itself (5 %) or in its own unit (2)
    of
        the number that is to be known: quadratic or linear drag
    speeds
        from:to:count or value,value,... (m/s, rad/s)
    calibration
        standard deviation of what all runs of a campaign are off by alike, as a share
    campaigns
        that are drawn for each row of the table; 0: none
    tank
        the tank and its cells
    seed
        of what is drawn
    set_
        change a value of the vehicle: path=value, as often as you like
    out
        picture to write; NAME_AXIS_plan.png when not given

    """
    import numpy as np
    from rich.console import Console

    from narcine.cli.lab_tow import measuring
    from narcine.cli.pictures import check_suffix, refuse
    from narcine.cli.typed import quantity, values, vehicle, whole
    from narcine.identification.towing.axes import TURNING
    from narcine.laboratory.planning import NUMBERS, foreseen, least_repeats, true_drag
    from narcine.laboratory.tow_tank import towing_truth

    settings = (tank or TankOptions()).tank()
    asked = np.array(values("--speeds", speeds, "rate" if axis in TURNING else "speed"))
    if len(np.unique(np.abs(asked[asked != 0.0]))) < 3:
        raise refuse(f"--speeds {speeds}", "quadratic and linear drag and their intervals take three speeds at least")
    if campaigns:
        whole("--campaigns", campaigns, FEWEST_CAMPAIGNS, 1000)
    shared = quantity("--calibration", calibration, "share", at_least=0.0)
    simulation = vehicle(source, set_)
    name, number = simulation.scenario.name, NUMBERS.index(of)
    picture = out or Path(f"{name}_{axis}_plan.png")
    check_suffix(picture, {".png": "", ".pdf": "", ".svg": ""}, "a picture")
    errors = Console(highlight=False, stderr=True)
    with measuring(errors, f"towing {name}") as told:
        truth = towing_truth(simulation, axis, asked, settings, progress=told(0))
    drag = true_drag(truth)
    wanted = _wanted(width, drag[number], LETTERS[axis], of)
    repeats = least_repeats(wanted, number, drag, asked, settings, truth.turning, shared)
    console = Console(highlight=False, soft_wrap=True)
    if repeats is None:
        _say_never(console, wanted, shared * abs(drag[number]))
        return 1
    sizes = sorted({1, max(1, repeats // 2), repeats, 2 * repeats})
    designs = [foreseen(drag, asked, settings, truth.turning, size, shared) for size in sizes]
    found = _drawn(errors, truth, settings, sizes, campaigns, shared, seed) if campaigns else {}
    chosen = designs[sizes.index(repeats)]
    _show(console, axis, of, designs, found, drag, repeats)
    letters = LETTERS[axis] + (f"|{LETTERS[axis][-1]}|" if of == "quadratic" else "")
    half = chosen.half_widths[number]
    again = "1 repeat" if repeats == 1 else f"{repeats} repeats"
    console.print(
        f"{chosen.runs} runs ({len(asked)} speeds, {again}) give {letters} = {abs(drag[number]):.4g} +- {half:.2g}"
        f"{_percent(half, drag[number])}"
    )
    _draw(picture, f"{name}: how well {letters} is known", designs, found, number, drag[number], wanted)
    console.print(f"{picture}")
    return 0


def _percent(half: float, value: float) -> str:
    return (
        f", {100.0 * half / abs(value):.2g} %" if abs(value) > half else ", as good as nothing: it is zero or near it"
    )


def _wanted(text: str, value: float, letters: str, of: str) -> float:
    """Return the wanted half width in the number's own unit."""
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import quantity

    if not text.strip().endswith("%"):
        return quantity("--width", text, "ratio", above=0.0)
    part = quantity("--width", text, "share", above=0.0)
    if abs(value) < 1e-9:
        raise refuse(f"--width {text}", f"{of} drag ({letters}) is zero here; give the width in its own unit")
    return part * abs(value)


def _say_never(console: "Console", wanted: float, shared: float) -> None:
    from narcine.laboratory.planning import MOST_RUNS

    if 1.96 * shared >= wanted:
        console.print(
            f"no number of runs gives +- {wanted:.3g}: calibration alone is +- {1.96 * shared:.3g}; calibrate better"
        )
    else:
        console.print(f"+- {wanted:.3g} takes more than {MOST_RUNS} runs: tow faster, longer, or with finer cells")


def _drawn(
    console: "Console", truth: "Truth", tank: "TowTank", sizes: list[int], campaigns: int, shared: float, seed: int
) -> "dict[int, Drawn]":
    """Return what campaigns of each size come to; fewer are drawn of large ones."""
    from narcine.cli.lab_tow import measuring
    from narcine.laboratory.planning import drawn

    found: dict[int, Drawn] = {}
    with measuring(console, "drawing campaigns", len(sizes)) as told:
        for number, size in enumerate(sizes):
            affordable = min(campaigns, MOST_DRAWN // (size * len(truth.nominal)))
            if affordable >= FEWEST_CAMPAIGNS:
                found[size] = drawn(truth, tank, size, affordable, shared, seed, told(number))
    return found


def _show(
    console: "Console",
    axis: str,
    of: str,
    designs: "list[Foreseen]",
    found: "dict[int, Drawn]",
    drag: tuple[float, float],
    chosen: int,
) -> None:
    from rich.table import Table

    from narcine.identification.towing.axes import coefficient_units
    from narcine.laboratory.planning import NUMBERS

    number = NUMBERS.index(of)
    unit = coefficient_units(axis)[number]
    table = Table(box=None, pad_edge=False)
    headings = ("runs", "repeats", "foreseen", "campaigns say", "they scatter", "hold truth", "")
    for heading in headings:
        table.add_column(heading, justify="right")
    for design in designs:
        drew = found.get(design.repeats)
        cells = [f"{design.runs}", f"{design.repeats}", f"+- {design.half_widths[number]:.3g}"]
        if drew is not None:
            cells += [f"+- {drew.half_widths[number]:.3g}", f"+- {drew.spreads[number]:.3g}"]
            cells += [f"{100.0 * drew.held[number]:.0f} %"]
        else:
            cells += ["", "", ""]
        table.add_row(*cells, "<-" if design.repeats == chosen else "")
    console.print(f"{axis}: {of} drag {drag[number]:.4g} {unit}, half widths of 95 % intervals ({unit})")
    console.print(table)


def _draw(
    file: Path,
    title: str,
    designs: "list[Foreseen]",
    found: "dict[int, Drawn]",
    number: int,
    value: float,
    wanted: float,
) -> None:
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.laboratory_plan import draw_plan

    with style(), whole_file(file) as unfinished:
        figure = draw_plan(title, designs, found, number, value, wanted)
        figure.savefig(unfinished, dpi=110, format=file.suffix[1:])
