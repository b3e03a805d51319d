"""The waves of a scenario."""

from narcine.description.scenario import Scenario
from narcine.tables import Row
from narcine.water.swell import swell_rows


def swell_of(scenario: Scenario) -> list[Row]:
    """Return the components of a scenario's waves, on the depth that they or the seabed have, by the run's seed."""
    water, seabed = scenario.water, scenario.world.ground
    if water.waves is None:
        return []
    seed = scenario.seed if water.waves.seed is None else water.waves.seed
    depth = seabed.depth if water.waves.depth is None and seabed is not None else water.waves.depth
    return swell_rows(water.waves, water.gravity, water.current, seed, depth)
