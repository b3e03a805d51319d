"""Choosing another vehicle or another gait."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import viser

from narcine.description.problems import DescriptionError
from narcine.viewing.live.act import Act

if TYPE_CHECKING:
    from narcine.viewing.live.page import Page

Settings = Mapping[str, str]
"""What is set on top of a file, by its path in the file."""


class Chooser:
    """Offers what ships and the gaits of what is shown, and remembers what was chosen."""

    def __init__(self, names: list[str], name: str, make: Callable[[str, Settings], Act]) -> None:
        self.names = names if name in names else [name, *names]
        self.name = name
        self._make = make
        self._gaits: dict[str, str] = {}
        self._vehicle: viser.GuiDropdownHandle[str]

    def add_controls(self, server: viser.ViserServer, page: "Page") -> None:
        """Add the choice of a vehicle or scenario, and of gaits by name where a vehicle has several."""
        with server.gui.add_folder("choose"):
            self._vehicle = server.gui.add_dropdown("vehicle", self.names, initial_value=self.name)

            @self._vehicle.on_update
            def _(event: "viser.GuiEvent[viser.GuiDropdownHandle[str]]") -> None:
                if event.client is not None:
                    self._want(page, event.target.value, {})

            for path, (label, names, now) in self._named_gaits(page.act).items():
                self._add_gaits(server, page, path, label, names, now)

    def _named_gaits(self, act: Act) -> dict[str, tuple[str, list[str], str]]:
        """Return label, names and the one in force of each vehicle's gaits, by the path of its gait."""
        several = len(act.simulation.scenario.vehicles) > 1
        found = {}
        for name, placed in act.simulation.scenario.vehicles.items():
            gaits = placed.vehicle.gaits
            if gaits:
                path = "gait" if act.simulation.description.kind == "vehicle" else f"vehicles.{name}.vehicle.gait"
                now = next(
                    (key for key, gait in gaits.items() if gait == placed.vehicle.gait), self._gaits.get(path, "")
                )
                names = list(gaits) if now else ["as written", *gaits]
                found[path] = (f"gait of {name}" if several else "gait", names, now or "as written")
        return found

    def _add_gaits(
        self, server: viser.ViserServer, page: "Page", path: str, label: str, names: list[str], now: str
    ) -> None:
        gait = server.gui.add_dropdown(label, names, initial_value=now)

        @gait.on_update
        def _(event: "viser.GuiEvent[viser.GuiDropdownHandle[str]]") -> None:
            if event.client is not None:
                self._want(page, self.name, {**self._gaits, path: event.target.value})

    def show_what_is(self) -> None:
        """Let the choice show what is shown, after something that cannot be was chosen."""
        self._vehicle.value = self.name  # type: ignore[misc]  # viser's setter is generic in the handle

    def _want(self, page: "Page", name: str, gaits: dict[str, str]) -> None:
        def make() -> Act:
            act = self._make(name, {path: gait for path, gait in gaits.items() if gait != "as written"})
            self.name, self._gaits = name, gaits
            return act

        page.want(make)


def tell_failure(server: viser.ViserServer, error: Exception) -> None:
    """Show all browsers why something cannot be shown."""
    told = "\n".join(map(str, error.problems)) if isinstance(error, DescriptionError) else str(error)
    for client in server.get_clients().values():
        client.add_notification("Cannot be shown", told, auto_close_seconds=20)
