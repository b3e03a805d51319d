"""A vehicle's own numbers are those of its free body, or of the first that is more than a carrier."""

from narcine.multibody.root import root_body
from tests.conftest import simulate

BALL = {"shape": {"sphere": 0.1}, "mass": 4.0}
CARRIER = {"mass": 0.0}


def root(**vehicle):
    return root_body(simulate(**vehicle).scenario.vehicles["test"].vehicle)


def test_a_free_body_is_the_root_wherever_it_stands():
    arm = {"type": "hinge", "parent": "hull", "child": "arm", "axis": "down"}
    assert root(bodies={"arm": BALL, "hull": BALL}, joints={"arm": arm}) == "hull"


def test_carriers_without_mass_are_no_roots():
    joints = {
        "north": {"type": "slider", "parent": "world", "child": "north", "axis": "forward"},
        "east": {"type": "slider", "parent": "north", "child": "ball", "axis": "starboard"},
    }
    simulation = simulate(bodies={"north": CARRIER, "ball": BALL}, joints=joints, run={"start": {"rates": {"east": 1}}})
    assert simulation.run(duration=0.1).speed.values[0, 0] == 1.0


def test_the_first_that_hangs_on_the_world_is_the_root_else():
    rail = {"type": "slider", "parent": "world", "child": "first", "axis": "forward"}
    arm = {"type": "hinge", "parent": "first", "child": "second", "axis": "down"}
    assert root(bodies={"second": BALL, "first": BALL}, joints={"rail": rail, "arm": arm}) == "first"
