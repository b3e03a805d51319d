"""The files that `narcine new` writes."""

import re
from math import radians, sin

from narcine.description.library import VEHICLES

TEMPLATES = VEHICLES / "templates"
KINDS = ("fish", "snake")
"""What a new file may describe."""
MODULES = 10
"""Of a snake, when nothing is said."""
OWN_NAME = re.compile(r"^(name:\s+)[^\s#]+", re.MULTILINE)
"""The line of a file that says what it describes is called."""
WAVE = 360.0
"""Phase (deg) of a snake's wave from head to tail: about one wave stands on it."""

SLOPE = 50.0
"""Largest angle (deg) of a snake's modules to its course: A / (2 sin(b / 2)) for joints of amplitude A and lag b."""
LARGEST = 60
"""Amplitude (deg) of its joints, within their limits."""
DIVING = 5
"""Joints of a snake that bend down, one after another."""


def template(name: str, kind: str = "fish", modules: int = MODULES) -> str:
    """Return a commented vehicle file."""
    text = (TEMPLATES / f"{kind}.yaml").read_text(encoding="utf-8")
    lag = round(WAVE / max(modules - 1, 2))
    words = {
        "MODULES": modules,
        "LAG": lag,
        "AMPLITUDE": min(round(2.0 * SLOPE * sin(radians(0.5 * lag))), LARGEST),
        "STARTS": ", ".join(f"{2 + joint} s" for joint in range(min(modules - 1, DIVING))),
        "NAME": as_name(name),
    }
    for key, value in words.items():
        text = text.replace(key, str(value))
    return text


def renamed(text: str, name: str) -> str:
    """Return the text of a file with another name in it, all else as it is."""
    return OWN_NAME.sub(rf"\g<1>{as_name(name)}", text, count=1)


def as_name(word: str) -> str:
    """Return a word as a name; what cannot stand in one becomes _."""
    kept = "".join(letter if (letter.isascii() and letter.isalnum()) or letter in "_-" else "_" for letter in word)
    return kept if kept and (kept[0].isalpha() or kept[0] == "_") else f"v{kept}"
