"""What a row or a check came to, as it is kept on disk, printed and shown."""

from dataclasses import asdict, dataclass
from typing import Any

Interval = tuple[float, float]


@dataclass(frozen=True)
class Drawn:
    """What was drawn: the caption, and the file beside the page that holds the picture."""

    file: str
    caption: str


@dataclass(frozen=True)
class Effect:
    """What one assumed number does to the main reading, alone at the low and at the high end of its range."""

    name: str
    low: float
    high: float
    unit: str
    """of the range"""
    at_low: float | None
    at_high: float | None
    """the main reading there; None where that variant cannot be built or explodes"""
    ok_at_low: bool | None
    ok_at_high: bool | None
    problem: str = ""
    """why an end has no reading"""

    def largest(self, nominal: float) -> float:
        """Return by how much the main reading moves at the end that moves it more."""
        moves = [abs(end - nominal) for end in (self.at_low, self.at_high) if end is not None]
        return max(moves, default=0.0)


@dataclass(frozen=True)
class Known:
    """An assumed number as the page lists it."""

    name: str
    value: float
    low: float
    high: float
    unit: str
    reason: str


@dataclass(frozen=True)
class Outcome:
    """What a row came to."""

    id: str
    paper: str
    published: str
    unit: str
    simulated: float | None
    """the main reading with all numbers as they are written; None where that run explodes"""
    interval: Interval | None
    """5th to 95th percentile over the draws; None without ranges"""
    ok: bool | None
    calibrated: bool
    note: str
    readings: dict[str, float]
    intervals: dict[str, Interval]
    draws: int
    """draws that gave a reading"""
    agreeing: int
    """draws with which the row agrees"""
    unbuilt: tuple[str, ...]
    """ranges left out of the draws, since an end alone cannot be built, and draws that cannot be, with reasons"""
    exploded: tuple[str, ...]
    """draws that exploded, with reasons"""
    not_understood: tuple[str, ...]
    doubts: tuple[str, ...]
    """what runs warned of"""
    assumed: tuple[Known, ...]
    drawn: tuple[Drawn, ...] = ()
    effects: tuple[Effect, ...] | None = None
    """one at a time, the strongest first; None where nobody asked and nothing missed"""
    seconds: float = 0.0

    @property
    def missed(self) -> bool:
        """Whether the row has to be explained."""
        return self.ok is False

    def as_row(self) -> dict[str, Any]:
        """Return the row as `--json` writes it."""
        return {
            "id": self.id,
            "paper": self.paper,
            "published": self.published,
            "unit": self.unit,
            "simulated": self.simulated,
            "interval": list(self.interval) if self.interval is not None else None,
            "ok": self.ok,
            "calibrated": self.calibrated,
            "note": self.note,
        }


@dataclass(frozen=True)
class Checked:
    """What a check came to."""

    id: str
    ok: bool | None
    note: str
    drawn: tuple[Drawn, ...] = ()
    seconds: float = 0.0


def outcome_from(plain: dict[str, Any]) -> Outcome:
    """Return what `asdict` wrote."""
    interval, effects = plain["interval"], plain["effects"]
    return Outcome(
        **{
            **plain,
            "interval": None if interval is None else (interval[0], interval[1]),
            "intervals": {name: (low, high) for name, (low, high) in plain["intervals"].items()},
            "unbuilt": tuple(plain["unbuilt"]),
            "exploded": tuple(plain["exploded"]),
            "not_understood": tuple(plain["not_understood"]),
            "doubts": tuple(plain["doubts"]),
            "assumed": tuple(Known(**each) for each in plain["assumed"]),
            "drawn": tuple(Drawn(**each) for each in plain["drawn"]),
            "effects": None if effects is None else tuple(Effect(**each) for each in effects),
        }
    )


def checked_from(plain: dict[str, Any]) -> Checked:
    """Return what `asdict` wrote."""
    return Checked(**{**plain, "drawn": tuple(Drawn(**each) for each in plain["drawn"])})


def plain_of(result: Outcome | Checked) -> dict[str, Any]:
    """Return a result as JSON can hold it."""
    return asdict(result)
