"""Points that have swum, kept in a file, so that a map that was interrupted or refined swims what is missing alone."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from narcine.campaign.plan import Plan, Point
from narcine.campaign.sources import code_digest, named_files
from narcine.campaign.swims import Swim
from narcine.recording.write import whole_file

OUTSIDE = ("cli/", "benchmark/", "viewing/", "reproduction/", "identification/", "vehicles/")
"""Rooms that no number of a map passes through; the vehicle itself is in its description."""


def fingerprint_of(plan: Plan) -> str:
    """Return a word for all that a point hangs on but the values of its axes."""
    digest = hashlib.sha256(_code().encode())
    whole = [plan.description.plain, plan.settings, plan.duration, plan.vehicle]
    digest.update(json.dumps(whole, sort_keys=True, default=str).encode())
    for file in named_files(plan.description.plain):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _code() -> str:
    return code_digest(lambda name: name.startswith(OUTSIDE))


class Kept:
    """A file with a line for each point; its first line says what all of them hang on."""

    def __init__(self, file: Path, plan: Plan) -> None:
        self.file = file
        self.plan = plan
        self._fingerprint = fingerprint_of(plan)
        lines = _lines(file)
        self.is_current = bool(lines) and lines[0].get("fingerprint") == self._fingerprint
        """Whether the file is there and its points are of this plan, or of one with other values on its axes"""
        known = [_point(line, plan) for line in lines[1:]] if self.is_current else []
        wanted = set(plan.points)
        self.swims: dict[Point, Swim] = {point: swim for point, swim in filter(None, known) if point in wanted}
        self._lines = lines[1:] if self.is_current else []

    def begin(self) -> None:
        """Write the file anew with all points that are known; what was cut off in the middle is gone."""
        head = {"fingerprint": self._fingerprint, "settings": self.plan.settings}
        with whole_file(self.file) as unfinished:
            unfinished.write_text("".join(_text(line) for line in (head, *self._lines)), encoding="utf-8")

    def add(self, swims: Mapping[Point, Swim]) -> None:
        """Add points to the file."""
        self.swims |= swims
        with self.file.open("a", encoding="utf-8") as handle:
            for point, swim in swims.items():
                at = {axis.setting: text for axis, text in zip(self.plan.axes, point, strict=True)}
                handle.write(_text({"at": at, **swim._asdict()}))


def _lines(file: Path) -> list[dict[str, Any]]:
    """Return the lines that can be read."""
    found = []
    try:
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                read = json.loads(line)
            except ValueError:
                continue
            if isinstance(read, dict):
                found.append(read)
    except (OSError, UnicodeDecodeError):
        return []
    return found


def _text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, allow_nan=True, default=str) + "\n"


def _point(line: dict[str, Any], plan: Plan) -> tuple[Point, Swim] | None:
    """Return a point that has the axes of the plan, whatever their order."""
    at = line.get("at")
    if not isinstance(at, dict) or set(at) != {axis.setting for axis in plan.axes}:
        return None
    readings = {str(name): float(value) for name, value in line.get("readings", {}).items()}
    return tuple(str(at[axis.setting]) for axis in plan.axes), Swim(readings, str(line.get("problem", "")))
