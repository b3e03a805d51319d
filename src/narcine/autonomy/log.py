"""The log of a bus: every publication to MCAP with protobuf schemas, one channel for each variable.

What has been published is in the file, whatever becomes of the process, one second of the bus's time later at the
latest. Chunks are cut by that time, never by a clock: the same publications make the same bytes. What the operating
system has taken is safe from the end of the process, not from the loss of power; `synced` waits for the disk.
"""

import math
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from mcap.writer import CompressionType, Writer

from narcine.autonomy.bus import Bus, Entry, Value
from narcine.autonomy.proto import variables_pb2

NANOSECONDS = 1e9
MESSAGES = {float: "Number", str: "Text", bool: "Flag"}
"""The message of each kind of value."""
PACKAGE = "narcine"


class Log:
    """Writes what is published on a bus to a file, from now until it is closed."""

    def __init__(self, bus: Bus, path: str | Path, every: float = 1.0, synced: bool = False) -> None:
        self._bus = bus
        self._every = every
        self._synced = synced
        self._due = math.nan
        self._file = Path(path).open("wb")  # noqa: SIM115 - it is closed with the log
        self._writer = Writer(self._file, compression=CompressionType.ZSTD)
        self._writer.start(profile="", library=PACKAGE)
        self._channels: dict[str, tuple[int, Any]] = {}
        self._schemas: dict[type, int] = {}
        self._closed = False
        self.failure = ""
        """why it ended before it was closed: no vehicle is lost for a full disk"""
        bus.subscribe(self._record)

    def close(self) -> None:
        """Write what is left and the index of the file; what is published later is not logged."""
        if self._closed:
            return
        self._closed = True
        try:
            self._writer.finish()  # type: ignore[no-untyped-call]
            self._file.close()
        except OSError as error:
            self.failure = str(error)
            with suppress(OSError):
                self._file.close()

    def __enter__(self) -> "Log":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _record(self, name: str, entry: Entry) -> None:
        if self._closed:
            return
        try:
            self._write(name, *entry)
        except OSError as error:
            self._closed = True
            self.failure = str(error)
            with suppress(OSError):
                self._file.close()
            self._bus.publish("log_notice", f"the log ends here: {error}", "log")

    def _write(self, name: str, value: Value, source: str, time: float) -> None:
        if not time < self._due:
            if self._due == self._due:
                self._flush()
            self._due = (math.floor(time / self._every) + 1.0) * self._every
        channel, message = self._channels.get(name) or self._new_channel(name, type(value))
        message.time = time
        message.value = value
        message.source = source
        stamp = round(time * NANOSECONDS)
        self._writer.add_message(channel, stamp, message.SerializeToString(), stamp)

    def _flush(self) -> None:
        self._writer.flush()  # type: ignore[no-untyped-call]
        if self._synced:
            os.fsync(self._file.fileno())

    def _new_channel(self, name: str, kind: type) -> tuple[int, Any]:
        """Register a channel; return it with the message that is filled anew for each publication."""
        if kind not in self._schemas:
            described = FileDescriptorProto()
            variables_pb2.DESCRIPTOR.CopyToProto(described)
            schema = FileDescriptorSet(file=[described]).SerializeToString(deterministic=True)
            self._schemas[kind] = self._writer.register_schema(f"{PACKAGE}.{MESSAGES[kind]}", "protobuf", schema)
        channel = self._writer.register_channel(name, "protobuf", self._schemas[kind])
        self._channels[name] = (channel, getattr(variables_pb2, MESSAGES[kind])())
        return self._channels[name]
