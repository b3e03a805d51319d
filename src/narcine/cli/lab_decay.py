"""`narcine lab decay`: how a vehicle swings that is let go, as cameras would see it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from narcine.cli.lab_cameras import CameraOptions

if TYPE_CHECKING:
    from narcine.laboratory.free_decay import Rig, Swings

MOST_SHOWN = 5
"""Decrements that the terminal tells."""


def decay_command(
    source: str,
    /,
    *,
    axis: Literal["surge", "sway", "heave", "roll", "pitch", "yaw"] = "heave",
    spring: str | None = None,
    arm: str | None = None,
    offset: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    duration: str = "30 s",
    cameras: CameraOptions | None = None,
    seed: int = 0,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    out: Path | None = None,
) -> int:
    """Let a vehicle go on springs, by its own righting moment or as a pendulum, and write how it swings.

    A rig lets one freedom move: surge, sway, heave or yaw on a spring to the world; roll or pitch by the righting
    moment, with a spring or without; surge or sway on an arm that hangs from a pivot. Writes the motion as cameras see
    it, the vehicle on its rig as a vehicle file, which `narcine identify fit DECAY.csv --model DECAY.yaml` takes, and a
    picture.

    Examples
    --------
      narcine lab decay bluerov --axis heave --spring 40N/m --offset 10cm
      narcine lab decay bluerov --axis roll --offset 20deg --out roll.csv
      narcine lab decay bluerov --axis surge --arm 1.5m --offset 15deg --set bodies.hull.mass=9

    Parameters
    ----------
    source
        name of a vehicle that ships, or a file
    axis
        that swings
    spring
        stiffness of the spring to the world: N/m, about axes N m/rad
    arm
        length of an arm up to a pivot, in place of a spring; for surge and sway
    offset
        from which it is let go: a length, or an angle; 10 cm or 15 deg when not given
    duration
        of the run
    cameras
        how they see
    seed
        of noise and gaps
    set_
        change a value of the vehicle: path=value, as often as you like
    out
        table to write; NAME_AXIS_decay.csv when not given. An existing file is never touched

    """
    from rich.console import Console

    from narcine.cli.lab_cameras import recorded_at, seen_by
    from narcine.cli.typed import new_file, quantity, vehicle
    from narcine.identification.motion.motion_csv import write_motion_csv
    from narcine.laboratory.derived_file import write_derived
    from narcine.laboratory.free_decay import RIG, decaying, swings
    from narcine.recording.write import whole_file
    from narcine.simulation.simulation import Simulation
    from narcine.viewing.figures import style
    from narcine.viewing.laboratory_decay import draw_decay

    capture = (cameras or CameraOptions()).capture()
    rig = _rig(axis, spring, arm, offset)
    length = quantity("--duration", duration, "time", above=0.0)
    simulation = vehicle(source, set_)
    name = simulation.scenario.name
    file = new_file(out or Path(f"{name}_{axis}_decay.csv"), ".csv")
    new_file(file.with_suffix(".png"), ".png")
    derived = new_file(file.with_suffix(".yaml"), ".yaml")
    plain = decaying(simulation, rig, length)
    run = recorded_at(Simulation(plain), capture.rate, None, f"{name} swings")
    moved, seen = seen_by(run, capture, seed, None)
    write_motion_csv(seen, file)
    write_derived(derived, plain, f"{name} on a rig that lets it move in {axis} alone, let go")
    points = swings(moved.time, moved.joints[RIG])
    picture = file.with_suffix(".png")
    with style(), whole_file(picture) as unfinished:
        draw_decay(f"{name}: free decay in {axis}", rig, moved, seen, points).savefig(unfinished, dpi=110)
    console = Console(highlight=False, soft_wrap=True)
    for line in _told(points):
        console.print(line)
    console.print(f"{len(seen.time)} samples; --seed {seed} gives them again")
    console.print(f"{file}, {derived}, {picture}")
    return 0


def _rig(axis: str, spring: str | None, arm: str | None, offset: str | None) -> "Rig":
    """Return the rig, or say what does not swing."""
    from math import pi

    from narcine.cli.pictures import refuse
    from narcine.cli.typed import quantity
    from narcine.identification.towing.axes import TURNING
    from narcine.laboratory.free_decay import Rig

    long = 0.0 if arm is None else quantity("--arm", arm, "length", above=0.0)
    if arm is not None and axis not in ("surge", "sway"):
        raise refuse(f"--arm {arm}", "an arm swings ahead and back (surge) or from side to side (sway)")
    turns = axis in TURNING or arm is not None
    stiff = 0.0
    if spring is not None:
        stiff = quantity("--spring", spring, "angular stiffness" if turns else "linear stiffness", above=0.0)
    if arm is None and spring is None and axis not in ("roll", "pitch"):
        raise refuse(f"--axis {axis}", f"nothing brings it back: give --spring, as {_example(axis)}")
    far = quantity("--offset", offset or ("15 deg" if turns else "10 cm"), "angle" if turns else "length")
    if far == 0.0 or (turns and abs(far) > pi):
        raise refuse(f"--offset {offset}", "must be other than 0, and an angle at most 180 deg")
    return Rig(axis, far, stiff, long)


def _example(axis: str) -> str:
    return {"yaw": "'2 N m/rad'", "heave": "40N/m"}.get(axis, "40N/m, or --arm, as 1m")


def _told(points: "Swings") -> list[str]:
    """Return what turning points tell, without noise."""
    if points.period is None:
        return ["it does not swing: it creeps back, or the run is too short"]
    lines = [f"period {points.period:.4g} s over {len(points.time) - 1} half swings (without noise)"]
    if len(points.decrements):
        shown = ", ".join(f"{each:.3g}" for each in points.decrements[:MOST_SHOWN])
        more = ", ..." if len(points.decrements) > MOST_SHOWN else ""
        lines.append(f"logarithmic decrements of whole swings: {shown}{more}")
    return lines
