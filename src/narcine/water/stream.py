"""What the water does at a point: its velocity, how that changes from place to place and in time, and the surface."""

from typing import Any, NamedTuple

from narcine.compiled import kernel
from narcine.spatial.vectors import Vector3, add3


class Stream(NamedTuple):
    """The water at a point, in world axes (north, east, down)."""

    velocity: Vector3
    north_gradient: Vector3
    """of the velocity's north component: d v_n / d (north, east, down)"""
    east_gradient: Vector3
    down_gradient: Vector3
    rate: Vector3
    """d v / dt at the fixed point"""


class Surface(NamedTuple):
    """The surface above a point that moves."""

    elevation: Any
    """upwards from depth zero (m)"""
    north_slope: Any
    east_slope: Any
    rise: Any
    """rate of the elevation at a fixed place (m/s)"""
    north_tilt: Any
    """rate of the slope as the point meets it (1/s)"""
    east_tilt: Any


@kernel
def add_stream(a: Stream, b: Stream) -> Stream:
    """Return what two motions of the water make together."""
    return Stream(
        add3(a.velocity, b.velocity),
        add3(a.north_gradient, b.north_gradient),
        add3(a.east_gradient, b.east_gradient),
        add3(a.down_gradient, b.down_gradient),
        add3(a.rate, b.rate),
    )


@kernel
def still(depth: Any) -> Stream:
    """Return water that does not move; the depth lends its type."""
    zero = 0.0 * depth
    none = (zero, zero, zero)
    return Stream(none, none, none, none, none)
