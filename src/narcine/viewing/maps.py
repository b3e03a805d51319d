"""Pictures of maps: curves over one axis, filled contours over two, small multiples over three."""

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.recording.summary import UNSETTLED
from narcine.viewing.figures import COLOURS, INK, Key, digits, name_of, span_values, stack, style

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = NDArray[np.float64]
SHOWN = {"speed": "speed (m/s)", "power": "power (W)", "cost_of_transport": "cost of transport"}
WIDE = 20.0
"""Largest over smallest value from which on colours stand for the logarithm."""
LEVELS = 12
ROUND = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)
"""Levels of a logarithmic scale in each power of ten."""
MOST_COLUMNS = 12
"""Small multiples that are readable side by side; of more values some are shown."""
COLUMN = 1.75
"""Width (inches) of a small multiple."""
MARKS: dict[str, dict[str, Any]] = {
    "fastest": {"marker": "*", "markersize": 13, "markerfacecolor": "white"},
    "cheapest": {"marker": "D", "markersize": 6.5, "markerfacecolor": "white"},
    "not settled": {"marker": "o", "markersize": 4.5, "markerfacecolor": "white"},
    "no numbers": {"marker": "x", "markersize": 5},
}
DRAWN = ("no numbers", "not settled", "fastest", "cheapest")
"""Marks from the lowest to the one on top."""


class Marked(NamedTuple):
    """Points of a map that a picture marks, by name, as a mask over the whole grid each."""

    masks: dict[str, NDArray[np.bool_]]

    @property
    def key(self) -> Key:
        """How the marks look."""
        line = {"color": INK, "linestyle": "none", "linewidth": 1.0, "markeredgewidth": 1.0}
        return {name: {**line, **MARKS[name]} for name, mask in self.masks.items() if np.any(mask)}

    def at(self, index: tuple[Any, ...]) -> "Marked":
        """Return the marks in a part of the grid."""
        return Marked({name: mask[index] for name, mask in self.masks.items()})


def draw_map(swum: "xarray.Dataset") -> "Figure":
    """Draw speed, power and cost of transport of a map with its best points.

    The first axis goes to the right, the second up, the third from column to column; beyond three, the rest stay
    where the map is fastest.
    """
    with style():
        names = list(swum["speed"].dims)
        marked = _marked(swum)
        rest = tuple(int(each) for each in np.argwhere(marked.masks["fastest"])[0][3:]) if len(names) > 3 else ()
        index = (slice(None),) * min(len(names), 3) + rest
        note = _note(swum, {str(name): at for name, at in zip(names[3:], rest, strict=True)})
        values = {name: swum[name].values[index] for name in SHOWN}
        draw = (_draw_curves, _draw_contours, _draw_multiples)[min(len(names), 3) - 1]
        figure = draw(swum, values, marked.at(index))
        _write_note(figure, note)
        return figure


def _marked(swum: "xarray.Dataset") -> Marked:
    masks = {}
    for what, name, sign in (("fastest", "speed", 1.0), ("cheapest", "cost_of_transport", -1.0)):
        values = sign * swum[name].values
        masks[what] = values == np.nanmax(values) if np.any(np.isfinite(values)) else np.zeros(values.shape, bool)
    masks["not settled"] = swum["unsteadiness"].values > UNSETTLED
    masks["no numbers"] = ~np.isfinite(swum["speed"].values)
    return Marked(masks)


def _note(swum: "xarray.Dataset", rest: dict[str, int]) -> str:
    """Return what the title cannot say: what is set beside the axes, and where further axes stand."""
    told = [f"{path} = {value}" for path, value in json.loads(swum.attrs["settings"]).items()]
    told += [f"{name} = {_shown(swum, name)[at]:.4g} {swum[name].attrs['shown_units']}" for name, at in rest.items()]
    return ", ".join(told)


