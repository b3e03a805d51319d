"""Tables of bollard tests: what a thruster does in water that stands still."""

from dataclasses import dataclass
from pathlib import Path

from narcine.identification.columns import Column, read_table
from narcine.recording.trajectory import Array

MAKER = {
    "pwm (µs)": "pulse [us]",
    "pwm (μs)": "pulse [us]",
    "pwm (us)": "pulse [us]",
    "rpm": "shaft [rpm]",
    "power (w)": "power [W]",
    "force (kg f)": "force [kgf]",
    "force (kgf)": "force [kgf]",
}
"""Headings of Blue Robotics' performance data as downloaded, in small letters, and what they are called here."""
_COLUMNS = {"pulse": Column("pulse"), "shaft": Column("rate"), "force": Column("force"), "power": Column("power")}
FEWEST = 11
"""Rows of a bollard test: five pulses on either side, and neutral."""


@dataclass(frozen=True)
class Bollard:
    """A bollard test, in SI units (row,)."""

    pulse: Array
    """us"""
    shaft: Array
    """rad/s"""
    force: Array
    """N"""
    power: Array | None
    """W"""
    unused: tuple[str, ...]


def read_bollard(file: Path) -> Bollard:
    """Return a bollard test, or raise all that is wrong with its file.

    Columns: pulse [us], shaft [rpm], force [N] and perhaps power [W]; or as Blue Robotics has them in its performance
    data: PWM (us), RPM, Force (Kg f), Power (W).
    """
    table = read_table(file, _COLUMNS, ("pulse", "shaft", "force"), fewest=FEWEST, foreign=MAKER)
    numbers = table.numbers
    return Bollard(numbers["pulse"], numbers["shaft"], numbers["force"], numbers.get("power"), table.unused)
