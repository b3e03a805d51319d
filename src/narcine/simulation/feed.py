"""A run that others can follow over the network while it goes on (docs/feed.md)."""

import errno
import json
import os
import selectors
import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

import narcine
from narcine.simulation.feed_messages import (
    DEFAULT_HOST,
    DESCRIPTION,
    FORMAT,
    VERSION,
    address_text,
    message,
    parse_address,
    sample_message,
)
from narcine.simulation.stepper import Stepper

SEND_BUFFER = 2**15
"""Bytes that the system may hold back for a follower that does not read: what is held back is old when it comes."""
PARTING = 0.5
"""Longest time that closing waits for followers to take the last sample (s)."""
REST = 0.1
"""Wait after the system refused a connection, as when no more files can be open (s)."""


class _Connection:
    """A follower as the sender sees it: what is left of the message under way, and the newest that waits behind it."""

    def __init__(self, connected: socket.socket, first: bytes) -> None:
        connected.setblocking(False)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self.socket = connected
        self.under_way = memoryview(first)
        self.newest = b""

    @property
    def is_idle(self) -> bool:
        return not self.under_way and not self.newest

    def push(self) -> None:
        """Send what the system takes at once."""
        while not self.is_idle:
            if not self.under_way:
                self.under_way, self.newest = memoryview(self.newest), b""
            try:
                self.under_way = self.under_way[self.socket.send(self.under_way) :]
            except (BlockingIOError, InterruptedError):
                return

    def is_gone(self) -> bool:
        """Take what the follower says, which means nothing, and say whether it has hung up."""
        with suppress(BlockingIOError, InterruptedError):
            return not self.socket.recv(4096)
        return False


class Feed:
    """Sends a run's state to all who connect; those who are slow miss samples, and none slows the run.

    `with Feed(run, port=9000) as feed: ...; run.step(4); feed.send()`. With port 0 the system chooses one.
    """

    def __init__(self, run: Stepper, port: int = 9000, host: str = DEFAULT_HOST) -> None:
        self._run = run
        model = run.model
        description = {
            "format": FORMAT,
            "version": VERSION,
            "narcine": narcine.__version__,
            "title": run.scenario.name,
            "step": run.step_size,
            "state_count": model.states,
            "input_count": len(model.inputs),
            "states": list(model.state_names),
            "inputs": [each.name for each in model.inputs],
            "description": run.description,
        }
        self._description = message(DESCRIPTION, json.dumps(description).encode())
        self._sample = b""
        self._connections: set[_Connection] = set()
        self._closing = False
        self._listener = _listener(*parse_address(address_text(host, port)))
        self.address = address_text(*self._listener.getsockname()[:2])
        """where to follow the run: HOST:PORT"""
        self._bell, self._ringer = socket.socketpair()
        for each in (self._listener, self._bell, self._ringer):
            each.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._serve, name="narcine feed", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def followers(self) -> int:
        """How many follow it now."""
        return len(self._connections)

    def send(self) -> None:
        """Send the state and the commands now; returns at once."""
        run = self._run
        self._sample = sample_message(run.time, run.state, run.command.values_array)
        if self._connections:
            self._ring()

    def close(self) -> None:
        """Let followers take the last sample, and stop."""
        if not self._closing:
            self._closing = True
            self._ring()
            self._thread.join()

    def _ring(self) -> None:
        with suppress(BlockingIOError):  # rung often enough
            self._ringer.send(b"!")

    def _serve(self) -> None:
        """Accept followers and send to them until the feed closes."""
        while not self._closing:
            self._serve_once(None)
        deadline = time.monotonic() + PARTING
        self._offer()
        while time.monotonic() < deadline and not all(each.is_idle for each in self._connections):
            self._serve_once(0.01)
        for connection in list(self._connections):
            self._drop(connection)
        for each in (self._listener, self._bell, self._ringer, self._selector):
            each.close()

    def _serve_once(self, timeout: float | None) -> None:
        for key, events in self._selector.select(timeout):
            if key.fileobj is self._listener:
                self._accept()
            elif key.fileobj is self._bell:
                with suppress(BlockingIOError):
                    self._bell.recv(4096)
                self._offer()
            elif key.data in self._connections:
                self._attend(key.data, bool(events & selectors.EVENT_READ))

    def _accept(self) -> None:
        try:
            connected, _ = self._listener.accept()
        except (BlockingIOError, ConnectionError, InterruptedError):
            return
        except OSError:
            time.sleep(REST)
            return
        try:
            connection = _Connection(connected, self._description)
        except OSError:  # gone again
            connected.close()
            return
        self._selector.register(connected, selectors.EVENT_READ, connection)
        self._connections.add(connection)
        connection.newest = self._sample
        self._attend(connection, False)

    def _offer(self) -> None:
        """Put the newest sample in place of those that were not yet sent."""
        sample = self._sample
        for connection in list(self._connections):
            connection.newest = sample
            self._attend(connection, False)

    def _attend(self, connection: _Connection, may_read: bool) -> None:
        """Send to a follower, and wait until it can take more where it cannot now."""
        try:
            if may_read and connection.is_gone():
                self._drop(connection)
                return
            connection.push()
        except OSError:
            self._drop(connection)
            return
        events = selectors.EVENT_READ | (0 if connection.is_idle else selectors.EVENT_WRITE)
        self._selector.modify(connection.socket, events, connection)

    def _drop(self, connection: _Connection) -> None:
        self._connections.discard(connection)
        self._selector.unregister(connection.socket)
        connection.socket.close()


def _listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or say why there is none."""
    where = address_text(host, port)
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (socket.gaierror, UnicodeError):
        raise OSError(errno.EADDRNOTAVAIL, f"no feed at {where}: there is no host {host!r}") from None
    except OSError as error:
        reasons = {
            errno.EADDRINUSE: "another program has this port; choose another, or end that program",
            errno.EADDRNOTAVAIL: f"{host} is no address of this machine; 0.0.0.0 stands for all that it has",
            errno.EACCES: "this port is reserved; choose one above 1023",
        }
        number = error.errno or errno.EIO
        raise OSError(number, f"no feed at {where}: {reasons.get(number, os.strerror(number))}") from None
