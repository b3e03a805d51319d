"""What `narcine lab motion` and `narcine lab decay` are told of cameras that measure poses."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    import xarray

    from narcine.identification.motion.motion import Motion
    from narcine.laboratory.motion_capture import MotionCapture
    from narcine.simulation.simulation import Simulation

FASTEST = 1000.0
"""Samples a second."""


@Parameter(name="*")
@dataclass(frozen=True)
class CameraOptions:
    """How cameras see."""

    rate: float = 20.0
    """samples a second"""
    noise: str = "1 mm"
    """standard deviation of each coordinate"""
    attitude_noise: str = "0.2 deg"
    """standard deviation about each axis"""
    joints: str | None = None
    """standard deviation of joints, as 0.5deg; they are not measured when not given"""
    lost: str = "0 %"
    """share of samples in which the vehicle is not seen"""
    gap: str = "0.3 s"
    """mean time for which it is then not seen"""
    lever: Annotated[str, Parameter(allow_leading_hyphen=True)] = "0,0,0"
    """of the markers from the root's origin: forward, starboard, down (m)"""

    def capture(self) -> "MotionCapture":
        """Return the cameras, or say what cannot be."""
        from narcine.cli.pictures import refuse
        from narcine.cli.typed import quantity, share, values
        from narcine.laboratory.motion_capture import MotionCapture

        if not 0.1 <= self.rate <= FASTEST:
            raise refuse(f"--rate {self.rate:g}", f"must lie between 0.1 and {FASTEST:g} samples a second")
        lever = values("--lever", self.lever, "length")
        if len(lever) != 3:
            raise refuse(f"--lever {self.lever}", "must be three lengths: forward,starboard,down")
        return MotionCapture(
            self.rate,
            quantity("--noise", self.noise, "length", at_least=0.0),
            quantity("--attitude-noise", self.attitude_noise, "angle", at_least=0.0),
            None if self.joints is None else quantity("--joints", self.joints, "coordinate", at_least=0.0),
            share("--lost", quantity("--lost", self.lost, "share", at_least=0.0)),
            quantity("--gap", self.gap, "time", above=0.0),
            (lever[0], lever[1], lever[2]),
        )


def recorded_at(simulation: "Simulation", rate: float, duration: float | None, what: str) -> "xarray.Dataset":
    """Return a run that is recorded at the samples of cameras, in whole steps no longer than the file's."""
    from math import ceil

    from rich.console import Console

    from narcine.cli.lab_tow import measuring

    steps = ceil(1.0 / (rate * simulation.scenario.step) - 1e-9)
    step = 1.0 / (rate * steps)
    with measuring(Console(highlight=False, stderr=True), what) as told:
        return simulation.run(duration=duration, step=step, record=1.0 / rate, progress=told(0))


def seen_by(run: "xarray.Dataset", capture: "MotionCapture", seed: int, vehicle: str | None) -> "tuple[Motion, Motion]":
    """Return how a vehicle of a run moved, and what cameras tell of it."""
    from narcine.cli.pictures import refuse
    from narcine.identification.motion.motion_run import motion_of_run
    from narcine.laboratory.motion_capture import captured

    try:
        motion = motion_of_run(run, str(run.attrs["title"]), vehicle)
    except ValueError as error:
        raise refuse(str(run.attrs["title"]), str(error)) from None
    return motion, captured(motion, capture, seed)
