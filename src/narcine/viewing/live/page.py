"""The page: one act at a time, shown sixty times a second to all who look."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

import numpy as np
import viser

from narcine.description.problems import DescriptionError
from narcine.simulation.failure import RunStopped
from narcine.viewing.live.act import Act
from narcine.viewing.live.choosing import Chooser, tell_failure
from narcine.viewing.live.curves import Curves
from narcine.viewing.live.looking import add_looking
from narcine.viewing.live.numbers import Progress, numbers_table
from narcine.viewing.live.readout import Contacts, Readout
from narcine.viewing.live.stage import Stage
from narcine.viewing.live.views import Paths
from narcine.viewing.moment import Moment
from narcine.viewing.scene import scene_of
from narcine.viewing.sea import sea_of

RATE = 60.0
"""Frames per second."""
SLOW_EVERY = 12
"""Frames between two drawings of curves and numbers."""
PANEL_WIDTH, CURVES_WIDTH = 340, 320
"""Of the panels (pixels)."""
POWER_SHARE = 0.02
"""Share of a frame in the mean power that is told: of about the last second."""
LOADING = "The engine compiles when a vehicle with couplings is first chosen; that takes some minutes, once."
BRAND = (11, 110, 153)


class Page:
    """What browsers see; `run` keeps it going until `stop`."""

    def __init__(self, server: viser.ViserServer, act: Act, choose: Chooser | None = None) -> None:
        self.server = server
        self.frames = 0
        self._choose = choose
        self._wanted: SimpleQueue[Callable[[], Act]] = SimpleQueue()
        self._stopping = threading.Event()
        self._latest: Moment | None = None
        self.act = act
        self._open(act)

    def _open(self, act: Act) -> None:
        """Set the page up for an act."""
        gui = self.server.gui
        gui.reset()
        gui.configure_theme(show_logo=False, show_share_button=False, brand_color=BRAND)
        gui.set_panel_label(f"narcine: {act.simulation.scenario.name}")
        model = act.simulation.model
        names = [body.name for body in model.bodies]
        self.act = act
        self._begun = False
        self._stale = False
        self._latest = None
        self._power = 0.0
        self._progress = Progress()
        scenario = act.simulation.scenario
        before: Stage | None = getattr(self, "stage", None)
        self.stage = Stage(self.server, scene_of(scenario, names), model, sea_of(scenario))
        if before is not None:
            self.stage.look_like(before, trails=act.goes_on)
        self._history = history = act.history()
        if history is not None:
            self.stage.show_ways(history.places, history.obstacles)
        self._numbers = gui.add_markdown("")
        self._readout = Readout(self.stage.scene, scenario, model)
        self._contacts = Contacts(history)
        self._senses: viser.GuiHtmlHandle | None = None
        if self._readout.has_something:
            with gui.add_folder("sensors"):
                self._senses = gui.add_html("")
        if self._choose is not None:
            self._choose.add_controls(self.server, self)
        act.add_controls(self.server)
        if self._choose is not None:
            self._choose.add_form(self.server, self)
        add_looking(self.server, self.stage, scenario.water.gravity * sum(vehicle.mass for vehicle in model.vehicles))
        beside = gui.add_panel()
        with beside.add_tab("curves", viser.Icon.CHART_LINE):
            self.curves = Curves(self.server, act.simulation, history)
        below = gui.add_panel()
        with below.add_tab("path", viser.Icon.ROUTE):
            self.paths = Paths(self.server, self.stage.scene)
        gui.main_panel.dock_right()
        gui.main_panel.set_width(PANEL_WIDTH)
        beside.dock_left()
        beside.set_width(CURVES_WIDTH)
        below.dock_below(beside)

    def want(self, make: Callable[[], Act]) -> None:
        """Ask for another act; it is taken up between two frames."""
        self._wanted.put(make)

    def run(self) -> None:
        """Show frame after frame until stopped."""
        due = time.perf_counter()
        while not self._stopping.is_set():
            self.frame()
            due = max(due + 1.0 / RATE, time.perf_counter() - 1.0 / RATE)
            self._stopping.wait(max(due - time.perf_counter(), 0.0))

    def stop(self) -> None:
        """Let `run` return."""
        self._stopping.set()

    def frame(self) -> None:
        """Show what is new, or what was left out of the last moment's picture."""
        self._change_act()
        self._begin_anew()
        watched = bool(self.server.get_clients())
        if watched and not self._begun:
            self._begun = True
            self.act.begin()
        moment = self.act.moment()
        slow = self.frames % SLOW_EVERY == 0
        if moment is not None:
            self._latest = moment
            self._power += POWER_SHARE * (moment.power - self._power)
            self._progress.note(moment)
            self._contacts.note(moment)
            self.curves.note(moment)
            self._stale = True
            self.stage.is_behind = True
            if watched or slow:
                self.stage.show(moment)
        elif self.stage.is_behind and self._latest is not None:
            self.stage.show(self._latest, everything=True)
        if slow and self._latest is not None:
            self._tell(self._latest)
            if self._choose is not None:
                self._choose.refresh()
            if watched and self._stale:
                self.curves.draw(self._latest.time)
                self._draw_paths(self._latest)
                self._stale = False
        self.frames += 1

    def _draw_paths(self, moment: Moment) -> None:
        if self._history is None:
            ways = [*self.stage.ways(moment), *self.stage.movers.so_far(moment)]
            self.paths.draw(ways, [len(way) for way in ways])
        else:
            lamps = self._history.obstacles[:, self.stage.movers.moving_lamps]
            ways = list(np.concatenate([self._history.places, lamps], axis=1).transpose(1, 0, 2))
            done = max(int(np.searchsorted(self._history.times, moment.time, side="right")), 1)
            self.paths.draw(ways, [done] * len(ways))

    def _tell(self, moment: Moment) -> None:
        scene = self.stage.scene
        self._numbers.content = numbers_table(
            scene.vehicles, moment, self._progress, self._power, self.act.status(), scene.surface != "none"
        )
        if self._senses is not None:
            followed = self.stage.followed
            touches = self._contacts.of(followed, moment)
            self._senses.content = self._readout.html(followed, moment, touches, self.act.planner_steers)

    def _begin_anew(self) -> None:
        if self.act.began_anew:
            self.act.began_anew = False
            self._power = 0.0
            self._progress = Progress()
            self._contacts = Contacts(self._history)
            self.stage.forget_trails()
            self.curves.forget()

    def _change_act(self) -> None:
        successor = self.act.successor()
        if successor is not None:
            self._open(successor)
        with suppress(Empty):
            self._take_up(self._wanted.get_nowait())

    def _take_up(self, make: Callable[[], Act]) -> None:
        """Show another act in place of the present one, or say why it cannot be shown."""
        waiting = [client.add_notification("Loading", LOADING, loading=True) for client in self._clients()]
        self.server.flush()
        try:
            act = make()
        except (DescriptionError, RunStopped, OSError, ValueError) as error:
            tell_failure(self.server, error)
            if self._choose is not None:
                self._choose.show_what_is()
        else:
            self.act.close()
            self._open(act)
        for notification in waiting:
            notification.remove()

    def _clients(self) -> list[viser.ClientHandle]:
        return list(self.server.get_clients().values())
