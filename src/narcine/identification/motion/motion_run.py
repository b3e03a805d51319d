"""Motion out of a recorded run, as if it had been measured without error."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.identification.motion.motion import Motion
from narcine.recording.dataset import finite_records

if TYPE_CHECKING:
    import xarray


def motion_of_run(run: "xarray.Dataset", source: str, vehicle: str | None = None, body: str | None = None) -> Motion:
    """Return how a body of a run moved, the root of a vehicle when none is named, and all joints and commands."""
    run = run.isel(time=slice(finite_records(run)))
    index = [str(name) for name in run["body"].values].index(body_of_run(run, vehicle, body))
    return Motion(
        source=source,
        time=run["time"].values,
        position=run["position"].values[:, index],
        attitude=run["attitude"].values[:, index],
        velocity=run["velocity"].values[:, index],
        angular_velocity=run["angular_velocity"].values[:, index],
        joints={str(name): run["joint_position"].values[:, k] for k, name in enumerate(run["joint"].values)},
        commands={str(name): np.asarray(run["command"].values[:, k]) for k, name in enumerate(run["input"].values)},
    )


def body_of_run(run: "xarray.Dataset", vehicle: str | None = None, body: str | None = None) -> str:
    """Return the name of a body that a run has: as named, or the root of a vehicle."""
    names, bodies = [str(name) for name in run["vehicle"].values], [str(name) for name in run["body"].values]
    if vehicle is not None and vehicle not in names:
        raise ValueError(f"there is no vehicle {vehicle!r} in the run; it has {', '.join(names)}")
    if body is not None and body not in bodies:
        raise ValueError(f"there is no body {body!r} in the run; it has {', '.join(bodies)}")
    if body is None and vehicle is None and len(names) > 1:
        raise ValueError(f"the run has several vehicles; name one with --vehicle: {', '.join(names)}")
    number = 0 if vehicle is None else names.index(vehicle)
    return str(run["root"].values[number]) if body is None else body
