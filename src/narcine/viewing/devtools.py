"""The wire to a browser: commands and events of the DevTools protocol over one websocket."""

import json
import time
from collections import deque
from types import TracebackType
from typing import Any

Message = dict[str, Any]


class DevToolsFailed(OSError):
    """A browser that gave up, said no, or did not answer in time."""


class DevTools:
    """One connection to a browser; commands wait for their answer, events are kept for who listens."""

    def __init__(self, address: str) -> None:
        from websockets.sync.client import connect

        self._socket = connect(address, max_size=None, compression=None, proxy=None, ping_interval=None)
        self._last = 0
        self._events: dict[str, deque[Message]] = {}

    def __enter__(self) -> "DevTools":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._socket.close()

    def send(self, method: str, session: str = "", **parameters: Any) -> int:
        """Send a command without waiting; return the number under which its answer comes."""
        self._last += 1
        message: Message = {"id": self._last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self._socket.send(json.dumps(message))
        return self._last

    def call(self, method: str, session: str = "", timeout: float = 60.0, **parameters: Any) -> Message:
        """Send a command and return its answer."""
        number = self.send(method, session, **parameters)
        ends = time.monotonic() + timeout
        while True:
            message = self._receive(ends - time.monotonic())
            if message is None:
                raise DevToolsFailed(f"the browser did not answer {method} within {timeout:g} s")
            if message.get("id") == number:
                if "error" in message:
                    raise DevToolsFailed(f"the browser refused {method}: {message['error'].get('message')}")
                return dict(message["result"])

    def events(self, session: str, wait: float = 0.0) -> deque[Message]:
        """Return the events of a page that nobody has taken yet; wait for one when told so."""
        kept = self._events.setdefault(session, deque())
        while self._receive(0.0 if kept else wait) is not None:
            pass
        return kept

    def _receive(self, timeout: float) -> Message | None:
        """Return the next message, or none within the time; events are kept on the way."""
        from websockets.exceptions import ConnectionClosed

        try:
            message: Message = json.loads(self._socket.recv(timeout=max(timeout, 0.0)))
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            raise DevToolsFailed("the browser ended before it was told to") from error
        if "method" in message:
            self._events.setdefault(message.get("sessionId", ""), deque()).append(message)
        return message
