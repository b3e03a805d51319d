"""Reading `--set path=value` and `--duration`."""

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


def parse_duration(text: str | None) -> float | None:
    """Return the length of a run (s), as typed with or without a unit; None where nobody asked for one."""
    from pydantic_core import PydanticCustomError

    from narcine.description.quantities import parse_number

    if text is None:
        return None
    try:
        return parse_number(text, "time")
    except PydanticCustomError as error:
        raise DescriptionError([Problem((), str(error), Place(f"--duration {text}"))]) from None
