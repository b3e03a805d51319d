"""The file in which the mounting offsets of the IMU are kept: three lines, `roll = 0.01` and so on, in radians."""

import math
import os
from pathlib import Path
from typing import NamedTuple

HEADER = "# Angles (rad) that the IMU reads while the vehicle is level and points north."


class Mounting(NamedTuple):
    """Angles that the sensor reads while the vehicle has none."""

    roll: float
    pitch: float
    heading: float


class BrokenOffsets(ValueError):
    """A file of offsets that cannot be used: flying on with others would be flying askew."""


def read_mounting(file: str | Path) -> Mounting:
    """Return the offsets of a file; none where there is no file yet."""
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Mounting(0.0, 0.0, 0.0)
    except (OSError, UnicodeDecodeError) as error:
        raise BrokenOffsets(f"{path}: the offsets of the IMU cannot be read ({error})") from None
    found: dict[str, float] = {}
    wrong = []
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0].strip()
        if not written:
            continue
        key, _, value = (part.strip() for part in written.partition("="))
        if key not in Mounting._fields or key in found:
            wrong.append(f"{path}:{number}: {key!r} {'stands here twice' if key in found else 'is no offset'}")
            continue
        try:
            found[key] = float(value)
        except ValueError:
            found[key] = math.nan
        if not abs(found[key]) <= 2.0 * math.pi:
            wrong.append(f"{path}:{number}: {key} = {value!r} is no angle in radians")
    wrong += [f"{path}: {key} is missing" for key in Mounting._fields if key not in found]
    if wrong:
        what = "; ".join(wrong)
        raise BrokenOffsets(f"{what}; correct the file, or remove it and take the offsets of the IMU anew")
    return Mounting(**found)


def write_mounting(file: str | Path, mounting: Mounting) -> None:
    """Write the offsets so that at each moment, whatever happens, the old ones or the new ones stand in the file."""
    path = Path(file)
    beside = path.with_name(f"{path.name}.new")
    with beside.open("w", encoding="utf-8") as opened:
        lines = (f"{key} = {value!r}" for key, value in mounting._asdict().items())
        opened.write("\n".join([HEADER, *lines, ""]))
        opened.flush()
        os.fsync(opened.fileno())
    os.replace(beside, path)
