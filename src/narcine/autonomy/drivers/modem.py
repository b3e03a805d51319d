"""The cellular modem: short messages in and out (004, III-C.3).

A message stands on the bus as one text, `+16175550100 surfaced at 42.36 -71.09`: the number, then what it says.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Protocol

from narcine.autonomy.bus import Bus, Entry

SOURCE = "modem_driver"
LONGEST = 160
"""Characters of a short message."""


class ShortMessage(NamedTuple):
    """Who is at the other end, and what it says."""

    number: str
    text: str


class ModemDevice(Protocol):
    """A modem that sends and receives short messages."""

    def receive(self) -> Iterable[ShortMessage]:
        """Return the messages that came since the last call; an OSError counts as none."""

    def send(self, message: ShortMessage) -> None:
        """Send a message; an OSError says that it could not."""


class ModemDriver:
    """Publishes `sms_received` from numbers that are allowed, sends what is published as `sms_send`."""

    def __init__(self, allowed: Collection[str], device: ModemDevice, bus: Bus) -> None:
        self._allowed = frozenset(allowed)
        self._device = device
        self._outgoing: list[ShortMessage] = []
        bus.subscribe(self._keep, "sms_send")

    def read(self, bus: Bus) -> None:
        """Publish what came from those who may write; send what waits, in order, as soon as the network takes it."""
        try:
            for message in self._device.receive():
                if message.number in self._allowed:
                    bus.publish("sms_received", f"{message.number} {message.text}", SOURCE)
                else:
                    bus.publish("sms_refused", message.number, SOURCE)
            while self._outgoing:
                self._device.send(self._outgoing[0])
                del self._outgoing[0]
        except OSError:
            return

    def _keep(self, _: str, entry: Entry) -> None:
        number, _, text = str(entry.value).partition(" ")
        if number and text:
            self._outgoing.append(ShortMessage(number, text[:LONGEST]))
