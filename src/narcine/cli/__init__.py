"""The commands; each imports what it needs when it runs, so that help comes at once."""

from narcine.cli.main import main

__all__ = ["main"]
