"""The modules that the snake is made of."""

from narcine.description.shapes.revolution import Cylinder
from narcine.simulation.simulation import Simulation


def module_of(simulation: Simulation) -> Cylinder:
    """Return the cylinder that each module is."""
    [placed] = simulation.scenario.vehicles.values()
    shape = placed.vehicle.bodies["spine_1"].shape
    assert shape is not None
    assert shape.cylinder is not None, "modules are cylinders"
    return shape.cylinder
