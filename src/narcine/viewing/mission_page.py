"""Missions as one page to mail: tracks, turns, control, what the frontseat said, and what was set."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import narcine
from narcine.mission.flight import Flight
from narcine.mission.tables import flight_table, leg_table, said_table, turn_table
from narcine.viewing.cards import figure_cards, table_card
from narcine.viewing.document import write_document
from narcine.viewing.mission_pictures import Picture


def write_mission_page(
    file: Path, title: str, about: str, flights: Sequence[Flight], together: Sequence[Picture], apart: Sequence[Picture]
) -> None:
    """Write the page: pictures of all flights `together`, and one picture of control for each flight `apart`."""
    body = [f"<h1>{escape(title)}</h1>", f'<p class="citation">{escape(about)}</p>']
    body.append(table_card(flight_table(flights), words=True))
    body += figure_cards({picture.caption: picture.figure for picture in together}, "together")
    for table in (turn_table(flights), leg_table(flights)):
        if table.rows:
            body.append(table_card(table))
    for number, flight in enumerate(flights):
        body.append(f"<h2>{escape(flight.title)}</h2>")
        if number < len(apart):
            body += figure_cards({apart[number].caption: apart[number].figure}, f"flight-{number}")
        body.append(table_card(said_table(flight), words=True))
        body.append(_timetable(flight))
    footer = f"narcine {narcine.__version__}, flown in software-in-the-loop."
    write_document(file, title, "\n".join(body), footer)


def _timetable(flight: Flight) -> str:
    """Return the legs as they were written, the bounds of the mission, and what was set."""
    legs = "".join(f'<li class="path">{escape(leg.text)}</li>' for leg in flight.legs)
    card = f'<div class="card"><h3>Timetable</h3><ol>{legs}</ol>'
    bounds = "".join(f"<li>{escape(each)}</li>" for each in flight.bounds)
    return card + f"<h3>Bounds</h3><ul>{bounds}</ul>" + _settings(flight.settings) + "</div>"


def _settings(settings: Mapping[str, object]) -> str:
    if not settings:
        return ""
    rows = "".join(
        f'<dt class="path">{escape(path)}</dt><dd class="path">{escape(str(value))}</dd>'
        for path, value in settings.items()
    )
    return f"<h3>Set for this flight</h3><dl>{rows}</dl>"
