"""Pictures of a run, taken from the page of its replay in a headless browser."""

import base64
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from narcine.viewing.browser import Browser
from narcine.viewing.devtools import DevToolsFailed
from narcine.viewing.page import Page
from narcine.viewing.replay.data import RATE, replay_data
from narcine.viewing.replay.report import assembled

if TYPE_CHECKING:
    import xarray

CameraName = Literal["follow", "top", "side", "front", "free"]
KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp"}
"""Kinds of pictures by the ends of their names."""
QUALITY = 0.95
"""Of JPEG and WebP pictures."""


TRIES = 5
"""How often a picture is asked for."""


@dataclass(frozen=True)
class Studio:
    """A page that shows the stage alone."""

    page: Page

    def picture(self, time: float, kind: str = "image/png") -> bytes:
        """Return the picture of one moment (s); a browser whose graphics stumble is asked again, from a fresh page."""
        for _ in range(TRIES):
            drawn = self.page.evaluate(f"narcine.picture({time!r}, {kind!r}, {QUALITY})")
            if drawn:
                return base64.b64decode(drawn)
            self.page.go(self.page.evaluate("location.href"))
        raise DevToolsFailed("the browser drew nothing; its graphics failed")


@contextmanager
def studio(
    run: "xarray.Dataset",
    camera: CameraName | None = None,
    size: tuple[int, int] = (1280, 720),
    rate: float = RATE,
    speed: float = 1.0,
    caption: bool = True,
) -> Iterator[Studio]:
    """Yield a studio for a run: its camera, the size of its pictures, and how many records per second it must tell.

    Without a camera a pool is looked at as a whole, and else a vehicle from behind.
    """
    data = replay_data(run, rate, {"camera": camera, "caption": caption, "rate": speed})
    with tempfile.TemporaryDirectory(prefix="narcine-studio-") as folder, Browser(*size) as browser:
        file = Path(folder) / "studio.html"
        file.write_text(assembled(data), encoding="utf-8")
        page = browser.open(file.as_uri())
        if page.errors:
            raise DevToolsFailed(f"the page could not draw: {page.errors[0]}")
        yield Studio(page)


def snapshot(
    run: "xarray.Dataset",
    path: Path | str,
    time: float,
    camera: CameraName | None = None,
    size: tuple[int, int] = (1280, 720),
) -> None:
    """Write a picture of one moment of a run (s); the end of its name says which kind."""
    from narcine.recording.write import whole_file

    path = Path(path)
    with studio(run, camera, size) as shown, whole_file(path) as unfinished:
        unfinished.write_bytes(shown.picture(time, KINDS[path.suffix.lower()]))
