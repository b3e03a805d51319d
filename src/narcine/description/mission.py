"""A mission: which vehicle, in which water, along which legs, within which bounds."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from narcine.description.quantities import Quantity, Time, fail
from narcine.description.record import Record
from narcine.description.seed import Seed
from narcine.description.settings import Start, Water
from narcine.description.vehicle import Name
from narcine.description.world import World

Wait = Annotated[float, Quantity("time", at_least=0.0)]
Settings = dict[str, Any]
"""Values by their dotted paths: of the vehicle, or of the mission itself."""


def _not_listed(value: Any) -> Any:
    """Refuse legs as a list of YAML, and say how they are written."""
    if isinstance(value, list | tuple | dict):
        raise fail("must be text: lines of `ADD_LEG: start_time=..., ...` below `legs: |`, without dashes")
    return value


class Mission(Record):
    """A mission as a file describes it; what it does not say of water, world and steps, the vehicle's `run` says."""

    name: Name = Field(description="letters, digits, _ and -")
    about: str = Field("", description="one line that says what it is for")
    vehicle: Any = Field(description="name, file or written out; it needs a `frontseat:`")
    duration: Time = Field(description="when the mission is over and actuators are secured")
    start_delay: Wait = Field(0.0, description="actuators are not engaged earlier than this after launch")
    cruise_depth: Annotated[float, Quantity("length", above=0.0)] | None = Field(
        None, description="deepest that this cruise may go; the vehicle's own `maximum_depth` when not given"
    )
    afterwards: Wait = Field(5.0, description="how long the flight is followed when the mission is over")
    helm: Literal["passive"] = Field("passive", description="what decides: a timetable of legs")
    legs: Annotated[str, BeforeValidator(_not_listed)] = Field(
        description="lines of ADD_LEG: start_time=..., heading=..., speed=..., depth=..."
    )
    thrust: Annotated[float, Quantity("share", at_least=0.0, at_most=1.0)] | None = Field(
        None, description="share of full thrust throughout, in place of speeds in the legs"
    )
    settings: Settings = Field({}, description="values of the vehicle set to others, by their paths")
    runs: dict[Name, Settings] = Field(
        {},
        description="the same mission several times, each with settings of its own, of the vehicle or of the mission",
    )
    start: Start | None = Field(None, description="the vehicle's own start when not given")
    water: Water | None = Field(None, description="the vehicle's own water when not given")
    world: World | None = Field(None, description="seabed, obstacles and contact; the vehicle's own when not given")
    seed: Seed = Field(0, description="of all that is random")
    step: Time | None = Field(None, description="of the physics; the vehicle's own when not given")
    integrator: Literal["rk4", "semi_implicit"] | None = Field(None, description="the vehicle's own when not given")
    record: Time | None = Field(None, description="time between recorded states; the vehicle's own when not given")
    parts: dict[str, Any] = Field({}, description="blocks that `use: '#parts.name'` puts elsewhere in the file")
