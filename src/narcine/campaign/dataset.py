"""A map as a Dataset: an axis is a dimension with the name of its setting (docs/map.md)."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

import narcine
from narcine.campaign.plan import Plan, Point
from narcine.campaign.swims import QUANTITIES, Swim

if TYPE_CHECKING:
    import xarray

NOT_SWUM = "not swum"
"""Why a point has no numbers that nobody came to."""


def map_dataset(plan: Plan, swims: Mapping[Point, Swim]) -> "xarray.Dataset":
    """Return the swims of a plan, nan where a point has none, and all that it takes to repeat them."""
    import xarray

    shape = [len(axis.texts) for axis in plan.axes]
    names = [axis.setting for axis in plan.axes]
    found = [swims.get(point, Swim({}, NOT_SWUM)) for point in plan.points]
    variables = {}
    for name, (unit, meaning) in QUANTITIES.items():
        values = np.array([swim.readings.get(name, np.nan) for swim in found]).reshape(shape)
        variables[name] = (names, values, {"units": unit, "long_name": meaning})
    problems = np.array([swim.problem for swim in found], dtype=object).reshape(shape)
    variables["problem"] = (names, problems, {"long_name": "why a point has no numbers; empty where it has"})
    coordinates = {
        axis.setting: (
            axis.setting,
            np.array(axis.values),
            {
                "long_name": axis.setting,
                **({"units": axis.unit} if axis.unit else {}),
                "shown_units": axis.shown_unit,
                "shown_factor": axis.shown_factor,
            },
        )
        for axis in plan.axes
    }
    return xarray.Dataset(variables, coordinates, _attributes(plan))


def _attributes(plan: Plan) -> dict[str, object]:
    scenario = plan.description.scenario
    return {
        "Conventions": "CF-1.11",
        "title": scenario.name,
        "summary": scenario.about,
        "source": f"narcine {narcine.__version__}",
        "narcine_version": narcine.__version__,
        "vehicle": plan.vehicle,
        "swum": plan.source if isinstance(plan.source, str) else "",
        "description": json.dumps(plan.description.plain),
        "settings": json.dumps(plan.settings),
        "over": json.dumps({axis.setting: axis.texts for axis in plan.axes}),
        "duration": scenario.duration if plan.duration is None else plan.duration,
        "step": scenario.step,
        "integrator": scenario.integrator,
    }
