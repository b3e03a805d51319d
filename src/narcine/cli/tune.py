"""`narcine tune`: gains for the loops of a vehicle, and how it answers steps, predicted and flown."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.manoeuvring.steps import Step
    from narcine.manoeuvring.tuning import Tuned, Tuning

GAINS, PICTURE = "gains.yaml", "steps.png"
LEAST_PHASE, LEAST_GAIN = 0.524, 1.8
"""Phase margin (rad) and gain margin under which a loop rings."""
COLUMNS = ("kp", "ki", "kd", "crosses", "phase", "gain", "rise", "over", "settles")
UNITS = (
    "kp, ki, kd in rad, m, s; crosses in rad/s, phase margin in deg, gain margin as a factor;",
    "rise and settling (5 %) of the predicted step in s, overshoot in % of it",
)
FLOWN = {"heading": ("desired_heading", "heading", 0.1), "depth": ("desired_depth", "depth", 0.2)}
"""What is desired and measured in a mission's log, and the smallest step that is told (rad; m)."""


def tune_command(
    source: str,
    /,
    *,
    speed: str | None = None,
    thrust: str | None = None,
    mode: str | None = None,
    delay: str = "0 s",
    flown: Path | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    out: str | None = None,
    overwrite: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Suggest gains for heading, pitch, depth and roll at a speed, and tell how the vehicle answers steps.

    The vehicle is linearised about its straight run. Each loop is made as quick as a phase margin of 70 deg, a bound on
    its sensitivity and the limits of its correctives allow, with the servos' lag, the control period, the averaging of
    depths and a delay counted. Steps are predicted with all loops closed, limits and integrals as the frontseat has
    them. Beside the suggestion stand the gains of the file. Writes gains.yaml, to put into a vehicle file, and a
    picture.

    Examples
    --------
      narcine tune morpheus --speed 1.5
      narcine tune base --speed 1.2 --delay "50 ms" --out results/base
      narcine tune base --speed 1.2 --flown runs/depth_steps_001/mission.mcap

    Parameters
    ----------
    source
        name of a vehicle that ships, or a file
    speed
        of the straight run (m/s); as in `narcine stability`
    thrust
        instead: thrust (`20 N`) or shaft speed (`1400 rpm`)
    mode
        of the frontseat, whose gains stand beside the suggestion; the first that does not glide when not given
    delay
        from a measurement to the command that answers it, beside the hold of the control period
    flown
        log of a mission (mission.mcap), whose steps of heading and depth are told too
    set_
        change a value of the vehicle: path=value, as often as you like
    out
        folder for gains and picture; runs/NAME_tune with the next free number when not given
    overwrite
        write into a folder that holds gains already

    """
    from rich.console import Console

    from narcine.cli.folder import results_folder
    from narcine.cli.pictures import refuse
    from narcine.cli.run import say_if_compiling
    from narcine.cli.stability import note_derived, say_if_deriving, typed_aim
    from narcine.cli.typed import quantity, vehicle
    from narcine.manoeuvring.tuning import in_file, tune
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.tuning import draw_steps

    console = Console(highlight=False, soft_wrap=True)
    aim, late = typed_aim(speed, thrust), quantity("--delay", delay, "time", at_least=0.0)
    steps = {} if flown is None else _flown(flown)
    simulation = vehicle(source, set_)
    say_if_compiling(Console(stderr=True, highlight=False), simulation.coupled)
    say_if_deriving(Console(stderr=True, highlight=False))
    with results_folder(out, f"{simulation.scenario.name}_tune", overwrite) as folder:
        if (folder / GAINS).exists() and not overwrite:
            raise refuse(str(folder), "holds gains already; choose another folder, or add --overwrite")
        found = tune(simulation, aim, mode, delay=late)
        note_derived()
        with style(), whole_file(folder / PICTURE) as unfinished:
            draw_steps(f"{simulation.scenario.name} at {found.run.speed:.3g} m/s", found).savefig(unfinished, dpi=110)
        with whole_file(folder / GAINS) as unfinished:
            unfinished.write_text(in_file(found), encoding="utf-8")
        _show(simulation.scenario.name, found, steps, console)
        console.print(f"{folder}: {GAINS}, {PICTURE}", markup=False)
    return 0


def _show(name: str, found: "Tuning", flown: "dict[str, tuple[Step, ...]]", console: "Console") -> None:
    """Print gains, margins and steps."""
    from narcine.manoeuvring.tuning import in_file

    console.print(f"[bold]{name}[/bold] at {found.run.speed:.4g} m/s, a tick every {found.period:g} s")
    for word, loops in (("suggested", found.suggested), (f"as written for {found.mode}", found.written)):
        if loops:
            table = _table(f"Loops, {word}", "", *COLUMNS)
            for loop, tuned in loops.items():
                table.add_row(loop, *_row(tuned))
            console.print(table)
    for line in UNITS:
        console.print(line, style="dim")
    for loop in found.missing:
        console.print(f"no gains of {loop} keep the rule: other surfaces, speed, or a shorter period", style="yellow")
    for loop, tuned in found.written.items():
        if not tuned.margins.phase_margin > LEAST_PHASE or tuned.margins.gain_margin < LEAST_GAIN:
            console.print(f"the {loop} loop as written is close to swinging by itself at this speed", style="yellow")
    if flown:
        told = _table("Steps that were flown", "", "at (s)", "step", "rise (s)", "over (%)", "settles (s)", "left (%)")
        for loop, steps in flown.items():
            for step in steps:
                told.add_row(loop, f"{step.begin:.4g}", _size(loop, step), *_shape(step), f"{100.0 * step.left:.1f}")
        console.print(told)
    console.print(f"\n{in_file(found)}", markup=False)


def _row(tuned: "Tuned") -> list[str]:
    from math import degrees, isfinite

    gains, margins = tuned.gains, tuned.margins
    phase = f"{degrees(margins.phase_margin):.0f}" if isfinite(margins.phase_margin) else "-"
    gain = f"{margins.gain_margin:.1f}" if isfinite(margins.gain_margin) else "-"
    numbers = [f"{value:.3g}" for value in (gains.kp, gains.ki, gains.kd, margins.crossover)]
    return [*numbers, phase, gain, *_shape(tuned.answer.step)]


def _shape(step: "Step") -> list[str]:
    from math import isfinite

    rise, settling = (f"{value:.3g}" if isfinite(value) else "-" for value in (step.rise, step.settling))
    return [rise, f"{100.0 * step.overshoot:.0f}", settling]


def _size(loop: str, step: "Step") -> str:
    from math import degrees

    return f"{degrees(step.size):+.0f} deg" if loop == "heading" else f"{step.size:+.2f} m"


def _table(title: str, *headings: str) -> Any:
    from rich.table import Table

    table = Table(title=f"\n{title}", title_justify="left", box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _flown(file: Path) -> "dict[str, tuple[Step, ...]]":
    """Return the steps of a mission's log, or say what is wrong with it."""
    import numpy as np

    from narcine.autonomy.reading import read_log
    from narcine.cli.pictures import refuse
    from narcine.manoeuvring.steps import find_steps

    file = file / "mission.mcap" if file.is_dir() else file
    if not file.is_file():
        raise refuse(str(file), "there is no such log; `narcine mission` writes mission.mcap")
    try:
        variables = read_log(file).variables
    except ValueError as error:
        raise refuse(str(file), str(error)) from None
    found = {}
    for loop, (desired, measured, least) in FLOWN.items():
        if desired in variables and measured in variables:
            seen, wanted = variables[measured], variables[desired]
            place = np.searchsorted(wanted.time, seen.time, side="right") - 1
            held = np.where(place >= 0, wanted.value[np.maximum(place, 0)].astype(float), np.nan)
            found[loop] = find_steps(seen.time, held, seen.value.astype(float), least, circular=loop == "heading")
    if not any(found.values()):
        raise refuse(str(file), "holds no steps of heading or depth")
    return found
