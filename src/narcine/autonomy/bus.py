"""The bus: named variables with value, source and time, and who listens to them (MOOSDB's semantics, in one process).

It runs on the time that it is told (`advance`). A publication reaches subscribers in the order in which they
subscribed; what they publish meanwhile is delivered after it, so that all of them, and the log, see one order.
"""

import math
import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

Value = float | str | bool
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


class Entry(NamedTuple):
    """The last that was published under a name."""

    value: Value
    source: str
    time: float


Subscriber = Callable[[str, Entry], None]


class Bus:
    """Named variables of numbers, texts or flags."""

    def __init__(self) -> None:
        self.time = 0.0
        self._latest: dict[str, Entry] = {}
        self._to_all: list[Subscriber] = []
        self._subscribers: dict[str, list[Subscriber]] = {}
        self._waiting: deque[tuple[str, Entry]] = deque()
        self._delivering = False

    def advance(self, time: float) -> None:
        """Set the time that publications bear from now on; it never goes back."""
        if not time >= self.time or time == math.inf:
            raise ValueError(f"the bus is at {self.time:g} s; its time cannot become {time:g} s")
        self.time = time

    def publish(self, name: str, value: Value, source: str) -> None:
        """Set a variable and tell all who subscribed to it; not a number is a value too, of which users beware."""
        kind = type(value)
        if kind is not float and kind is not str and kind is not bool:
            value = _plain(name, value)
        before = self._latest.get(name)
        if before is None:
            if not NAME.fullmatch(name):
                raise ValueError(f"{name!r} is no name of a variable: letters, digits, _ . and -")
            self._subscribers[name] = [*self._subscribers.get(name, ()), *self._to_all]
        elif type(before.value) is not type(value):
            raise TypeError(
                f"{name} is a {type(before.value).__name__}, as {before.source} published it; {source} says {value!r}"
            )
        entry = Entry(value, source, self.time)
        self._latest[name] = entry
        self._waiting.append((name, entry))
        if not self._delivering:
            self._deliver()

    def subscribe(self, subscriber: Subscriber, *names: str) -> None:
        """Call a function with name and entry at each publication of some names; of all where none is given."""
        if not names:
            self._to_all.append(subscriber)
            for name in self._latest:
                self._subscribers[name].append(subscriber)
        for name in names:
            self._subscribers.setdefault(name, []).append(subscriber)

    def latest(self, name: str) -> Entry | None:
        """Return the last that was published under a name."""
        return self._latest.get(name)

    def number(self, name: str, within: float = math.inf) -> float:
        """Return the last number of a variable; not a number where there is none, or none within so many seconds."""
        entry = self._latest.get(name)
        if entry is None or self.time - entry.time > within or type(entry.value) is not float:
            return math.nan
        return entry.value

    def text(self, name: str, default: str = "") -> str:
        """Return the last text of a variable."""
        entry = self._latest.get(name)
        return entry.value if entry is not None and isinstance(entry.value, str) else default

    def flag(self, name: str) -> bool:
        """Return the last flag of a variable; false where there is none."""
        entry = self._latest.get(name)
        return entry is not None and entry.value is True

    def __iter__(self) -> Iterator[str]:
        return iter(self._latest)

    def __len__(self) -> int:
        return len(self._latest)

    def __contains__(self, name: object) -> bool:
        return name in self._latest

    def _deliver(self) -> None:
        self._delivering = True
        try:
            while self._waiting:
                name, entry = self._waiting.popleft()
                for subscriber in self._subscribers[name]:
                    subscriber(name, entry)
        finally:
            self._delivering = False
            self._waiting.clear()


def _plain(name: str, value: object) -> Value:
    """Return a number of any kind as a float, and NumPy's truths as a flag."""
    if type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    if isinstance(value, str):
        return str(value)
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, a text or a flag, not {value!r}") from None
