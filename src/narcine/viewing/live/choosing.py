"""Choosing another vehicle or another gait, and beginning again with other parameters."""

import threading
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

import viser

from narcine.description.problems import DescriptionError
from narcine.viewing.live.form import Form, written_gait
from narcine.viewing.live.going_on import NO_JUMP, fade_out, is_start, jump, starting_here, why_not
from narcine.viewing.live.numbers import CROWD
from narcine.viewing.live.operating import Operating
from narcine.viewing.live.repeating import Settings, gait_path, without_gait

if TYPE_CHECKING:
    from narcine.viewing.live.page import Page

AS_WRITTEN = "as written"
"""In place of a name: the gait that the file has in no list."""
GOES_ON = "another gait begins where the vehicle is, after the present one has faded out; else it begins at the start"
JUMPS = (
    "The joints did not come to rest straight, so that they would jump: the gait goes on as before. "
    "Without 'go on from here' the other begins at the start."
)


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
        self._goes_on: viser.GuiCheckboxHandle | None = None
        self._fading = threading.Lock()
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

            named = self._named_gaits()
            with server.gui.add_folder("gaits", expand_by_default=False) if len(named) > CROWD else nullcontext():
                for path, (label, names, now) in named.items():
                    self._add_gaits(server, page, path, label, names, now)
            went_on = self._goes_on is not None and self._goes_on.value
            self._goes_on = None
            if named and not why_not(self.act.simulation):
                self._goes_on = server.gui.add_checkbox("go on from here", went_on, hint=GOES_ON)

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
            if event.client is None:
                return
            chosen = {} if event.target.value == AS_WRITTEN else {path: event.target.value}
            settings = {**without_gait(self._settings, path), **chosen}
            if self._goes_on is not None and self._goes_on.value:
                self._go_on(page, settings, event.client)
            else:
                given = {key: value for key, value in self._given.get(self.name, {}).items() if is_start(key)}
                self._want(page, self.name, {**without_start(settings), **given})

    def _go_on(self, page: "Page", settings: Settings, client: viser.ClientHandle) -> None:
        """Let the present gait fade out, then go on with another from where the vehicle is."""
        if not self._fading.acquire(blocking=False):
            return
        act, live = self.act, self.act.live
        told = client.add_notification("Another gait", "The present one fades out first.", loading=True)
        try:
            before = fade_out(live)
        finally:
            self._fading.release()
            told.remove()
        if self.act is not act:
            return
        was_paused, state = live.paused, live.halt()

        def make(name: str, settings: Settings) -> Operating:
            made = self._make(name, settings)
            if jump(act.simulation.model, state, made.live.sample[1]) > NO_JUMP:
                made.close()
                raise ValueError(JUMPS)
            made.goes_on = True
            return made

        def go_back() -> None:
            for name, value in before.items():
                live.command(name, value)
            live.paused = was_paused

        start = starting_here(act.simulation, state)
        self._want(page, self.name, {**without_start(settings), **start}, make, go_back)

    def show_what_is(self) -> None:
        """Let the choice show what is shown, after something that cannot be was chosen."""
        for handle, value in ((self._vehicle, self.name), *self._gaits):
            handle.value = value  # type: ignore[misc]  # viser's setter is generic in the handle

    def _want(
        self,
        page: "Page",
        name: str,
        settings: Settings,
        maker: Callable[[str, Settings], Operating] | None = None,
        otherwise: Callable[[], None] = lambda: None,
    ) -> None:
        """Ask for what settings describe; `otherwise` is done if that cannot be."""

        def make() -> Operating:
            try:
                act = (maker or self._make)(name, settings)
            except Exception:
                otherwise()
                raise
            act.live.speed = self.act.live.speed
            self.name, self._settings, self.act = name, dict(settings), act
            return act

        page.want(make)


def without_start(settings: Settings) -> dict[str, str]:
    """Return settings less those of where a vehicle starts."""
    return {key: value for key, value in settings.items() if not is_start(key)}


def tell_failure(server: viser.ViserServer, error: Exception) -> None:
    """Show all browsers why something cannot be shown."""
    told = "\n".join(map(str, error.problems)) if isinstance(error, DescriptionError) else str(error)
    for client in server.get_clients().values():
        client.add_notification("Cannot be shown", told, auto_close_seconds=20)
