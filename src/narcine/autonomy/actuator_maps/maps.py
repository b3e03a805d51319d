"""The maps that there are, by the type that a vehicle file names."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from narcine.autonomy.actuator_maps.bang_bang import BangBangMap
from narcine.autonomy.actuator_maps.cruciform import CruciformMap
from narcine.autonomy.actuator_maps.glider import GliderMap
from narcine.autonomy.actuator_maps.outputs import ActuatorMap

if TYPE_CHECKING:
    from narcine.description.frontseat import Map

MAPS: dict[str, Callable[[Any], ActuatorMap]] = {
    "cruciform": CruciformMap,
    "bang_bang": BangBangMap,
    "glider": GliderMap,
}


def make_map(settings: "Map") -> ActuatorMap:
    """Return the map of some settings."""
    return MAPS[settings.type](settings)
