"""What `narcine identify thruster` is asked: thrusters of a vehicle, or how many there are and what drags them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from narcine.cli.pictures import refuse
from narcine.cli.typed import quantity

if TYPE_CHECKING:
    from narcine.description.actuator import Thruster
    from narcine.description.load import Description
    from narcine.identification.thrusters.open_water import Screw
    from narcine.identification.thrusters.thrust_law import Setting
    from narcine.identification.towing.tow_runs import TowRun

FRESH = 1000.0
"""Density of the water of a test of which nobody says it (kg/m3)."""


@dataclass(frozen=True)
class Asked:
    """Options that belong together."""

    description: "Description | None"
    names: tuple[str, ...]
    thrusters: "tuple[Thruster, ...]"
    """of the vehicle, by these names"""
    writes: bool
    neutral: float
    axis: str | None
    count: int | None
    drag: tuple[float, float] | None
    wake: float | None
    diameter: float | None
    given_density: float | None

    @property
    def density(self) -> float:
        """Return the density of the water of the test (kg/m3)."""
        if self.given_density is not None:
            return self.given_density
        return self.thrusters[0].density if self.thrusters else FRESH

    @property
    def screw(self) -> "Screw | None":
        """Return what makes the screws comparable; None where nobody says how large they are."""
        from narcine.identification.thrusters.open_water import Screw

        size = self.diameter if self.diameter is not None or not self.thrusters else self.thrusters[0].diameter
        return None if size is None else Screw(size, self.density)

    def check_fits(self, towed: bool, exclude: Sequence[str]) -> None:
        """Refuse options that say nothing of such a file."""
        if towed:
            if self.count is None and not self.names:
                raise refuse("--thrusters", "say how many turned, as --thrusters 2, or --vehicle and --actuators")
            return
        idle = {
            "--axis": self.axis,
            "--thrusters": self.count,
            "--drag": self.drag,
            "--wake": self.wake,
            "--diameter": self.diameter,
            "--density": self.given_density,
            "--exclude": exclude or None,
        }
        for option, value in idle.items():
            if value is not None:
                raise refuse(option, "is for towing runs; a bollard test, without a column time, takes none")

    def runs(self, file: Path, angle: float) -> "list[TowRun]":
        """Return the towing runs of a file along the axis that was asked for."""
        from narcine.identification.columns import refuse_file
        from narcine.identification.towing.tow_file import has_axes, read_runs

        if not has_axes(file):
            return read_runs(file, self.axis, angle)
        runs = read_runs(file, None, angle)
        kept = [run for run in runs if self.axis in (None, run.axis)]
        if not kept:
            raise refuse_file(file, f"has no run along {self.axis}; it has {', '.join(sorted({r.axis for r in runs}))}")
        return kept

    def setting(self, runs: "Sequence[TowRun]") -> "Setting":
        """Return what was towed; drag as given, else by runs with thrusters standing, else the vehicle's."""
        from narcine.identification.thrusters.thrust_law import Setting
        from narcine.identification.thrusters.thrust_tow import tell_drag
        from narcine.identification.thrusters.thruster_vehicle import along_axis, drag_of

        axis = runs[0].axis
        drag = self.drag
        if drag is None and self.description is not None and not tell_drag(runs):
            drag = drag_of(self.description, axis)
        if self.thrusters:
            along, cosine = along_axis(self.thrusters, axis)
            own = self.thrusters[0].wake_fraction
        else:
            along, cosine, own = float(self.count or 1), 1.0 if (self.count or 1) > 0 else -1.0, 0.0
        return Setting(along, cosine, own if self.wake is None else self.wake, drag)


def parse_asked(
    vehicle: str | None,
    actuators: str | None,
    write: Path | None,
    neutral: float,
    axis: str | None,
    count: int | None,
    drag: str | None,
    wake: float | None,
    diameter: str | None,
    density: str | None,
) -> Asked:
    """Return the options, or refuse what does not go together."""
    from narcine.description.quantities import suggestion
    from narcine.identification.thrusters.thruster_vehicle import thrusters_of
    from narcine.identification.towing.axes import AXES
    from narcine.identification.writing import check_new
    from narcine.identification.written import read_vehicle

    if write is not None and (vehicle is None or actuators is None):
        raise refuse("--write", "needs --vehicle and --actuators, the thrusters that were tested")
    if write is not None:
        check_new(write)
    if actuators is not None and vehicle is None:
        raise refuse(f"--actuators {actuators}", "needs --vehicle, whose thrusters they are")
    if actuators is not None and count is not None:
        raise refuse(f"--thrusters {count}", "--actuators tells how many there are; leave it out")
    if count == 0:
        raise refuse("--thrusters 0", "must not be 0")
    if axis is not None and axis not in AXES[:3]:
        raise refuse(f"--axis {axis}", f"must be one of {', '.join(AXES[:3])}{suggestion(axis, AXES[:3])}")
    if wake is not None and not 0.0 <= wake < 1.0:
        raise refuse(f"--wake {wake:g}", "must be a fraction from 0 up to, but not, 1")
    description = None if vehicle is None else read_vehicle(vehicle)
    names = tuple(name.strip() for name in actuators.split(",")) if actuators is not None else ()
    return Asked(
        description,
        names,
        tuple(thrusters_of(description, names)) if description is not None else (),
        write is not None,
        neutral,
        axis,
        count,
        None if drag is None else _drag(drag),
        wake,
        None if diameter is None else quantity("--diameter", diameter, "length", above=0.0, at_least=0.0),
        None if density is None else quantity("--density", density, "density", above=0.0, at_least=0.0),
    )


def _drag(text: str) -> tuple[float, float]:
    try:
        quadratic, linear = (float(part) for part in text.split(","))
    except ValueError:
        raise refuse(
            f"--drag {text}", "must be two numbers with a comma, c1 (kg/m) and c2 (kg/s), as 34.96,0"
        ) from None
    if not (quadratic >= 0.0 and linear >= 0.0):
        raise refuse(f"--drag {text}", "must not be negative")
    return quadratic, linear
