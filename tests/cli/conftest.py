"""The command line in the process of the tests; each module makes the `folder` in which its commands run."""

import sys
from typing import NamedTuple

import pytest

from narcine.cli import main


class Said(NamedTuple):
    """What a command came to."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def narcine(folder, monkeypatch, capsys):
    """Return the command line, without the seconds that a process of its own takes to begin."""
    monkeypatch.chdir(folder)

    def run(*words: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["narcine", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        return Said(int(ended.value.code), *capsys.readouterr())

    return run
