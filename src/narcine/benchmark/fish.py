"""What fish that see cost: fifty of them that track a lamp, each in a pool of its own, and learning how one moves."""

from functools import partial
from typing import Any

from narcine.benchmark.measure import Say
from narcine.benchmark.swims import median_time
from narcine.description.load import load_description
from narcine.simulation.batch import run_batch
from narcine.simulation.learning import learn_motion
from narcine.simulation.simulation import Simulation

SCENARIO = "minifish_light"
FISH = 50
DURATION = 120.0


def measure_fish(say: Say) -> dict[str, Any]:
    """Return the times (s) of building and of swimming a batch with planners, and of learning a motion function."""
    built = median_time(_pools)
    swum = median_time(partial(run_batch, _pools(), DURATION))
    learned = median_time(partial(learn_motion, Simulation(load_description(SCENARIO, {}))))
    say(f"{FISH} fish that track a lamp for {DURATION:g} s: {swum:.1f} s as one batch, {built:.1f} s to build them")
    say(f"the motion function of minifish: {learned:.1f} s to learn")
    return {"fish_batch_s": swum, "fish_build_s": built, "fish_learn_s": learned}


def _pools() -> list[Simulation]:
    """Return pools that differ by their seeds, their models built."""
    pools = [Simulation(load_description(SCENARIO, {"seed": seed})) for seed in range(FISH)]
    assert all(pool.model.states for pool in pools)
    return pools
