"""What an assessment means, in words."""

from collections.abc import Iterator
from math import log

import numpy as np

from narcine.manoeuvring.assessment import Assessment, fin_interval
from narcine.manoeuvring.motion_states import ROLL

LISTS = 0.02
"""Roll (rad) that is worth telling."""
LEAVES_OUT = 0.05
"""How far the incidence of a rudder may be from that of the flow past it before it is told."""
TOLD = 10.0
"""Relative change beyond which a share tells nothing."""
SLOW = 0.01
"""Growth rate (1/s) of the slowest root below which a vehicle neither keeps its course nor leaves it: neutral."""
STEEP = 0.35
"""Angle of the path (rad) from which on a turn is a spiral dive."""
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
    if abs(root.real) < SLOW:
        way = "half of a disturbance is gone" if found.is_stable else "a disturbance doubles"
        yield (
            f"{found.vehicle} is directionally neutral {which}at {speed:.3g} m/s: C = {whole.stability_index:.4g} "
            f"({centres}); {way} only in {log(2.0) / max(abs(root.real), 1e-12):.2g} s, so that it goes "
            "where the last one left it"
        )
    elif found.is_stable:
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
    share = after / before - 1.0 if before > 0.0 else np.inf
    change = f" ({100.0 * share:+.0f} %)" if abs(share) < TOLD else ""
    lessens = "lessen" if after < before else "raise"
    yield f"{what} at {steered.ahead:+.3f} m {lessens} C from {before:.4g} to {after:.4g}{change}"
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
    best = found.best_place
    if best is not None and 0.0 < rate < np.inf:
        gain = f"{best[1]:.3g} 1/s ({100.0 * (best[1] / rate - 1.0):+.0f} %)"
        yield f"of the places tried mirrored fins turn it fastest at {best[0]:+.3f} m: {gain}"


def _limits(found: Assessment) -> Iterator[str]:
    incidence = found.away.steered.incidence
    if abs(incidence - 1.0) > LEAVES_OUT:
        yield (
            f"its rudder meets {100.0 * incidence:.0f} % of sideslip's incidence (`inflow: hull` leaves it out): it "
            "turns the vehicle and does not steady it, and the closed forms are evaluated so; "
            "--set actuators.NAME.inflow=local gives it its incidence"
        )
    yield from dict.fromkeys((*found.fitted.away.remarks, *found.fitted.out.remarks))
    run = found.fitted.away
    if abs(run.z[ROLL]) > LISTS:
        yield (
            f"on its straight run it lies at {np.degrees(run.z[ROLL]):+.1f} deg of roll, by the torque of its "
            "propeller; theory and r are in body axes, the heading turns faster by 1 / cos of that"
        )
    yield from _hard_over(found)


def _hard_over(found: Assessment) -> Iterator[str]:
    """Tell the turns at the largest angle: with fins, without, and against linear theory."""
    plain, _, mirrored = found.over_angle
    for kind, what in (("level", "held level by its stern planes"), ("turns", "with its stern planes fixed")):
        none, with_fins = getattr(plain, kind), getattr(mirrored, kind)
        both = np.flatnonzero(np.isfinite(none.yaw_rate) & np.isfinite(with_fins.yaw_rate))
        if not len(both):
            continue
        last = int(both[-1])
        rates = np.degrees(np.abs([none.yaw_rate[last], with_fins.yaw_rate[last]]))
        radii = np.abs([none.radius[last], with_fins.radius[last]])
        path = max(abs(each.sink_rate[last] / each.speed[last]) for each in (none, with_fins))
        dives = "; it dives or climbs steeply there" if path > STEEP else ""
        yield (
            f"at {np.degrees(plain.angles[last]):.3g} deg of rudder, {what}, the simulator turns at {rates[0]:.1f} "
            f"deg/s on a radius of {radii[0]:.3g} m without fins, and at {rates[1]:.1f} deg/s on {radii[1]:.3g} m "
            f"with mirrored ones ({100.0 * (rates[1] / rates[0] - 1.0):+.0f} %){dives}"
        )
        share = abs(none.yaw_rate[last] / plain.linear[last])
        if kind == "level" and found.is_stable and share < 1.0 - CLOSE:
            yield (
                f"that is {100.0 * share:.0f} % of what linear theory says without fins: drag across the hull grows "
                "with the square of sideslip, the turn costs speed, and surfaces stall"
            )
