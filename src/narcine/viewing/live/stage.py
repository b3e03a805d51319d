"""The scene in the browser: what stands still, what moves with the bodies, trails and arrows."""

from collections import deque
from typing import Any, Literal

import numpy as np
import viser
from numpy.typing import NDArray
from viser._messages import SetOrientationMessage, SetPositionMessage

from narcine.recording.trajectory import Array
from narcine.simulation.model import Model
from narcine.simulation.record import TERM_NAMES
from narcine.viewing.figures import COLOURS
from narcine.viewing.live.eyes import Eyes
from narcine.viewing.live.movers import Movers
from narcine.viewing.moment import Moment, terms_of
from narcine.viewing.scene import Scene, colour_of
from narcine.viewing.sea import elevation
from narcine.viewing.things import Colour, Thing

Camera = Literal["pool", "free", "follow", "top", "side"]
CAMERAS: tuple[Camera, ...] = ("follow", "free", "top", "side")
TRAIL_POINTS = 3000
TRAIL_SPACING = 0.02
"""Distance between points of a trail, over the vehicle's length: a head that sways shows it."""
TRAIL_EVERY, ARROWS_EVERY, SEA_EVERY = 10, 2, 4
"""Frames from one drawing to the next of what is costly to send."""
SKY, DEEP = np.array([214, 234, 244]), np.array([96, 150, 182])
HAZE = np.array([170, 202, 218])
NORTH_WEST_UP = np.array([1.0, -1.0, -1.0])
"""Turns north, east, down into the axes of the browser, whose third points up."""
HALF_TURN = (0.0, 1.0, 0.0, 0.0)
VIEWS: dict[str, tuple[float, float, float]] = {
    "free": (-1.25, 1.15, 0.85),
    "follow": (-1.25, 1.15, 0.85),
    "top": (-0.001, 0.0, 2.2),
    "side": (0.0, 2.0, 0.2),
}
"""Where the camera stands, in lengths of the vehicle north, west and up of it."""
POOL_VIEWS: dict[str, tuple[float, float, float]] = {"pool": (0.0, -0.62, 0.78), "top": (0.0, -0.001, 0.95)}
"""Where the camera stands over a pool, in lengths of it north, west and up of its middle: to the east of it."""
GRID_LIFT = 0.02
"""By how much of the vehicle's length the grid lies above the seabed, so that it is seen."""
BEYOND = 20.0
"""How far on the outer side of a clear plane its node stands (m)."""
SEA_POINTS = 56
"""Corners along each side of the patch of surface that shows waves."""
VELOCITY: Colour = (0.06, 0.47, 0.24)
DEEPER: dict[str, Colour] = {"surface": (0.08, 0.38, 0.60), "lamp": (1.0, 0.62, 0.0), "glow": (1.0, 0.62, 0.0)}
"""Of what would be bleached by viser's lights, which are bright, or would bleach what floats in it."""


