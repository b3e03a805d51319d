"""What a run was told and when, as it is consumed, in a file from which the run can be repeated (docs/input_log.md)."""

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from narcine.spatial.vectors import Array

FORMAT = "narcine input log"
VERSION = 1
CHECKPOINT_INTERVAL = 1.0
"""Simulated time between two states in a log (s)."""


class InputLog:
    """A log that is being written: a header, then a line for each change of inputs and each checkpoint."""

    def __init__(self, path: Path | str, header: dict[str, Any], inputs: Sequence[str], step: float) -> None:
        self.path = Path(path)
        self.stride = max(1, round(CHECKPOINT_INTERVAL / step))
        self._inputs = tuple(inputs)
        self._known = np.full(len(inputs), np.nan)
        self._ended_at: int | None = None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("x", encoding="utf-8", newline="\n")
        self._write({"format": FORMAT, "version": VERSION, **header})

    def _write(self, line: dict[str, Any]) -> None:
        """Write a line and hand it to the system, so that it outlives the process."""
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        self._ended_at = line["step"] if "ended" in line else None

    def next_checkpoint(self, step: int) -> int:
        """Return the first step after this one whose state is kept."""
        return step + self.stride - step % self.stride

    def note_commands(self, step: int, commands: Array) -> None:
        """Note those commands that have changed since they were last consumed."""
        changed = np.flatnonzero(commands.view(np.int64) != self._known.view(np.int64))
        if len(changed):
            self._write({"step": step, "set": {self._inputs[k]: float(commands[k]) for k in changed}})
            self._known[:] = commands

    def note_coupling(self, step: int, name: str, docks: bool) -> None:
        """Note that a coupling took hold or let go."""
        self._write({"step": step, "dock" if docks else "undock": name})

    def note_state(self, step: int, state: Array) -> None:
        """Note the state where a checkpoint is due."""
        if step % self.stride == 0:
            self._write({"step": step, "state": encoded(state)})

    def note_end(self, step: int, state: Array, ended: str) -> None:
        """Note why the run ended, and its state; a run that goes on all the same goes on in the log."""
        self._write({"step": step, "state": encoded(state), "ended": ended})

    def close(self, step: int, state: Array, ended: str) -> None:
        """End the log, unless its last line does so already, and close its file."""
        if not self._file.closed:
            if self._ended_at != step:
                self.note_end(step, state, ended)
            self._file.close()


def encoded(state: Array) -> str:
    """Return a state as text: base64 of its numbers as float64, little endian."""
    return base64.b64encode(state.astype("<f8").tobytes()).decode("ascii")
