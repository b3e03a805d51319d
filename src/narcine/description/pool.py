"""A pool: four walls and a level floor, from one line."""

from typing import Annotated

from pydantic import Field

from narcine.description.obstacle import Obstacle, Wall
from narcine.description.quantities import Length, Quantity
from narcine.description.record import Record

WALL_NAMES = ("north_wall", "east_wall", "south_wall", "west_wall")


class Pool(Record):
    """A box of water that is open above."""

    length: Length = Field(description="from south to north")
    width: Length = Field(description="from west to east")
    depth: Length = Field(description="of its floor, the seabed")
    corner: Annotated[tuple[float, float], Quantity("length", size=2)] = Field(
        (0.0, 0.0), description="north and east of its south-west corner"
    )

    @property
    def sides(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the lowest and highest north, and the lowest and highest east."""
        south, west = self.corner
        return (south, south + self.length), (west, west + self.width)

    @property
    def walls(self) -> dict[str, Obstacle]:
        """Return the four walls as obstacles, by their names."""
        (south, north), (west, east) = self.sides
        faces = (
            ((-1.0, 0.0, 0.0), (north, west, 0.0)),
            ((0.0, -1.0, 0.0), (south, east, 0.0)),
            ((1.0, 0.0, 0.0), (south, west, 0.0)),
            ((0.0, 1.0, 0.0), (south, west, 0.0)),
        )
        return {
            name: Obstacle(wall=Wall(normal=normal), at=at)
            for name, (normal, at) in zip(WALL_NAMES, faces, strict=True)
        }
