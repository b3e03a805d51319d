"""The path of each vehicle from above, from the side and from behind, drawn as it goes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np
import viser

from narcine.recording.trajectory import Array
from narcine.viewing.live.movers import LAMP_TRAIL
from narcine.viewing.scene import VEHICLES, Scene

WIDTH, HEIGHT = 290.0, 132.0
"""Of a view (pixels)."""
LEFT, RIGHT, TOP, BOTTOM = 38.0, 10.0, 18.0, 30.0
"""Room around the drawing itself, for what is written (pixels)."""
MARGIN = 0.06
"""Share of what is shown that is left free around the path."""
MOST_POINTS = 400
"""Of a path that is drawn."""
TALLER = (1, 2, 5, 10, 20, 50)
"""Times by which the upright axis may be stretched, so that a long way shows what it has across."""
TICKS = 4
"""About how many numbers stand at an axis."""
POOL = "#5d9fc0"
NORTH, EAST, DOWN = range(3)
NAMES = ("north", "east", "depth")


@dataclass(frozen=True)
class View:
    """A projection: what grows to the right and what grows downwards."""

    title: str
    right: int
    down: int


VIEWS = (
    View("from above", NORTH, EAST),
    View("from the side", NORTH, DOWN),
    View("from behind", EAST, DOWN),
)


@dataclass(frozen=True)
class Frame:
    """Where a view puts what is where: the least that it shows, and pixels to a metre."""

    least: tuple[float, float]
    scale: float
    taller: int

    def at(self, points: Array) -> Array:
        """Return the pixels of points (n, 2)."""
        across = LEFT + (points[:, 0] - self.least[0]) * self.scale
        return np.stack([across, TOP + (points[:, 1] - self.least[1]) * self.scale * self.taller], axis=1)

    @property
    def most(self) -> tuple[float, float]:
        """The most that it shows."""
        wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return self.least[0] + wide / self.scale, self.least[1] + high / (self.scale * self.taller)


def frame_of(low: Array, high: Array, size: float) -> Frame:
    """Return a frame that holds a box (right, down), at one scale both ways unless the way is long and thin."""
    spans = np.maximum((high - low) * (1.0 + 2.0 * MARGIN), size)
    room = np.array([WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM])
    scale = float(min(room / spans))
    taller = max(each for each in TALLER if each == 1 or spans[1] * scale * each <= room[1])
    shown = room / (scale * np.array([1.0, taller]))
    least = (low + high - shown) / 2.0
    return Frame((float(least[0]), float(least[1])), scale, taller)


def drawn_views(
    ways: Sequence[Array],
    done: Sequence[int],
    sizes: Sequence[float],
    has_surface: bool,
    pool: tuple[Array, Array] | None = None,
) -> str:
    """Return the views of ways (n, 3) as SVG; of each so many points lie behind, the rest is yet to come.

    After the ways of vehicles, of which there are as many as sizes, come those of lamps.
    """
    return "".join(_drawn(view, ways, done, sizes, has_surface, pool) for view in VIEWS)


def _drawn(
    view: View,
    ways: Sequence[Array],
    done: Sequence[int],
    sizes: Sequence[float],
    has_surface: bool,
    pool: tuple[Array, Array] | None,
) -> str:
    axes = [view.right, view.down]
    corners = [] if pool is None else [np.array(pool)[:, axes]]
    whole = np.concatenate([*corners, *(way[:, axes] for way in ways)])
    frame = frame_of(whole.min(axis=0), whole.max(axis=0), max(sizes))
    stretched = f", {NAMES[view.down]} {frame.taller} times as large" if frame.taller > 1 else ""
    parts = [
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="100%" style="display: block" font-size="9.5" '
        f'font-family="sans-serif" fill="currentColor">',
        f'<text x="{WIDTH / 2:g}" y="11" text-anchor="middle" font-size="11">{view.title}{stretched}</text>',
        *_axes(view, frame),
    ]
    for low, high in (frame.at(each) for each in corners):
        parts.append(
            f'<rect x="{low[0]:.1f}" y="{low[1]:.1f}" width="{high[0] - low[0]:.1f}" height="{high[1] - low[1]:.1f}" '
            f'fill="{POOL}" fill-opacity="0.18" stroke="{POOL}" stroke-width="1.5"/>'
        )
    if has_surface and view.down == DOWN and frame.least[1] < 0.0 < frame.most[1]:
        height = frame.at(np.zeros((1, 2)))[0, 1]
        parts.append(_line(LEFT, height, WIDTH - RIGHT, height, "#2a8fc4", 1.5))
    for number, (way, past) in enumerate(zip(ways, done, strict=True)):
        colour = VEHICLES[number % len(VEHICLES)] if number < len(sizes) else LAMP_TRAIL
        if past < len(way):
            parts.append(_path(frame.at(thinned(way[:, axes])), colour, 0.25))
        parts.append(_path(frame.at(thinned(way[:past, axes])), colour, 1.0))
        x, y = frame.at(way[[past - 1]][:, axes])[0]
        if number < len(sizes):
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>')
        else:
            parts.append(f'<path d="M {x:.1f} {y - 5:.1f} l 4.5 8 h -9 z" fill="{colour}"/>')
    return "".join([*parts, "</svg>"])


def thinned(points: Array) -> Array:
    """Return at most so many points that a small drawing shows, the last among them."""
    shown = np.unique(np.linspace(0, len(points) - 1, min(len(points), MOST_POINTS)).round().astype(int))
    fewer: Array = points[shown]
    return fewer


def _path(points: Array, colour: str, opacity: float) -> str:
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points.tolist())
    return f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="1.5" opacity="{opacity:g}"/>'


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> str:
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}" stroke-width="{width:g}"/>'
    )


def _axes(view: View, frame: Frame) -> Iterator[str]:
    """Yield lines at round numbers, the numbers, and what they are."""
    grey, right, bottom = "rgba(128, 128, 128, 0.25)", WIDTH - RIGHT, HEIGHT - BOTTOM
    for value in round_numbers(frame.least[0], frame.most[0], TICKS):
        x = frame.at(np.array([[value, 0.0]]))[0, 0]
        yield _line(x, TOP, x, bottom, grey, 1.0)
        yield f'<text x="{x:.1f}" y="{bottom + 10:.1f}" text-anchor="middle">{value:g}</text>'
    for value in round_numbers(frame.least[1], frame.most[1], TICKS - 1):
        y = frame.at(np.array([[0.0, value]]))[0, 1]
        yield _line(LEFT, y, right, y, grey, 1.0)
        yield f'<text x="{LEFT - 4:.1f}" y="{y + 3:.1f}" text-anchor="end">{value:g}</text>'
    yield f'<text x="{right:.1f}" y="{bottom + 21:.1f}" text-anchor="end">{NAMES[view.right]} (m)</text>'
    middle = (TOP + bottom) / 2.0
    yield (
        f'<text x="9" y="{middle:.1f}" text-anchor="middle" transform="rotate(-90 9 {middle:.1f})">'
        f"{NAMES[view.down]} (m)</text>"
    )


def round_numbers(least: float, most: float, about: int) -> list[float]:
    """Return round numbers between two, about so many."""
    rough = (most - least) / about
    power = 10.0 ** floor(log10(rough))
    step = next(lead * power for lead in (1.0, 2.0, 5.0, 10.0) if lead * power >= rough * 0.99)
    return [round(k * step, 9) + 0.0 for k in range(ceil(least / step), floor(most / step) + 1)]


class Paths:
    """The views in the browser."""

    def __init__(self, server: viser.ViserServer, scene: Scene) -> None:
        self._scene = scene
        self._handle = server.gui.add_html("")

    def draw(self, ways: Sequence[Array], done: Sequence[int]) -> None:
        """Send the views of ways as they are now."""
        if all(len(way) for way in ways):
            scene = self._scene
            drawing = drawn_views(ways, done, scene.sizes, scene.surface != "none", scene.pool)
            self._handle.content = f'<div style="padding: 0.3em 0.4em">{drawing}</div>'
