"""Logs of messages: MCAP files with messages of ROS 2 (CDR) or in JSON, read topic by topic."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from narcine.description.problems import DescriptionError, Place, Problem
from narcine.identification.columns import refuse_file

READABLE = ("cdr", "json")
"""Encodings of messages that can be read."""
BROKEN = "is no MCAP log, or a broken one ({reason}); `mcap recover` saves what a log that was cut off still holds"


@dataclass(frozen=True)
class Topic:
    """A stream of messages of one type."""

    name: str
    kind: str
    """type of the messages: package/Type, empty for plain JSON"""
    encoding: str

    def __str__(self) -> str:
        told = self.kind or self.encoding
        return f"{self.name} ({told}, {self.encoding} cannot be read)" if not self.readable else f"{self.name} ({told})"

    @property
    def readable(self) -> bool:
        """Return whether its messages can be decoded."""
        return self.encoding in READABLE


@dataclass(frozen=True)
class Message:
    """A message with its fields as attributes."""

    topic: str
    number: int
    """in its topic, from 1"""
    logged: int
    """when (ns)"""
    content: Any


@dataclass(frozen=True)
class Log:
    """An MCAP file."""

    file: Path

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """Return all topics of the log by name."""
        from mcap.reader import make_reader

        with self._open() as stream:
            reader = make_reader(stream)
            summary = reader.get_summary()
            if summary is not None and summary.channels:
                found = {
                    channel.topic: _topic(channel, summary.schemas.get(channel.schema_id))
                    for channel in summary.channels.values()
                }
            else:
                found = {channel.topic: _topic(channel, schema) for schema, channel, _ in reader.iter_messages()}
        return tuple(found[name] for name in sorted(found))

    def messages(self, *topics: str) -> Iterator[Message]:
        """Yield the messages of some topics in the order in which they were logged."""
        from mcap.reader import make_reader
        from mcap_ros2.decoder import DecoderFactory

        with self._open() as stream:
            factories: tuple[Any, ...] = (DecoderFactory(), _Json())
            reader = make_reader(stream, validate_crcs=True, decoder_factories=factories)
            numbers = dict.fromkeys(topics, 0)
            for _, channel, message, content in reader.iter_decoded_messages(topics=list(topics)):
                numbers[channel.topic] += 1
                yield Message(channel.topic, numbers[channel.topic], message.log_time, content)

    def first(self, topic: str) -> Message | None:
        """Return the first message of a topic, if it has any."""
        return next(self.messages(topic), None)

    def refuse(
        self, topic: str, number: int, message: str, field: str = "", value: str | None = None
    ) -> DescriptionError:
        """Return the error of a message."""
        place = Place(f"{self.file}#{topic} message {number}")
        return DescriptionError([Problem((field,) if field else (), message, place, value)])

    @contextmanager
    def _open(self) -> Iterator[Any]:
        from struct import error as unpacking

        from mcap.exceptions import McapError
        from zstandard import ZstdError

        with self.file.open("rb") as stream:
            try:
                yield stream
            except (McapError, ZstdError, unpacking, ValueError, RuntimeError, KeyError, EOFError) as error:
                reason = str(error).split("\n", maxsplit=1)[0] or type(error).__name__
                raise refuse_file(self.file, BROKEN.format(reason=reason)) from None


class _Json:
    """Decodes messages in JSON into objects with attributes, as those of ROS 2 are."""

    def decoder_for(self, message_encoding: str, schema: Any) -> Any:
        if message_encoding != "json":
            return None
        return lambda data: json.loads(data, object_hook=lambda fields: SimpleNamespace(**fields))


def _topic(channel: Any, schema: Any) -> Topic:
    kind = "" if schema is None else schema.name.replace("/msg/", "/")
    encoding = channel.message_encoding
    if encoding == "cdr" and (schema is None or schema.encoding != "ros2msg"):
        encoding = "cdr without ros2msg"
    return Topic(channel.topic, kind, encoding)
