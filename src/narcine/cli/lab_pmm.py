"""`narcine lab pmm`: what a planar motion mechanism would measure of a vehicle."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.identification.captive.pmm import CaptiveRun, Coefficient
    from narcine.laboratory.planar_motion import Balance, Oscillation

SLOWEST, FASTEST = 0.001, 10.0
"""Hz that a mechanism swings with."""
MOST_ROWS = 5_000_000
NOTHING = 1e-3
"""Part of its half width below which a number counts as zero."""


def pmm_command(
    source: str,
    /,
    *,
    motion: str = "surge,sway,yaw,drift,turn",
    plane: Literal["horizontal", "vertical"] = "horizontal",
    amplitude: str = "0.15,0.3",
    angle: str = "15 deg,30 deg",
    frequency: str = "0.1,0.2",
    speed: str = "0.5 m/s",
    drift_angle: Annotated[str, Parameter(allow_leading_hyphen=True)] = "6 deg",
    cycles: int = 6,
    rate: float = 20.0,
    noise: str = "0.3 N",
    coloured: str = "0.1 N",
    memory: str = "0.5 s",
    offset: str = "0.5 N",
    drift: str = "0.05 N",
    beating: Annotated[bool, Parameter(negative=())] = False,
    width: str | None = None,
    seed: int = 0,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    out: Path | None = None,
) -> int:
    """Swing a vehicle on a planar motion mechanism that is not there, and write what its balance reads.

    A carriage draws the vehicle along while it swings: surge (ahead and back), sway (across, heading fixed), yaw
    (along a sine, heading along the way), drift (as yaw, bow turned off the way), turn (about its origin, at no speed).
    For the vertical plane the vehicle lies on its side, so that the same motions are heave and pitch. Each motion is
    run at all amplitudes and frequencies. Writes the table that `narcine identify pmm` reads, and a picture.

    Examples
    --------
      narcine lab pmm bluerov
      narcine lab pmm bluerov --plane vertical --width 2% --out heave.csv
      narcine lab pmm bluerov --motion sway,turn --amplitude 0.1:0.4:4 --frequency 0.05,0.1,0.2 --cycles 10
      narcine lab pmm remus100 --speed 1.5m/s --noise 1N --out remus.csv

    Parameters
    ----------
    source
        name of a vehicle that ships, or a file
    motion
        which motions, with commas
    plane
        horizontal, or vertical: on its side
    amplitude
        of the swing (m): from:to:count or value,value,...
    angle
        amplitude of `turn`, as many
    frequency
        Hz: from:to:count or value,value,...
    speed
        with which it is drawn along
    drift_angle
        of the bow off the way, of the motion `drift`
    cycles
        of each run that are measured
    rate
        samples a second
    noise
        standard deviation of each sample of a force; of moments a quarter of it, in N m
    coloured
        standard deviation of noise that lingers
    memory
        time for which that noise lingers
    offset
        standard deviation of the zero, run by run
    drift
        standard deviation of how far the zero wanders over a run
    beating
        let the gait of the vehicle go on; it stands still otherwise
    width
        half width of 95 % intervals, as 2%: tell how many runs each number takes for it
    seed
        of all errors
    set_
        change a value of the vehicle: path=value, as often as you like
    out
        table to write; NAME_pmm.csv when not given. An existing file is never touched

    """
    from rich.console import Console

    from narcine.cli.lab_tow import measuring
    from narcine.cli.typed import new_file, quantity, vehicle
    from narcine.identification.captive.pmm_file import write_captive_runs
    from narcine.laboratory.planar_motion import foreseen, planar_runs, planar_truth
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.laboratory import draw_captive

    wanted = None if width is None else quantity("--width", width, "share", above=0.0)
    balance = _balance(noise, coloured, memory, offset, drift, rate, cycles)
    runs = _oscillations(motion, amplitude, angle, frequency, speed, drift_angle)
    _check_rates(runs, balance)
    simulation = vehicle(source, set_)
    name = simulation.scenario.name
    file = new_file(out or Path(f"{name}_pmm.csv"), ".csv")
    new_file(file.with_suffix(".png"), ".png")
    with measuring(Console(highlight=False, stderr=True), f"swinging {name}") as told:
        truth = planar_truth(simulation, plane, runs, balance, beating, told(0))
    measured = planar_runs(truth, balance, seed)
    widths = foreseen(plane, truth, balance) if balance.noise.white + balance.noise.coloured > 0.0 else {}
    rows = write_captive_runs(plane, measured, file)
    picture = file.with_suffix(".png")
    with style(), whole_file(picture) as unfinished:
        draw_captive(f"{name}: captive runs in the {plane} plane", plane, truth, measured).savefig(unfinished, dpi=110)
    console = Console(highlight=False, soft_wrap=True)
    if widths:
        _show_widths(console, plane, truth, widths, wanted, len(runs))
    console.print(f"{len(runs)} runs, {rows} samples; --seed {seed} gives them again")
    console.print(f"{file}, {picture}")
    return 0


def _show_widths(
    console: "Console",
    plane: str,
    truth: "list[CaptiveRun]",
    widths: "dict[Coefficient, float]",
    wanted: float | None,
    runs: int,
) -> None:
    """Tell how well these runs will tell each number, and how many would tell it as well as wanted."""
    from math import ceil

    from rich.table import Table

    from narcine.identification.captive.pmm import fit_pmm
    from narcine.identification.captive.pmm_told import name_of, unit_of

    found = fit_pmm(plane, truth).found
    table = Table(box=None, pad_edge=False)
    headings = ["", "value", "+- foreseen", "", *([] if wanted is None else [f"runs for {100.0 * wanted:g} %"])]
    for column, heading in enumerate(headings):
        table.add_column(heading, justify="left" if column in (0, 3) else "right")
    for each, half in widths.items():
        value = found[each].value
        known = abs(value) > NOTHING * half
        cells = [name_of(each, False), f"{value:.4g}" if known else "0", f"{half:.2g}", unit_of(each)]
        if wanted is not None:
            times = ceil((half / (wanted * abs(value))) ** 2 - 1e-9) if known else 0
            cells.append(f"{times * runs}" if known else "it is zero")
        table.add_row(*cells)
    console.print(table)


def _balance(noise: str, coloured: str, memory: str, offset: str, drift: str, rate: float, cycles: int) -> "Balance":
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import quantity, whole
    from narcine.laboratory.noise import Noise
    from narcine.laboratory.planar_motion import Balance

    if not 1.0 <= rate <= 1000.0:
        raise refuse(f"--rate {rate:g}", "must lie between 1 and 1000 samples a second")
    white, lingering, zero, wandering = (
        quantity(option, text, "force", at_least=0.0)
        for option, text in (("--noise", noise), ("--coloured", coloured), ("--offset", offset), ("--drift", drift))
    )
    lasting = quantity("--memory", memory, "time", above=0.0)
    errors = Noise(white, lingering, lasting, zero, wandering)
    return Balance(errors, rate=rate, cycles=whole("--cycles", cycles, 1, 1000))


def _oscillations(
    motion: str, amplitude: str, angle: str, frequency: str, speed: str, drift_angle: str
) -> "list[Oscillation]":
    """Return each motion at all amplitudes and frequencies."""
    from math import pi

    from narcine.cli.pictures import refuse
    from narcine.cli.typed import quantity, values, words
    from narcine.laboratory.planar_motion import MOTIONS, Oscillation

    motions = words("--motion", motion, tuple(MOTIONS))
    lengths, angles = values("--amplitude", amplitude, "length"), values("--angle", angle, "angle")
    frequencies = values("--frequency", frequency, "frequency")
    along = quantity("--speed", speed, "speed", at_least=0.0)
    off = quantity("--drift-angle", drift_angle, "angle")
    for option, text, numbers, most in (
        ("--amplitude", amplitude, lengths, 100.0),
        ("--angle", angle, angles, 2.0 * pi),
        ("--frequency", frequency, frequencies, FASTEST),
    ):
        if not all(SLOWEST <= number <= most for number in numbers):
            raise refuse(f"{option} {text}", f"must lie between {SLOWEST:g} and {most:g} (SI)")
    if along == 0.0 and {"yaw", "drift"} & set(motions):
        raise refuse(f"--speed {speed}", "yaw and drift follow a sine ahead, which takes a speed")
    if abs(off) >= pi / 2.0:
        raise refuse(f"--drift-angle {drift_angle}", "must lie within 90 deg")
    return [
        Oscillation(each, size, cycle, 0.0 if each == "turn" else along, off if each == "drift" else 0.0)
        for each in motions
        for cycle in frequencies
        for size in (angles if each == "turn" else lengths)
    ]


def _check_rates(runs: "list[Oscillation]", balance: "Balance") -> None:
    from narcine.cli.pictures import refuse
    from narcine.identification.captive.pmm_file import FEWEST

    fastest = max(run.frequency for run in runs)
    if balance.rate < 10.0 * fastest:
        raise refuse(f"--rate {balance.rate:g}", f"ten samples a cycle at least: {10.0 * fastest:g} a second")
    if balance.cycles / fastest * balance.rate < FEWEST:
        raise refuse(
            f"--cycles {balance.cycles}", f"a run has {FEWEST} samples at least; more cycles, or a higher --rate"
        )
    rows = sum(balance.cycles / run.frequency * balance.rate for run in runs)
    if rows > MOST_ROWS:
        raise refuse("narcine lab pmm", f"would write {rows:.0f} rows; at most {MOST_ROWS}")
