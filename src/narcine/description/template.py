"""The files that `narcine new` writes."""

from math import radians, sin

from narcine.description.library import VEHICLES

TEMPLATES = VEHICLES / "templates"
KINDS = ("fish", "snake")
"""What a new file may describe."""
MODULES = 10
"""Of a snake, when nothing is said."""
WAVE = 360.0
"""Phase (deg) of a snake's wave from head to tail: about one wave stands on it."""

SLOPE = 50.0
"""Largest angle (deg) of a snake's modules to its course: A / (2 sin(b / 2)) for joints of amplitude A and lag b."""
LARGEST = 60
"""Amplitude (deg) of its joints, within their limits."""
DIVING = 5
"""Joints of a snake that bend down, one after another."""


def template(name: str, kind: str = "fish", modules: int = MODULES) -> str:
    """Return a commented vehicle file; what cannot stand in a name becomes _."""
    word = "".join(letter if letter.isalnum() or letter in "_-" else "_" for letter in name)
    if not word or not (word[0].isalpha() or word[0] == "_"):
        word = f"v{word}"
    text = (TEMPLATES / f"{kind}.yaml").read_text(encoding="utf-8")
    lag = round(WAVE / max(modules - 1, 2))
    words = {
        "MODULES": modules,
        "LAG": lag,
        "AMPLITUDE": min(round(2.0 * SLOPE * sin(radians(0.5 * lag))), LARGEST),
        "STARTS": ", ".join(f"{2 + joint} s" for joint in range(min(modules - 1, DIVING))),
        "NAME": word,
    }
    for key, value in words.items():
        text = text.replace(key, str(value))
    return text
