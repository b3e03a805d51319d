"""What is wrong with a description: where, what stands there, and what would be allowed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Place:
    """A place in a file, counted from one; a name alone stands for something that is no file."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong."""

    path: Path
    message: str
    place: Place | None = None
    value: Any = None
    """what stands there; None when nothing does or when it would not help"""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place is not None else ""
        what = path_text(self.path)
        if self.value is not None:
            what += f" = {value_text(self.value)}"
        return f"{where}{what}: {self.message}" if what else f"{where}{self.message}"


class DescriptionError(Exception):
    """A description that cannot be used, with all its problems."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def path_text(path: Path) -> str:
    """Return a path as people write it: bodies.disc.shape.ellipsoid[2]."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def value_text(value: Any) -> str:
    """Return a value briefly."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
