"""What `narcine lab tow` and `narcine lab plan` are told of the towing tank and its load cells."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cyclopts import Parameter

if TYPE_CHECKING:
    from narcine.laboratory.tow_tank import TowTank

FASTEST, LONGEST = 1000.0, 3600.0
"""Samples a second, and seconds of a run, beyond which something was mistyped."""


@Parameter(name="*")
@dataclass(frozen=True)
class TankOptions:
    """How the tank runs and how its cells err."""

    rate: float = 20.0
    """samples a second"""
    rest: str = "3 s"
    """time at rest before each run"""
    steady: str = "12 s"
    """least time at speed"""
    acceleration: float = 0.3
    """of the carriage (m/s2), or of its table (rad/s2)"""
    wire_angle: str = "47 deg"
    """of the wire with the strain gauge m3"""
    pretension: str = "20 N"
    """of the wire"""
    noise: str = "0.5 N"
    """standard deviation of each sample of a cell"""
    coloured: str = "0.2 N"
    """standard deviation of noise that lingers"""
    memory: str = "0.5 s"
    """time for which that noise lingers"""
    offset: str = "1 N"
    """standard deviation of a cell's zero, run by run"""
    drift: str = "0.1 N"
    """standard deviation of how far a zero wanders over a run"""
    resolution: str = "0.01 N"
    """to which readings are rounded"""
    sensitivity: str = "0 N"
    """changes of a load that are smaller do not show"""
    spikes: float = 0.0
    """share of samples that are off by some 20 N"""
    anomalies: float = 0.0
    """share of runs that are off as a whole, by some 30 %"""
    bracket: float = 0.0
    """drag of what holds the vehicle, over the square of the speed (kg/m)"""
    tether: str = "0 m"
    """length of a cable that streams behind: 0.12 |u| u L (Nielsen et al. 2018)"""

    def tank(self) -> "TowTank":
        """Return the tank, or say what cannot be."""
        from math import pi

        from narcine.cli.pictures import refuse
        from narcine.cli.typed import quantity, share
        from narcine.laboratory.carriage import Carriage
        from narcine.laboratory.load_cells import LoadCells
        from narcine.laboratory.noise import Noise
        from narcine.laboratory.tow_tank import TowTank

        def newtons(option: str, text: str) -> float:
            return quantity(option, text, "force", at_least=0.0)

        if not 1.0 <= self.rate <= FASTEST:
            raise refuse(f"--rate {self.rate:g}", f"must lie between 1 and {FASTEST:g} samples a second")
        rest, steady = quantity("--rest", self.rest, "time", 0.0), quantity("--steady", self.steady, "time", 0.0)
        for option, time in (("--rest", rest), ("--steady", steady)):
            if not 2.0 / self.rate <= time <= LONGEST:
                raise refuse(f"{option} {time:g}", f"must lie between {2.0 / self.rate:g} s, two samples, and an hour")
        if not 0.0 < self.acceleration <= 100.0:
            raise refuse(f"--acceleration {self.acceleration:g}", "must be greater than 0 and at most 100")
        if not 0.0 <= self.bracket <= 1e4:
            raise refuse(f"--bracket {self.bracket:g}", "must lie between 0 and 10000 kg/m")
        angle = quantity("--wire-angle", self.wire_angle, "angle")
        if not 0.0 <= angle < pi / 2.0:
            raise refuse(f"--wire-angle {self.wire_angle}", "must lie between 0 and 90 deg")
        noise = Noise(
            newtons("--noise", self.noise),
            newtons("--coloured", self.coloured),
            quantity("--memory", self.memory, "time", above=0.0),
            newtons("--offset", self.offset),
            newtons("--drift", self.drift),
        )
        cells = LoadCells(
            angle=angle,
            pretension=newtons("--pretension", self.pretension),
            noise=noise,
            resolution=newtons("--resolution", self.resolution),
            sensitivity=newtons("--sensitivity", self.sensitivity),
            spikes=share("--spikes", self.spikes),
            anomalies=share("--anomalies", self.anomalies),
        )
        carriage = Carriage(self.acceleration, rest, steady, self.rate)
        return TowTank(carriage, cells, self.bracket, quantity("--tether", self.tether, "length", at_least=0.0))
