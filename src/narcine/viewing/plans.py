"""Pictures of a plan: where each action takes the fish, and what it decides by what it sees."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.planning.actions import AMPLITUDE, FREQUENCY, TURN
from narcine.planning.lookup import Lookup
from narcine.planning.motion import Motion
from narcine.planning.sight import LEFT, MIDDLE, RIGHT, Sight
from narcine.recording.trajectory import Array
from narcine.viewing.figures import INK, digits, look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ZONES = {1: ("light",), 3: ("weak light", "between", "strong light")}
"""What the zones of the light are called, by how many there are."""
SWITCHES = {LEFT: "left", MIDDLE: "ahead", RIGHT: "right"}
LINES = (("-", 1.6), ("--", 1.6), (":", 2.2))
"""Styles and widths that show all of several curves that lie on each other."""
CM = 100.0


def draw_motion(motion: Motion, title: str) -> "Figure":
    """Draw how far and in which direction each action takes the fish in a period, by what it did before."""
    befores, rates = _befores(motion), _rates(motion)
    ends = {told: _ends(motion, before) for told, before in befores.items()}
    aside = 1.1 * max(float(np.abs(end[:, 0]).max()) for end in ends.values()) + 0.1
    low, high = (f(float(f(end[:, 1])) for end in ends.values()) for f in (min, max))
    low, high = min(low, 0.0) - 0.06 * high, 1.06 * high
    width = 2.6 if len(befores) > 1 else 3.6
    tall = min(width * (high - low) / (2.0 * aside), 5.0)
    figure = _figure(
        f"{title}: where each action leads in {motion.period:g} s", max(width * len(befores) + 1.0, 6.5), tall + 1.7
    )
    panels = figure.subplots(1, len(befores), sharex=True, sharey=True, squeeze=False)[0]
    for axes, (told, end) in zip(panels, ends.items(), strict=True):
        _draw_fan(axes, motion, rates, end)
        axes.set_title(told, fontsize="medium")
        axes.set(aspect="equal", xlabel="to starboard (cm)", xlim=(-aside, aside), ylim=(low, high))
    panels[0].set_ylabel("ahead (cm)")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside lower center", ncols=min(5, len(labels)), fontsize="small", frameon=False
    )
    return figure


def _befores(motion: Motion) -> dict[str, int]:
    """Return the pasts that are drawn: straight on, and the sharpest turn to either side."""
    if not motion.history:
        return {"after swimming straight": motion.straight}
    fastest = motion.actions[motion.straight]
    like = np.all(motion.actions[:, :TURN] == fastest[:TURN], axis=1)
    turns = np.where(like, motion.actions[:, TURN], 0.0)
    return {
        "after turning to port": int(np.argmin(turns)),
        "after swimming straight": motion.straight,
        "after turning to starboard": int(np.argmax(turns)),
    }


def _rates(motion: Motion) -> dict[tuple[float, float], int]:
    """Return the numbers of pairs of amplitude and frequency, from the slowest to the fastest swim."""
    pairs: dict[tuple[float, float], float] = {}
    for action, speed in zip(motion.actions, motion.steady_speed, strict=True):
        pair = (float(action[AMPLITUDE]), float(action[FREQUENCY]))
        pairs[pair] = max(pairs.get(pair, 0.0), float(speed))
    return {pair: number for number, pair in enumerate(sorted(pairs, key=lambda each: pairs[each]))}


def _ends(motion: Motion, before: int) -> Array:
    """Return where actions lead (action, 2; cm): as far as they swim, in the direction in which they travel then."""
    at = tuple([before] * motion.history)
    way, theta = CM * motion.period * motion.speed[at], motion.direction[at]
    return np.stack([way * np.sin(theta), way * np.cos(theta)], axis=1)


def _draw_fan(axes: "Axes", motion: Motion, rates: dict[tuple[float, float], int], ends: Array) -> None:
    for pair, number in rates.items():
        mine = np.all(motion.actions[:, :TURN] == pair, axis=1)
        colour = look(number)["color"]
        label = f"{np.degrees(pair[0]):.3g} deg, {pair[1]:.3g} Hz"
        axes.plot(*ends[mine].T, ".-", markersize=6, linewidth=1.0, label=label, color=colour)
        straight = mine & (motion.side == 0)
        axes.plot(*ends[straight].T, "o", markersize=8, fillstyle="none", color=colour)
    axes.plot([], [], "o", fillstyle="none", color=INK, label="tail straight")
    axes.plot(0.0, 0.0, "^", color=INK, markersize=9)
    axes.axvline(0.0, color=INK, linewidth=0.6, alpha=0.5)


def draw_decisions(lookup: Lookup, title: str) -> "Figure":
    """Draw the turn that is chosen after swimming straight, by where the light is and which obstacles are seen."""
    if not lookup.planner.photocells:
        return _draw_patterns(lookup, title)
    patterns = lookup.planner.patterns
    columns = min(2, patterns)
    figure = _figure(
        f"{title}: the turn that is chosen, having swum straight", 8.0, 1.0 + 1.75 * -(-patterns // columns)
    )
    panels = figure.subplots(-(-patterns // columns), columns, sharex=True, sharey=True, squeeze=False)
    limit = 1.15 * np.degrees(np.abs(lookup.motion.actions[:, TURN]).max())
    for pattern, axes in enumerate(panels.T.ravel()):
        _draw_turns(axes, lookup, pattern)
        axes.set_title(_told(pattern), fontsize="medium")
        axes.set(ylim=(-limit, limit), xlim=(-180, 180), xticks=range(-180, 181, 90))
    for axes in panels[-1]:
        axes.set_xlabel("bearing of the light (deg)")
    for axes in panels[:, 0]:
        axes.set_ylabel("turn (deg)")
    handles, labels = panels[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize="small", frameon=False)
    return figure


def _draw_turns(axes: "Axes", lookup: Lookup, pattern: int) -> None:
    planner = lookup.planner
    bins = np.arange(-((planner.bearings - 1) // 2), planner.bearings // 2 + 1)
    width = 360.0 / planner.bearings
    edges = np.append(bins * width - 0.5 * width, bins[-1] * width + 0.5 * width)
    zones = ZONES.get(len(planner.weights), tuple(f"zone {k + 1}" for k in range(len(planner.weights))))
    for number, name in enumerate(zones):
        sight = Sight(np.full(len(bins), pattern), np.full(len(bins), number + 1), bins % planner.bearings)
        style, thickness = LINES[number % len(LINES)]
        colour = look(number)["color"]
        axes.stairs(
            _turns(lookup, sight), edges, color=colour, linestyle=style, linewidth=thickness, label=name, baseline=None
        )
    dark = Sight(np.array([pattern]), np.array([0]), np.array([0]))
    axes.plot([-180, 180], np.repeat(_turns(lookup, dark), 2), color=INK, linewidth=0.8, alpha=0.7, label="no light")


def _turns(lookup: Lookup, sight: Sight) -> Array:
    """Return the turns (deg) that are chosen after swimming straight."""
    motion = lookup.motion
    history = np.full((len(sight.zone), motion.history), motion.straight)
    return np.asarray(np.degrees(motion.actions[lookup.choose(sight, history), TURN]))


def _draw_patterns(lookup: Lookup, title: str) -> "Figure":
    """Draw the turn that is chosen for each pattern of obstacles, where no light counts."""
    figure = _figure(f"{title}: the turn that is chosen, having swum straight", 8.0, 3.2)
    axes = figure.subplots()
    patterns = np.arange(lookup.planner.patterns)
    turns = _turns(lookup, Sight(patterns, 0 * patterns, 0 * patterns))
    axes.bar(patterns, turns, color=look(0)["color"], width=0.6)
    for pattern, turn in zip(patterns, turns, strict=True):
        axes.annotate(digits(float(turn)), (pattern, turn), ha="center", va="bottom" if turn >= 0 else "top")
    axes.axhline(0.0, color=INK, linewidth=0.8)
    axes.margins(y=0.2)
    names = [_told(int(pattern)).removeprefix("obstacle ").replace(", ", "\n") for pattern in patterns]
    axes.set_xticks(patterns, names, fontsize="small")
    axes.set_xlabel("obstacles that are seen")
    axes.set_ylabel("turn (deg), positive to starboard")
    return figure


def _told(pattern: int) -> str:
    """Return a pattern of obstacles in words."""
    seen = [name for switch, name in SWITCHES.items() if pattern & switch]
    return f"obstacle {', '.join(seen)}" if seen else "no obstacle"


def _figure(title: str, width: float, height: float) -> "Figure":
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure((width, height), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, x=0.01, ha="left", size="large", weight="bold")
    return figure
