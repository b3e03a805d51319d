"""The best points of a map, and the commands that swim them."""

import json
import shlex
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from narcine.campaign.plan import DURATIONS
from narcine.campaign.swims import QUANTITIES
from narcine.description.overrides import split_path
from narcine.description.quantities import number_and_unit
from narcine.recording.summary import STILL, UNSETTLED

if TYPE_CHECKING:
    import xarray

SHOWN = {
    "speed (m/s)": "speed",
    "power (W)": "power",
    "cost of transport": "cost_of_transport",
    "Strouhal number": "strouhal",
}
AHEAD = 0.5
"""Forward speed over speed from which on a vehicle swims ahead, and below minus which astern: within 60 deg of it."""


class Best(NamedTuple):
    """A point that nothing else on the map comes up to."""

    what: str
    settings: dict[str, str]
    """the value of each axis, as it is set"""
    readings: dict[str, float]
    command: str
    """that swims it"""


def best_points(swum: "xarray.Dataset") -> list[Best]:
    """Return the fastest and the cheapest point; none of a map on which nothing swims."""
    found = []
    for what, name, sign in (("fastest", "speed", 1.0), ("cheapest", "cost_of_transport", -1.0)):
        values = sign * swum[name].values
        if np.any(np.isfinite(values)):
            index = np.unravel_index(np.nanargmax(values), values.shape)
            place = tuple(int(each) for each in index)
            readings = {each: float(swum[each].values[place]) for each in QUANTITIES}
            found.append(Best(what, settings_of(swum, place), readings, run_command(swum, place)))
    return found


def settings_of(swum: "xarray.Dataset", place: tuple[int, ...]) -> dict[str, str]:
    """Return the value of each axis at a place of the grid, as it is set."""
    over = json.loads(swum.attrs["over"])
    return {setting: texts[index] for (setting, texts), index in zip(over.items(), place, strict=True)}


def run_command(swum: "xarray.Dataset", place: tuple[int, ...]) -> str:
    """Return the command that swims a point; nothing where the vehicle has no file."""
    if not swum.attrs["swum"]:
        return ""
    settings = {**json.loads(swum.attrs["settings"]), **settings_of(swum, place)}
    words = ["narcine", "run", swum.attrs["swum"]]
    for path, value in settings.items():
        words += ["--set", f"{path}={value}"]
    if not any(split_path(path) in DURATIONS for path in settings):
        words += ["--duration", f"{swum.attrs['duration']:g}"]
    return shlex.join(words)


def best_rows(swum: "xarray.Dataset", best: list[Best]) -> list[list[str]]:
    """Return a heading and rows of words, a column of each point."""
    rows = [["", *(each.what for each in best)]]
    for setting in map(str, swum["speed"].dims):
        rows.append([setting, *(_with_unit(swum, setting, each.settings[setting]) for each in best)])
    for label, name in SHOWN.items():
        if any(isfinite(each.readings[name]) for each in best):
            rows.append([label, *(f"{each.readings[name]:.3g}".replace("nan", "-") for each in best)])
    return [*rows, ["swims", *(_way(each.readings) for each in best)]]


def _with_unit(swum: "xarray.Dataset", setting: str, text: str) -> str:
    """Return a value with the unit in which it was typed, plain numbers with that in which they are taken."""
    written = number_and_unit(text)
    plain = written is not None and not written[1]
    unit = str(swum[setting].attrs.get("units", "1"))
    return f"{text} {unit}" if plain and unit != "1" else text


def _way(readings: dict[str, float]) -> str:
    """Return where a vehicle swims, by its own bow, and whether it had settled."""
    if readings["speed"] < STILL:
        return "nowhere"
    share = readings["forward_speed"] / readings["speed"]
    way = "ahead" if share > AHEAD else "astern" if share < -AHEAD else "sideways"
    return f"{way}, not settled" if readings["unsteadiness"] > UNSETTLED else way


def problems_of(swum: "xarray.Dataset") -> dict[str, list[dict[str, str]]]:
    """Return why points have no numbers, each reason with the settings of its points."""
    found: dict[str, list[dict[str, str]]] = {}
    for place, problem in np.ndenumerate(swum["problem"].values):
        if problem:
            found.setdefault(str(problem), []).append(settings_of(swum, place))
    return found
