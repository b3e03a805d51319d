"""The way of each vehicle from above and from the side, at one scale, with its outline at a few moments."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from narcine.recording.lamps import lamp_numbers
from narcine.recording.tables import CROWD
from narcine.recording.trajectory import Array
from narcine.viewing.figures import INK, PANEL_WIDTH, digits, look, name_of, stack, vehicle_key
from narcine.viewing.labels import Labels
from narcine.viewing.marks import draw_marks, lamp_ways, marks_key
from narcine.viewing.silhouettes import convex_hull, outlines, overlap, shapes_of
from narcine.viewing.surroundings import draw_surroundings, pool_corners

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from narcine.description.shapes.shape import Shape

MOST_OUTLINES = 6
"""Outlines of a vehicle in one panel."""
TRIES = 4
"""Moments between two outlines at which a free place for the next one is looked for."""
MOST_OVERLAP, END_OVERLAP = 0.05, 0.3
"""Share of the hull around a vehicle that hulls at other moments may cover; more at the end, which all want to see."""
LOWEST_PANEL, BOTH_PANELS, BORDER = 1.0, 7.0, 0.32
"""Least height of a panel, most of both together, and free border for labels (inches)."""
SPECK = 0.15
"""Size below which an outline is drawn as a dot (inches)."""
LEAST_EXTENT = 0.01
"""Least width of what the picture shows (m)."""
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
WATER = "#7fb8d6"
AXES = ("north (m)", "east (m)", "depth (m)")


@dataclass(frozen=True)
class Track:
    """One vehicle as seen in one view."""

    number: int
    way: Array
    """of its root, in the plane of the view (m)"""
    tip: Array | None
    """way of its tail tip, where it has one"""
    outlines: dict[int, list[Array]]
    """of its bodies, by record"""

    def points(self) -> Array:
        """Return all points that the picture must hold."""
        polygons = [polygon for parts in self.outlines.values() for polygon in parts]
        points = np.concatenate([self.way, *([] if self.tip is None else [self.tip]), *polygons])
        return points[np.all(np.isfinite(points), axis=1)]


def draw_path(run: "xarray.Dataset") -> "Figure":
    """Draw the way of each vehicle from above and from the side, at equal scales, with its outline at a few moments."""
    planes = ((0, 1), (_main_direction(run), 2))
    shared = planes[1][0] == 0
    views = [_tracks(run, plane) for plane in planes]
    boxes = [
        _bounds(
            np.concatenate([*(track.points() for track in tracks), pool_corners(run, plane), *lamp_ways(run, plane)])
        )
        for tracks, plane in zip(views, planes, strict=True)
    ]
    scale, heights = _fit(boxes)
    figure, panels = stack(f"{name_of(run)}: path", heights, {**vehicle_key(run), **marks_key(run)}, shared)
    wide = PANEL_WIDTH / scale / 2.0
    middle = _bounds(np.concatenate(boxes)).mean(axis=0)[0]
    for axes, tracks, box, height, plane in zip(panels, views, boxes, heights, planes, strict=True):
        half = height / scale / 2.0
        across, up = box.mean(axis=0)
        across = middle if shared else across
        axes.set(xlim=(across - wide, across + wide), ylim=(up + half, up - half), ylabel=AXES[plane[1]])
        draw_surroundings(axes, run, plane)
        draw_marks(axes, run, [track.way for track in tracks], plane)
        _draw_tracks(axes, tracks, run["time"].values, scale)
    if run.attrs.get("surface", "none") != "none" and not len(pool_corners(run, (0, 1))):
        panels[1].axhline(0.0, color=WATER, linewidth=1.2, zorder=1)
    panels[0].set(title="from above", xlabel="" if shared else AXES[0])
    panels[1].set(title="from the side", xlabel=AXES[planes[1][0]])
    return figure


def _shown_points(run: "xarray.Dataset", tracks: list[Track], plane: tuple[int, int]) -> Array:
    """Return all points that a view must hold: ways, outlines, lamps and the pool."""
    return np.concatenate([*(track.points() for track in tracks), pool_corners(run, plane), *lamp_ways(run, plane)])


def _main_direction(run: "xarray.Dataset") -> int:
    """Return whether vehicles went further north (0) or east (1)."""
    roots = [list(run["body"].values).index(root) for root in run["root"].values]
    north, east = np.ptp(run["position"].values[:, roots, :2], axis=0).max(axis=0)
    return int(east > 2.0 * north)


def _tracks(run: "xarray.Dataset", plane: tuple[int, int]) -> list[Track]:
    ways = [run["position"].values[:, list(run["body"].values).index(root)] for root in run["root"].values]
    moments = _candidates(ways)
    shapes = shapes_of(run)
    tracks = []
    for number, way in enumerate(ways):
        own = _own_shapes(run, shapes, number)
        seen = {moment: outlines(run, own, moment, plane) for moment in moments}
        flat = way[:, list(plane)]
        tip = run["tail_tip"].values[:, number, list(plane)] if not lamp_numbers(run) else np.array([np.nan])
        chosen = _apart(_hulls(flat, seen)) if len(ways) <= CROWD else moments[-1:]
        shown = {moment: seen[moment] for moment in chosen}
        tracks.append(Track(number, flat, tip if np.all(np.isfinite(tip)) else None, shown))
    return tracks


def _own_shapes(run: "xarray.Dataset", shapes: dict[str, "Shape"], number: int) -> dict[str, "Shape"]:
    prefix = f"{run['vehicle'].values[number]}." if run.sizes["vehicle"] > 1 else ""
    return {name: shape for name, shape in shapes.items() if name.startswith(prefix)}


def _hulls(way: Array, seen: dict[int, list[Array]]) -> dict[int, Array]:
    """Return the hull around a vehicle at each moment; a small square where it has no shape."""
    square = np.ptp(way, axis=0).max() / 50.0 * SQUARE
    return {
        moment: convex_hull(np.concatenate(parts)) if parts else way[moment] + square for moment, parts in seen.items()
    }


def _candidates(ways: list[Array]) -> list[int]:
    """Return records between which the vehicle that moves most goes equally far."""
    travels = [np.append(0.0, np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))) for way in ways]
    longest = max(travels, key=lambda travel: float(travel[-1]))
    marks = np.linspace(0.0, longest[-1], TRIES * (MOST_OUTLINES - 1) + 1)
    return sorted({*np.searchsorted(longest, marks).clip(max=len(longest) - 1).tolist(), len(longest) - 1})


def _apart(hulls: dict[int, Array]) -> list[int]:
    """Return moments, some tries apart, at which the hulls hardly cover each other; both ends are tried first."""
    moments = list(hulls)
    last = len(moments) - 1
    chosen: list[int] = []
    for place in (0, last, *range(1, last)):
        most = END_OVERLAP if place == last else MOST_OVERLAP
        if all(
            abs(place - other) >= min(TRIES, last) and overlap(hulls[moments[place]], hulls[moments[other]]) <= most
            for other in chosen
        ):
            chosen.append(place)
    return [moments[place] for place in sorted(chosen)]


def _bounds(points: Array) -> Array:
    return np.stack([points.min(axis=0), points.max(axis=0)])


def _fit(boxes: list[Array]) -> tuple[float, list[float]]:
    """Return the scale (inches per metre) at which all boxes fit, and the heights of their panels."""
    wide = max(*(float(np.ptp(box[:, 0])) for box in boxes), LEAST_EXTENT)
    high = [float(np.ptp(box[:, 1])) for box in boxes]
    free = BOTH_PANELS - 2.0 * BORDER * len(boxes)
    scale = min((PANEL_WIDTH - 2.0 * BORDER) / wide, free / max(sum(high), LEAST_EXTENT))
    return scale, [max(LOWEST_PANEL, extent * scale + 2.0 * BORDER) for extent in high]


def _draw_tracks(axes: "Axes", tracks: list[Track], time: Array, scale: float) -> None:
    labels = Labels(axes, scale, [track.way for track in tracks])
    for track in tracks:
        line = look(track.number)
        if track.tip is not None:
            axes.plot(*track.tip.T, color=line["color"], linewidth=0.8, alpha=0.45)
        axes.plot(*track.way.T, linewidth=1.5, **line)
        for corners in _draw_outlines(axes, track, scale):
            labels.avoid(corners)
    for track in tracks if len(tracks) <= CROWD else ():
        for moment, parts in track.outlines.items():
            labels.write(f"{digits(time[moment])} s", np.concatenate([track.way[[moment]], *parts]))


def _draw_outlines(axes: "Axes", track: Track, scale: float) -> Iterator[Array]:
    """Draw a vehicle at its moments, as a dot where it is tiny, and yield what it covers."""
    from matplotlib.collections import PolyCollection

    colour = look(track.number)["color"]
    for moment, parts in track.outlines.items():
        here = track.way[[moment]]
        if not parts or np.ptp(np.concatenate(parts), axis=0).max() * scale < SPECK:
            axes.plot(*here.T, "o", color=colour, markeredgecolor=INK, markeredgewidth=0.7, markersize=5, zorder=3)
            yield here
            continue
        polygons = PolyCollection(parts, facecolor=f"{colour}26", edgecolor=INK, linewidth=0.7, zorder=3)
        axes.add_collection(polygons, autolim=False)
        yield from parts
