"""Runs that the tests of pictures share, made from short real ones."""

from functools import cache

import numpy as np

import narcine
from narcine.description.load import describe_text


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


POOL = """
name: pool
seed: 3
duration: 6 s
water: {surface: calm}
world:
  pool: {length: 1.8 m, width: 1 m, depth: 0.4 m, corner: [0.1, -0.2]}
  ambient: 10 lx
  obstacles:
    crate: {box: [0.2, 0.1, 0.2], at: [0.5, 0.6, 0.3]}
    ferry: {sphere: 5 cm, path: [[0 s, 1.6, 0.6, 0.3], [6 s, 1.2, 0.6, 0.3]]}
  lamps:
    lamp: {at: [1.2, 0.3, 0.06], intensity: 5 cd, walk: {speed: 3.8 cm/s, margin: 0.25 m}}
vehicles:
"""
FISH = "  {}: {{vehicle: minifish, start: {{position: [{:g}, 0.1, 0.036], attitude: [0, 0, 20 deg]}}}}\n"


def pool(vehicles=1):
    """Return the simulation of some fish in a pool with a crate, a ball that is drawn along and a lamp that walks."""
    fish = (FISH.format("fish" if vehicles == 1 else f"fish_{k}", 0.3 + 0.25 * k) for k in range(vehicles))
    return narcine.Simulation(describe_text(POOL + "".join(fish), "pool.yaml"))


@cache
def in_a_pool(vehicles=1):
    """Return a run of fish in a pool; not to be changed."""
    return pool(vehicles).run()


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
