"""Legs of a timetable, `ADD_LEG: start_time=120, heading=180, speed=1.5, depth=1.5` (004, listing 1).

A leg goes on over lines until the next one begins; numbers of a listing before ADD_LEG, and what follows // or #, are
left out. Angles are in degrees, thrust in percent, all else in SI units; a number may have its unit behind it.
"""

import math
import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from itertools import pairwise
from typing import NamedTuple

from narcine.autonomy.control.loops import LOOPS
from narcine.autonomy.control.pid import TERMS

LEG = re.compile(r"\s*(?:\d+[.:)]?\s+)?([A-Za-z_]\w*)\s*:(.*)")
WITHOUT_COLON = re.compile(r"\s*(?:\d+[.:)]?\s+)?ADD_LEG\b(.*)")
WITHOUT_WORD = re.compile(r"\s*(?:\d+[.:)]?\s+)?(start_time\s*=.*)")
RUN_ON = re.compile(r"\s+(?=[A-Za-z_]\w*\s*=)")
"""Where a comma is missing between two keys."""
COMMENT = re.compile(r"//|#")
GAINS = tuple(f"{loop}_{term}" for loop in LOOPS for term in TERMS)


class Key(NamedTuple):
    """What a key of a leg may be."""

    lowest: float
    highest: float
    unit: str
    factor: float = 1.0
    """of the unit"""


KEYS = {
    "start_time": Key(0.0, math.inf, "s"),
    "heading": Key(-360.0, 360.0, "deg", math.pi / 180.0),
    "speed": Key(0.0, math.inf, "m/s"),
    "depth": Key(0.0, math.inf, "m"),
    "glide_angle": Key(-85.0, 85.0, "deg", math.pi / 180.0),
    "thrust": Key(0.0, 100.0, "%", 0.01),
    **dict.fromkeys(GAINS, Key(0.0, math.inf, "")),
}
EXCLUSIVE = {("depth", "glide_angle"): "pitch", ("speed", "thrust"): "propeller"}
"""Keys of which a leg has one, and what both would command."""


class Leg(NamedTuple):
    """What the helm decides at a time."""

    start_time: float
    line: int
    """on which it begins, counted from one"""
    decisions: dict[str, float]
    """what is new from then on, in SI units: heading, speed, depth, glide_angle, thrust"""
    mode: str
    """of the vehicle; as before when empty"""
    gains: dict[str, float]


class LegProblem(NamedTuple):
    """One thing that is wrong."""

    line: int
    """counted from one"""
    message: str


