"""Choosing another vehicle or another gait, and beginning again with other parameters."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import viser

from narcine.description.problems import DescriptionError
from narcine.viewing.live.form import Form, written_gait
from narcine.viewing.live.operating import Operating
from narcine.viewing.live.repeating import Settings, gait_path, without_gait

if TYPE_CHECKING:
    from narcine.viewing.live.page import Page

AS_WRITTEN = "as written"
"""In place of a name: the gait that the file has in no list."""


class Chooser:
    """Offers what ships, the gaits of what is shown and their parameters, and remembers what was chosen."""

    def __init__(
        self, names: list[str], name: str, make: Callable[[str, Settings], Operating], given: Settings | None = None
    ) -> None:
        self.names = names if name in names else [name, *names]
        self.name = name
        self._make = make
        self._given = {name: dict(given or {})}
        self._settings = dict(given or {})
        self.act = make(name, self._settings)
        self._vehicle: viser.GuiDropdownHandle[str]
        self._gaits: list[tuple[viser.GuiDropdownHandle[str], str]] = []
        self._form: Form | None = None

    def add_controls(self, server: viser.ViserServer, page: "Page") -> None:
        """Add the choice of a vehicle or scenario, and of gaits by name where a vehicle has several."""
        self._gaits = []
        with server.gui.add_folder("choose"):
            self._vehicle = server.gui.add_dropdown("vehicle", self.names, initial_value=self.name)

            @self._vehicle.on_update
            def _(event: "viser.GuiEvent[viser.GuiDropdownHandle[str]]") -> None:
                if event.client is not None:
                    name = event.target.value
                    self._want(page, name, self._given.get(name, {}))

            for path, (label, names, now) in self._named_gaits().items():
                self._add_gaits(server, page, path, label, names, now)

    def add_form(self, server: viser.ViserServer, page: "Page") -> None:
        """Add the parameters that no slider moves, and what begins again with them."""
        self._form = Form(server, self.act, self.name, self._settings)
        self._form.button.on_click(lambda _: self._begin_again(page))

    def refresh(self) -> None:
        """Let the form tell what the sliders say now."""
        if self._form is not None:
            self._form.refresh()

    def _begin_again(self, page: "Page") -> None:
        if self._form is not None:
            self._want(page, self.name, self._form.settings())

    def _named_gaits(self) -> dict[str, tuple[str, list[str], str]]:
        """Return label, names and the one in force of each vehicle's gaits, by the path of its gait."""
        several = len(self.act.simulation.scenario.vehicles) > 1
        found = {}
        for name, placed in self.act.simulation.scenario.vehicles.items():
            gaits = placed.vehicle.gaits
            if gaits:
                path = gait_path(self.act.simulation, name)
                now = self._gait_in_force(path, name)
                names = list(gaits) if now in gaits else [AS_WRITTEN, *gaits]
                found[path] = (f"gait of {name}" if several else "gait", names, now)
        return found

    def _gait_in_force(self, path: str, name: str) -> str:
        """Return the name of a vehicle's gait: as was chosen, as the file says, or of the one that is like it."""
        vehicle = self.act.simulation.scenario.vehicles[name].vehicle
        chosen = self._settings.get(path, "")
        if chosen in vehicle.gaits:
            return chosen
        like = (key for key, gait in vehicle.gaits.items() if gait == vehicle.gait)
        said = str(written_gait(self.act.simulation.description.plain, path).get("source", "")).removeprefix("gaits.")
        return next(like, said if said in vehicle.gaits else AS_WRITTEN)

    def _add_gaits(
        self, server: viser.ViserServer, page: "Page", path: str, label: str, names: list[str], now: str
    ) -> None:
        gait = server.gui.add_dropdown(label, names, initial_value=now)
        self._gaits.append((gait, now))

        @gait.on_update
        def _(event: "viser.GuiEvent[viser.GuiDropdownHandle[str]]") -> None:
            if event.client is not None:
                chosen = {} if event.target.value == AS_WRITTEN else {path: event.target.value}
                self._want(page, self.name, {**without_gait(self._settings, path), **chosen})

    def show_what_is(self) -> None:
        """Let the choice show what is shown, after something that cannot be was chosen."""
        for handle, value in ((self._vehicle, self.name), *self._gaits):
            handle.value = value  # type: ignore[misc]  # viser's setter is generic in the handle

    def _want(self, page: "Page", name: str, settings: Settings) -> None:
        def make() -> Operating:
            act = self._make(name, settings)
            act.live.speed = self.act.live.speed
            self.name, self._settings, self.act = name, dict(settings), act
            return act

        page.want(make)


def tell_failure(server: viser.ViserServer, error: Exception) -> None:
    """Show all browsers why something cannot be shown."""
    told = "\n".join(map(str, error.problems)) if isinstance(error, DescriptionError) else str(error)
    for client in server.get_clients().values():
        client.add_notification("Cannot be shown", told, auto_close_seconds=20)
