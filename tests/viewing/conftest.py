"""A real browser for tests of pages, and a folder that keeps what they drew."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from narcine.viewing.browser import Browser, BrowserMissing

PICTURES = Path(__file__).parents[2] / "build" / "pictures"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        found = Browser(width=1280, height=720)
    except BrowserMissing as missing:
        pytest.skip(str(missing))
    with found:
        yield found


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where pictures that tests make are kept, for people to look at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    return PICTURES
