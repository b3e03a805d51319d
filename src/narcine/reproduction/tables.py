"""Numbers and rows as people read them, the same on the terminal and on pages."""

import re
from html import escape
from math import isclose

from narcine.reproduction.outcome import Effect, Outcome
from narcine.viewing.figures import digits

TRIFLE = 0.01
"""Share of the strongest effect below which an assumed number is not worth a line."""
MOST_EFFECTS = 12
ROUNDING = 1e-12
"""Share of a reading by which two runs of the same numbers may differ."""


def amount(value: float | None, unit: str) -> str:
    """Return a number with its unit."""
    return "-" if value is None else f"{digits(value)} {shown_unit(unit)}".rstrip()


def shown_unit(unit: str) -> str:
    """Return a unit as it is printed; a ratio has none."""
    return "" if unit == "1" else unit


def change(value: float | None, nominal: float | None) -> str:
    """Return by how much a reading is moved."""
    if value is None or nominal is None:
        return "-"
    return "0" if isclose(value, nominal, rel_tol=ROUNDING) else f"{value - nominal:+.2g}"


def span(outcome: Outcome) -> str:
    """Return the interval of a row."""
    if outcome.interval is None:
        return "-"
    low, high = outcome.interval
    return f"{digits(low)} to {digits(high)}"


def agreement(ok: bool | None) -> str:
    """Return whether a row agrees, in a word."""
    return "reported" if ok is None else "yes" if ok else "no"


def share_of_draws(outcome: Outcome) -> str:
    """Return in how many draws a row agrees."""
    if outcome.ok is None or not outcome.draws:
        return ""
    draws = f"{outcome.draws} draws" if not outcome.exploded else f"the {outcome.draws} draws that gave a reading"
    return f"agrees in {outcome.agreeing} of {draws}"


def worth_a_line(outcome: Outcome) -> list[Effect]:
    """Return the assumed numbers that move a row, the strongest first."""
    if not outcome.effects or outcome.simulated is None:
        return [each for each in outcome.effects or () if each.problem]
    nominal = outcome.simulated
    strongest = outcome.effects[0].largest(nominal)
    least = max(TRIFLE * strongest, ROUNDING * abs(nominal))
    return [
        each
        for number, each in enumerate(outcome.effects)
        if each.problem or (number < MOST_EFFECTS and each.largest(nominal) > least)
    ]


def path_words(name: str) -> str:
    """Return a path as HTML that breaks between its parts."""
    return re.sub(r"([._])|(?=\[)", lambda found: f"{found[0]}<wbr>", escape(name))


def range_text(low: float, high: float, unit: str) -> str:
    """Return a range with its unit."""
    return f"{digits(low)} to {digits(high)} {shown_unit(unit)}".rstrip()