class BrokenLegs(ValueError):
    """Legs that cannot be flown, with all that is wrong with them."""

    def __init__(self, problems: list[LegProblem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(f"line {problem.line}: {problem.message}" for problem in self.problems))


class _Item(NamedTuple):
    line: int
    key: str
    value: str


def parse_legs(text: str, modes: Collection[str] = (), deepest: float = math.inf) -> tuple[Leg, ...]:
    """Return the legs of a text; `modes` are those that the vehicle has, `deepest` (m) is as far down as it may go."""
    problems: list[LegProblem] = []
    found: list[tuple[int, list[_Item]]] = []
    unmarked: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        written = COMMENT.split(line, maxsplit=1)[0]
        begun = LEG.fullmatch(written)
        if begun is not None:
            if begun[1] != "ADD_LEG":
                problems.append(LegProblem(number, f"unknown word {begun[1]!r}; a leg begins with ADD_LEG:"))
            found.append((number, []))
            written = begun[2]
        elif (colon := WITHOUT_COLON.fullmatch(written)) is not None:
            problems.append(LegProblem(number, "a colon is missing: ADD_LEG:"))
            found.append((number, []))
            written = colon[1]
        elif (bare := WITHOUT_WORD.fullmatch(written)) is not None and (
            not found or any(item.key == "start_time" for item in found[-1][1])
        ):
            unmarked.append(number)
            found.append((number, []))
            written = bare[1]
        if not written.strip():
            continue
        if not found:
            problems.append(LegProblem(number, f"{written.strip()!r} stands before the first ADD_LEG:"))
        else:
            found[-1][1].extend(_items(number, written, problems))
    if unmarked:
        others = ", as do others after it" if len(unmarked) > 1 else ""
        problems.append(LegProblem(unmarked[0], f"the leg lacks ADD_LEG: at its beginning{others}"))
    legs = [_leg(line, items, modes, deepest, problems) for line, items in found]
    if not legs and not problems:
        problems.append(LegProblem(1, "there is no leg; write ADD_LEG: start_time=10, heading=90, speed=1, depth=2"))
    last = -math.inf
    for leg in legs:
        if leg.start_time <= last:
            told = f"start_time = {leg.start_time:g} s is not later than that of a leg before it, {last:g} s"
            problems.append(LegProblem(leg.line, told))
        last = max(last, leg.start_time) if leg.start_time == leg.start_time else last
    if problems:
        raise BrokenLegs(problems)
    return tuple(legs)


def _items(number: int, written: str, problems: list[LegProblem]) -> Iterator[_Item]:
    parts: list[str] = []
    for between in written.strip().removesuffix(",").split(","):
        run_on = RUN_ON.split(between.strip())
        for before, after in pairwise(run_on):
            problems.append(LegProblem(number, f"a comma is missing between {before!r} and {after!r}"))
        parts += run_on
    for part in parts:
        key, equals, value = (each.strip() for each in part.partition("="))
        if not part:
            problems.append(LegProblem(number, "nothing stands between two commas"))
        elif not equals or not value:
            problems.append(LegProblem(number, f"{part!r} must be a key and its value, as in speed=1.5"))
        else:
            yield _Item(number, key, value)


def _leg(line: int, items: list[_Item], modes: Collection[str], deepest: float, problems: list[LegProblem]) -> Leg:
    numbers: dict[str, float] = {}
    mode = ""
    seen: set[str] = set()
    for item in items:
        if item.key in seen:
            problems.append(LegProblem(item.line, f"{item.key} stands twice in one leg"))
        elif item.key == "mode":
            mode = item.value
            if modes and mode not in modes:
                told = f"the vehicle has no mode {mode!r}{_near(mode, modes)}; it has {', '.join(modes)}"
                problems.append(LegProblem(item.line, told))
        elif item.key not in KEYS:
            shown = ", ".join((*(key for key in KEYS if key not in GAINS), "mode"))
            told = f"unknown key {item.key!r}{_near(item.key, (*KEYS, 'mode'))}; allowed: {shown}, and gains"
            problems.append(LegProblem(item.line, f"{told} such as {GAINS[0]}"))
        else:
            numbers |= _number(item, problems)
            if numbers.get("depth", 0.0) > deepest and item.key == "depth":
                told = f"depth = {item.value} m is deeper than the vehicle may go in this mission, {deepest:g} m"
                problems.append(LegProblem(item.line, told))
        seen.add(item.key)
    if "start_time" not in seen:
        problems.append(LegProblem(line, "start_time is missing"))
    for pair, what in EXCLUSIVE.items():
        if seen.issuperset(pair):
            problems.append(LegProblem(line, f"{pair[0]} and {pair[1]} both command the {what}; give one of them"))
    start_time = numbers.pop("start_time", math.nan)
    gains = {key: numbers.pop(key) for key in GAINS if key in numbers}
    return Leg(start_time, line, numbers, mode, gains)


def _number(item: _Item, problems: list[LegProblem]) -> dict[str, float]:
    """Return the number of an item by its key, in SI units; nothing where it is none."""
    key = KEYS[item.key]
    try:
        number = float(item.value.removesuffix(key.unit))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        unit = f" in {key.unit}" if key.unit else ""
        problems.append(LegProblem(item.line, f"{item.key} = {item.value!r} must be a finite number{unit}"))
        return {}
    if not key.lowest <= number <= key.highest:
        most = f" and at most {key.highest:g}" if math.isfinite(key.highest) else ""
        told = f"{item.key} = {item.value} must be at least {key.lowest:g}{most} {key.unit}".rstrip()
        problems.append(LegProblem(item.line, told))
    return {item.key: number * key.factor}


def _near(word: str, options: Collection[str]) -> str:
    close = get_close_matches(word, list(options), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""