class Stage:
    """Shows moments of a scene to all who look; they move the camera as they like."""

    def __init__(self, server: viser.ViserServer, scene: Scene, model: Model, sea: Array) -> None:
        self.server = server
        self.scene = scene
        self._sea = sea
        self.terms = terms_of(model)
        self.camera: Camera = self.cameras[0]
        self.followed = 0
        """the vehicle that the camera follows"""
        self.force_scale = 0.0
        """length of the arrow of a force (m/N)"""
        self.shown_terms: set[str] = set()
        self.show_velocity = False
        self.show_trail = True
        self.is_behind = False
        """whether something is not drawn as it should be now"""
        self.size = max(scene.sizes)
        self._frame = 0
        self._trails = [deque[Array](maxlen=TRAIL_POINTS) for _ in scene.vehicles]
        self._whole_ways = False
        server.scene.reset()
        self._prepare()
        place = server.scene
        self._world = place.add_frame("/world", show_axes=False, wxyz=HALF_TURN)
        self._bodies = [place.add_frame(f"/world/bodies/{k}", show_axes=False) for k in range(len(scene.bodies))]
        self._axes = [
            place.add_frame(f"/world/bodies/{k}/axes", axes_length=0.4 * size, axes_radius=0.006 * size, visible=False)
            for k, size in zip(scene.roots, scene.sizes, strict=True)
        ]
        self.movers = Movers(server, scene)
        self._moving = self.movers.names(scene.movers)
        self.eyes = Eyes(server, scene)
        self._turns: list[tuple[viser.FrameHandle, int, Array]] = []
        self._slides: list[tuple[viser.FrameHandle, int, Array, Array]] = []
        self._actuators = model.actuator_states
        self._meshes = {(thing.kind, thing.name): self._add(thing) for thing in scene.things if thing.sensor is None}
        if len(sea):
            self._meshes[("surface", "surface")].faces = sheet_faces(SEA_POINTS)
        self._grid = self._add_grid()
        self._lines = [self._add_trail(number) for number in range(len(scene.vehicles))]
        self._velocity = self._add_arrows("velocity", VELOCITY)
        self._forces = {
            term: self._add_arrows(f"force/{term}", colour_of(force_colour(self.terms, term))) for term in self.terms
        }

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras that there are: with a pool one that sees all of it, first."""
        return CAMERAS if self.scene.pool is None else ("pool", *CAMERAS)

    def _prepare(self) -> None:
        place = self.server.scene
        place.set_up_direction("+z")
        shade = np.linspace(0.0, 1.0, 128)[:, None, None]
        place.set_background_image(np.tile((SKY + shade * (DEEP - SKY)).astype(np.uint8), (1, 2, 1)), format="png")
        place.configure_fog(12.0 * self.size, 90.0 * self.size, color=HAZE)
        at = self._stand(self.camera)
        first = self.server.initial_camera
        first.position, first.look_at, first.up = at, np.zeros(3), (0.0, 0.0, 1.0)
        first.near, first.far = 0.01 * self.size, 600.0

    def _add(self, thing: Thing) -> viser.MeshHandle:
        above = f"fixed/{thing.kind}" if thing.body is None else f"bodies/{thing.body}/{thing.kind}"
        if thing.obstacle is not None:
            above = f"movers/{thing.obstacle}"
        vertices = thing.vertices
        if thing.turn is not None:
            above = f"{above}/{thing.name} turns"
            hinge = self.server.scene.add_frame(f"/world/{above}", show_axes=False, position=thing.turn.at)
            self._turns.append((hinge, self._actuators.index(thing.turn.angle), np.array(thing.turn.axis)))
            if thing.turn.deployment is not None:
                out = self._actuators.index(thing.turn.deployment)
                self._slides.append((hinge, out, np.array(thing.turn.at), np.array(thing.turn.way_in)))
            vertices = vertices - np.array(thing.turn.at, np.float32)
        has_two_sides = thing.kind == "surface" and not len(self._sea)
        beyond = _beyond(thing)
        vertices = vertices - beyond.astype(np.float32)
        return self.server.scene.add_mesh_simple(
            f"/world/{above}/{thing.name.replace('/', '_')}",
            vertices,
            thing.faces,
            color=DEEPER.get(thing.kind, thing.colour),
            opacity=thing.opacity if thing.opacity < 1.0 else None,
            side="double" if thing.opacity < 1.0 and not has_two_sides else "front",
            cast_shadow=thing.kind not in ("surface", "seabed", "glow") and thing.opacity == 1.0,
            receive_shadow=thing.kind not in ("surface", "glow"),
            position=beyond,
        )

    def _add_grid(self) -> viser.GridHandle:
        cell = float(10.0 ** np.round(np.log10(self.size)))
        low, high = (np.zeros(3), np.zeros(3)) if self.scene.pool is None else self.scene.pool
        middle = (low + high) / 2.0
        return self.server.scene.add_grid(
            "/world/grid",
            width=float(high[0] - low[0]),
            height=float(high[1] - low[1]),
            infinite_grid=self.scene.pool is None,
            cell_size=cell,
            section_size=5.0 * cell,
            cell_color=(150, 180, 196),
            section_color=(120, 156, 176),
            fade_distance=40.0 * self.size,
            shadow_opacity=0.0,
            position=(float(middle[0]), float(middle[1]), self.scene.floor - GRID_LIFT * self.size),
        )

    def _add_trail(self, number: int) -> viser.LineSegmentsHandle:
        colour = np.array(self.scene.colours[number])
        return self.server.scene.add_line_segments(
            f"/world/trails/{number}",
            np.zeros((1, 2, 3), np.float32),
            colour,
            thickness=2.5,
            thickness_units="screen",
        )

    def _add_arrows(self, name: str, colour: Colour) -> viser.ArrowsHandle:
        thick = 0.01 * self.size
        return self.server.scene.add_arrows(
            f"/world/arrows/{name}",
            np.zeros((1, 2, 3)),
            np.array(colour),
            shaft_radius=thick,
            head_radius=2.2 * thick,
            head_length=4.5 * thick,
            visible=False,
        )

    def look(self, camera: Camera) -> None:
        """Take up a camera; all but `free` and those over a pool go along with the vehicle."""
        self.camera, self.is_behind = camera, True
        if camera == "free":
            return
        at = self._stand(camera)
        for client in self.server.get_clients().values():
            client.camera.position, client.camera.look_at = at, np.zeros(3)

    def _stand(self, camera: Camera) -> Array:
        """Return where a camera stands about what it looks at, in the browser's axes."""
        if self.scene.pool is not None and camera in POOL_VIEWS:
            low, high = self.scene.pool
            north, east = (high - low)[:2]
            away = np.array(POOL_VIEWS[camera])
            turned = away if north >= east else np.array([away[1], -away[0], away[2]])
            return np.asarray(max(north, east) * turned)
        return np.asarray(self.scene.sizes[self.followed] * np.array(VIEWS[camera]))

    def _looked_at(self, moment: Moment) -> Array:
        """Return what the camera looks at, in the world."""
        if self.scene.pool is not None and self.camera in POOL_VIEWS:
            return np.asarray(np.mean(self.scene.pool, axis=0))
        return np.asarray(moment.position[list(self.scene.middles[self.followed])].mean(axis=0))

    def show_axes(self, visible: bool) -> None:
        """Show or hide the axes of vehicles: forward red, starboard green, down blue."""
        for handle in self._axes:
            handle.visible = visible

    def show_kind(self, kind: str, visible: bool) -> None:
        """Show or hide all things of a kind, or the grid."""
        self.is_behind = True
        if kind == "grid":
            self._grid.visible = visible
        if kind == "sensors":
            self.eyes.visible = visible
        for thing in self.scene.things:
            if thing.kind == kind:
                self._meshes[(thing.kind, thing.name)].visible = visible

    def forget_trails(self) -> None:
        """Begin trails anew; whole ways stay."""
        self.is_behind = True
        self.movers.forget()
        if not self._whole_ways:
            for trail in self._trails:
                trail.clear()

    def show_ways(self, places: Array, obstacles: Array) -> None:
        """Show whole ways (time, vehicle, 3) in place of trails, and those of lamps (time, obstacle, 3)."""
        self._trails = [deque(way, maxlen=len(way)) for way in places.transpose(1, 0, 2)]
        self.movers.show_ways(obstacles[:, self.movers.moving_lamps])
        self._whole_ways = True

    def look_like(self, other: "Stage", trails: bool) -> None:
        """Look from where another stage was looked at, and at as much; go on with its trails if they lead here."""
        self.camera = other.camera if other.camera in self.cameras and other.scene.pool is None else self.cameras[0]
        self.show_trail, self.show_velocity, self.eyes.visible = (
            other.show_trail,
            other.show_velocity,
            other.eyes.visible,
        )
        if trails:
            self._trails = other._trails

    def ways(self, moment: Moment) -> list[Array]:
        """Return the way of each vehicle so far (point, 3), up to a moment."""
        return [np.array([*trail, place]) for trail, place in zip(self._trails, moment.place, strict=True)]

    def switch(self, **values: Any) -> None:
        """Set what is shown: `show_trail`, `show_velocity`, `followed`, `force_scale`."""
        for name, value in values.items():
            setattr(self, name, value)
        self.is_behind = True

    def switch_term(self, term: str, shown: bool) -> None:
        """Show the arrows of a term, or not."""
        (self.shown_terms.add if shown else self.shown_terms.discard)(term)
        self.is_behind = True

    def show(self, moment: Moment, everything: bool = False) -> None:
        """Show a moment; what is costly to send only every few frames, unless everything is wanted."""
        due = [everything or self._frame % every == 0 for every in (TRAIL_EVERY, ARROWS_EVERY, SEA_EVERY)]
        self.is_behind = not all(due)
        with self.server.atomic():
            if self.camera != "free":
                self._world.position = tuple((-NORTH_WEST_UP * self._looked_at(moment)).tolist())
            for handle, position, attitude in zip(
                self._bodies, moment.position.tolist(), moment.attitude.tolist(), strict=True
            ):
                self._place(handle.name, tuple(position), tuple(attitude))
            for name, number in self._moving:
                self._place(name, tuple(moment.obstacles[number].tolist()), (1.0, 0.0, 0.0, 0.0))
            for hinge, index, axis in self._turns:
                half = moment.actuators[index] / 2.0
                hinge.wxyz = np.array([np.cos(half), *np.sin(half) * axis])
            for hinge, index, at, way_in in self._slides:
                hinge.position = at + (1.0 - moment.actuators[index]) * way_in
            if not self._whole_ways:
                self._extend_trails(moment)
            self.movers.extend(moment)
            if due[0]:
                self._draw_trails(moment)
                self.movers.draw(moment, self.show_trail)
            if due[1]:
                self._draw_arrows(moment)
                self.eyes.show(moment, self.followed)
            if len(self._sea) and due[2]:
                self._draw_sea(moment)
        self.server.flush()
        self._frame += 1

    def _place(self, name: str, position: tuple[float, ...], attitude: tuple[float, ...]) -> None:
        """Send the pose of a body, exactly: viser's own setters keep changes of less than 1e-5 back, and cost more."""
        queue = self.server.scene._queue_scene_message
        queue(SetPositionMessage(name, position))  # type: ignore[arg-type]
        queue(SetOrientationMessage(name, attitude))  # type: ignore[arg-type]

    def _extend_trails(self, moment: Moment) -> None:
        for trail, root, size in zip(self._trails, self.scene.roots, self.scene.sizes, strict=True):
            here = moment.position[root]
            if not trail or np.linalg.norm(here - trail[-1]) > TRAIL_SPACING * size:
                trail.append(here.copy())

    def _draw_trails(self, moment: Moment) -> None:
        for line, trail, root in zip(self._lines, self._trails, self.scene.roots, strict=True):
            if line.visible != (self.show_trail and len(trail) > 0):
                line.visible = self.show_trail and len(trail) > 0
            if line.visible:
                end = trail[-1] if self._whole_ways else moment.position[root]
                points = np.array([*trail, end], np.float32)
                line.points = np.stack([points[:-1], points[1:]], axis=1)

    def _draw_arrows(self, moment: Moment) -> None:
        roots = list(self.scene.roots)
        self._point(self._velocity, self.show_velocity, moment.position[roots], moment.velocity[roots])
        for term, handle in self._forces.items():
            force = self.force_scale * moment.force[TERM_NAMES.index(term)]
            felt = np.linalg.norm(force, axis=1) > 0.01 * self.size
            shown = term in self.shown_terms and bool(felt.any())
            self._point(handle, shown, moment.position[felt], force[felt])

    def _draw_sea(self, moment: Moment) -> None:
        """Move a patch of surface along with the vehicle, as wide as the longest wave, and raise it to the waves."""
        surface = self._meshes[("surface", "surface")]
        if not surface.visible:
            return
        longest = 2.0 * np.pi / np.hypot(self._sea[:, 1], self._sea[:, 2]).min()
        spacing = max(15.0 * self.size, 1.5 * longest) / SEA_POINTS
        middle = np.round(moment.place[self.followed, :2] / spacing)
        offsets = np.arange(SEA_POINTS) - SEA_POINTS // 2
        sides = [(offsets + part) * spacing for part in middle]
        if self.scene.pool is not None:
            low, high = self.scene.pool
            sides = [np.linspace(low[axis], high[axis], SEA_POINTS) for axis in (0, 1)]
        north, east = np.meshgrid(*sides, indexing="ij")
        down = -elevation(self._sea, north, east, moment.time)
        surface.vertices = np.stack([north, east, down + BEYOND], axis=-1).reshape(-1, 3).astype(np.float32)

    @staticmethod
    def _point(handle: viser.ArrowsHandle, visible: bool, at: Array, along: Array) -> None:
        if handle.visible != visible:
            handle.visible = visible
        if visible:
            handle.points = np.stack([at, at + along], axis=1).astype(np.float32)


def _beyond(thing: Thing) -> Array:
    """Return where the node of a clear plane stands: far on its outer side.

    Browsers draw what is clear in the order of the places of nodes, the farthest first: so the surface and walls are
    drawn over what is behind them and under what is before them.
    """
    if thing.opacity >= 1.0 or thing.kind not in ("surface", "obstacle"):
        return np.zeros(3)
    outwards = thing.normals[0] if thing.kind == "surface" else -thing.normals[0]
    return np.asarray(BEYOND * outwards, float)


def sheet_faces(points: int) -> NDArray[np.uint32]:
    """Return the triangles of a square sheet of corners, row by row."""
    row, column = np.meshgrid(np.arange(points - 1), np.arange(points - 1), indexing="ij")
    a = row * points + column
    return np.stack([a, a + 1, a + points + 1, a, a + points + 1, a + points], axis=-1).reshape(-1, 3).astype(np.uint32)


def force_colour(terms: tuple[str, ...], term: str) -> str:
    """Return the colour of a term's arrows, as #rrggbb."""
    return COLOURS[terms.index(term) % len(COLOURS)]