def _write_note(figure: "Figure", note: str) -> None:
    if note:
        height = figure.get_figheight()
        text = note if len(note) <= 110 else f"{note[:107]}..."
        figure.text(0.99, 1.0 - 0.12 / height, text, ha="right", va="top", size="small")


def _shown(swum: "xarray.Dataset", name: str) -> Array:
    return np.asarray(swum[name].values * swum[name].attrs["shown_factor"])


def _label(swum: "xarray.Dataset", name: str) -> str:
    unit = swum[name].attrs["shown_units"]
    return f"{name} ({unit})" if unit else name


def _title(swum: "xarray.Dataset") -> str:
    whole, vehicle = name_of(swum), swum.attrs["vehicle"]
    return f"{whole if vehicle == whole else f'{vehicle} in {whole}'}: speed, power, cost of transport"


def _draw_curves(swum: "xarray.Dataset", values: dict[str, Array], marked: Marked) -> "Figure":
    """Draw the three numbers over the one axis."""
    name = str(swum["speed"].dims[0])
    at = _shown(swum, name)
    figure, panels = stack(_title(swum), (1.7,) * 3, marked.key)
    for axes, (number, label), colour in zip(panels, SHOWN.items(), COLOURS, strict=False):
        axes.plot(at, values[number], ".-", color=colour, linewidth=1.4, markersize=4)
        span_values(axes, np.append(values[number], 0.0), 1e-9)
        floor = np.full(len(at), axes.get_ylim()[0])
        _mark(axes, marked, at, np.where(np.isfinite(values[number]), values[number], floor))
        axes.set(ylabel=label)
    panels[-1].set(xlabel=_label(swum, name))
    return figure


def _draw_contours(swum: "xarray.Dataset", values: dict[str, Array], marked: Marked) -> "Figure":
    """Draw the three numbers over two axes, side by side."""
    figure = _figure(_title(swum), 3.9 * len(SHOWN), 4.3, marked)
    panels = figure.subplots(1, len(SHOWN), sharey=True)
    across, up = (str(name) for name in swum["speed"].dims)
    for axes, (number, label) in zip(panels, SHOWN.items(), strict=True):
        scale = _scale(number, values[number])
        drawn = _contours(axes, _shown(swum, across), _shown(swum, up), values[number], scale)
        _mark_grid(axes, marked, _shown(swum, across), _shown(swum, up))
        axes.set_title(label, pad=9.0)
        axes.set(xlabel=_label(swum, across))
        if drawn is not None and scale is not None:
            figure.colorbar(drawn, ax=axes, format=scale.tick, pad=0.02)
    panels[0].set(ylabel=_label(swum, up))
    return figure


def _draw_multiples(swum: "xarray.Dataset", values: dict[str, Array], marked: Marked) -> "Figure":
    """Draw a row of each number, a column of each value of the third axis."""
    across, up, along = (str(name) for name in swum["speed"].dims[:3])
    third = _shown(swum, along)
    columns = np.unique(np.linspace(0, len(third) - 1, min(len(third), MOST_COLUMNS)).round().astype(int))
    figure = _figure(_title(swum), 1.6 + COLUMN * max(len(columns), 4), 1.9 * len(SHOWN) + 0.9, marked)
    panels = np.atleast_2d(figure.subplots(len(SHOWN), len(columns), sharex=True, sharey=True, squeeze=False))
    for row, (number, label) in zip(panels, SHOWN.items(), strict=True):
        scale, drawn = _scale(number, values[number]), None
        for axes, column in zip(row, columns, strict=True):
            part = (slice(None), slice(None), int(column))
            found = _contours(axes, _shown(swum, across), _shown(swum, up), values[number][part], scale)
            drawn = found or drawn
            _mark_grid(axes, marked.at(part), _shown(swum, across), _shown(swum, up))
        if drawn is not None and scale is not None:
            figure.colorbar(drawn, ax=list(row), format=scale.tick, label=label, pad=0.01, aspect=14)
    unit = swum[along].attrs["shown_units"]
    for axes, column in zip(panels[0], columns, strict=True):
        axes.set_title(f"{along} {third[column]:.4g} {unit}".rstrip(), fontsize="small", pad=9.0)
    for axes in panels[:, 0]:
        axes.set_ylabel(_label(swum, up), fontsize="small")
    figure.supxlabel(_label(swum, across), fontsize="small")
    return figure


