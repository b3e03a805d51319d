"""The folder of a reproduction: what is done stays there, and is not done again while nothing changed."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from narcine.description.problems import DescriptionError, Place, Problem
from narcine.recording.write import whole_file
from narcine.reproduction.experiment import Check, Experiment
from narcine.reproduction.fingerprint import fingerprint_of
from narcine.reproduction.outcome import Checked, Drawn, Outcome, checked_from, outcome_from, plain_of
from narcine.viewing.svg import write_picture

MARK = ".narcine-reproduction"
ROWS, FIGURES = "rows", "figures"


class Kept(NamedTuple):
    """A result on disk, and whether what it hangs on is still the same."""

    result: Outcome | Checked
    current: bool


class Storage:
    """Results by the ids of rows and checks, one file each, with the pictures beside them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        foreign = [file.name for file in folder.iterdir() if not file.name.startswith(".")]
        if foreign and not (folder / MARK).exists():
            message = f"holds other files ({sorted(foreign)[0]}); choose another folder"
            raise DescriptionError([Problem((), message, Place(str(folder)))])
        (folder / MARK).touch()
        self._fingerprints: dict[str, str] = {}

    def find(self, part: Experiment | Check) -> Kept | None:
        """Return the result of a row or a check; None where there is none that can be read."""
        current = self._fingerprint(part)
        try:
            plain: dict[str, Any] = json.loads(self._file(part.id).read_text(encoding="utf-8"))
            read = outcome_from if isinstance(part, Experiment) else checked_from
            result: Outcome | Checked = read(plain["result"])
            known = plain["fingerprint"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        if not all((self.folder / each.file).is_file() for each in result.drawn):
            return None
        return Kept(result, known == current)

    def keep(self, part: Experiment | Check, result: Outcome | Checked) -> None:
        """Write a result."""
        plain = {"fingerprint": self._fingerprint(part), "result": plain_of(result)}
        with whole_file(self._file(part.id)) as unfinished:
            unfinished.write_text(json.dumps(plain, indent=1, allow_nan=True) + "\n", encoding="utf-8")

    def draw(self, part: Experiment | Check, pictures: Sequence[tuple[Any, str]]) -> tuple[Drawn, ...]:
        """Write the pictures of a row or a check, in place of those it had."""
        for old in (self.folder / FIGURES).glob(f"{part.id}_*.svg"):
            old.unlink()
        drawn = []
        for number, (figure, caption) in enumerate(pictures, start=1):
            name = f"{FIGURES}/{part.id}_{number}.svg"
            write_picture(figure, self.folder / name)
            drawn.append(Drawn(name, caption))
        return tuple(drawn)

    def _fingerprint(self, part: Experiment | Check) -> str:
        """Return what a result hangs on, as it was when first asked for, which is before anything is run."""
        if part.id not in self._fingerprints:
            self._fingerprints[part.id] = fingerprint_of(part)
        return self._fingerprints[part.id]

    def _file(self, id_: str) -> Path:
        return self.folder / ROWS / f"{id_}.json"
