"""The IMU: attitude and rates of the vehicle from those of a sensor that is mounted askew (004, III-C.2, III-G.1)."""

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from narcine.autonomy.angles import attitude, compass, euler
from narcine.autonomy.bus import Bus, Entry
from narcine.autonomy.drivers.mounting import Mounting, read_mounting, write_mounting
from narcine.autonomy.drivers.reading import read_good

if TYPE_CHECKING:
    from narcine.description.frontseat import ImuDriver as Settings

SOURCE = "imu_driver"
POKES = {"imu_zero_heading": "heading", "imu_zero_roll": "roll", "imu_zero_pitch": "pitch"}
"""What to publish when the vehicle has this angle at zero, so that its mounting offset is taken."""
UNDER_WAY = ("countdown", "executing", "safe")
"""States of the frontseat in which offsets stay as they are: the vehicle is not level, nor pointed north."""


class ImuReading(NamedTuple):
    """What the sensor measures, in its own axes."""

    roll: float
    pitch: float
    heading: float
    roll_rate: float
    pitch_rate: float
    yaw_rate: float


class ImuDevice(Protocol):
    """A sensor of attitude (rad) and rates of turn about its own axes (rad/s)."""

    def read(self) -> ImuReading | None:
        """Return what was measured since the last call, None where nothing was; an OSError counts as None."""


class ImuDriver:
    """Publishes `roll`, `pitch`, `heading`, `roll_rate`, `pitch_rate` and `yaw_rate` of the vehicle.

    The offsets are angles that the sensor reads while the vehicle has none. They make the rotation M from sensor to
    body, and attitude and rates of the vehicle are R M^T and M w. The paper subtracts angles; that is the same for a
    heading offset of a level vehicle and for small angles, but a sensor turned by 90 deg would show a roll as a pitch.
    """

    def __init__(self, settings: "Settings", device: ImuDevice, bus: Bus) -> None:
        self._device = device
        self._file = settings.offsets_file
        self._asked: list[str] = []
        self._mount(Mounting(0.0, 0.0, 0.0) if self._file is None else read_mounting(self._file))
        bus.subscribe(self._ask, *POKES)

    def read(self, bus: Bus) -> None:
        """Read the device once and publish what is good; take offsets that were asked for."""
        reading = read_good(self._device.read)
        if reading is None:
            return
        if self._asked:
            self._take_offsets(reading, bus)
        roll, pitch, heading = reading[:3]
        rates = reading[3:]
        if self._rotation is not None:
            roll, pitch, heading = euler(attitude(roll, pitch, heading) @ self._rotation.T)
            rates = tuple((self._rotation @ np.array(rates)).tolist())
        else:
            heading = compass(heading)
        for name, value in zip(ImuReading._fields, (roll, pitch, heading, *rates), strict=True):
            bus.publish(name, value, SOURCE)

    def _ask(self, name: str, entry: Entry) -> None:
        if entry.value and entry.value == entry.value and POKES[name] not in self._asked:
            self._asked.append(POKES[name])

    def _take_offsets(self, reading: ImuReading, bus: Bus) -> None:
        asked, self._asked = self._asked, []
        if bus.text("frontseat_state") in UNDER_WAY:
            bus.publish("imu_offsets", f"{' and '.join(asked)} not taken during a mission", SOURCE)
            return
        mounting = self._mounting._replace(**{angle: getattr(reading, angle) for angle in asked})
        if self._file is not None:
            try:
                write_mounting(self._file, mounting)
            except OSError as error:
                bus.publish("imu_offsets", f"{' and '.join(asked)} not taken: {self._file}: {error.strerror}", SOURCE)
                return
        self._mount(mounting)
        bus.publish("imu_offsets", f"{' and '.join(asked)} taken", SOURCE)

    def _mount(self, mounting: Mounting) -> None:
        self._mounting = mounting
        self._rotation = attitude(*mounting) if any(mounting) else None
