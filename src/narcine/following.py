"""A critically damped follower of third order: how commands become smooth motion.

    (d/dt + w)^3 value = w^3 command,   w = NINETY_PERCENT / response

Value, rate and acceleration are states, so that all three are continuous and exact at each stage of an integrator.
"""

from narcine.compiled import kernel
from narcine.spatial.vectors import Array, u

NINETY_PERCENT = 5.32232
"""w t at which a critically damped follower has come 90 % of the way: (1 + w t + (w t)^2 / 2) exp(-w t) = 0.1"""


@kernel
def follow(natural_frequency: float, command: float, x: Array, s: int, rates: Array) -> None:
    """Write the rates of the three states of a critically damped follower of a command: value, rate, acceleration."""
    w = natural_frequency
    rates[u(s)] = x[u(s + 1)]
    rates[u(s + 1)] = x[u(s + 2)]
    rates[u(s + 2)] = w * (w * (w * (command - x[u(s)]) - 3.0 * x[u(s + 1)]) - 3.0 * x[u(s + 2)])


def followed(name: str, value: float) -> dict[str, float]:
    """Return the states of a follower that rests at a value, by their names."""
    return {name: value, f"{name}_rate": 0.0, f"{name}_acceleration": 0.0}
