"""A lamp in the water: a ball that shines equally all around and can be touched."""

from typing import Annotated

from pydantic import Field

from narcine.description.moving import Placed
from narcine.description.obstacle import Obstacle
from narcine.description.quantities import Length, Quantity


class Lamp(Placed):
    """A ball of light: a cell that faces it at the distance d from its centre gets intensity / d^2."""

    radius: Length = Field(0.025, description="of the ball")
    intensity: Annotated[float, Quantity("luminous intensity", at_least=0.0)] = Field(
        description="the same in all directions"
    )

    @property
    def obstacle(self) -> Obstacle:
        """Return what of it can be touched."""
        return Obstacle(sphere=self.radius, at=self.at, path=self.path, walk=self.walk)
