"""The form of parameters: what a run begins with, a button that begins it, and the command that repeats it."""

from collections.abc import Mapping
from typing import Any

import viser

from narcine.viewing.live.operating import Operating
from narcine.viewing.live.parameters import Parameter, gait_parameters
from narcine.viewing.live.repeating import (
    Settings,
    command_html,
    command_line,
    gait_path,
    settings_of,
    without_planners,
)

Field = viser.GuiTextHandle | viser.GuiDropdownHandle[str]


class Form:
    """Fields for the parameters of all gaits of an act; sliders that were moved count as filled in."""

    def __init__(self, server: viser.ViserServer, act: Operating, name: str, settings: Settings) -> None:
        self._act = act
        self._name = name
        self._kept = dict(settings)
        self._fields: list[tuple[Parameter, Field]] = []
        gui = server.gui
        with gui.add_folder("parameters"):
            for parameter in self._parameters():
                self._fields.append((parameter, _add_field(server, parameter)))
            self.button = gui.add_button(
                "Run with these",
                hint="begin again from the start with these parameters and the sliders as they are",
                icon=viser.Icon.PLAYER_TRACK_NEXT,
            )
            self._shown = command_line(name, self._kept)
            self._command = gui.add_html(command_html(self._shown))

    def _parameters(self) -> list[Parameter]:
        simulation = self._act.simulation
        vehicles = simulation.scenario.vehicles
        found = []
        for name, placed in vehicles.items():
            path = gait_path(simulation, name)
            parameters = gait_parameters(placed.vehicle, written_gait(simulation.description.plain, path), path)
            found += [each.of(name) if len(vehicles) > 1 else each for each in parameters]
        return found

    def settings(self) -> dict[str, str]:
        """Return what is set: as before, by sliders that were moved, and in the fields that were changed."""
        typed = {
            parameter.path: parameter.setting(field.value)
            for parameter, field in self._fields
            if field.value.strip() != parameter.text
        }
        simulation, live = self._act.simulation, self._act.live
        by_hand = {} if live.planner_steers else without_planners(simulation)
        return {**self._kept, **by_hand, **settings_of(simulation, live.by_hand), **typed}

    def refresh(self) -> None:
        """Let the command tell what is set now."""
        command = command_line(self._name, self.settings())
        if command != self._shown:
            self._shown = command
            self._command.content = command_html(command)


def _add_field(server: viser.ViserServer, parameter: Parameter) -> Field:
    if parameter.options:
        return server.gui.add_dropdown(
            parameter.label, parameter.options, initial_value=parameter.text, hint=parameter.hint
        )
    return server.gui.add_text(parameter.label, parameter.text, hint=parameter.hint)


def written_gait(plain: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """Return the gait at a path as the file has it; nothing where it is made from what a cluster says."""
    block: Any = plain
    for key in path.split("."):
        block = block.get(key) if isinstance(block, Mapping) else None
    return block if isinstance(block, Mapping) else {}
