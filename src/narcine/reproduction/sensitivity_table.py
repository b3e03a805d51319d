"""What each assumed number does to a row alone: a table with bars."""

from html import escape

from narcine.reproduction.outcome import Effect, Outcome
from narcine.reproduction.tables import agreement, amount, change, path_words, range_text, worth_a_line

WIDTH, HEIGHT, MARGIN = 160.0, 16.0, 2.0


def sensitivity(outcome: Outcome) -> str:
    """Return the table of the numbers that move a row, and all others in a drawer below it."""
    if outcome.effects is None:
        return "<p class='small'>Its sensitivity has not been found yet.</p>" if outcome.missed else ""
    if not outcome.effects:
        return "<p class='small'>None of its numbers has a range.</p>"
    strong = worth_a_line(outcome)
    weak = [each for each in outcome.effects if each not in strong]
    nominal = escape(amount(outcome.simulated, outcome.unit))
    intro = (
        "<p class='small sensitivity'>Sensitivity: each assumed number alone at the <span class='key low'></span>low "
        f"and the <span class='key high'></span>high end of its range, and by how much it changes {nominal}.</p>"
    )
    parts = [intro, _table(outcome, strong)] if strong else ["<p class='small'>No assumed number moves it.</p>"]
    if weak and strong:
        parts.append(f"<details><summary>{len(weak)} more that move it less</summary>{_table(outcome, weak)}</details>")
    return "".join(parts)


def _table(outcome: Outcome, effects: list[Effect]) -> str:
    head = (
        '<tr><th>assumed number</th><th class="number">range</th><th class="number">change at low</th>'
        '<th class="number">at high</th><th></th><th>agrees</th></tr>'
    )
    lines = "".join(_line(outcome, each) for each in effects)
    return f"<table><thead>{head}</thead><tbody>{lines}</tbody></table>"


def _line(outcome: Outcome, each: Effect) -> str:
    ends = [agreement(ok) for ok in (each.ok_at_low, each.ok_at_high)]
    agrees = ends[0] if ends[0] == ends[1] else " / ".join(ends)
    problem = f"<br><span class='small'>{escape(each.problem)}</span>" if each.problem else ""
    return (
        f'<tr><td class="path">{path_words(each.name)}{problem}</td>'
        f'<td class="number">{escape(range_text(each.low, each.high, each.unit))}</td>'
        f'<td class="number">{change(each.at_low, outcome.simulated)}</td>'
        f'<td class="number">{change(each.at_high, outcome.simulated)}</td>'
        f'<td class="bar">{_bar(outcome, each)}</td><td class="keep">{agrees}</td></tr>'
    )


def _bar(outcome: Outcome, each: Effect) -> str:
    """Return bars from the reading as written to those at both ends, all rows at one scale."""
    nominal = outcome.simulated
    if nominal is None or not outcome.effects:
        return ""
    reach = [end for effect in outcome.effects for end in (effect.at_low, effect.at_high) if end is not None]
    low, high = min([nominal, *reach]), max([nominal, *reach])
    if low == high:
        return ""

    def place(value: float) -> float:
        return MARGIN + (WIDTH - 2.0 * MARGIN) * (value - low) / (high - low)

    bars = []
    for end, kind, top in ((each.at_low, "low", 2.0), (each.at_high, "high", HEIGHT / 2.0)):
        if end is not None:
            left, right = sorted((place(nominal), place(end)))
            size = f'x="{left:.2f}" y="{top:g}" width="{right - left:.2f}" height="{HEIGHT / 2.0 - 2.0:g}"'
            bars.append(f'<rect class="{kind}" {size}/>')
    line = f'<line x1="{place(nominal):.2f}" x2="{place(nominal):.2f}" y1="0" y2="{HEIGHT:g}"/>'
    return f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" aria-hidden="true">{"".join(bars)}{line}</svg>'
