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
HIGHEST = 4.0
"""Times the median at which curves that run off to infinity, where C is zero, are cut."""


def draw_fin_position(found: Assessment) -> "Figure":
    """Draw C and r / delta over where the fins are, mirrored, for several of their sizes."""
    figure, panels = _draw(
        f"{found.vehicle}: where forward fins are",
        found.over_position,
        "place of the fins ahead of the origin (m)",
        {"without fins": WITHOUT},
    )
    plain = found.out.steered.with_fins(0.0, 0.0)
    panels[0].axhline(plain.stability_index, **WITHOUT)
    if plain.stability_index > 0.0:
        panels[1].axhline(plain.turn_rate_by_rudder, **WITHOUT)
        panels[1].set_ylim(0.0, max(panels[1].get_ylim()[1], 1.1 * min(plain.turn_rate_by_rudder, _top(panels[1]))))
    values = np.append(np.concatenate([curve.index for curve in found.over_position]), plain.stability_index)
    span_values(panels[0], values, 1e-9)
    interval = fin_interval(found)
    low, high = panels[0].get_xlim()
    for axes in panels:
        if interval is not None:
            axes.axvspan(max(interval[0], low), min(interval[1], high), color=INK, alpha=0.06, linewidth=0.0)
        body = found.away.bare
        for place, name in ((body.rotation_centre, "x_r"), (body.aerodynamic_centre, "x_AC")):
            if low < place < high:
                axes.axvline(place, color=INK, linewidth=0.8, linestyle=":")
                axes.annotate(
                    name, (place, 1.0), (3, -10), xycoords=("data", "axes fraction"), textcoords="offset points"
                )
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
    key: Key = {curve.name: look(number) for number, curve in enumerate(curves)}
    key |= {
        "linear theory": {"color": INK},
        "held level": {"color": INK, **EXACT},
        "stern planes fixed": {"color": INK, **SWUM},
    }
    figure, panels = stack(f"{found.vehicle}: steady turns over the rudder's angle", (2.6, 2.6), key)
    speed = found.fitted.out.speed
    for number, curve in enumerate(curves):
        line, angles = look(number), np.degrees(curve.angles)
        if np.all(curve.linear > 0.0):
            panels[0].plot(np.append(0.0, angles), np.degrees(np.append(0.0, curve.linear)), linewidth=1.4, **line)
            panels[1].plot(angles, speed / curve.linear, linewidth=1.4, **line)
        for turns, mark in ((curve.level, EXACT), (curve.turns, SWUM)):
            panels[0].plot(angles, np.degrees(np.abs(turns.yaw_rate)), **{**line, **mark})
            panels[1].plot(angles, np.abs(turns.radius), **{**line, **mark})
    every = [turns for curve in curves for turns in (curve.level, curve.turns)]
    top, wide = _highest([turns.yaw_rate for turns in every]), _highest([turns.radius for turns in every])
    panels[0].set(ylabel="yaw rate (deg/s)", ylim=(0.0, 1.5 * np.degrees(top)))
    panels[1].set(ylabel="radius (m)", xlabel="angle of the rudder (deg)", ylim=(0.0, 1.2 * wide))
    panels[1].set_xlim(0.0, float(np.degrees(curves[0].angles[-1])) * 1.02)
    return figure


def _highest(values: Sequence[Array]) -> float:
    """Return the largest size of what there is, or 1."""
    known = np.abs(np.concatenate(values))
    known = known[np.isfinite(known)]
    return float(min(known.max(), HIGHEST * np.median(known))) if known.size else 1.0


def _top(axes: "Axes") -> float:
    """Return twice the top of a panel, up to which a line may lift it."""
    return 2.0 * float(axes.get_ylim()[1])


def _draw(title: str, curves: Sequence[Curve], label: str, more: Key | None = None) -> "tuple[Figure, list[Axes]]":
    key: Key = {curve.name: look(number) for number, curve in enumerate(curves)}
    key |= {
        "closed form": {"color": INK},
        "simulator": {"color": INK, **EXACT},
        "simulator at 5 deg": {"color": INK, **SWUM},
        **(more or {}),
    }
    figure, panels = stack(title, (2.4, 2.6), key)
    for number, curve in enumerate(curves):
        line = look(number)
        stable = curve.index > 0.0
        panels[0].plot(curve.at, curve.index, linewidth=1.4, **line)
        panels[0].plot(curve.seen_at, curve.seen_index, **{**line, **EXACT})
        panels[1].plot(curve.at, np.where(stable, curve.turn, np.nan), linewidth=1.4, **line)
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
