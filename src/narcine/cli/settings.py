"""Reading `--set path=value`."""

from typing import Any

from narcine.description.problems import DescriptionError, Place, Problem


def parse_settings(texts: list[str]) -> dict[str, Any]:
    """Return values by their paths."""
    settings: dict[str, Any] = {}
    problems = []
    for text in texts:
        path, equals, value = text.partition("=")
        if not equals or not path.strip() or not value.strip():
            problems.append(Problem((), "must read path=value, for example gait.frequency=1.5", Place(f"--set {text}")))
        settings[path.strip()] = value.strip()
    if problems:
        raise DescriptionError(problems)
    return settings
