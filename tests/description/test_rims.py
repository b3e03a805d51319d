"""A rim stands for fins that cover the margin of a disc, as if they were written out."""

from math import cos, pi, sin

import numpy as np
import pytest
from scipy.special import ellipe

from narcine.description.load import describe_plain, describe_records, describe_text, load_description
from narcine.description.problems import DescriptionError
from narcine.simulation.derivatives import differentiate
from narcine.simulation.simulation import Simulation

ROUNDING = 1e-12
"""Relative: some hundred operations on numbers of order one."""
RAY = """\
name: ray
bodies:
  disc: {shape: {ellipsoid: [0.25, 0.20, 0.03], centre: [0.01, 0, 0.02]}, mass: 2.0, displaced_volume: 2.0 l}
rims:
  margin: {body: disc, fins: 12, width: 6 cm}
gait: {type: undulation, rim: margin, frequency: 1 Hz, amplitude: 20 deg}
"""


def ray(rim="", text=RAY, **settings):
    tree = text.replace("width: 6 cm", f"width: 6 cm{rim}")
    return describe_text(tree, "ray.yaml").scenario.vehicles["ray"].vehicle


def problems(text):
    with pytest.raises(DescriptionError) as caught:
        describe_text(text, "ray.yaml")
    return [str(problem) for problem in caught.value.problems]


def planform(vehicle):
    """Return area, place and direction (x outwards) of each fin."""
    fins = []
    for name, body in vehicle.bodies.items():
        if name != "disc":
            plate, joint = body.shape.plate, vehicle.joints[name]
            out = np.array([cos(joint.attitude[2]), sin(joint.attitude[2])])
            fins.append((plate.chord, plate.span, np.array(joint.at[:2]) - joint.to[0] * out, out))
    return fins


@pytest.mark.parametrize("fins", [4, 12, 50])
@pytest.mark.parametrize("sides", ["both", "round"])
@pytest.mark.parametrize(("a", "b"), [(0.25, 0.20), (0.2, 0.2), (0.1, 0.3)])
def test_fins_cover_the_area_of_the_margin(a, b, fins, sides):
    """The ring between an ellipse of perimeter P and its parallel curve at distance w: P w + pi w^2 (Steiner)."""
    text = RAY.replace("[0.25, 0.20, 0.03]", f"[{a}, {b}, 0.03]").replace("fins: 12", f"fins: {fins}, sides: {sides}")
    ring = 0.06 * 4.0 * b * ellipe(1.0 - (a / b) ** 2) + pi * 0.06**2
    area = sum(chord * span for chord, span, _, _ in planform(ray(text=text)))
    assert area == pytest.approx(ring, rel=ROUNDING)


def test_where_fins_lie_converges_with_the_square_of_their_number():
    """Second moment of the area of a narrow circular ring about its diameter: pi / 4 (R^4 - r^4).

    Narrow, for a rectangle is not a sector: what is left for many fins is of the order of (width / radius)^2.
    """
    errors = []
    for fins in (8, 16, 32):
        text = RAY.replace("[0.25, 0.20, 0.03], centre: [0.01, 0, 0.02]", "[0.2, 0.2, 0.03]")
        text = text.replace("6 cm", "1 mm")
        moment = 0.0
        for chord, span, centre, out in planform(ray(text=text.replace("fins: 12", f"fins: {fins}"))):
            own = (chord * out[1]) ** 2 / 12.0 + (span * out[0]) ** 2 / 12.0
            moment += chord * span * (centre[1] ** 2 + own)
        errors.append(abs(moment / (pi / 4.0 * (0.201**4 - 0.2**4)) - 1.0))
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.1)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.1)
    assert errors[2] < 0.005


