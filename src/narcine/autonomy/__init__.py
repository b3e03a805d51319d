"""What flies a vehicle: bus, log, drivers, control, actuator maps, helms and the frontseat that runs them."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from narcine.autonomy.bus import Bus
    from narcine.autonomy.drivers.battery import BatteryReading
    from narcine.autonomy.drivers.depth import PressureReading
    from narcine.autonomy.drivers.hull_pressure import HullPressureReading
    from narcine.autonomy.drivers.imu import ImuReading
    from narcine.autonomy.frontseat.frontseat import Frontseat
    from narcine.autonomy.frontseat.hardware import Hardware
    from narcine.autonomy.frontseat.manager import Cruise
    from narcine.autonomy.frontseat.settings import read_settings
    from narcine.autonomy.helm.helm import Helm
    from narcine.autonomy.helm.legs import BrokenLegs, parse_legs
    from narcine.autonomy.helm.passive import PassiveHelm
    from narcine.autonomy.log import Log
    from narcine.autonomy.reading import read_log

_PUBLIC = {
    "BatteryReading": "drivers.battery",
    "BrokenLegs": "helm.legs",
    "Bus": "bus",
    "Cruise": "frontseat.manager",
    "Frontseat": "frontseat.frontseat",
    "Hardware": "frontseat.hardware",
    "Helm": "helm.helm",
    "HullPressureReading": "drivers.hull_pressure",
    "ImuReading": "drivers.imu",
    "Log": "log",
    "PassiveHelm": "helm.passive",
    "PressureReading": "drivers.depth",
    "parse_legs": "helm.legs",
    "read_log": "reading",
    "read_settings": "frontseat.settings",
}
__all__ = [
    "BatteryReading",
    "BrokenLegs",
    "Bus",
    "Cruise",
    "Frontseat",
    "Hardware",
    "Helm",
    "HullPressureReading",
    "ImuReading",
    "Log",
    "PassiveHelm",
    "PressureReading",
    "parse_legs",
    "read_log",
    "read_settings",
]


def __getattr__(name: str) -> Any:
    """Import public names when they are first used: who wants the bus alone loads no more."""
    if name in _PUBLIC:
        return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
