"""What a result hangs on, as one word: code, vehicle files, settings. One with another word is out of date."""

import hashlib
import json
from functools import cache

from narcine.campaign.sources import code_digest, named_files
from narcine.reproduction.experiment import Check, Experiment
from narcine.reproduction.variants import SEED, nominal_description

OUTSIDE = ("cli", "benchmark", "viewing/live", "viewing/replay")
"""Rooms that no result passes through."""
SHOWING = ("page.py", "sensitivity_table.py", "tables.py", "storage.py", "fingerprint.py", "pictures.py", "papers.py")
"""Modules of this room that show or keep what is found."""


def fingerprint_of(part: Experiment | Check) -> str:
    """Return the word of a row or a check."""
    digest = hashlib.sha256(_code(_package(part)).encode())
    digest.update(part.id.encode())
    if isinstance(part, Experiment):
        description = nominal_description(part)
        numbers = [part.samples, SEED, list(part.fixed), part.calibrated, dict(part.settings), description.plain]
        digest.update(json.dumps(numbers, sort_keys=True, default=str).encode())
        for file in named_files(description.plain):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _package(part: Experiment | Check) -> str:
    """Return the folder of this room in which a part is written, if it is here."""
    does = part.measure if isinstance(part, Experiment) else part.find
    room, _, inner = (does.__module__ or "").partition(".reproduction.")
    return inner.partition(".")[0] if room == "narcine" else ""


@cache
def _code(paper: str) -> str:
    """Return a hash over the package, less what only shows results and less other papers."""
    return code_digest(lambda name: _is_outside(name, paper))


def _is_outside(name: str, paper: str) -> bool:
    if any(name.startswith(f"{room}/") for room in OUTSIDE):
        return True
    inner = name.removeprefix("reproduction/")
    if inner == name:
        return False
    folder, _, rest = inner.partition("/")
    return folder != paper if rest else inner in SHOWING