def test_fins_stand_on_the_edge_and_lie_in_the_plane_of_the_disc():
    vehicle = ray(", arc: [20 deg, 160 deg]")
    for name, joint in vehicle.joints.items():
        x, y, z = joint.at[0] - 0.01, joint.at[1], joint.at[2]
        assert (x / 0.25) ** 2 + (y / 0.2) ** 2 == pytest.approx(1.0, rel=ROUNDING)
        assert z == 0.02
        assert (y > 0.0) == ("starboard" in name)
        outward = np.array([x / 0.25**2, y / 0.2**2])
        assert joint.attitude[2] == pytest.approx(np.arctan2(outward[1], outward[0]), abs=1e-12)
    first, last = vehicle.joints["margin_starboard_1"].at, vehicle.joints["margin_starboard_6"].at
    assert first[0] > 0.0 > last[0]
    spans = [body.shape.plate.span for name, body in vehicle.bodies.items() if name != "disc"]
    assert spans[:6] == spans[6:]


def test_foils_look_forward_and_have_the_area_of_their_plates_and_the_aspect_ratio_of_the_ray():
    vehicle = ray()
    for name, foil in vehicle.foils.items():
        angle = vehicle.joints[name].attitude[2]
        forward = np.array([cos(angle) * foil.leading_edge[0] - sin(angle) * foil.leading_edge[1]])
        assert forward == pytest.approx(1.0, rel=ROUNDING)
        plate = vehicle.bodies[name].shape.plate
        assert foil.area == pytest.approx(plate.chord * plate.span, rel=ROUNDING)
        assert foil.span**2 / foil.area == pytest.approx(4.0 * 0.26 / (pi * 0.31), rel=ROUNDING)


def test_names_count_from_the_bow():
    assert list(ray(", sides: round").joints) == [f"margin_{k}" for k in range(1, 13)]
    assert list(ray(", sides: port").joints) == [f"margin_port_{k}" for k in range(1, 13)]
    assert list(ray(", twist: false").drives)[:2] == ["margin_starboard_1", "margin_starboard_2"]
    assert list(ray().drives)[:2] == ["margin_starboard_1.flap", "margin_starboard_1.feather"]


def test_fins_are_there_for_the_rest_of_the_file():
    text = RAY + (
        "tail_tip: {body: margin_port_6, at: [0, 0, 0]}\n"
        "run: {commands: {margin_port_2.flap: 5 deg}}\n"
        "joints: {margin_port_3: {at: [0, -0.21, 0.02]}}\n"
    )
    text = text.replace("mass: 2.0, displaced_volume: 2.0 l}", "mass: 2.0}\n  margin_port_3: {mass: 0.5}")
    vehicle = ray(text=text)
    assert vehicle.bodies["margin_port_3"].mass == 0.5
    assert vehicle.bodies["margin_port_3"].shape == vehicle.bodies["margin_starboard_3"].shape
    assert vehicle.joints["margin_port_3"].at == (0, -0.21, 0.02)
    assert vehicle.bodies["margin_port_2"].mass == pytest.approx(vehicle.bodies["margin_starboard_2"].mass)


def test_settings_come_before_the_fins(tmp_path):
    file = tmp_path / "ray.yaml"
    file.write_text(RAY, encoding="utf-8")
    vehicle = load_description(str(file), {"rims.margin.fins": 16, "foils.margin_port_8.stall": "30 deg"})
    vehicle = vehicle.scenario.vehicles["ray"].vehicle
    assert len(vehicle.bodies) == 17
    assert vehicle.gait.lag == pytest.approx(2.0 * pi / 8)
    assert vehicle.foils["margin_port_8"].stall == pytest.approx(pi / 6)
    assert vehicle.foils["margin_port_8"].lift == "thin_foil"


def test_a_rim_can_be_passive_or_otherwise_driven():
    text = RAY.replace("gait: {type: undulation, rim: margin, frequency: 1 Hz, amplitude: 20 deg}\n", "")
    passive = ray(", drive: none, joint: {stiffness: 0.1, damping: 0.01}", text=text)
    assert not passive.drives
    assert passive.joints["margin_port_1"].axes["flap"].stiffness == 0.1
    servo = ray(", twist: false, drive: {type: servo, rate: 5, torque: 1}, joint: {limits: 40 deg}")
    assert servo.drives["margin_port_1"].rate == 5.0
    changed = ray(", foil: {stall: 30 deg}, drive: {response: 0.2}")
    assert changed.foils["margin_port_1"].lift == "thin_foil"
    assert changed.foils["margin_port_1"].stall == pytest.approx(pi / 6)
    assert changed.drives["margin_port_1.flap"].response == 0.2
    assert servo.joints["margin_port_1"].limits[1] == pytest.approx(np.radians(40))


