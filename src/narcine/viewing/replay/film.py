"""Films of a run: pictures from the studio, encoded as they come."""

import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING

from narcine.viewing.replay.data import RATE
from narcine.viewing.replay.studio import CameraName, studio

if TYPE_CHECKING:
    import xarray

GIF_COLOURS = "split[a][b];[a]palettegen=max_colors=128:stats_mode=diff[p];[b][p]paletteuse=dither=none"
PLAYABLE = "-vf scale=out_range=tv,format=yuv420p -color_range tv"
"""Brings the full range of colours that pictures have to that of films, which not every player tells apart."""
ENCODERS = {
    ".mp4": f"-c:v libx264 -preset veryfast -crf 18 {PLAYABLE} -movflags +faststart",
    ".webm": f"-c:v libvpx-vp9 -deadline realtime -cpu-used 6 -row-mt 1 -crf 30 -b:v 0 {PLAYABLE}",
    ".gif": f"-filter_complex {GIF_COLOURS} -loop 0",
}
"""What turns pictures into films, by the ends of their names."""


@dataclass(frozen=True)
class Film:
    """A film that was made: how many frames it has, of how many that were asked for."""

    frames: int
    asked: int

    @property
    def whole(self) -> bool:
        """Whether nothing is missing."""
        return self.frames == self.asked


def frame_times(start: float, end: float, fps: float, speed: float) -> list[float]:
    """Return the moments that a film shows (s): the first, and every frame until the end."""
    return [start + number * speed / fps for number in range(floor((end - start) / speed * fps + 1e-6) + 1)]


def film(
    run: "xarray.Dataset",
    path: Path | str,
    times: list[float],
    fps: float = 30.0,
    camera: CameraName | None = None,
    size: tuple[int, int] = (1280, 720),
    speed: float = 1.0,
    progress: Callable[[int], None] = lambda done: None,
) -> Film:
    """Film some moments of a run; Ctrl-C ends the film early and keeps what is there, as a film that plays.

    The film takes its name when it is whole or cut short, and vanishes when something fails.
    """
    from narcine.recording.write import whole_file

    path = Path(path)
    taken = 0
    with studio(run, camera, size, max(fps / speed, RATE), speed) as shown, whole_file(path) as unfinished:
        encoder = _encoder(unfinished, fps)
        assert encoder.stdin is not None, "it was asked for"
        try:
            with _interruptible() as interrupted, suppress(BrokenPipeError):
                for time in times:
                    if interrupted.is_set():
                        break
                    encoder.stdin.write(shown.picture(time, "image/jpeg"))
                    taken += 1
                    progress(taken)
            if not taken:
                raise KeyboardInterrupt
            _finish(encoder, path)
        finally:
            encoder.kill()
            encoder.wait()
    return Film(taken, len(times))


@contextmanager
def _interruptible() -> Iterator[threading.Event]:
    """Yield a flag that Ctrl-C sets, so that no picture is cut in two; a second Ctrl-C ends everything."""
    flag = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield flag
        return
    before = signal.getsignal(signal.SIGINT)

    def note(_number: int, _frame: object) -> None:
        flag.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)


def _encoder(path: Path, fps: float) -> "subprocess.Popen[bytes]":
    """Start the encoder, which reads pictures one after the other."""
    from imageio_ffmpeg import get_ffmpeg_exe

    reading = f"-f image2pipe -c:v mjpeg -framerate {fps:g} -i -"
    words = ["-v", "error", "-y", *reading.split(), *ENCODERS[path.suffix.lower()].split(), str(path)]
    return subprocess.Popen(
        [get_ffmpeg_exe(), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C ends the pictures; the encoder then closes the film
    )


def _finish(encoder: "subprocess.Popen[bytes]", path: Path) -> None:
    """Close the film and see that the encoder is content."""
    _, said = encoder.communicate()
    if encoder.returncode:
        raise OSError(f"{path}: the encoder says: {said.decode(errors='replace').strip()}")
