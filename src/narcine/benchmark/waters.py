"""What the water costs: RayBot at the surface and in waves beside deep water, and a hull of triangles that floats."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from narcine.benchmark.measure import stepping, timed
from narcine.benchmark.tree import STEP
from narcine.description.load import load_description
from narcine.simulation.integrators import Integrator
from narcine.simulation.simulation import Simulation

FLOATING = {"position": [0, 0, 0.03]}
WATERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "deep": ({}, {"position": [0, 0, 5]}),
    "surface": ({"surface": "calm"}, FLOATING),
    "waves": ({"waves": {"height": 0.1, "period": 3.0}}, FLOATING),
    "sea": ({"waves": {"significant_height": 0.1, "peak_period": 3.0}}, FLOATING),
    "shear": ({"current_profile": [[0, 0.2, 0], [5, 0, 0]]}, {"position": [0, 0, 5]}),
}
"""The water and where RayBot starts in it; floating, nearly all of its bodies are cut by the surface."""
HULL_SECTIONS = 32
"""Of the capsule of triangles: about 2,000 of them."""
REAL_TIME_STEP = 0.005


def measure_waters(say: Callable[[str], None]) -> dict[str, float]:
    """Return what RayBot's step costs in each water over deep water, and how fast a floating hull of triangles runs."""
    costs = {}
    for name, (water, start) in WATERS.items():
        ray = Simulation(load_description("raybot", {"run.water": water, "run.start": start}))
        costs[name] = timed(stepping(ray.model, Integrator.RK4))
    result = {f"{name}_over_deep": cost / costs["deep"] for name, cost in costs.items() if name != "deep"}
    result["mesh_triangles"], step = measure_hull()
    result["mesh_over_real_time"] = REAL_TIME_STEP / step
    ratios = ", ".join(f"{name} {costs[name] / costs['deep']:.2f}" for name in costs if name != "deep")
    say(f"RayBot, RK4, {1e6 * costs['deep']:.2f} us per step in deep water; times as much: {ratios}")
    say(
        f"a floating hull of {result['mesh_triangles']:.0f} triangles: {1e6 * step:.1f} us per RK4 step, "
        f"{result['mesh_over_real_time']:.0f} times real time at {1e3 * REAL_TIME_STEP:g} ms"
    )
    return result


def measure_hull() -> tuple[int, float]:
    """Return how many triangles a hull has, and the time of its step at the surface."""
    import trimesh

    hull = trimesh.creation.capsule(height=0.6, radius=0.1, count=[HULL_SECTIONS, HULL_SECTIONS])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "hull.stl")
        hull.export(file)
        body = {
            "mass": 12.0,
            "shape": {"mesh": {"file": str(file)}},
            "centre_of_gravity": [0, 0, 0.02],
            "added_inertia": "from_shape",
            "drag": {"coefficients": [1.0, 1.0, 0.2]},
        }
        run = {"water": {"surface": "calm"}, "start": {"attitude": [0.1, 1.5, 0.0]}, "step": STEP}
        model = Simulation({"name": "hull", "bodies": {"hull": body}, "run": run}).model
    return len(hull.faces), timed(stepping(model, Integrator.RK4))
