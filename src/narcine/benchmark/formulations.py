"""What holding bodies together costs: RayBot and two BlueROVs under each formulation, and rows of vehicles."""

from collections.abc import Callable

from narcine.benchmark.measure import stepping, timed
from narcine.description.load import load_description
from narcine.simulation.integrators import Integrator
from narcine.simulation.simulation import Simulation

FORMULATIONS = ("reduced", "udwadia_kalaba", "impulse")
ROWS = (2, 5, 10, 20)
"""Vehicles that are held to each other, side by side."""
REAL_TIME_STEP = 0.005


def coupled_row(vehicles: int) -> Simulation:
    """Return a row of BlueROVs that push forward, each held rigidly to the next."""
    row = {"vehicle": "bluerov", "count": vehicles, "spacing": [0, 0.6, 0]}
    thrust = {f"row_{number + 1}.surge_{side}": 1700 for number in range(vehicles) for side in ("port", "starboard")}
    return Simulation({"name": "row", "clusters": {"row": row}, "commands": thrust})


def measure_formulations(say: Callable[[str], None]) -> dict[str, float]:
    """Return microseconds per step under each formulation, and what a row of coupled vehicles costs per vehicle."""
    result = {}
    for formulation in FORMULATIONS:
        ray = Simulation(load_description("raybot", {"run.formulation": formulation}))
        pair = Simulation(load_description("bluerov_pair", {"formulation": formulation}))
        for name, simulation in (("raybot", ray), ("pair", pair)):
            result[f"{name}_{formulation}_us"] = 1e6 * timed(stepping(simulation.model, Integrator.RK4))
    for name, words in (("raybot", "RayBot"), ("pair", "bluerov_pair")):
        costs = ", ".join(f"{each} {result[f'{name}_{each}_us']:.1f}" for each in FORMULATIONS)
        say(f"{words}, us per step: {costs}")
    result["pair_over_real_time"] = 1e6 * REAL_TIME_STEP / result["pair_reduced_us"]
    say(f"bluerov_pair: {result['pair_over_real_time']:.0f} times real time at {1e3 * REAL_TIME_STEP:g} ms")
    for vehicles in ROWS:
        result[f"row_{vehicles}_us"] = 1e6 * timed(stepping(coupled_row(vehicles).model, Integrator.RK4))
    costs = ", ".join(f"{vehicles}: {result[f'row_{vehicles}_us'] / vehicles:.2f}" for vehicles in ROWS)
    say(f"BlueROVs in a rigid row, us per step and vehicle: {costs}")
    return result
