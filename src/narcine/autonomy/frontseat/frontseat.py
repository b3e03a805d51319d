"""The frontseat: all that runs on a vehicle in each tick, from its sensors to its actuators (004, figure 5)."""

import math
from typing import TYPE_CHECKING

from narcine.autonomy.actuator_maps.maps import make_map
from narcine.autonomy.bus import Bus
from narcine.autonomy.control.commands import Commands
from narcine.autonomy.control.engine import ControlEngine
from narcine.autonomy.frontseat.equipping import actuator_drivers, check_equipment, sensor_drivers
from narcine.autonomy.frontseat.hardware import Hardware
from narcine.autonomy.frontseat.lease import Lease
from narcine.autonomy.frontseat.manager import Cruise, Manager
from narcine.autonomy.helm.helm import Helm

if TYPE_CHECKING:
    from narcine.description.frontseat import Frontseat as Settings

SOURCE = "actuator_map"


class Frontseat:
    """Runs a vehicle: `launch` begins a mission, and each `tick` reads, decides and moves once."""

    def __init__(self, settings: "Settings", hardware: Hardware, helm: Helm, bus: Bus) -> None:
        check_equipment(settings, hardware)
        self.bus = bus
        self.period = settings.control.period
        self._settings = settings
        self._helm = helm
        self._map = make_map(settings.map)
        self._sensors = sensor_drivers(settings, hardware, bus)
        self._servos, self._motor, self._strobe = actuator_drivers(settings, hardware, self._map)
        drives = {mode: self._map.drives(mode) for mode in settings.modes}
        self._engine = ControlEngine(settings.control, settings.modes, bus, drives)
        self.manager = Manager(settings.rules, bus)
        self._lease: Lease | None = None
        self._last = math.nan
        self._fins_deployed: bool | None = None

    def launch(self, cruise: Cruise) -> None:
        """Begin a mission at the time of the bus."""
        rules = self._settings.rules
        deepest = min(depth for depth in (rules.maximum_depth, cruise.cruise_depth, math.inf) if depth is not None)
        self.manager.launch(cruise)
        self._lease = Lease(rules, self._settings.modes, deepest, self.bus.time)

    def tick(self, time: float) -> None:
        """Do once what is done in every period; where that fails, the motor is stopped before anybody hears of it."""
        try:
            self._tick(time)
        except BaseException:
            if self._motor is not None:
                self._motor.secure()
            raise

    def _tick(self, time: float) -> None:
        """Go from what sensors measure to what actuators are told."""
        self.bus.advance(time)
        for sensor in self._sensors:
            sensor.read(self.bus)
        self.manager.update(self._lease.lost(self.bus) if self._lease and self.manager.leases else "")
        outputs = self._steer(self._commands(), self._elapsed(time))
        self._move(outputs)

    def _commands(self) -> Commands | None:
        """Return what the vehicle should do: as the helm may have it, come up, or nothing."""
        if self.manager.leases:
            self._ask_helm()
        if self.manager.leases and self._lease is not None:
            return self._lease.commands(self.bus)
        if self.manager.surfacing:
            surfacing = self._settings.rules.surfacing
            return Commands(glide_angle=surfacing.pitch, thrust=surfacing.thrust)
        return None

    def _ask_helm(self) -> None:
        """Let the helm decide; one that fails, in whatever way, has lost its lease at once."""
        try:
            self._helm.decide(self.bus, self.manager.mission_time)
        except Exception as error:
            self.manager.break_off("helm", f"it failed: {type(error).__name__}: {error}")

    def _steer(self, commands: Commands | None, period: float) -> dict[str, float]:
        """Return the command of each actuator: from control through the map, or at rest; once it is over, afloat."""
        if commands is not None:
            return self._map.update(*self._engine.update(commands, period))
        self._engine.rest()
        self._map.rest()
        afloat = self.manager.over
        return {name: output.afloat if afloat else 0.0 for name, output in self._map.outputs.items()}

    def _move(self, outputs: dict[str, float]) -> None:
        """Let drivers move to the commands, each within its ends; the motor within its gate."""
        bus = self.bus
        for name, output in self._map.outputs.items():
            command = output.clip(outputs[name])
            bus.publish(f"{name}_command", command, SOURCE)
            bus.publish(f"{name}_normalized", output.normalized(command), SOURCE)
            if name != self._map.propeller:
                self._servos[name].drive(command)
            elif self._motor is not None:
                self._motor.drive(command, self.manager.armed, bus)
        if self._map.fins_deployed is not self._fins_deployed:
            self._fins_deployed = self._map.fins_deployed
            bus.publish("fins_deployed", self._fins_deployed, SOURCE)
        if self._strobe is not None:
            self._strobe.drive(bus.text("leds", "off"), bus.time)

    def _elapsed(self, time: float) -> float:
        """Return the time since the last tick, the period of the settings at the first and where it stood still."""
        elapsed, self._last = time - self._last, time
        return elapsed if elapsed > 0.0 else self.period
