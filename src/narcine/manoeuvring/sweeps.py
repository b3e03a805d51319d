"""Stability and turning over position and size of the fins, the size of the rudder, and its angle."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from narcine.manoeuvring.derivatives import Derivatives, derivatives
from narcine.manoeuvring.forward_fins import Fitted
from narcine.manoeuvring.motion_states import MOTION
from narcine.manoeuvring.theory import Steered
from narcine.manoeuvring.turning import Turns, level_turns, small_turns, steady_turns, turn_commands
from narcine.spatial.vectors import Array

SMALL, PLAIN = float(np.radians(1e-3)), float(np.radians(5.0))
"""Angles of the rudder (rad) at which turns of the simulator stand beside linear theory: so small that what is not
linear has no part in them, and as people steer."""
YAW = MOTION.index("r")
SEEN = 9
"""Points of a curve at which the simulator turns."""


@dataclass(frozen=True)
class Curve:
    """Theory and simulator over one number."""

    name: str
    """of the curve: which fins, which size"""
    at: Array
    index: Array
    """C by the closed forms"""
    turn: Array
    """r / delta by the closed forms (1/s)"""
    seen_at: Array
    seen_index: Array
    """C of the coefficients that the simulator has there"""
    seen_turn: Array
    """r / delta of the simulator's steady turns at a vanishing angle, nan where they do not last"""
    swum_turn: Array
    """r / delta of turns that it swam at 5 deg, nan where none became steady"""


@dataclass(frozen=True)
class Deflection:
    """Yaw rates over the rudder's angle."""

    name: str
    angles: Array
    """rad"""
    linear: Array
    """rad/s, by the closed form"""
    turns: Turns
    """swum, with stern planes as on the straight run"""
    level: Turns
    """that stern planes hold level"""


def over_fin_position(found: Fitted, of: Derivatives, places: Array, sizes: Sequence[float]) -> list[Curve]:
    """Return curves over where the fins are, mirrored with the rudder, for several sizes over their own."""
    steered, fins = of.steered, found.out.controls.fins
    seen = _some(places)
    curves = []
    for size in sizes:
        rows = np.array([fins.resized(found.out.motions, size, float(place)) for place in seen])
        theory = [steered.with_fins(steered.fins * size, float(place)) for place in places]
        curves.append(_curve(found, f"fins x {size:g}", places, theory, seen, rows, 1.0))
    return curves


def over_fin_size(found: Fitted, of: Derivatives, sizes: Array) -> list[Curve]:
    """Return curves over the size of the fins over their own: mirrored, and standing straight."""
    steered, fins, seen = of.steered, found.out.controls.fins, _some(sizes)
    rows = np.array([fins.resized(found.out.motions, float(size)) for size in seen])
    theory = [steered.with_fins(steered.fins * float(size), steered.ahead) for size in sizes]
    return [
        _curve(found, "fins mirrored", sizes, theory, seen, rows, 1.0),
        _curve(found, "fins straight", sizes, theory, seen, rows, 0.0),
    ]


def over_stern_size(found: Fitted, of: Derivatives, sizes: Array) -> list[Curve]:
    """Return curves over the size of the rudders over their own: without fins, and with them mirrored."""
    steered, controls, seen = of.steered, found.out.controls, _some(sizes)
    motions = found.out.motions
    out = np.array([controls.rudders.resized(motions, float(size)) for size in seen])
    away = np.array([controls.fins.resized_in(row, motions, 0.0) for row in out])
    grown = [steered.with_rudder(steered.rudder * float(size)) for size in sizes]
    bare = [each.with_fins(0.0, 0.0) for each in grown]
    return [
        _curve(found, "without fins", sizes, bare, seen, away, 0.0),
        _curve(found, "fins mirrored", sizes, grown, seen, out, 1.0),
    ]


def over_deflection(found: Fitted, of: Derivatives, angles: Array) -> list[Deflection]:
    """Return yaw rates over the rudder's angle: without fins, with fins straight, and mirrored."""
    run, steered = found.out, of.steered
    p, length = run.motions.model.parameters, found.length
    none = run.controls.fins.resized(run.motions, 0.0)
    cases = (
        ("without fins", none, 0.0, steered.with_fins(0.0, 0.0).turn_rate_by_rudder),
        ("fins straight", p, 0.0, steered.turn_rate_by_fixed_fins),
        ("fins mirrored", p, 1.0, steered.turn_rate_by_mirrored_fins),
    )
    found_turns = []
    for name, parameters, mirrored, slope in cases:
        rows = np.repeat(parameters[None], len(angles), axis=0)
        turns = steady_turns(run, turn_commands(run, angles, mirrored), rows, length)
        level = level_turns(run, angles, mirrored, parameters)
        found_turns.append(Deflection(name, angles, slope * angles, turns, level))
    return found_turns


def _some(values: Array) -> Array:
    """Return a few of many values."""
    chosen = np.unique(np.linspace(0, len(values) - 1, min(len(values), SEEN)).round().astype(int))
    return np.asarray(values[chosen])


def _curve(
    found: Fitted, name: str, at: Array, theory: Sequence[Steered], seen: Array, rows: Array, mirrored: float
) -> Curve:
    run = found.out
    rates = [each.turn_rate_by_mirrored_fins if mirrored else each.turn_rate_by_fixed_fins for each in theory]
    return Curve(
        name,
        at,
        np.array([each.stability_index for each in theory]),
        np.array(rates),
        seen,
        np.array([derivatives(run, row).whole.stability_index for row in rows]),
        turn_slopes(found, rows, mirrored, SMALL),
        turn_slopes(found, rows, mirrored, PLAIN),
    )


def turn_slopes(found: Fitted, rows: Array, mirrored: float, angle: float) -> Array:
    """Return r / delta, in body axes, of turns to either side, each with its own parameters: what lists cancels.

    Small angles are solved for, others swum.
    """
    run, count = found.out, len(rows)
    commands = turn_commands(run, np.repeat([angle, -angle], count), mirrored)
    both = np.vstack([rows, rows])
    turns = small_turns(run, commands, both) if angle <= SMALL else steady_turns(run, commands, both, found.length)
    return np.asarray((turns.z[:count, YAW] - turns.z[count:, YAW]) / (2.0 * angle))
