"""Modules are cut from an outline, a chain may shed at its edge, and mistakes are told where they stand."""

from math import pi

import numpy as np
import pytest

from narcine.description.load import describe_text
from narcine.description.problems import DescriptionError

ROUNDING = 1e-12
"""Relative: some operations on numbers of order one."""
FISH = """\
name: fish
chains:
  spine:
    count: 10
    axes: {yaw: down}
    outline: {length: 0.5, density: 1050, sections: [[0, 0.1, 0.2], [0.5, 0.2, 0.3], [1, 0.02, 0.1]]}
    module: {drag: {skin: {friction: 0.01}}}
gait: {type: midline, chain: spine, frequency: 1 Hz, amplitude: 4 cm, wavelength: 40 cm}
"""
EDGED = FISH.replace("0.02, 0.1]]}", "0.02, 0.1]], edge: 0.01}")


def fish(text=FISH):
    return describe_text(text, "fish.yaml").scenario.vehicles["fish"].vehicle


def problems(text):
    with pytest.raises(DescriptionError) as caught:
        describe_text(text, "fish.yaml")
    return [str(problem) for problem in caught.value.problems]


def test_modules_have_the_sections_of_their_middles():
    bodies = fish().bodies
    assert list(bodies) == [f"spine_{number}" for number in range(1, 11)]
    for place, body in zip(np.arange(0.05, 1.0, 0.1), bodies.values(), strict=True):
        width, height = np.interp(place, [0, 0.5, 1], [0.1, 0.2, 0.02]), np.interp(place, [0, 0.5, 1], [0.2, 0.3, 0.1])
        assert body.shape.cylinder.radius == pytest.approx((0.25 * width, 0.25 * height), rel=ROUNDING)
        assert body.shape.cylinder.length == pytest.approx(0.05, rel=ROUNDING)
        assert body.mass == pytest.approx(1050.0 * body.volume, rel=ROUNDING)
        assert body.drag.skin.friction == 0.01


def test_the_mass_converges_with_the_square_of_their_number():
    """The mass is the integral of rho pi w h / 4, exact by Simpson's rule on either half of the outline."""
    sections = np.array([[0.1, 0.2], [0.15, 0.25], [0.2, 0.3], [0.11, 0.2], [0.02, 0.1]])
    weights = np.array([1.0, 4.0, 2.0, 4.0, 1.0]) / 12.0
    exact = 1050.0 * pi / 4.0 * 0.5**3 * weights @ sections.prod(axis=1)
    errors = [
        abs(sum(body.mass for body in fish(FISH.replace("count: 10", f"count: {count}")).bodies.values()) - exact)
        for count in (10, 20)
    ]
    assert errors[0] < 0.005 * exact
    assert errors[1] == pytest.approx(0.25 * errors[0], rel=1e-6)


def test_widths_and_heights_scale():
    vehicle = fish(FISH.replace("density: 1050", "density: 1050, scale: [0.5, 2]"))
    for old, new in zip(fish().bodies.values(), vehicle.bodies.values(), strict=True):
        ratio = np.array(new.shape.cylinder.radius) / old.shape.cylinder.radius
        assert ratio == pytest.approx([0.5, 2.0], rel=ROUNDING)


def test_an_edge_closes_the_chain_and_sheds_as_a_slender_wing_does():
    """Lift rho S a U w / 2 of chord e and slope pi s / (2 e) is m U w with m = rho pi s^2 / 4, whatever e."""
    vehicle = fish(EDGED)
    plate, foil = vehicle.bodies["spine_edge"].shape.plate, vehicle.foils["spine_edge"]
    joint = vehicle.joints["spine_edge"]
    assert (joint.type, joint.parent) == ("fixed", "spine_10")
    assert joint.at[0] - joint.to[0] - 0.5 * plate.chord == pytest.approx(
        -0.5 * vehicle.bodies["spine_10"].shape.cylinder.length - plate.chord, rel=ROUNDING
    )
    assert sum(vehicle.gait.lengths.values()) == pytest.approx(0.5, rel=ROUNDING)
    assert (plate.chord, plate.span) == pytest.approx((0.005, 0.05), rel=ROUNDING)
    assert 0.5 * plate.chord * plate.span * foil.slope == pytest.approx(pi * plate.span**2 / 4.0, rel=ROUNDING)
    assert foil.suction == 0.5


def test_what_the_file_says_of_one_module_changes_that_one():
    vehicle = fish(EDGED + "bodies: {spine_3: {mass: 2.0}, spine_edge: {mass: 0.001}}\n")
    assert vehicle.bodies["spine_3"].mass == 2.0
    assert vehicle.bodies["spine_edge"].mass == 0.001
    assert vehicle.bodies["spine_4"].mass == fish(EDGED).bodies["spine_4"].mass


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[0, 0.1, 0.2]", "[0.1, 0.1, 0.2]", "must reach from station 0, the head, to station 1, the tail"),
        ("[0.5, 0.2, 0.3]", "[1.5, 0.2, 0.3]", "stations of the sections must grow"),
        ("[0.5, 0.2, 0.3]", "[0.5, 0, 0.3]", "between the ends must have a width and a height"),
        ("[0.5, 0.2, 0.3]", "[0.5, -0.2, 0.3]", "must be at least 0"),
        ("[1, 0.02, 0.1]]", "[1, 0, 0.1]], edge: 0.01", "its last section must have a width and a height"),
        ("module: {drag", "module: {shape: {sphere: 0.1}, drag", "leave one out"),
        ("count: 10", "count: 10\n    edge: 0.1", "unknown key"),
    ],
)
def test_mistakes_in_an_outline_are_told(old, new, said):
    [problem] = problems(FISH.replace(old, new))
    assert said in problem
    assert problem.startswith("fish.yaml:")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("wavelength: 40 cm", "wavelength: 9 cm", "wavelength must be at least 0.1 m, 2 modules"),
        ("wavelength: 40 cm", "wavelength: 40 deg", "unit of angle"),
        ("amplitude: 4 cm", "amplitude: 1 m", "too steep for its modules"),
        ("amplitude: 4 cm", "amplitude: 4 cm, envelope: [[0, 1], [0.5, 1]]", "places that grow from 0, the head, to 1"),
        ("amplitude: 4 cm", "amplitude: 4 cm, envelope: [[0, 1], [1, 0.5]]", "must end with 1"),
        ("amplitude: 4 cm", "amplitude: 4 cm, lengths: {a: 0.1, b: 0.2}", "has 2 lengths of modules for 9 yaw joints"),
        ("chain: spine", "chain: tail", "there is no chain 'tail'"),
        ("chain: spine", "yaw: [spine_joint_1]", "needs to know how long its modules are"),
    ],
)
def test_mistakes_in_a_midline_are_told(old, new, said):
    told = problems(FISH.replace(old, new))
    assert any(said in problem and problem.startswith("fish.yaml:") for problem in told), told


def test_friction_of_a_skin_needs_a_cylinder():
    ball = "{shape: {sphere: 0.1}, mass: 1, drag: {skin: {friction: 0.1}}}"
    [problem] = problems(f"name: ball\nbodies:\n  ball: {ball}\n")
    assert "drag.skin needs a cylinder" in problem
