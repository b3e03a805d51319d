"""The rules of a mission: what is measured must stay within bounds, and must be measured.

A rule counts as broken when it has been for `confirm` seconds without a break. A single reading says little: motors
draw several times their current when they start, voltages sag with it, pressure waves pass. Silence needs no
confirmation: it lasts by itself.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from narcine.autonomy.bus import Bus

if TYPE_CHECKING:
    from narcine.description.frontseat import Rules


class Rule(NamedTuple):
    """What holds of one variable."""

    name: str
    variable: str
    sign: int
    """1: at most the limit, -1: at least"""
    limit: float
    unit: str


class Breach(NamedTuple):
    """A rule that is broken."""

    rule: str
    reason: str


class Watch:
    """Watches the rules from a time on."""

    def __init__(self, rules: "Rules", cruise_depth: float | None, since: float) -> None:
        self._settings = rules
        self._since = since
        self._rules = [*_rules(rules, cruise_depth)]
        self._broken: dict[str, float] = {}
        """since when, by name of the rule"""

    def breaches(self, bus: Bus, under_way: bool) -> Iterator[Breach]:
        """Yield the rules that are broken; those of measurements that control needs only while it is under way."""
        silence, confirm = self._settings.silence, self._settings.confirm
        for rule in self._rules:
            entry = bus.latest(rule.variable)
            if entry is not None and isinstance(entry.value, float) and bus.time - entry.time <= silence:
                if rule.sign * (entry.value - rule.limit) <= 0.0:
                    self._broken.pop(rule.name, None)
                elif bus.time - self._broken.setdefault(rule.name, bus.time) >= confirm:
                    bound = "below" if rule.sign < 0 else "deeper than" if rule.variable == "depth" else "above"
                    told = (
                        f"{rule.variable} {entry.value:.4g} {rule.unit} has been {bound} {rule.limit:.4g} {rule.unit}"
                    )
                    yield Breach(rule.name, f"{told} for {bus.time - self._broken[rule.name]:.3g} s")
            elif (quiet := self._quiet(bus, rule.variable)) > silence:
                yield Breach("silence", f"no measurement of {rule.variable} for {quiet:.3g} s")
        if under_way:
            for name, variables in (("attitude", ("roll", "pitch", "heading")), ("depth", ("depth",))):
                quiet = max(self._quiet(bus, variable) for variable in variables)
                if quiet > silence:
                    yield Breach(name, f"no measurement of {' and '.join(variables)} for {quiet:.3g} s")

    def _quiet(self, bus: Bus, variable: str) -> float:
        entry = bus.latest(variable)
        return bus.time - max(self._since, entry.time if entry is not None else -math.inf)


def _rules(rules: "Rules", cruise_depth: float | None) -> Iterator[Rule]:
    if rules.maximum_depth is not None:
        yield Rule("maximum_depth", "depth", 1, rules.maximum_depth, "m")
    if cruise_depth is not None:
        yield Rule("cruise_depth", "depth", 1, cruise_depth + rules.cruise_margin, "m")
    if rules.minimum_voltage is not None:
        yield Rule("minimum_voltage", "voltage", -1, rules.minimum_voltage, "V")
    if rules.maximum_current is not None:
        yield Rule("maximum_current", "current", 1, rules.maximum_current, "A")
    if rules.maximum_hull_pressure is not None:
        yield Rule("maximum_hull_pressure", "hull_pressure", 1, rules.maximum_hull_pressure, "Pa")
