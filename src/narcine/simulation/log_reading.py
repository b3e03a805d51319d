"""An input log as read from its file, with the place of everything that is wrong with it."""

import base64
import binascii
import json
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path as FilePath
from typing import Any, NoReturn

import numpy as np

from narcine.description.problems import DescriptionError, Path, Place, Problem
from narcine.simulation.input_log import FORMAT, VERSION
from narcine.spatial.vectors import Array

ACTIONS = ("set", "dock", "undock", "state")
HEADER = {"step": float, "integrator": str, "every": int, "arithmetic": dict, "description": dict}
"""What a header must say, and of what type it is."""


@dataclass(frozen=True)
class Entry:
    """A line of a log: what happened at a step."""

    line: int
    step: int
    set: dict[str, float] = field(default_factory=dict)
    dock: str | None = None
    undock: str | None = None
    state: Array | None = None
    ended: str | None = None


@dataclass(frozen=True)
class LoggedRun:
    """A log that can be read."""

    file: str
    header: dict[str, Any]
    entries: tuple[Entry, ...]
    torn: int | None
    """the line that was being written when the process ended, which is left out"""

    @property
    def steps(self) -> int:
        """The last step that the log tells of."""
        return self.entries[-1].step if self.entries else 0

    @property
    def ended(self) -> str | None:
        """Why the run ended, or None where the log does not say so."""
        return self.entries[-1].ended if self.entries else None

    def refuse(self, line: int, message: str, path: Path = (), value: Any = None) -> NoReturn:
        """Raise what is wrong with a line."""
        raise DescriptionError([Problem(path, message, Place(self.file, line, 1), value)])


def read_log(path: FilePath | str) -> LoggedRun:
    """Return the log in a file; a last line that is not whole is left out."""
    file = str(path)
    try:
        text = FilePath(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise _wrong(file, 1, f"is no {FORMAT}: it is not text") from None
    lines = text.split("\n")
    whole = lines[-1] == ""
    if whole:
        lines.pop()
    header = _read_header(file, lines)
    entries: list[Entry] = []
    torn = None
    for number, line in enumerate(lines[1:], start=2):
        try:
            plain = json.loads(line)
        except json.JSONDecodeError as error:
            if number == len(lines) and not whole:
                torn = number
                break
            raise _wrong(file, number, f"is damaged: {error.msg}", column=error.colno) from None
        except RecursionError:
            raise _wrong(file, number, "is damaged: nested too deep") from None
        entries.append(_read_entry(file, number, plain, entries[-1].step if entries else 0))
    return LoggedRun(file, header, tuple(entries), torn)


def _wrong(file: str, line: int, message: str, path: Path = (), value: Any = None, column: int = 1) -> DescriptionError:
    return DescriptionError([Problem(path, message, Place(file, line, column), value)])


def _read_header(file: str, lines: list[str]) -> dict[str, Any]:
    """Return the first line, which says what the file is and what was run."""
    try:
        header = json.loads(lines[0]) if lines else None
    except (json.JSONDecodeError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise _wrong(file, 1, f'is no {FORMAT}: a log starts with {{"format": "{FORMAT}", ...}}')
    version = header.get("version")
    if not isinstance(version, int) or version < 1:
        raise _wrong(file, 1, "must be a whole number from 1 on", ("version",), version)
    if version > VERSION:
        newer = f"is newer than this narcine, which reads logs up to version {VERSION}"
        raise _wrong(
            file, 1, f"{newer}; it was written by narcine {header.get('narcine', 'of later')}", ("version",), version
        )
    for key, kind in HEADER.items():
        if key not in header:
            raise _wrong(file, 1, "the header does not say it", (key,))
        if not isinstance(header[key], kind):
            raise _wrong(file, 1, f"must be of type {kind.__name__}", (key,), header[key])
    for key in ("step", "every"):
        if not (isfinite(header[key]) and header[key] > 0):
            raise _wrong(file, 1, "must be a positive number", (key,), header[key])
    return header


def _read_entry(file: str, line: int, plain: Any, last: int) -> Entry:
    """Return what a line says, once all of it is sound."""
    if not isinstance(plain, dict):
        raise _wrong(file, line, f"must be a JSON object, not {plain!r:.60}")
    step = plain.get("step")
    if isinstance(step, bool) or not isinstance(step, int) or step < last:
        raise _wrong(file, line, f"must be a whole number, {last} or more", ("step",), step)
    actions = [key for key in plain if key in ACTIONS]
    others = set(plain) - {"step", "ended", *ACTIONS}
    if others or len(actions) != 1 or ("ended" in plain and actions != ["state"]):
        raise _wrong(file, line, f"a line has a step and one of {', '.join(ACTIONS)}, a last state also `ended`")
    action, value = actions[0], plain[actions[0]]
    if action == "set":
        _check_commands(file, line, value)
        value = {name: float(number) for name, number in value.items()}
    elif not isinstance(value, str):
        raise _wrong(file, line, "must be text", (action,), value)
    elif action == "state":
        try:
            value = np.frombuffer(base64.b64decode(value, validate=True), "<f8").astype(float)
        except (binascii.Error, ValueError):
            raise _wrong(file, line, "must be base64 of 8 bytes for each number", ("state",), value) from None
    if not isinstance(plain.get("ended", ""), str):
        raise _wrong(file, line, "must be text", ("ended",), plain["ended"])
    return Entry(line=line, step=step, ended=plain.get("ended"), **{action: value})


def _check_commands(file: str, line: int, commands: Any) -> None:
    if not isinstance(commands, dict):
        raise _wrong(file, line, "must be inputs with their values", ("set",), commands)
    for name, number in commands.items():
        if isinstance(number, bool) or not isinstance(number, int | float) or not isfinite(number):
            raise _wrong(file, line, "must be a finite number", ("set", name), number)
