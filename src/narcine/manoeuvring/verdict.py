"""What an assessment means, in words."""

from collections.abc import Iterator
from math import log

import numpy as np

from narcine.manoeuvring.assessment import Assessment, fin_interval

LEAVES_OUT = 0.05
"""How far the incidence of a rudder may be from that of the flow past it before it is told."""
CLOSE = 0.02
"""Relative difference of turns from linear theory below which they agree."""


def verdict(found: Assessment) -> tuple[str, ...]:
    """Return sentences: stability, why, what fins do, and where theory ends."""
    return (*_stability(found), *_fins(found), *_limits(found))


def _stability(found: Assessment) -> Iterator[str]:
    root, whole = found.away.roots[0], found.away.whole
    speed = found.fitted.away.speed
    which = "with its fins away " if not found.fitted.supposed else ""
    centres = f"x_r {whole.rotation_centre:+.3f} m, x_AC {whole.aerodynamic_centre:+.3f} m"
    if found.is_stable:
        yield (
            f"{found.vehicle} is directionally stable {which}at {speed:.3g} m/s: C = {whole.stability_index:.4g} > 0 "
            f"({centres}); half of a disturbance is gone in {log(2.0) / -root.real:.2g} s"
        )
    else:
        yield (
            f"{found.vehicle} is directionally unstable {which}at {speed:.3g} m/s: C = {whole.stability_index:.4g} "
            f"({centres}); a disturbance doubles in {log(2.0) / max(root.real, 1e-12):.2g} s"
        )
    body = found.away.bare
    if body.stability_index < 0.0 < whole.stability_index and found.least_stern is not None:
        yield (
            f"the body without its rudder is unstable (C_b = {body.stability_index:.4g}); the rudder steadies it as "
            f"long as it has {100.0 * found.least_stern:.0f} % of its size"
        )
    if not found.pitch_is_stable:
        yield "in pitch it is unstable with its stern planes fixed: turns of the simulator do not become steady"


def _fins(found: Assessment) -> Iterator[str]:
    steered, plain = found.out.steered, found.away.steered
    what = "fins of the rudder's size" if found.fitted.supposed else "its forward fins"
    before, after = found.away.whole.stability_index, found.out.whole.stability_index
    rate, straight, mirrored = (
        plain.turn_rate_by_rudder,
        steered.turn_rate_by_fixed_fins,
        steered.turn_rate_by_mirrored_fins,
    )
    change = f"{100.0 * (after / before - 1.0):+.0f} %" if before > 0.0 else f"{after - before:+.3g}"
    lessens = "lessen" if after < before else "raise"
    yield f"{what} at {steered.ahead:+.3f} m {lessens} C to {after:.4g} ({change})"
    if after <= 0.0:
        yield "with them out it is unstable: with its rudder amidships it turns by itself until drag holds it"
    elif rate > 0.0:
        yield (
            f"standing straight they change the turn rate per rudder angle from {rate:.3g} to {straight:.3g} 1/s "
            f"({100.0 * (straight / rate - 1.0):+.0f} %), turned against the rudder to {mirrored:.3g} 1/s "
            f"({100.0 * (mirrored / rate - 1.0):+.0f} %), in linear theory"
        )
    low, high = found.away.bare.rotation_centre, min(found.away.bare.aerodynamic_centre, found.fitted.ends[1])
    rule = f"for the body without its rudder x_r {low:+.3f} to x_AC {high:+.3f} m" if low < high else "nowhere"
    interval = fin_interval(found)
    where = "nowhere on the vehicle" if interval is None else f"from {interval[0]:+.3f} to {interval[1]:+.3f} m"
    yield (
        f"fins lessen C {where}, by eq 34 with the rudder there is; the appendix's rule of thumb, between x_r and "
        f"x_AC, says {rule}"
    )
    place, best = found.best_place
    if np.isfinite(best) and rate > 0.0:
        gain = 100.0 * (best / rate - 1.0)
        yield f"of the places tried mirrored fins turn it fastest at {place:+.3f} m: {best:.3g} 1/s ({gain:+.0f} %)"


def _limits(found: Assessment) -> Iterator[str]:
    incidence = found.away.steered.incidence
    if abs(incidence - 1.0) > LEAVES_OUT:
        yield (
            f"its rudder meets {100.0 * incidence:.0f} % of sideslip's incidence (`inflow: hull` leaves it out): it "
            "turns the vehicle and does not steady it, and the closed forms are evaluated so; "
            "--set actuators.NAME.inflow=local gives it its incidence"
        )
    yield from dict.fromkeys((*found.fitted.away.remarks, *found.fitted.out.remarks))
    curve = found.over_angle[0]
    with np.errstate(invalid="ignore", divide="ignore"):
        off = np.abs(curve.turns.yaw_rate / curve.linear - 1.0)
    if np.isfinite(off).any() and found.is_stable:
        last = int(np.flatnonzero(np.isfinite(off))[-1])
        share, angle = curve.turns.yaw_rate[last] / curve.linear[last], np.degrees(curve.angles[last])
        if abs(share - 1.0) > CLOSE:
            yield (
                f"at {angle:.3g} deg of rudder the simulator turns at {100.0 * share:.0f} % of what linear theory "
                "says: drag across the hull grows with the square of sideslip, the turn costs speed, and surfaces stall"
            )
