"""What a result hangs on, as one word: code, vehicle files, settings. One with another word is out of date."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import narcine
from narcine.reproduction.experiment import Check, Experiment
from narcine.reproduction.variants import SEED, nominal_description

PACKAGE = Path(narcine.__file__).parent
OUTSIDE = ("cli", "benchmark", "viewing/live", "viewing/replay")
"""Rooms that no result passes through."""
SHOWING = ("page.py", "sensitivity_table.py", "tables.py", "storage.py", "fingerprint.py", "pictures.py", "papers.py")
"""Modules of this room that show or keep what is found."""


def fingerprint_of(part: Experiment | Check) -> str:
    """Return the word of a row or a check."""
    digest = hashlib.sha256(_code(part.id.partition(".")[0]).encode())
    digest.update(part.id.encode())
    if isinstance(part, Experiment):
        description = nominal_description(part)
        numbers = [part.samples, SEED, list(part.fixed), part.calibrated, dict(part.settings), description.plain]
        digest.update(json.dumps(numbers, sort_keys=True, default=str).encode())
        for file in _files(description.plain):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _code(paper: str) -> str:
    """Return a hash over the package, less what only shows results and less other papers, and over what it needs."""
    import numpy as np
    import scipy

    digest = hashlib.sha256(f"{narcine.__version__} {np.__version__} {scipy.__version__}".encode())
    for file in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.yaml")]):
        name = file.relative_to(PACKAGE).as_posix()
        if not _is_outside(name, paper):
            digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()


def _is_outside(name: str, paper: str) -> bool:
    if any(name.startswith(f"{room}/") for room in OUTSIDE):
        return True
    inner = name.removeprefix("reproduction/")
    if inner == name:
        return False
    folder, _, rest = inner.partition("/")
    return folder != paper if rest else inner in SHOWING


def _files(value: Any) -> Iterator[Path]:
    """Yield the files that a description names, such as meshes."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _files(item)
    elif isinstance(value, str) and "/" in value and "\n" not in value and len(value) < 4096 and Path(value).is_file():
        yield Path(value)
