"""Following a run that goes on in another process, on this machine or another (docs/feed.md)."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from narcine.simulation.feed_messages import (
    DESCRIPTION,
    LARGEST,
    LENGTH,
    SAMPLE,
    FeedError,
    Sample,
    address_text,
    parse_address,
    read_description,
    read_sample,
)

RETRY = 0.25
"""Time between two tries to connect (s)."""
PATIENCE = 5.0
"""Longest time that a try takes (s)."""


class Follower:
    """Keeps the newest sample of a feed, in a thread of its own; connects again whenever the sender comes back.

    `with Follower("127.0.0.1:9000") as follower: ...; follower.latest()`.
    """

    def __init__(self, address: str | int | tuple[str, int]) -> None:
        self._host, self._port = parse_address(address_text(*address) if isinstance(address, tuple) else str(address))
        self._news = threading.Condition()
        self._description: dict[str, Any] | None = None
        self._sample: Sample | None = None
        self._count = self._given = 0
        self._connected = False
        self._problem = "not connected yet"
        self._closing = threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="narcine follower", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def address(self) -> str:
        """Where it looks for the sender: HOST:PORT."""
        return address_text(self._host, self._port)

    @property
    def connected(self) -> bool:
        """Whether a sender is there and has said what runs."""
        return self._connected

    @property
    def problem(self) -> str:
        """Why it is not connected, in words; empty while it is."""
        return self._problem

    @property
    def description(self) -> dict[str, Any] | None:
        """What the sender said last: `description`, `step`, `states`, `inputs`; a new dict from each new sender."""
        return self._description

    def latest(self) -> Sample | None:
        """Return time, state and commands of the newest sample of the present description, or None before the first."""
        return self.snapshot()[1]

    def snapshot(self) -> tuple[dict[str, Any] | None, Sample | None]:
        """Return the description and the newest sample, which belong together."""
        with self._news:
            self._given = self._count
            return self._description, self._sample

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until there is a sample that was not yet given, and say whether it came in time."""
        with self._news:
            return self._news.wait_for(lambda: self._count != self._given, seconds)

    def close(self) -> None:
        """Stop following; what came last stays."""
        self._closing.set()
        connected = self._socket
        if connected is not None:
            with suppress(OSError):
                connected.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with socket.create_connection((self._host, self._port), timeout=PATIENCE) as connected:
                    self._socket = connected
                    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                    self._follow(connected)
            except FeedError as error:
                self._problem = f"{self.address}: {error}"
            except (OSError, UnicodeError) as error:
                self._problem = f"{self.address}: {getattr(error, 'strerror', None) or error}"
            self._socket = None
            self._connected = False
            self._closing.wait(RETRY)

    def _follow(self, connected: socket.socket) -> None:
        """Take messages until the sender is gone."""
        states = inputs = -1
        while not self._closing.is_set():
            (length,) = LENGTH.unpack(_read(connected, LENGTH.size))
            if not 1 <= length <= LARGEST:
                raise FeedError(f"a message of {length} bytes; from 1 to {LARGEST} are allowed")
            whole = _read(connected, length)
            kind, content = whole[:1], whole[1:]
            if kind == DESCRIPTION:
                told = read_description(content)
                states, inputs = len(told["states"]), len(told["inputs"])
                with self._news:
                    self._description, self._sample = told, None
                    self._connected, self._problem = True, ""
                connected.settimeout(None)
            elif kind == SAMPLE and states >= 0:
                sample = read_sample(content, states, inputs)
                with self._news:
                    self._sample = sample
                    self._count += 1
                    self._news.notify_all()
            else:
                expected = "D first, then S" if states < 0 else "S or D"
                raise FeedError(f"a message of kind {kind!r}; {expected} would be right")


def _read(connected: socket.socket, size: int) -> bytes:
    """Return the next bytes, as many as asked for."""
    parts: list[bytes] = []
    while size > 0:
        part = connected.recv(min(size, 2**16))
        if not part:
            raise FeedError("the sender has hung up")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