def test_a_rim_in_a_scenario_and_records_of_it():
    description = describe_text(RAY, "ray.yaml")
    again = describe_records(description.scenario.vehicles["ray"].vehicle).scenario.vehicles["ray"].vehicle
    assert again == description.scenario.vehicles["ray"].vehicle
    placed = {"vehicle": description.plain, "start": {"position": [0, 3, 0]}}
    both = describe_plain({"name": "two", "vehicles": {"a": {"vehicle": description.plain}, "b": placed}})
    assert both.scenario.vehicles["b"].vehicle.bodies == again.bodies
    assert len(Simulation(both).model.bodies) == 26


def test_numbers_of_a_rim_say_where_they_come_from():
    described = describe_text(RAY, "ray.yaml")
    assert {path.split(".")[0] for path in described.unsourced()} == {"bodies", "rims", "gait"}
    assert not any("margin_" in path for path in described.unsourced())
    sourced = describe_text(RAY.replace("{body: disc,", "{source: 'table 1', body: disc,"), "ray.yaml")
    assert sourced.provenance[("bodies", "margin_port_1")].text == "table 1"


def test_a_run_has_a_derivative_with_respect_to_a_rim():
    simulation = Simulation(describe_text(RAY, "ray.yaml"))
    found = differentiate(simulation, ["rims.margin.width", "rims.margin.density"], duration=0.1, step=0.01)
    assert np.all(np.isfinite(found.derivatives))
    assert np.abs(found.derivatives).max(axis=(1, 2)).min() > 1e-6


CASES = {
    "unknown body": (
        "body: disc",
        "body: ^disk",
        "rims.margin.body = disk: there is no body 'disk'; did you mean 'disc'?; there are disc",
    ),
    "no disc": (
        "ellipsoid: [0.25, 0.20, 0.03]",
        "box: [0.25, 0.20, 0.03]",
        "rims.margin.body = disc: is no disc: give it an ellipsoid, or a cylinder whose axis is down",
    ),
    "odd fins": (
        "margin: {body: disc, fins: 12",
        "margin: ^{body: disc, fins: 11",
        "rims.margin: has 11 fins on two sides; give an even number, or `sides`",
    ),
    "arc": (
        "margin: {body: disc,",
        "margin: ^{body: disc, arc: [20 deg, 190 deg],",
        "rims.margin: arc must grow within 0 to 180 deg from the bow",
    ),
    "unknown key": (
        "width: 6 cm",
        "width: 6 cm, ^thicknes: 1 mm",
        "rims.margin.thicknes: unknown key; allowed: body, fins, width, thickness, density, sides, arc, twist, joint, "
        "drive, foil; did you mean 'thickness'?",
    ),
    "unknown rim": (
        "rim: margin",
        "rim: ^margins",
        "gait.rim = margins: there is no rim 'margins'; did you mean 'margin'?; there are margin",
    ),
    "passive and waved": (
        "width: 6 cm",
        "width: 6 cm, drive: none",
        "gait.rim = margin: moves nothing: the fins of this rim have no drives",
    ),
    "broken foil": (
        "width: 6 cm",
        "width: 6 cm, foil: {lift: thin_foil, stall: ^100 deg}",
        "foils.margin_starboard_1.stall = 100 deg: must be at most 1.5708 rad",
    ),
    "broken shape": (
        "[0.25, 0.20, 0.03]",
        "[0.25, 0.20, ^0]",
        "bodies.disc.shape.ellipsoid[2] = 0: must be greater than 0",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_single_mistake_gives_a_single_problem_at_its_place(case):
    old, new, message = CASES[case]
    assert old in RAY
    text = RAY.replace(old, new, 1)
    found = problems(text.replace("^", ""))
    assert len(found) == 1, found
    assert found[0].endswith(message), found
    if "^" in text:
        before = text[: text.index("^")]
        assert found[0].startswith(f"ray.yaml:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}:")
