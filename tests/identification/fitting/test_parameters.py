"""Which numbers are fitted, and between which bounds."""

from math import inf

import pytest

import narcine
from narcine.description.problems import DescriptionError
from narcine.identification.fitting.parameters import allowed, read_parameters, unit_of
from tests.identification.fitting.made import rov_model


def said(words, **options):
    with pytest.raises(DescriptionError) as caught:
        read_parameters(rov_model(), words, **options)
    return str(caught.value)


def test_stars_stand_for_all_that_fit_and_ties_for_one_number():
    found = read_parameters(
        rov_model(),
        ["bodies.hull.drag.quadratic.*", "actuators.lateral.lag=actuators.surge_port.lag"],
        ties=["actuators.*.thrust.0"],
    )
    assert [each.name for each in found[:6]] == [f"bodies.hull.drag.quadratic.{k}" for k in range(6)]
    assert found[6].paths == ("actuators.lateral.lag", "actuators.surge_port.lag")
    assert len(found[7].paths) == 6
    assert found[7].start == pytest.approx(3.713e-4)


@pytest.mark.parametrize(
    ("path", "low", "high"),
    [
        ("bodies.hull.drag.quadratic.0", 0.0, inf),
        ("bodies.hull.drag.linear.0", 0.0, inf),
        ("bodies.hull.added_inertia.matrix.0", 0.0, inf),
        ("bodies.hull.mass", 0.0, inf),
        ("bodies.hull.centre_of_buoyancy.2", -inf, inf),
        ("actuators.lateral.advance.0", -inf, 0.0),
        ("actuators.lateral.lag", 0.0, inf),
    ],
)
def test_a_number_keeps_to_what_the_description_allows(path, low, high):
    (found,) = read_parameters(rov_model(), [path])
    assert (found.low, found.high) == (low, high)


def test_a_limit_that_is_not_zero_is_found():
    """Moments of inertia: the largest is at most the sum of the others, 0.09 + 0.11."""
    low, high = allowed(rov_model(), ["bodies.hull.inertia.2"], 0.13, 0.13)
    assert high == pytest.approx(0.20, rel=1e-6)
    assert low == pytest.approx(0.02, rel=1e-6)


def test_own_bounds_come_on_top():
    (found,) = read_parameters(rov_model(), ["bodies.hull.mass"], bounds={"bodies.hull.mass": (-1.0, 7.0)})
    assert (found.low, found.high, found.start) == (0.0, 7.0, 7.0)


@pytest.mark.parametrize(
    ("path", "unit"),
    [
        ("bodies.hull.mass", "kg"),
        ("bodies.hull.drag.linear.5", "kg m2/s"),
        ("bodies.hull.added_inertia.matrix.1", "kg"),
        ("actuators.lateral.lag", "s"),
    ],
)
def test_units(path, unit):
    assert unit_of(rov_model(), path) == unit


def test_ranges_are_in_the_unit_of_their_value():
    """A displaced volume of 7.29 l with a range from 7.2 to 7.33."""
    (found,) = read_parameters(rov_model(), ["bodies.hull.displaced_volume"], prior_ranges=True)
    assert found.prior == pytest.approx((7.29e-3, 0.25 * 0.13e-3))


def test_what_is_no_parameter_is_told():
    assert "did you mean 'bodies.hull.mass'" in said(["bodies.hull.mas"])
    assert "no number of the description fits bodies.*.nothing" in said(["bodies.*.nothing"])
    assert "is asked for twice" in said(["bodies.hull.mass", "bodies.*.mass"])
    assert "names no number" in said([])
    assert "is no parameter that is fitted" in said(["bodies.hull.mass"], bounds={"bodies.hull.drag": (0, 1)})
    assert "nothing lies between" in said(["bodies.hull.mass"], bounds={"bodies.hull.mass": (3.0, 2.0)})


def test_numbers_of_joints_and_foils_are_numbers_too():
    found = read_parameters(narcine.load("raybot"), ["joints.tail_root.axes.yaw.damping", "foils.caudal.stall"])
    assert [each.low for each in found] == pytest.approx([0.0, 0.0], abs=1e-6)
