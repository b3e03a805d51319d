"""What the number at a path measures."""

import pytest

from narcine.description.dimensions import dimension_at
from narcine.description.load import load_description


@pytest.mark.parametrize(
    ("path", "dimension"),
    [
        ("gait.amplitude", "angle"),
        ("gait.dives.pelvic_port", "ratio"),
        ("bodies.disc.mass", "mass"),
        ("bodies.disc.shape.ellipsoid[0]", "length"),
        ("joints.tail_root.axes.yaw.damping", "angular damping"),
        ("drives.front_port.torque", None),
        ("run.water.density", "density"),
        ("run.start.velocity.0", "speed"),
        ("run.commands.gait.turn", "angle"),
        ("run.seed", "ratio"),
        ("bodies.nobody.mass", None),
        ("nothing", None),
    ],
)
def test_paths_of_a_vehicle(path, dimension):
    assert dimension_at(load_description("raybot"), path) == dimension


def test_where_a_record_serves_several_kinds_the_unit_decides():
    ray = load_description("raybot")
    assert dimension_at(ray, "drives.front_port.torque", "N m") == "torque"
    assert dimension_at(ray, "parts.anything.length", "mm") == "length"
    assert dimension_at(ray, "bodies.disc.mass", "mm") == "mass"


def test_a_module_of_a_chain_has_the_keys_of_a_body():
    snake = load_description("perambulator")
    assert dimension_at(snake, "chains.spine.module.mass") == "mass"
    assert dimension_at(snake, "chains.spine.module.shape.cylinder.radius") == "length"
    assert dimension_at(snake, "chains.spine.module.drag.morison.across") == "ratio"
    assert dimension_at(snake, "chains.spine.count") == "ratio"
    assert dimension_at(snake, "gait.amplitude") == "angle"


def test_paths_of_a_scenario():
    pair = load_description("bluerov_pair")
    assert dimension_at(pair, "vehicles.pair_1.vehicle.bodies.hull.mass") == "mass"
    assert dimension_at(pair, "water.density") == "density"
    assert dimension_at(pair, "duration") == "time"
