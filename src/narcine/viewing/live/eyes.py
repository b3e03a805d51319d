"""Sensors in the scene: beams that turn red where they meet something, and arrows as long as photocells read."""

import numpy as np
import viser

from narcine.recording.dataset import rotation_matrices
from narcine.viewing.eyes import Eye
from narcine.viewing.live.numbers import CROWD
from narcine.viewing.moment import Moment
from narcine.viewing.scene import Scene
from narcine.viewing.things import Colour, Thing

CLEAR_BEAM: Colour = (0.05, 0.34, 0.42)
LIT_BEAM: Colour = (0.78, 0.0, 0.0)
PETAL: Colour = (0.90, 0.42, 0.0)
"""Deeper than elsewhere, because viser's lights are bright."""
BEAM_OPACITY, LIT_OPACITY = 0.22, 0.5
THICK = 0.012
"""Of a photocell's arrow over the length of its vehicle."""


class Eyes:
    """The sensors of all vehicles; nothing where they read nothing."""

    def __init__(self, server: viser.ViserServer, scene: Scene) -> None:
        self._scene = scene
        self.visible = True
        self._beams = {
            thing.sensor: (
                self._add(server, thing, "clear", CLEAR_BEAM, BEAM_OPACITY),
                self._add(server, thing, "lit", LIT_BEAM, LIT_OPACITY),
            )
            for thing in scene.things
            if thing.kind == "beam" and thing.sensor is not None
        }
        self._cells = [eye for eye in scene.eyes if eye.kind == "photocell"]
        thick = THICK * min(scene.sizes)
        self._arrows = (
            server.scene.add_arrows(
                "/world/arrows/light",
                np.zeros((1, 2, 3)),
                np.array(PETAL),
                shaft_radius=thick,
                head_radius=2.0 * thick,
                head_length=2.5 * thick,
                visible=False,
            )
            if self._cells
            else None
        )

    @staticmethod
    def _add(server: viser.ViserServer, thing: Thing, state: str, colour: Colour, opacity: float) -> viser.MeshHandle:
        """Add a beam in one of its states: browsers are quicker to hide one than to change its colour."""
        return server.scene.add_mesh_simple(
            f"/world/bodies/{thing.body}/beams/{thing.name.replace('/', '_')} {state}",
            thing.vertices,
            thing.faces,
            color=colour,
            opacity=opacity,
            cast_shadow=False,
            receive_shadow=False,
            visible=False,
        )

    def show(self, moment: Moment, followed: int) -> None:
        """Show what sensors read at a moment."""
        told = len(moment.reading) == len(self._scene.eyes)
        crowd = len(self._scene.vehicles) > CROWD
        for number, beams in self._beams.items():
            mine = not crowd or self._scene.eyes[number].vehicle == followed
            lit = told and bool(moment.reading[number] > 0.5)
            for beam, when in zip(beams, (False, True), strict=True):
                seen = self.visible and told and mine and lit == when
                if beam.visible != seen:
                    beam.visible = seen
        shown = [eye for eye in self._cells if not crowd or eye.vehicle == followed] if told and self.visible else []
        self._point(moment, shown)

    def _point(self, moment: Moment, shown: list[Eye]) -> None:
        """Send the arrows of some photocells."""
        if self._arrows is None:
            return
        if self._arrows.visible != bool(shown):
            self._arrows.visible = bool(shown)
        if shown:
            turns = rotation_matrices(moment.attitude[[eye.body for eye in shown]])
            at = moment.position[[eye.body for eye in shown]] + np.einsum(
                "nij,nj->ni", turns, np.array([eye.at for eye in shown])
            )
            long = np.array([eye.petal(moment.reading[eye.number]) for eye in shown])
            along = np.einsum("nij,nj->ni", turns, np.array([eye.axis for eye in shown])) * long[:, None]
            self._arrows.points = np.stack([at, at + along], axis=1).astype(np.float32)
