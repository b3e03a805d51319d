"""What may be a name, names that must be known, and what is found where they are not."""

from collections.abc import Iterable, Iterator

from narcine.description.problems import Path
from narcine.description.quantities import suggestion

Finding = tuple[Path, str]
"""a path, and what is wrong there"""
NAME_PATTERN = r"^[A-Za-z_][A-Za-z0-9_-]*$"
NO_NAME = "is no name: use letters, digits, _ and -, and begin with a letter"


def known(path: Path, name: str, names: Iterable[str], what: str) -> Iterator[Finding]:
    """Yield that a name is not among those that there are."""
    options = sorted(names)
    if name not in options:
        listed = f"; there are {', '.join(options)}" if options else "; there are none"
        yield path, f"there is no {what} {name!r}{suggestion(name, options)}{listed}"
