"""What goes over the socket of a feed (docs/feed.md): a description, then samples, each with its length before it."""

import json
import struct
from typing import Any

import numpy as np

from narcine.spatial.vectors import Array

FORMAT = "narcine feed"
VERSION = 1
DESCRIPTION, SAMPLE = b"D", b"S"
LENGTH = struct.Struct(">I")
"""Length of what follows: the kind, one byte, and the content."""
LARGEST = 64 * 2**20
"""Longest message that is read (bytes); descriptions with logs of commands in them have some hundred thousand."""
DEFAULT_HOST = "127.0.0.1"

Sample = tuple[float, Array, Array]
"""Time (s), state, commands."""


class FeedError(Exception):
    """What came over a socket is no feed, or none that this version reads."""


def message(kind: bytes, content: bytes) -> bytes:
    """Return a message as it goes over the socket."""
    return LENGTH.pack(1 + len(content)) + kind + content


def sample_message(time: float, state: Array, commands: Array) -> bytes:
    """Return a sample as it goes over the socket."""
    return message(SAMPLE, np.concatenate([(time,), state, commands]).astype("<f8").tobytes())


def read_description(content: bytes) -> dict[str, Any]:
    """Return what a feed says about itself, once all of it is sound."""
    try:
        plain = json.loads(content)
    except (ValueError, RecursionError):
        raise FeedError("the description of the feed is no JSON") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise FeedError(f'this is no {FORMAT}: a description starts with {{"format": "{FORMAT}", ...}}')
    version = plain.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise FeedError(f"the feed has version {version!r}; this narcine reads up to version {VERSION}")
    if not isinstance(plain.get("description"), dict):
        raise FeedError("the feed does not say what runs: `description` must be an object")
    for key in ("states", "inputs"):
        names = plain.get(key)
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise FeedError(f"`{key}` of the feed must be a list of names")
    step = plain.get("step")
    if isinstance(step, bool) or not isinstance(step, int | float) or not 0.0 < step < np.inf:
        raise FeedError(f"`step` of the feed must be a positive number, not {step!r}")
    return plain


def read_sample(content: bytes, states: int, inputs: int) -> Sample:
    """Return time, state and commands of a sample."""
    if len(content) != 8 * (1 + states + inputs):
        raise FeedError(
            f"a sample has {len(content)} bytes; a time, {states} states and {inputs} commands have "
            f"{8 * (1 + states + inputs)}"
        )
    numbers = np.frombuffer(content, "<f8").astype(float)
    return float(numbers[0]), numbers[1 : 1 + states], numbers[1 + states :]


def parse_address(text: str) -> tuple[str, int]:
    """Return host and port of an address as people write it: 9000, 127.0.0.1:9000, [::1]:9000."""
    host, _, port = text.strip().rpartition(":")
    host = host.removeprefix("[").removesuffix("]") or DEFAULT_HOST
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        raise ValueError(f"an address is a port from 0 to 65535 or HOST:PORT, not {text!r}")
    return host, int(port)


def address_text(host: str, port: int) -> str:
    """Return an address as people write it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
