"""What holding bodies together costs: RayBot and a coupled pair under each formulation, and rows of vehicles."""

from collections.abc import Callable
from typing import Any

from narcine.benchmark.measure import stepping, timed
from narcine.description.load import load_description
from narcine.simulation.integrators import Integrator
from narcine.simulation.simulation import Simulation

FORMULATIONS = ("reduced", "udwadia_kalaba", "impulse")
ROWS = (2, 5, 10, 20)
"""Vehicles that are held to each other, one behind the other."""
REAL_TIME_STEP = 0.005
ROV = {
    "name": "rov",
    "bodies": {
        "hull": {
            "mass": 11.5,
            "shape": {"box": [0.46, 0.34, 0.25]},
            "displaced_volume": 0.0115,
            "centre_of_gravity": [0, 0, 0.02],
            "drag": {"linear": [4, 6, 5, 0.07, 0.07, 0.07], "quadratic": [18, 22, 37, 1.5, 1.5, 1.5]},
        }
    },
    "actuators": {
        name: {
            "type": "propeller",
            "body": "hull",
            "at": [0, side, 0],
            "diameter": 0.076,
            "thrust": [0.4, -0.3],
            "limit": 400,
            "command": speed,
        }
        for name, side, speed in (("port", -0.1, 120), ("starboard", 0.1, 150))
    },
}


def coupled_row(vehicles: int, formulation: str = "reduced") -> Simulation:
    """Return a row of vehicles with thrusters, each held rigidly to the next."""
    names = [f"rov_{number}" for number in range(vehicles)]
    bar = {"type": "rigid", "to": [0.3, 0, 0], "at": [-0.3, 0, 0]}
    scenario: dict[str, Any] = {
        "name": "row",
        "vehicles": {
            name: {"vehicle": ROV, "start": {"position": [-0.6 * number, 0, 5]}} for number, name in enumerate(names)
        },
        "couplings": {
            f"bar_{number}": {**bar, "first": f"{names[number]}.hull", "second": f"{names[number + 1]}.hull"}
            for number in range(vehicles - 1)
        },
        "formulation": formulation,
    }
    return Simulation(scenario)


def measure_formulations(say: Callable[[str], None]) -> dict[str, float]:
    """Return microseconds per step under each formulation, and what a row of coupled vehicles costs per vehicle."""
    result = {}
    for formulation in FORMULATIONS:
        ray = Simulation(load_description("raybot", {"run.formulation": formulation}))
        for name, simulation in (("raybot", ray), ("pair", coupled_row(2, formulation))):
            result[f"{name}_{formulation}_us"] = 1e6 * timed(stepping(simulation.model, Integrator.RK4))
    for name, words in (("raybot", "RayBot"), ("pair", "two coupled vehicles")):
        costs = ", ".join(f"{each} {result[f'{name}_{each}_us']:.1f}" for each in FORMULATIONS)
        say(f"{words}, us per step: {costs}")
    result["pair_over_real_time"] = 1e6 * REAL_TIME_STEP / result["pair_reduced_us"]
    say(f"a coupled pair: {result['pair_over_real_time']:.0f} times real time at {1e3 * REAL_TIME_STEP:g} ms")
    for vehicles in ROWS:
        result[f"row_{vehicles}_us"] = 1e6 * timed(stepping(coupled_row(vehicles).model, Integrator.RK4))
    costs = ", ".join(f"{vehicles}: {result[f'row_{vehicles}_us'] / vehicles:.2f}" for vehicles in ROWS)
    say(f"vehicles in a rigid row, us per step and vehicle: {costs}")
    return result
