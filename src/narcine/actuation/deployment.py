"""What slides out and in: a part that is 0 retracted and 1 deployed.

    s_dot = clip((command - s) / lag, -1 / time, 1 / time)

It travels at a constant speed and slows down over the last moments (`lag`). It makes no force of its own: foils scale
with it.
"""

from typing import TYPE_CHECKING, NamedTuple

from narcine.compiled import kernel
from narcine.scalars import clip
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.actuator import Deployment

DEPLOYMENT_FLOATS = 2
DEPLOYMENT_INTEGERS = 2


class Deployments(NamedTuple):
    """Columns of the table of deployments."""

    rows: int
    rate: int
    """of travel (1/s)"""
    lag: int
    command: int
    state: int


@kernel
def deployment_columns(n: int, p: int, i: int) -> Deployments:
    """Return where the numbers of the deployments lie."""
    return Deployments(rows=n, rate=p, lag=p + n, command=i, state=i + n)


@kernel
def move_deployments(
    p: Array, layout: Integers, deployments: Deployments, x: Array, command: Array, rates: Array
) -> None:
    """Write the rates of all deployments."""
    for i in range(deployments.rows):
        s = layout[u(deployments.state + i)]
        rate = p[u(deployments.rate + i)]
        wanted = clip(command[u(layout[u(deployments.command + i)])], 0.0, 1.0)
        rates[u(s)] = clip((wanted - x[u(s)]) / p[u(deployments.lag + i)], -rate, rate)


def deployment_row(deployment: "Deployment", command: int, state: int) -> Row:
    """Return the row of a deployment."""
    return Row({"rate": 1.0 / deployment.time, "lag": deployment.lag}, {"command": command, "state": state})
