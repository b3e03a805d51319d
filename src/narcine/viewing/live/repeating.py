"""What was set on the page as settings of a file, and the command line that runs it again."""

import re
from collections.abc import Iterator, Mapping
from html import escape
from shlex import quote

from narcine.description.inputs import CURRENT, all_inputs
from narcine.simulation.simulation import Simulation
from narcine.viewing.live.sliders import SHOWN_UNITS

Settings = Mapping[str, str]
"""What is set on top of a file, by its path in the file."""

DIGITS = 10
_PLAIN = re.compile(r"^[\w.,:/+=@%-]+$")
_UNQUOTED = re.compile(r'^[^"$`\\!]+$')


def gait_path(simulation: Simulation, vehicle: str) -> str:
    """Return where the gait of a vehicle is set."""
    return "gait" if simulation.description.kind == "vehicle" else f"vehicles.{vehicle}.vehicle.gait"


def settings_of(simulation: Simulation, commanded: Mapping[str, float]) -> dict[str, str]:
    """Return commands (SI) as settings with which a run begins under them, in the units that people use.

    What a gait's own block has is set there; all else, and what the file schedules, as a command of the run.
    """
    settings: dict[str, str] = {}
    specs = all_inputs(simulation.scenario)
    run = "run." if simulation.description.kind == "vehicle" else ""
    for name, value in commanded.items():
        unit, factor = SHOWN_UNITS[specs[name].dimension]
        if name in CURRENT:
            settings[f"{run}water.current_response"] = f"{simulation.scenario.water.current_response or 1.0:g} s"
        path = f"{run}commands.{name}" if name in simulation.scenario.commands else _home(simulation, name)
        settings[path or f"{run}commands.{name}"] = f"{value * factor:.{DIGITS}g} {unit}".rstrip()
    return settings


def without_planners(simulation: Simulation) -> dict[str, str]:
    """Return the settings that take planners from the helm."""
    alone = simulation.description.kind == "vehicle"
    vehicles = simulation.scenario.vehicles.items()
    steered = [name for name, placed in vehicles if placed.vehicle.planner is not None]
    return {"planner" if alone else f"vehicles.{name}.vehicle.planner": "~" for name in steered}


def _home(simulation: Simulation, name: str) -> str:
    """Return where the file itself has an input, if that is in a gait."""
    vehicles = simulation.scenario.vehicles
    owner, _, rest = name.partition(".")
    vehicle, own = (owner, rest) if len(vehicles) > 1 and owner in vehicles else (next(iter(vehicles)), name)
    block, _, parameter = own.partition(".")
    gait = vehicles[vehicle].vehicle.gait
    is_there = block == "gait" and gait is not None and parameter in type(gait).model_fields
    return f"{gait_path(simulation, vehicle)}.{parameter}" if is_there else ""


def without_gait(settings: Settings, path: str) -> dict[str, str]:
    """Return settings less those of the gait at a path, for another gait to take its place."""
    owner = path.removesuffix(".gait").split(".")[1] if "." in path else ""
    inputs = ("gait.", f"{owner}.gait.")
    commands = tuple(f"{run}commands.{each}" for run in ("", "run.") for each in inputs)
    return {
        key: value for key, value in settings.items() if key != path and not key.startswith((f"{path}.", *commands))
    }


def command_line(name: str, settings: Settings) -> str:
    """Return what to type to run the same again, an option to a line."""
    return " \\\n  ".join([f"narcine run {_quoted(name)}", *_options(settings)])


def _options(settings: Settings) -> Iterator[str]:
    for path, value in settings.items():
        yield f"--set {path}={_quoted(value)}" if _PLAIN.match(path) else f"--set {quote(f'{path}={value}')}"


def _quoted(text: str) -> str:
    """Return a text as a shell and a person read it."""
    if _PLAIN.match(text):
        return text
    return f'"{text}"' if _UNQUOTED.match(text) else quote(text)


def command_html(command: str) -> str:
    """Return a command as a block that a click selects and a button copies."""
    return (
        '<div style="padding: 0 0.8em 0.6em"><div style="font-size: 0.8em; color: #888; display: flex">'
        '<span style="flex: 1">to run the same again</span>'
        '<a style="cursor: pointer; text-decoration: underline" title="copy" onclick="'
        "navigator.clipboard.writeText(this.parentNode.nextElementSibling.textContent);this.textContent='copied'"
        '">copy</a></div><pre style="user-select: all; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.2em 0;'
        ' padding: 0.5em; font-size: 0.75em; background: rgba(128, 128, 128, 0.12); border-radius: 4px">'
        f"{escape(command)}</pre></div>"
    )
