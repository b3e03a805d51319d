"""What a vehicle senses and does about it, beside the scene: switches as lights, photocells as bars, its action."""

from html import escape
from math import degrees

import numpy as np
from numpy.typing import NDArray

from narcine.description.scenario import Scenario
from narcine.recording.lamps import nearest
from narcine.recording.trajectory import Array
from narcine.simulation.model import Model
from narcine.viewing.eyes import Eye
from narcine.viewing.live.act import History
from narcine.viewing.moment import Moment
from narcine.viewing.scene import Scene

WIDTH, BAR_HEIGHT = 300.0, 64.0
"""Of the drawing, and of the longest bar (pixels)."""
OFF, ON, LIGHT = "#9fb3bd", "#e02b2b", "#e0a100"
STEERED = (
    ("amplitude", "{:.0f} deg", degrees(1.0)),
    ("frequency", "{:.2f} Hz", 1.0),
    ("turn", "{:+.0f} deg", degrees(1.0)),
)
"""What a planner tells a tail beat, and how it is shown."""


class Contacts:
    """How often vehicles touched something: counted as moments go by, or known beforehand."""

    def __init__(self, history: History | None) -> None:
        self._history = history
        self._impulse: Array | None = None
        self._pushed: NDArray[np.bool_] = np.zeros((1, 1), bool)
        self._counted: NDArray[np.int64] = np.zeros(1, np.int64)

    def note(self, moment: Moment) -> None:
        """Count a contact where an impulse begins to grow."""
        before = np.zeros_like(moment.impulse) if self._impulse is None else self._impulse
        grows = moment.impulse > before
        self._counted = self._counted + np.sum(grows & ~self._pushed, axis=1)
        self._pushed, self._impulse = grows, moment.impulse

    def of(self, vehicle: int, moment: Moment) -> int:
        """Return how often a vehicle has touched something up to a moment."""
        if self._history is not None:
            place = int(np.searchsorted(self._history.times, moment.time + 1e-9, side="right")) - 1
            return int(self._history.touches[max(place, 0), vehicle])
        return 0 if self._impulse is None else int(self._counted[vehicle])


class Readout:
    """Draws the panel of one vehicle at a moment."""

    def __init__(self, scene: Scene, scenario: Scenario, model: Model) -> None:
        self._scene = scene
        inputs = {each.name: number for number, each in enumerate(model.inputs)}
        self._planners: list[tuple[str, list[int]]] = []
        for name, placed in scenario.vehicles.items():
            prefix = f"{name}.gait." if len(scenario.vehicles) > 1 else "gait."
            planner = placed.vehicle.planner
            known = [each for each, record in placed.vehicle.planners.items() if record == planner]
            told = "" if planner is None else (known or [planner.type])[0]
            steered = [inputs[prefix + each] for each, _, _ in STEERED if prefix + each in inputs]
            self._planners.append((told, steered if len(steered) == len(STEERED) else []))

    @property
    def has_something(self) -> bool:
        """Whether there are sensors or lamps to tell of."""
        return bool(self._scene.eyes or self._scene.lamps)

    def html(self, vehicle: int, moment: Moment, touches: int, steers: bool) -> str:
        """Return the panel: of its sensors where they read something, of its action, lamp and contacts."""
        scene = self._scene
        mine = [eye for eye in scene.eyes if eye.vehicle == vehicle] if len(moment.reading) == len(scene.eyes) else []
        parts = [_lights([eye for eye in mine if eye.kind == "infrared"], moment.reading)]
        parts.append(_bars([eye for eye in mine if eye.kind == "photocell"], moment.reading))
        rows: list[tuple[str, str]] = []
        planner, inputs = self._planners[vehicle]
        if inputs:
            who = f"planner {escape(planner)}" if planner and steers else "told by hand" if planner else "told"
            action = (
                pattern.format(moment.command[k] * factor)
                for k, (_, pattern, factor) in zip(inputs, STEERED, strict=True)
            )
            rows.append((who, ", ".join(action)))
        if scene.lamps:
            away = nearest(moment.place[vehicle][None], moment.obstacles[list(scene.lamps)])[0]
            rows.append(("distance to the lamp", f"{away:.2f} m"))
        rows.append(("contacts so far", f"{touches}"))
        cells = "".join(f'<tr><td>{label}</td><td style="text-align: right">{told}</td></tr>' for label, told in rows)
        parts.append(f'<table style="width: 100%; font-size: 0.85em">{cells}</table>')
        name = f"<b>{escape(scene.vehicles[vehicle])}</b>" if len(scene.vehicles) > 1 else ""
        return f'<div style="padding: 0.2em 0.8em">{name}{"".join(parts)}</div>'


def _lights(switches: list[Eye], reading: Array) -> str:
    """Return a lamp for each infrared switch, red where it sees something."""
    if not switches:
        return ""
    wide = WIDTH / len(switches)
    parts = []
    for k, eye in enumerate(switches):
        on = reading[eye.number] > 0.5
        x = (k + 0.5) * wide
        parts.append(f'<circle cx="{x:.1f}" cy="10" r="8" fill="{ON if on else OFF}"/>')
        label = f"{escape(eye.label)}{': on' if on else ''}"
        parts.append(f'<text x="{x:.1f}" y="31" text-anchor="middle">{label}</text>')
    return _svg(36.0, parts)


def _bars(cells: list[Eye], reading: Array) -> str:
    """Return a bar for each photocell, as high as its petal is long, with its reading."""
    if not cells:
        return ""
    wide, floor = WIDTH / len(cells), 14.0 + BAR_HEIGHT
    parts = [f'<line x1="0" y1="{floor:g}" x2="{WIDTH:g}" y2="{floor:g}" stroke="{OFF}"/>']
    for k, eye in enumerate(cells):
        high = BAR_HEIGHT * float(eye.petal(reading[eye.number])) / eye.longest
        x = (k + 0.5) * wide
        bar = f'<rect x="{x - 0.32 * wide:.1f}" y="{floor - high:.1f}" width="{0.64 * wide:.1f}" height="{high:.1f}" '
        parts.append(bar + f'fill="{LIGHT}"/>')
        told = f'text-anchor="middle">{reading[eye.number]:.3g}</text>'
        parts.append(f'<text x="{x:.1f}" y="{floor - high - 3:.1f}" {told}')
        parts.append(f'<text x="{x:.1f}" y="{floor + 12:.1f}" text-anchor="middle">{escape(eye.label)}</text>')
    parts.append(f'<text x="{WIDTH:g}" y="{floor + 24:.1f}" text-anchor="end">lx</text>')
    return _svg(floor + 27.0, parts)


def _svg(height: float, parts: list[str]) -> str:
    inside = "".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH:g} {height:g}" width="100%" style="display: block" font-size="10" '
        f'font-family="sans-serif" fill="currentColor">{inside}</svg>'
    )
