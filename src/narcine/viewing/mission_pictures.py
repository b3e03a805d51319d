"""All pictures of flights, by the names of their files, with what they show in words."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from narcine.mission.flight import Flight
from narcine.recording.write import whole_file
from narcine.viewing.figures import style
from narcine.viewing.mission_control import draw_control
from narcine.viewing.mission_track import draw_mission_track
from narcine.viewing.mission_turns import draw_turn_rate, draw_turns

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FEWEST = 3
"""Ticks below which there is nothing to draw."""


class Picture(NamedTuple):
    """A picture, what it is called and what it shows."""

    name: str
    caption: str
    figure: "Figure"


def pictures_together(title: str, flights: Sequence[Flight]) -> list[Picture]:
    """Return the pictures that show all flights."""
    with style():
        return list(_together(title, flights))


def _together(title: str, flights: Sequence[Flight]) -> Iterator[Picture]:
    yield Picture(
        "track",
        "Track from above, to scale, north up. Numbers say which leg of the timetable begins there.",
        draw_mission_track(title, flights),
    )
    if any(flight.turns for flight in flights):
        yield Picture(
            "turns",
            "All turns from one place and one course, starboard to the right. The dot on each way is where the heading "
            "came within 5 deg of the new one.",
            draw_turns(title, flights),
        )
        yield Picture(
            "turn_rate",
            "Rate of the heading through each turn since the new one was asked for: starboard above, port below.",
            draw_turn_rate(title, flights),
        )


def control_picture(flight: Flight) -> Picture:
    """Return the picture of how one flight followed its commands."""
    caption = (
        "Desired and actual heading with rudder commands; desired pitch, which the depth loop puts out, actual pitch, "
        "roll and elevator commands; desired and actual depth. Actual is the simulator's truth, not what a sensor read."
    )
    with style():
        return Picture("control", caption, draw_control(flight))


def write_pictures(pictures: Sequence[Picture], folder: Path) -> list[Path]:
    """Write pictures into a folder and return their names."""
    files = []
    with style():
        for picture in pictures:
            file = folder / f"{picture.name}.png"
            with whole_file(file) as unfinished:
                picture.figure.savefig(unfinished, dpi=110)
            files.append(file)
    return files
