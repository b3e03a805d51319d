"""Reads logs back: arrays of times and values by the name of the variable, also of files that were cut off."""

import struct
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError
from mcap.exceptions import EndOfFile, InvalidMagic, RecordLengthLimitExceeded
from mcap.records import Channel, Message, Schema
from mcap.stream_reader import CRCValidationError, StreamReader
from numpy.typing import NDArray
from zstandard import ZstdError

from narcine.autonomy.log import MESSAGES, PACKAGE
from narcine.autonomy.proto import variables_pb2

CUT_OFF = (EndOfFile, CRCValidationError, RecordLengthLimitExceeded, struct.error, ZstdError, UnicodeDecodeError)
"""What the end of a file that was cut off, or a block of it that was never written, looks like to its reader."""


TYPES: dict[type, Any] = {float: np.float64, bool: np.bool_, str: object}


class Series(NamedTuple):
    """What was published under one name."""

    time: NDArray[np.float64]
    value: NDArray[Any]
    """of floats, bools or texts (objects)"""
    source: NDArray[Any]


class Recorded(NamedTuple):
    """What a log holds."""

    variables: dict[str, Series]
    complete: bool
    """whether the log was closed; else it ends where its process did"""


def read_log(path: str | Path) -> Recorded:
    """Return the variables of a log; one whose process was killed is read up to where it breaks off."""
    makers = {f"{PACKAGE}.{name}": getattr(variables_pb2, name) for name in MESSAGES.values()}
    types = {f"{PACKAGE}.{name}": TYPES[kind] for kind, name in MESSAGES.items()}
    schemas: dict[int, str] = {}
    channels: dict[int, tuple[str, str]] = {}
    columns: dict[int, tuple[list[float], list[Any], list[str]]] = {}
    complete = True
    with Path(path).open("rb") as file:
        records = StreamReader(file, validate_crcs=True).records
        try:
            for record in records:
                if isinstance(record, Message):
                    if record.channel_id not in columns:
                        continue
                    message = makers[channels[record.channel_id][1]].FromString(record.data)
                    times, values, sources = columns[record.channel_id]
                    times.append(message.time)
                    values.append(message.value)
                    sources.append(message.source)
                elif isinstance(record, Schema):
                    schemas[record.id] = record.name
                elif isinstance(record, Channel) and schemas.get(record.schema_id) in makers:
                    channels[record.id] = (record.topic, schemas[record.schema_id])
                    columns.setdefault(record.id, ([], [], []))
        except InvalidMagic:
            if not schemas:
                raise ValueError(f"{path} is no MCAP log") from None
            complete = False
        except CUT_OFF:
            complete = False
        except DecodeError as error:
            raise ValueError(f"{path}: a message does not fit its schema ({error})") from None
    found = {}
    for number, (times, values, sources) in columns.items():
        name, schema = channels[number]
        found[name] = Series(np.array(times, float), np.array(values, types[schema]), np.array(sources, object))
    return Recorded(found, complete)
