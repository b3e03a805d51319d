"""Pictures of stability and turning: closed forms as lines, the simulator as marks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.manoeuvring.assessment import Assessment, fin_interval
from narcine.manoeuvring.sweeps import Curve
from narcine.spatial.vectors import Array
from narcine.viewing.figures import INK, Key, look, span_values, stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

EXACT: dict[str, Any] = {"marker": "o", "markersize": 5, "markerfacecolor": "none", "linestyle": "none"}
SWUM: dict[str, Any] = {"marker": "x", "markersize": 5, "linestyle": "none"}
WITHOUT: dict[str, Any] = {"color": INK, "linestyle": "--", "linewidth": 1.0}
POLE: dict[str, Any] = {"linestyle": (0, (1, 3)), "linewidth": 1.2}
SHADE: dict[str, Any] = {"color": INK, "alpha": 0.15, "linewidth": 8.0}
CENTRE: dict[str, Any] = {"color": INK, "linestyle": ":", "linewidth": 0.8}
EDGE = 0.01
"""Share of a panel next to its sides where no place is marked."""
FINE = 1000
"""Points of a line drawn from a closed form."""
HIGHEST = 4.0
"""Times the median at which curves that run off to infinity, where C is zero, are cut."""


def draw_fin_position(found: Assessment) -> "Figure":
    """Draw C and r / delta over where the fins are, mirrored, for several of their sizes."""
    interval = fin_interval(found)
    more: Key = {"without fins": WITHOUT}
    if interval is not None:
        more["fins lessen C"] = SHADE
    title, label = f"{found.vehicle}: where forward fins are", "place of the fins ahead of the origin (m)"
    figure, panels = _draw(title, found.over_position, label, more)
    plain = found.out.steered.with_fins(0.0, 0.0)
    panels[0].axhline(plain.stability_index, **WITHOUT)
    if plain.stability_index > 0.0:
        panels[1].axhline(plain.turn_rate_by_rudder, **WITHOUT)
        panels[1].set_ylim(0.0, max(panels[1].get_ylim()[1], 1.1 * min(plain.turn_rate_by_rudder, _top(panels[1]))))
    values = np.append(np.concatenate([curve.index for curve in found.over_position]), plain.stability_index)
    span_values(panels[0], values, 1e-9)
    low, high = panels[0].get_xlim()
    body = found.away.bare
    for axes in panels:
        if interval is not None and interval[0] < high and interval[1] > low:
            axes.axvspan(max(interval[0], low), min(interval[1], high), color=INK, alpha=0.06, linewidth=0.0)
        _mark_places(axes, (("x_r", body.rotation_centre), ("x_AC", body.aerodynamic_centre)), (low, high))
    panels[0].set_xlim(low, high)
    return figure


def draw_fin_size(found: Assessment) -> "Figure":
    """Draw C and r / delta over the size of the fins."""
    title = f"{found.vehicle}: size of forward fins"
    return _draw(title, found.over_size, "area of the fins over their own")[0]


def draw_stern_size(found: Assessment) -> "Figure":
    """Draw C and r / delta over the size of the rudder."""
    return _draw(f"{found.vehicle}: size of the rudder", found.over_stern, "area of the rudder over its own")[0]


def draw_deflection(found: Assessment) -> "Figure":
    """Draw yaw rate and radius of steady turns over the angle of the rudder, with linear theory."""
    curves = found.over_angle
    steered = found.out.steered
    # Without fins comes first; fins steady a vehicle alike whether they stand straight or turn.
    stable = [
        (steered if number else steered.with_fins(0.0, 0.0)).stability_index > 0.0 for number in range(len(curves))
    ]
    key: Key = {_named(curve.name, stable[number]): look(number) for number, curve in enumerate(curves)}
    key |= {
        "linear theory": {"color": INK},
        "held level": {"color": INK, **EXACT},
        "stern planes fixed": {"color": INK, **SWUM},
    }
    figure, panels = stack(f"{found.vehicle}: steady turns over the rudder's angle", (2.6, 2.6), key)
    speed = found.fitted.out.speed
    for number, curve in enumerate(curves):
        line, angles = look(number), np.degrees(curve.angles)
        if stable[number]:
            fine = np.linspace(0.0, angles[-1], FINE)[1:]
            rate = np.abs(curve.linear[-1]) * fine / angles[-1]
            panels[0].plot(fine, np.degrees(rate), linewidth=1.4, **line)
            if np.any(rate):
                panels[1].plot(fine, speed / rate, linewidth=1.4, **line)
        for turns, mark in ((curve.level, EXACT), (curve.turns, SWUM)):
            panels[0].plot(angles, np.degrees(np.abs(turns.yaw_rate)), **{**line, **mark})
            panels[1].plot(angles, np.abs(turns.radius), **{**line, **mark})
    every = [turns for curve in curves for turns in (curve.level, curve.turns)]
    top, wide = _highest([turns.yaw_rate for turns in every]), _highest([turns.radius for turns in every])
    panels[0].set(ylabel="yaw rate (deg/s)", ylim=(0.0, 1.5 * np.degrees(top)))
    panels[1].set(ylabel="radius (m)", xlabel="angle of the rudder (deg)", ylim=(0.0, 1.2 * wide))
    panels[1].set_xlim(0.0, float(np.degrees(curves[0].angles[-1])) * 1.02)
    return figure


def _named(name: str, stable: bool) -> str:
    """Return what the key calls a curve, and why it has no line of theory."""
    return name if stable else f"{name} (no theory: unstable)"


def _highest(values: Sequence[Array]) -> float:
    """Return the largest size of what there is, or 1."""
    known = np.abs(np.concatenate(values))
    known = known[np.isfinite(known)]
    return float(min(known.max(), HIGHEST * np.median(known))) if known.size else 1.0


def _top(axes: "Axes") -> float:
    """Return twice the top of a panel, up to which a line may lift it."""
    return 2.0 * float(axes.get_ylim()[1])


def _mark_places(axes: "Axes", places: Sequence[tuple[str, float]], span: tuple[float, float]) -> None:
    """Mark places by dotted lines, their names inside of the panel and clear of each other."""
    low, high = span
    # One that stands on an axis cannot be told from it, and is often 0 but for rounding.
    edge = EDGE * (high - low)
    seen = [(name, place) for name, place in places if low + edge < place < high - edge]
    close = len(seen) == 2 and abs(seen[0][1] - seen[1][1]) < 0.1 * (high - low)
    for number, (name, place) in enumerate(seen):
        axes.axvline(place, **CENTRE)
        left = place > high - 0.1 * (high - low)
        axes.annotate(
            name,
            (place, 1.0),
            (-4 if left else 4, -10 - (13 * number if close else 0)),
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5},
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            horizontalalignment="right" if left else "left",
        )


def _draw(title: str, curves: Sequence[Curve], label: str, more: Key | None = None) -> "tuple[Figure, list[Axes]]":
    key: Key = {_named(curve.name, bool(np.any(curve.index > 0.0))): look(at) for at, curve in enumerate(curves)}
    key |= {
        "closed form": {"color": INK},
        "simulator": {"color": INK, **EXACT},
        "simulator at 5 deg": {"color": INK, **SWUM},
        **(more or {}),
    }
    lines = [_fine(curve) for curve in curves]
    ends = [_crossings(at, index) for at, index, _ in lines]
    if any(len(each) for each in ends):
        key["C = 0: theory ends"] = {"color": INK, **POLE}
    figure, panels = stack(title, (2.4, 2.6), key)
    for number, curve in enumerate(curves):
        line = look(number)
        at, index, turn = lines[number]
        panels[0].plot(at, index, linewidth=1.4, **line)
        panels[0].plot(curve.seen_at, curve.seen_index, **{**line, **EXACT})
        panels[1].plot(at, np.where(index > 0.0, turn, np.nan), linewidth=1.4, **line)
        for place in ends[number]:
            panels[1].axvline(place, **{**line, **POLE})
        panels[1].plot(curve.seen_at, curve.seen_turn, **{**line, **EXACT})
        panels[1].plot(curve.seen_at, curve.swum_turn, **{**line, **SWUM})
    panels[0].axhline(0.0, color=INK, linewidth=0.8)
    panels[0].set(ylabel="C (kg2 m2/s2), stable > 0")
    span_values(panels[0], np.concatenate([curve.index for curve in curves]), 1e-9)
    turns = np.concatenate([_finite(curve) for curve in curves])
    high = min(float(turns.max()), HIGHEST * float(np.median(turns))) if turns.size else 1.0
    panels[1].set(ylabel="r / delta (1/s)", xlabel=label, ylim=(0.0, 1.1 * high))
    at = np.concatenate([curve.at for curve in curves])
    panels[1].set_xlim(float(at.min()), float(at.max()))
    return figure, panels


def _fine(curve: Curve) -> tuple[Array, Array, Array]:
    """Return places, C and r / delta of the closed forms, dense enough to be followed to where C is zero.

    C, and r C / delta, are of second order in the size and in the place of a surface: three points give them.
    """
    known = np.isfinite(curve.turn)
    if np.count_nonzero(known) < 3:
        return curve.at, curve.index, curve.turn
    at = np.linspace(curve.at.min(), curve.at.max(), FINE)
    index = np.polynomial.Polynomial.fit(curve.at, curve.index, 2)(at)
    above = np.polynomial.Polynomial.fit(curve.at[known], (curve.turn * curve.index)[known], 2)(at)
    with np.errstate(divide="ignore", invalid="ignore"):
        return at, index, above / index


def _crossings(at: Array, values: Array) -> Array:
    """Return where values change sign."""
    before = np.flatnonzero(np.diff(np.sign(values)))
    share = values[before] / (values[before] - values[before + 1])
    return np.asarray(at[before] + share * (at[before + 1] - at[before]))


def _finite(curve: Curve) -> Array:
    """Return all turn rates of a curve that mean something."""
    values = np.concatenate([curve.turn[curve.index > 0.0], curve.seen_turn, curve.swum_turn])
    return np.asarray(values[np.isfinite(values) & (values > 0.0)])


PICTURES = {
    "fin_position": draw_fin_position,
    "fin_size": draw_fin_size,
    "stern_size": draw_stern_size,
    "deflection": draw_deflection,
}
"""All pictures of an assessment, by the names of their files."""
