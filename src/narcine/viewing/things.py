"""Things to see: meshes on bodies, in the world, on what moves in it, or before a sensor."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from narcine.viewing.solids import Solid

Colour = tuple[float, float, float]
Kind = Literal["body", "foil", "actuator", "obstacle", "lamp", "glow", "rim", "beam", "petal", "seabed", "surface"]


@dataclass(frozen=True)
class Turn:
    """How something turns and slides on its body: about an axis through a point, by an angle of this name in a run."""

    angle: str
    axis: tuple[float, float, float]
    at: tuple[float, float, float]
    deployment: str | None = None
    """what a run calls how far it is out, from 0 to 1; None: it always is"""
    way_in: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """from where it is out to where it is in"""


@dataclass(frozen=True)
class Thing:
    """Something to see, on a body, on an obstacle, or fixed in the world."""

    name: str
    kind: Kind
    body: int | None
    """index among the bodies of a run; None: on no body"""
    vertices: NDArray[np.float32]
    """(n, 3) in body axes (m), or north, east, down about the place of its obstacle or of the world"""
    faces: NDArray[np.uint32]
    normals: NDArray[np.float32]
    colour: Colour
    opacity: float = 1.0
    turn: Turn | None = None
    obstacle: int | None = None
    """number of the obstacle that carries it, among all that can be touched; None: none that moves"""
    sensor: int | None = None
    """number of the sensor whose reading it shows"""


def thing_of(
    name: str, kind: Kind, body: int | None, mesh: Solid, colour: Colour, opacity: float = 1.0, **more: Any
) -> Thing:
    """Return a mesh as a thing."""
    return Thing(name, kind, body, mesh.vertices, mesh.faces, mesh.normals, colour, opacity, **more)
