"""Measured motion from and to logs of messages (MCAP).

Every message counts when it was stamped by its header, or logged where it has none. Each measured sample makes a row of
its own; what other topics did not measure then is lost there, and nothing is interpolated. Commands hold, and their
changes make rows too; samples before the first command are left out. Time counts from the first row, unless messages
tell `time` themselves.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.description.problems import DescriptionError
from narcine.identification.columns import refuse_file
from narcine.identification.motion.log_topics import COMMAND, MOTION, choose_topics
from narcine.identification.motion.mcap_log import Log, Message, Topic
from narcine.identification.motion.motion import ANGLES, CAPTURED, POSITION, QUATERNION, RATES, VELOCITY, Motion
from narcine.identification.motion.motion_columns import FEWEST, columns_of_motion, held, motion_of_columns
from narcine.identification.motion.ros_messages import (
    COMMANDS,
    JOINTS,
    POSES,
    VELOCITIES,
    Row,
    frames,
    into_own_axes,
    stamp,
)
from narcine.recording.trajectory import Array
from narcine.recording.write import whole_file

SECOND = 10**9
"""Nanoseconds, in which logs count."""
FIELDS = (*POSITION, *CAPTURED, *QUATERNION, *ANGLES, *VELOCITY, *RATES)
FAMILIES = ("joint.", "command.")
"""Fields of messages of our own, as columns of a table of motion are called."""


@dataclass(frozen=True)
class Samples:
    """What the messages of a topic tell."""

    topic: str
    stamps: NDArray[np.int64]
    """(message,), growing (ns)"""
    numbers: dict[str, Array]
    """by column, (message,)"""
    messages: list[int]
    """numbers of the messages"""
    told: bool
    """whether messages told their `time` themselves"""


def read_motion_mcap(file: Path, topics: str | None = None) -> Motion:
    """Return the motion in a log; several topics are named with commas between them."""
    log = Log(file)
    named = tuple(name for name in (topics or "").split(",") if name)
    chosen = choose_topics(log, named)
    found = {role: _read(log, topic) for role, topic in chosen.topics.items()}
    _check_clocks(log, list(found.values()))
    if "velocities" in found and "poses" in found:
        poses = found["poses"].numbers
        for name in (*VELOCITY, *RATES):
            poses.pop(name, None)
    commands = found.pop("commands", None)
    merged = _merge(log, list(found.values()), commands)
    return motion_of_columns(merged, str(file) + (f"#{topics}" if topics else ""), chosen.unused)


def _read(log: Log, topic: Topic) -> Samples:
    row_of: Callable[[Any], Row] = (POSES | VELOCITIES | JOINTS | COMMANDS).get(topic.kind, _own_row)
    stamps: list[int] = []
    rows: list[Row] = []
    messages: list[int] = []
    frame, told = None, False
    for message in log.messages(topic.name):
        row, moment, told = _parsed(log, message, row_of)
        if stamps and moment == stamps[-1] and row == rows[-1]:
            continue
        if stamps and moment <= stamps[-1]:
            before = (stamps[-1] - moment) / SECOND
            raise log.refuse(topic.name, message.number, f"is stamped {before:g} s before message {message.number - 1}")
        here = frames(message.content)
        if frame is not None and here != frame:
            raise log.refuse(topic.name, message.number, f"is in frame {here}, messages before it in {frame}")
        frame = here
        stamps.append(moment)
        rows.append(row)
        messages.append(message.number)
    if frame is None:
        raise refuse_file(log.file, f"{topic} holds no message")
    numbers = _columns(rows)
    if topic.kind in POSES or topic.kind in VELOCITIES:
        numbers = into_own_axes(numbers, *(frame if topic.kind in POSES else ("", frame[0])))
    if topic.kind in COMMANDS:
        numbers = {name: pulses for name, pulses in numbers.items() if np.nanmax(pulses) > 0.0}
    return Samples(topic.name, np.array(stamps, np.int64), numbers, messages, told)


def _parsed(log: Log, message: Message, row_of: Callable[[Any], Row]) -> tuple[Row, int, bool]:
    """Return what a message tells, when (ns), and whether it told that itself in a field `time`."""
    try:
        row, moment = row_of(message.content), stamp(message.content)
        time = getattr(message.content, "time", None) if row_of is _own_row else None
        if time is not None:
            return row, round(float(time) * SECOND), True
    except AttributeError as error:
        raise log.refuse(message.topic, message.number, f"has no field {error.name!r}") from None
    except (TypeError, ValueError) as error:
        raise log.refuse(message.topic, message.number, str(error)) from None
    return row, message.logged if moment is None else moment, False


def _own_row(content: Any) -> Row:
    row = {}
    for name, value in vars(content).items():
        if name not in FIELDS and not name.startswith(FAMILIES):
            continue
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise ValueError(f"{name} must be a number, or null where it was lost")
        row[name] = float("nan") if value is None else float(value)
    return row


def _columns(rows: list[Row]) -> dict[str, Array]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: np.array([row.get(name, np.nan) for row in rows]) for name in names}


def _check_clocks(log: Log, found: list[Samples]) -> None:
    for one in found[1:]:
        if one.told != found[0].told:
            raise refuse_file(
                log.file, f"messages of one of {found[0].topic}, {one.topic} tell `time`, those of the other do not"
            )
    spans = [(one.stamps[0], one.stamps[-1]) for one in found]
    for one, (begin, end) in zip(found[1:], spans[1:], strict=True):
        before = end < spans[0][0] and not any(name.startswith("command.") for name in one.numbers)
        if begin > spans[0][1] or before:
            raise refuse_file(log.file, f"{found[0].topic} and {one.topic} share no time: their clocks differ")


@dataclass(frozen=True)
class _Merged:
    """Columns of several topics over one time."""

    log: Log
    stamps: NDArray[np.int64]
    numbers: dict[str, Array]
    owners: dict[str, Samples]

    def refuse(self, row: int, column: str, message: str, value: str | None = None) -> DescriptionError:
        """Return the error of the message that told a sample."""
        owner = self.owners[column]
        k = min(int(np.searchsorted(owner.stamps, self.stamps[row])), len(owner.messages) - 1)
        return self.log.refuse(owner.topic, owner.messages[k], message, column, value)


def _merge(log: Log, measured: list[Samples], commands: Samples | None) -> _Merged:
    stamps = np.unique(np.concatenate([one.stamps for one in measured]))
    orders: dict[str, Array] = {}
    if commands is not None:
        orders = {name: held(values) for name, values in commands.numbers.items()}
        table = np.stack(list(orders.values()), axis=1)
        change = np.append(True, (table[1:] != table[:-1]).any(axis=1))
        inside = (commands.stamps > stamps[0]) & (commands.stamps < stamps[-1])
        stamps = np.union1d(stamps, commands.stamps[change & inside])
        first = commands.stamps[np.flatnonzero(np.isfinite(table).all(axis=1))[0]]
        stamps = stamps[stamps >= first]
    if len(stamps) < FEWEST:
        raise refuse_file(log.file, f"holds {len(stamps)} samples; a motion takes {FEWEST} at least")
    origin = 0 if measured[0].told else stamps[0]
    numbers: dict[str, Array] = {"time": (stamps - origin) / SECOND}
    owners: dict[str, Samples] = {}
    for one in measured:
        rows = np.searchsorted(stamps, one.stamps)
        kept = np.isin(one.stamps, stamps)
        for name, values in one.numbers.items():
            column = np.full(len(stamps), np.nan)
            column[rows[kept]] = values[kept]
            numbers[name], owners[name] = column, one
    if commands is not None:
        last = np.searchsorted(commands.stamps, stamps, side="right") - 1
        numbers |= {name: values[last] for name, values in orders.items()}
        owners |= dict.fromkeys(orders, commands)
    return _Merged(log, stamps, numbers, owners)


def write_motion_mcap(motion: Motion, file: Path) -> None:
    """Write a motion as a log in JSON that can be read back: topics `motion`, and `command` where commands change."""
    from mcap.writer import Writer

    columns = {name: values for name, (values, _) in columns_of_motion(motion).items()}
    commands = {name: values for name, values in columns.items() if name.startswith("command.")}
    measured = {name: values for name, values in columns.items() if name not in commands}
    start = motion.time[0]
    with whole_file(file) as unfinished, unfinished.open("wb") as handle:
        writer = Writer(handle)
        writer.start(library="narcine")
        channels = {
            topic: writer.register_channel(topic, "json", _schema(writer, topic, ("time", *names)))
            for topic, names in ((MOTION, measured), (COMMAND, commands))
            if names
        }
        last: dict[str, float | None] = {}
        for k, time in enumerate(motion.time):
            here = _fields(commands, k)
            rows = [(MOTION, _fields(measured, k))]
            if here != last:
                rows.insert(0, (COMMAND, {"time": float(time), **here}))
            for topic, row in rows:
                logged = round((time - start) * SECOND)
                writer.add_message(channels[topic], logged, json.dumps(row).encode(), logged, k)
            last = here
        writer.finish()  # type: ignore[no-untyped-call]


def _fields(columns: dict[str, Array], k: int) -> dict[str, float | None]:
    return {name: None if isnan(values[k]) else float(values[k]) for name, values in columns.items()}


def _schema(writer: Any, topic: str, names: Iterable[str]) -> int:
    properties = {name: {"type": ["number", "null"]} for name in names}
    schema = {"title": topic, "type": "object", "properties": properties}
    return int(writer.register_schema(f"narcine.{topic}", "jsonschema", json.dumps(schema).encode()))
