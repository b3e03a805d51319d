"""Runs that the tests of pictures share, made from short real ones."""

from functools import cache

import numpy as np

import narcine


@cache
def real(name, duration=3.0):
    """Return a run of a vehicle that ships; not to be changed."""
    return narcine.load(name).run(duration=duration)


@cache
def two_vehicles():
    """Return a run of a ray and a torpedo side by side; not to be changed."""
    vehicles = {"ray": {"vehicle": narcine.load("raybot").description.plain}}
    vehicles["torpedo"] = {"vehicle": narcine.load("remus100").description.plain, "start": {"position": [0, 3, 1]}}
    return narcine.Simulation({"name": "two", "vehicles": vehicles}).run(duration=2.0)


def changed(run, **values):
    """Return a copy of a run with some variables set to other values."""
    copy = run.copy(deep=True)
    for name, value in values.items():
        copy[name][:] = value
    return copy


def circling(radius, laps=1.0):
    """Return a torpedo that follows a circle at a constant depth."""
    run = real("remus100", 4.0)
    turned = np.linspace(0.0, 2.0 * np.pi * laps, run.sizes["time"])
    way = radius * np.stack([np.sin(turned), 1.0 - np.cos(turned), np.zeros_like(turned)], axis=1)
    attitude = np.stack([np.cos(turned / 2.0), 0.0 * turned, 0.0 * turned, np.sin(turned / 2.0)], axis=1)
    heading = (turned[:, None] + np.pi) % (2.0 * np.pi) - np.pi
    return changed(run, position=way[:, None], attitude=attitude[:, None], heading=heading)


def frozen(run):
    """Return a run in which nothing changes."""
    return changed(run, **{name: run[name].values[0] for name in run.data_vars})
