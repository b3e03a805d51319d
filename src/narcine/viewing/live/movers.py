"""What carries things in the scene without being a body: lamps and obstacles that move, with the ways of lamps."""

from collections import deque

import numpy as np
import viser

from narcine.recording.trajectory import Array
from narcine.viewing.moment import Moment
from narcine.viewing.scene import Scene
from narcine.viewing.world_things import LAMP

LAMP_TRAIL = "#c98f00"
"""Of the ways of lamps, darker than they are, so that they are seen on white too."""
TRAIL_POINTS = 3000
TRAIL_SPACING = 0.1
"""Distance between points of a lamp's way, over the length of the smallest vehicle."""
BRIGHTNESS = 1.2
"""Of a lamp in the scene, as viser counts it, for each square metre that its light must reach."""


class Movers:
    """Frames on which lamps and moving obstacles stand, and the ways that lamps have left."""

    def __init__(self, server: viser.ViserServer, scene: Scene) -> None:
        self._spacing = TRAIL_SPACING * min(scene.sizes)
        self.carriers = sorted({thing.obstacle for thing in scene.things if thing.obstacle is not None})
        place = server.scene
        self._frames = {
            k: place.add_frame(f"{self.path(k)}", show_axes=False, position=scene.places[k]) for k in self.carriers
        }
        self.moving_lamps = [k for k in scene.lamps if k in scene.movers]
        self.ways = [deque[Array](maxlen=TRAIL_POINTS) for _ in self.moving_lamps]
        self._whole = False
        self._lines = [
            place.add_line_segments(
                f"/world/trails/lamp {k}",
                np.zeros((1, 2, 3), np.float32),
                _rgb(LAMP_TRAIL),
                thickness=2.0,
                thickness_units="screen",
            )
            for k in self.moving_lamps
        ]
        reach = max(scene.sizes)
        for k in scene.lamps:
            colour = tuple(int(255 * part) for part in LAMP)
            place.add_light_point(
                f"{self.path(k)}/light",
                color=(colour[0], colour[1], colour[2]),
                intensity=BRIGHTNESS * reach**2 * 10.0,
                decay=2.0,
            )

    @staticmethod
    def path(number: int) -> str:
        """Return the name of the frame of an obstacle."""
        return f"/world/movers/{number}"

    def names(self, moving: tuple[int, ...]) -> list[tuple[str, int]]:
        """Return the frames of what moves, and its numbers."""
        return [(self._frames[k].name, k) for k in self.carriers if k in moving]

    def show_ways(self, places: Array) -> None:
        """Show whole ways (time, lamp that moves, 3) in place of what lamps have left."""
        self.ways = [deque(way, maxlen=max(len(way), 1)) for way in places.transpose(1, 0, 2)]
        self._whole = True

    def forget(self) -> None:
        """Begin ways anew; whole ones stay."""
        if not self._whole:
            for way in self.ways:
                way.clear()

    def extend(self, moment: Moment) -> None:
        """Let ways go on to where lamps are."""
        if self._whole:
            return
        for way, k in zip(self.ways, self.moving_lamps, strict=True):
            here = moment.obstacles[k]
            if not way or np.linalg.norm(here - way[-1]) > self._spacing:
                way.append(here.copy())

    def so_far(self, moment: Moment) -> list[Array]:
        """Return the way of each lamp that moves up to a moment (point, 3)."""
        return [np.array([*way, moment.obstacles[k]]) for way, k in zip(self.ways, self.moving_lamps, strict=True)]

    def draw(self, moment: Moment, visible: bool) -> None:
        """Send the ways."""
        for line, way, k in zip(self._lines, self.ways, self.moving_lamps, strict=True):
            if line.visible != (visible and len(way) > 0):
                line.visible = visible and len(way) > 0
            if line.visible:
                points = np.array([*way, way[-1] if self._whole else moment.obstacles[k]], np.float32)
                line.points = np.stack([points[:-1], points[1:]], axis=1)


def _rgb(code: str) -> Array:
    return np.array([int(code[k : k + 2], 16) for k in (1, 3, 5)]) / 255.0
