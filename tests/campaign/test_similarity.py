"""Maps obey the law of dynamic similarity: with quadratic drag alone time has no scale of its own."""

import numpy as np

from narcine.campaign.mapping import swim_map
from tests.campaign.chain import chain

UNSETTLED_SHARE = 2e-3
"""By how much the slowest swims may miss their steady speed after 40 s: their speed still changes by 0.4 %."""
ROUNDING = 1e-9
"""By how much runs of 4000 steps may differ whose numbers are the same but for the unit of time."""


def test_speed_is_proportional_to_frequency_and_power_to_its_cube():
    swum = swim_map(chain(), {"gait.amplitude": "20 deg,30 deg", "gait.frequency": [1.0, 2.0, 4.0]}, duration=40.0)
    frequency = swum["gait.frequency"].values
    for power, values in (
        (1, swum.speed),
        (3, swum.power),
        (2, swum.cost_of_transport),
    ):
        scaled = values.sel({"gait.amplitude": np.radians(30.0)}, method="nearest") / frequency**power
        np.testing.assert_allclose(scaled, scaled[-1], rtol=UNSETTLED_SHARE)
    assert np.all(swum.speed.values > 0.05)
    assert np.all(np.diff(swum.speed.values, axis=0) > 0.0)


def test_the_same_swim_in_half_the_time_is_twice_as_fast_to_rounding():
    over = {"gait.lag": "40 deg:80 deg:3"}
    slow = swim_map(chain(frequency=1.0, response=0.4), over, {"run.step": 0.01, "run.record": 0.02}, duration=20.0)
    fast = swim_map(chain(frequency=2.0, response=0.2), over, {"run.step": 0.005, "run.record": 0.01}, duration=10.0)
    np.testing.assert_allclose(fast.speed, 2.0 * slow.speed, rtol=ROUNDING)
    np.testing.assert_allclose(fast.power, 8.0 * slow.power, rtol=ROUNDING)
    np.testing.assert_allclose(fast.cost_of_transport, 4.0 * slow.cost_of_transport, rtol=ROUNDING)
    np.testing.assert_allclose(fast.unsteadiness, slow.unsteadiness, rtol=1e-6, atol=ROUNDING)