def _figure(title: str, width: float, height: float, marked: Marked) -> "Figure":
    """Return a figure with a title above and the key of its marks below it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    figure = Figure((width, height))
    FigureCanvasAgg(figure)
    head = 0.72 / height
    figure.set_layout_engine("constrained", rect=(0.0, 0.0, 1.0, 1.0 - head))
    figure.suptitle(title, x=0.12 / width, y=1.0 - 0.12 / height, ha="left", va="top", size="large", weight="bold")
    if marked.key:
        figure.legend(
            [Line2D([], [], **line) for line in marked.key.values()],
            list(marked.key),
            loc="upper left",
            bbox_to_anchor=(0.1 / width, 1.0 - 0.38 / height),
            ncols=len(marked.key),
            borderpad=0.0,
            borderaxespad=0.0,
            fontsize="small",
            frameon=False,
        )
    return figure


class Scale(NamedTuple):
    """The values between which colours stand, and whether they are drawn by their logarithms."""

    levels: Array
    logarithmic: bool

    def drawn(self, values: Array) -> Array:
        """Return values as they are contoured."""
        return np.log10(values) if self.logarithmic else values

    def tick(self, value: float, _: int | None = None) -> str:
        """Return what a colour bar writes beside a contoured value."""
        return digits(10.0**value if self.logarithmic else value)


def _scale(name: str, values: Array) -> Scale | None:
    """Return round levels that hold all finite values; powers and costs that span much by logarithms."""
    from matplotlib.ticker import MaxNLocator

    finite = values[np.isfinite(values)]
    if not finite.size:
        return None
    low, high = float(finite.min()), float(finite.max())
    if name != "speed" and low > 0.0 and high / low > WIDE:
        powers = np.arange(np.floor(np.log10(low)), np.ceil(np.log10(high)) + 1)
        marks = np.array([10.0**power * each for power in powers for each in ROUND])
        first, last = np.searchsorted(marks, low, "right") - 1, np.searchsorted(marks, high)
        return Scale(marks[first : last + 1], True)
    return Scale(
        np.asarray(MaxNLocator(LEVELS).tick_values(low, high if high > low else low + (abs(low) or 1.0))), False
    )


def _contours(axes: "Axes", across: Array, up: Array, values: Array, scale: Scale | None) -> Any:
    """Fill the bands between levels; return what a colour bar explains, None where there is nothing to fill."""
    axes.set(xlim=(across[0], across[-1]), ylim=(up[0], up[-1]))
    axes.grid(visible=False)
    if scale is None or not np.any(np.isfinite(values)):
        return None
    masked = np.ma.masked_invalid(scale.drawn(values).T)
    return axes.contourf(across, up, masked, levels=scale.drawn(scale.levels), cmap="viridis")


def _mark_grid(axes: "Axes", marked: Marked, across: Array, up: Array) -> None:
    right, upward = np.meshgrid(across, up, indexing="ij")
    axes.plot(right.ravel(), upward.ravel(), ".", color=INK, markersize=1.5, alpha=0.35, clip_on=False)
    _mark(axes, marked, right, upward)


def _mark(axes: "Axes", marked: Marked, across: Array, up: Array) -> None:
    """Mark points, the best on top: where the fastest is the cheapest too, both are seen."""
    key = marked.key
    for name in (each for each in DRAWN if each in key):
        mask = marked.masks[name]
        axes.plot(across[mask], up[mask], clip_on=False, zorder=5, **key[name])
