"""`narcine lab motion`: what cameras would see of a vehicle that runs freely."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from narcine.cli.lab_cameras import CameraOptions


def motion_command(
    source: str,
    /,
    *,
    duration: str | None = None,
    commands: Path | None = None,
    vehicle: str | None = None,
    cameras: CameraOptions | None = None,
    seed: int = 0,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    out: Path | None = None,
) -> int:
    """Let a vehicle run under cameras that are not there, and write what they see.

    Poses of the root, or of markers beside it, with noise and gaps, and what was commanded meanwhile: a table that
    `narcine identify fit` and `narcine compare` read.

    Examples
    --------
      narcine lab motion bluerov
      narcine lab motion bluerov --commands thrust.csv --duration 60 --lost 5% --lever 0.1,0,-0.2
      narcine lab motion raybot --duration 60 --joints 0.5deg --seed 3

    Parameters
    ----------
    source
        name of a vehicle or scenario that ships, or a file
    duration
        of the run (s, or with a unit); as the file says when not given
    commands
        CSV file of commands in place of those of the file
    vehicle
        which of several vehicles of a scenario
    cameras
        how they see
    seed
        of noise and gaps
    set_
        change a value of the file: path=value, as often as you like
    out
        table to write; NAME_motion.csv when not given. An existing file is never touched

    """
    import numpy as np

    from narcine.cli.lab_cameras import recorded_at, seen_by
    from narcine.cli.settings import parse_duration, parse_settings
    from narcine.cli.typed import new_file
    from narcine.description.load import load_description
    from narcine.identification.motion.motion_csv import write_motion_csv
    from narcine.simulation.simulation import Simulation

    capture = (cameras or CameraOptions()).capture()
    length = parse_duration(duration)
    settings = parse_settings(set_ or [])
    told = None if commands is None else str(commands)
    simulation = Simulation(load_description(source, settings, told))
    name = simulation.scenario.name
    file = new_file(out or Path(f"{name}_motion.csv"), ".csv")
    run = recorded_at(simulation, capture.rate, length, f"{name} under cameras")
    _, seen = seen_by(run, capture, seed, vehicle)
    write_motion_csv(seen, file)
    assert seen.position is not None
    lost = int(np.isnan(seen.position[:, 0]).sum())
    gaps = f", {lost} of them lost" if lost else ""
    sys.stdout.write(
        f"{len(seen.time)} samples over {seen.time[-1]:g} s{gaps}; --seed {seed} gives them again\n{file}\n"
    )
    return 0
