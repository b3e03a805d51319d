"""Whether a vehicle keeps its course, how it turns, and what forward fins do for it: closed forms and simulator."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from narcine.manoeuvring.derivatives import Derivatives, derivatives
from narcine.manoeuvring.forward_fins import Fitted, check_places, fitted, without_fins
from narcine.manoeuvring.linear import LATERAL, VERTICAL, LinearModel, linearised
from narcine.manoeuvring.steady import Aim, SteadyRun
from narcine.manoeuvring.sweeps import (
    SMALL,
    Curve,
    Deflection,
    over_deflection,
    over_fin_position,
    over_fin_size,
    over_stern_size,
    turn_slopes,
)
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

INDEX = "kg2 m2/s2"
SIZES = (0.5, 1.0, 2.0)
"""Of the fins over their own, in curves over their position."""
SIZE_RANGE = np.linspace(0.0, 3.0, 31)
PLACES = 31
ANGLES = 8
WELL = 0.2
"""Share of C without fins that is left where fins are not said to bring it to the edge."""
NEUTRAL = 1e-6
"""Growth rate (1/s) below which a root neither grows nor decays: heading and depth."""


@dataclass(frozen=True)
class Compared:
    """One number by the closed forms and by the simulator."""

    name: str
    equation: str
    unit: str
    closed: float
    simulator: float
    turned: float = float("nan")
    """of turns swum at a small angle"""


@dataclass(frozen=True)
class Assessment:
    """All that `narcine stability` tells."""

    vehicle: str
    density: float
    fitted: Fitted
    away: Derivatives
    """without fins, about the run on which they are away"""
    out: Derivatives
    linear_away: LinearModel
    linear_out: LinearModel
    compared: tuple[Compared, ...]
    over_position: tuple[Curve, ...]
    over_size: tuple[Curve, ...]
    over_stern: tuple[Curve, ...]
    over_angle: tuple[Deflection, ...]

    @property
    def is_stable(self) -> bool:
        """Say whether the vehicle keeps its course with its fins away, rudder fixed."""
        return self.away.whole.stability_index > 0.0 and bool(np.all(self.away.roots.real < 0.0))

    @property
    def pitch_is_stable(self) -> bool:
        """Say whether it keeps its pitch with its stern planes fixed."""
        return bool(np.all(self.linear_away.roots(VERTICAL).real < NEUTRAL))

    @property
    def best_place(self) -> tuple[float, float] | None:
        """Return where mirrored fins of their own size raise r / delta most, of places where it is well stable."""
        curve = next(each for each in self.over_position if each.name == "fins x 1")
        rates = np.where(curve.index > WELL * abs(self.away.whole.stability_index), curve.turn, -np.inf)
        best = int(np.argmax(rates))
        return (float(curve.at[best]), float(rates[best])) if np.isfinite(rates[best]) else None

    @property
    def least_stern(self) -> float | None:
        """Return the size of the rudders, over their own, from which on the vehicle is stable without fins."""
        bare, grown = self.away.bare.stability_index, self.away.steered.stability_index_with_rudder
        if bare >= 0.0 or grown <= bare:
            return None
        return bare / (bare - grown)


def assess(
    simulation: Simulation,
    aim: Aim | None = None,
    places: Sequence[float] | None = None,
    sizes: Sequence[float] | None = None,
    fin_place: float | None = None,
    fin_area: float | None = None,
) -> Assessment:
    """Return stability and turning of a vehicle, and how they change over places (m) and sizes of forward fins.

    `sizes` count in the fins' own; of a vehicle without fins, those that it is supposed to have are as large as its
    rudder and lie `fin_place` ahead, unless told.
    """
    check_places(simulation, [*(places if places is not None else ()), *([] if fin_place is None else [fin_place])])
    found = fitted(simulation, aim or Aim(), fin_place, fin_area)
    bare = found.away.controls.fins.resized(found.away.motions, 0.0)
    away, out = derivatives(found.away, bare), derivatives(found.out)
    rudders = found.out.controls.rudders
    at = np.asarray(places if places is not None else np.linspace(0.0, found.ends[1], PLACES))
    several = tuple(sizes) if sizes is not None else SIZES
    span = np.linspace(0.0, max(3.0, *several), len(SIZE_RANGE))
    angles = np.linspace(1.0 / ANGLES, 1.0, ANGLES) * min(rudders.limit, found.out.controls.fins.limit)
    return Assessment(
        simulation.scenario.name,
        found.out.simulation.scenario.water.density,
        found,
        away,
        out,
        linearised(found.away, bare),
        linearised(found.out),
        tuple(_compared(found, away, out)),
        tuple(over_fin_position(found, out, at, tuple(sorted({*several, 1.0})))),
        tuple(over_fin_size(found, out, span)),
        tuple(over_stern_size(found, out, SIZE_RANGE)),
        tuple(over_deflection(found, out, angles)),
    )


def _compared(found: Fitted, away: Derivatives, out: Derivatives) -> list[Compared]:
    """Return each closed form beside what the simulator has for it."""
    plain, whole = away.steered, out.steered
    rudder = out.per_angle["rudders"]
    mirrored = rudder - out.per_angle["fins"]
    linear_away = linearised(found.away, without_fins(found.away))
    linear_out = linearised(found.out)
    own, bare = found.out.motions.model.parameters, without_fins(found.out)
    turned = [
        float(turn_slopes(found, parameters[None], share, SMALL)[0])
        for parameters, share in ((bare, 0.0), (own, 0.0), (own, 1.0))
    ]
    rates = [_linear_turn(linear_away, found.away, 0.0), *(_linear_turn(linear_out, found.out, k) for k in (0.0, 1.0))]
    index, bare_index = away.whole.stability_index, away.bare.stability_index
    root, slope = away.roots[0], "r / delta, fins"
    side, moment = away.per_angle["rudders"][[1, 5]]
    return [
        Compared("C of the body", "16", INDEX, plain.body.stability_index_by_centres, bare_index),
        Compared("C, fins away", "16", INDEX, away.whole.stability_index_by_centres, index),
        Compared("C, fins away", "24", INDEX, plain.stability_index_with_rudder, index),
        Compared("C, fins away", "25", INDEX, plain.stability_index_with_rudder_by_centres, index),
        Compared("C, fins out", "34", INDEX, whole.stability_index, out.whole.stability_index),
        Compared(f"{slope} away", "14", "1/s", away.whole.turn_rate(side, moment), rates[0], turned[0]),
        Compared(f"{slope} away", "28", "1/s", plain.turn_rate_by_rudder, rates[0], turned[0]),
        Compared(f"{slope} straight", "14", "1/s", out.whole.turn_rate(rudder[1], rudder[5]), rates[1], turned[1]),
        Compared(f"{slope} mirrored", "14", "1/s", out.whole.turn_rate(mirrored[1], mirrored[5]), rates[2], turned[2]),
        Compared(f"{slope} mirrored", "35", "1/s", whole.turn_rate_by_mirrored_fins, rates[2], turned[2]),
        Compared("root, fins away", "10, 11", "1/s", float(root.real), _nearest(linear_away, LATERAL, root)),
    ]


def _linear_turn(model: LinearModel, run: SteadyRun, mirrored: float) -> float:
    """Return r / delta of the whole linearised vehicle, all of its freedoms and its propeller among them."""
    rudders, fins = run.controls.rudders, run.controls.fins
    moved = dict(zip(rudders.names, rudders.signs, strict=True))
    if mirrored:
        moved |= dict(zip(fins.names, -mirrored * fins.signs, strict=True))
    return model.steady(moved)["r"]


def _nearest(model: LinearModel, states: Sequence[str], root: complex) -> float:
    """Return the growth rate of the root of some states that is nearest to another."""
    roots = model.roots(states)
    return float(roots[np.argmin(np.abs(roots - root))].real)


def fin_interval(assessment: Assessment) -> tuple[float, float] | None:
    """Return between which places fins lessen C, cut to the vehicle."""
    places = assessment.out.steered.destabilising_places
    if places is None:
        return None
    low, high = max(places[0], assessment.fitted.ends[0]), min(places[1], assessment.fitted.ends[1])
    return (low, high) if low < high else None


def as_numbers(values: Array) -> list[float | None]:
    """Return numbers as JSON has them: nothing where there is none."""
    return [float(value) if np.isfinite(value) else None for value in np.ravel(values)]
