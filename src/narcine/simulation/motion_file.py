"""The file of a motion function: netCDF, with all that the function hangs on."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import narcine
from narcine.planning.actions import STEERED
from narcine.planning.lookup import Lookup
from narcine.planning.motion import Motion
from narcine.recording.write import read_run, write_run

if TYPE_CHECKING:
    import xarray

BEFORE = ("action_two_before", "action_before")
"""Dimensions of what was done before, the oldest first."""
UNITS = {"speed": "m/s", "direction": "rad", "steady_speed": "m/s", "turn_rate": "rad/s"}
MEANING = {
    "speed": "mean speed over the period",
    "direction": "of travel at the end of the period, from the mean heading at its beginning, positive to starboard",
    "steady_speed": "speed when the action goes on",
    "turn_rate": "rate of turn when the action goes on, positive to starboard",
}


def motion_dataset(
    motion: Motion, hangs_on: dict[str, Any], title: str, lookup: Lookup | None = None
) -> "xarray.Dataset":
    """Return a motion function, and decisions made beforehand, as a Dataset."""
    import xarray

    dimensions = (*BEFORE[len(BEFORE) - motion.history :], "action")
    variables: dict[str, Any] = {
        name: (
            dimensions if name in ("speed", "direction") else "action",
            getattr(motion, name),
            {"units": unit, "long_name": MEANING[name]},
        )
        for name, unit in UNITS.items()
    }
    if lookup is not None:
        note = {"long_name": "number of the next action, by history, pattern of obstacles and sight of the light"}
        variables["next_action"] = (("past", "obstacles", "light"), lookup.table, note)
    coordinates = {
        name: ("action", motion.actions[:, column], {"units": unit})
        for column, (name, unit) in enumerate((("amplitude", "rad"), ("frequency", "Hz"), ("turn", "rad")))
    }
    attributes = {
        "title": f"motion function of {title}",
        "source": f"narcine {narcine.__version__}",
        "period": motion.period,
        "hangs_on": json.dumps(hangs_on, sort_keys=True),
    }
    return xarray.Dataset(variables, coordinates, attributes)


def write_motion(dataset: "xarray.Dataset", path: Path) -> None:
    """Write a motion function."""
    write_run(dataset, path)


def read_motion(path: Path) -> tuple[Motion, dict[str, Any]]:
    """Return the motion function that a file holds, and what it hangs on; ValueError where it holds none."""
    try:
        found = read_run(path)
        actions = np.stack([found[name].values for name in STEERED], axis=1)
        tables = [np.asarray(found[name].values, float) for name in UNITS]
        hangs_on: dict[str, Any] = json.loads(found.attrs["hangs_on"])
        speed, direction, steady_speed, turn_rate = tables
        return Motion(actions, float(found.attrs["period"]), speed, direction, steady_speed, turn_rate), hangs_on
    except FileNotFoundError:
        raise
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise ValueError("holds no motion function; `narcine plan` writes one") from error
