"""A tether stands for a chain of cylinders from its body to its anchor, as if it were written out."""

from math import cos, pi, sin

import numpy as np
import pytest

from narcine.description.importing.frames import Frame, rotation_of
from narcine.description.load import describe_plain, describe_records, describe_text, load_description
from narcine.description.problems import DescriptionError
from narcine.simulation.derivatives import differentiate
from narcine.simulation.simulation import Simulation

ROUNDING = 1e-9
"""m: of sines and cosines along a chain of some metres."""
ROV = """\
name: rov
bodies:
  hull: {shape: {box: [0.4, 0.3, 0.2]}, mass: 24.0}
tethers:
  umbilical: {body: hull, at: [-0.2, 0, -0.1], length: 10 m, diameter: 7.6 mm, mass_per_length: 43 g/m, segments: 6}
"""
ANCHORED = ROV.replace("segments: 6}", "segments: 6, anchor: [-4, 3, -6]}")
START = "run: {start: {position: [1, 2, 0.5], attitude: [10 deg, -20 deg, 130 deg]}}\n"


def rov(text=ROV):
    return describe_text(text, "rov.yaml").scenario.vehicles["rov"].vehicle


def problems(text):
    with pytest.raises(DescriptionError) as caught:
        describe_text(text, "rov.yaml")
    return [str(problem) for problem in caught.value.problems]


def far_end(vehicle):
    """Return where the far end is at the start, link by link from the joints as they are described."""
    start = vehicle.run.start
    frame = Frame(np.array(start.position), rotation_of(*start.attitude))
    for joint in (joint for name, joint in vehicle.joints.items() if name.startswith("umbilical")):
        turn = rotation_of(*joint.attitude)
        if joint.type == "universal":
            angles = [start.joints.get(f"{joint.child}.{axis}", 0.0) for axis in ("pitch", "yaw")]
            turn = rotation_of(0, angles[0], 0) @ rotation_of(0, 0, angles[1])
        frame = frame.then(Frame(np.array(joint.at) - turn @ np.array(joint.to), turn))
    return frame.position + frame.rotation @ np.array(joint.to) * -1.0


def test_segments_have_the_length_mass_and_volume_of_the_cable():
    vehicle = rov()
    segments = [body for name, body in vehicle.bodies.items() if name.startswith("umbilical_")]
    assert len(segments) == 6
    assert sum(body.mass for body in segments) == pytest.approx(0.43)
    assert sum(body.volume for body in segments) == pytest.approx(0.25 * pi * 7.6e-3**2 * 10.0)
    assert sum(body.shape.cylinder.length for body in segments) == pytest.approx(10.0)
    assert rov(ROV.replace("mass_per_length: 43 g/m", "density: 2 g/cm3")).bodies["umbilical_1"].mass == pytest.approx(
        2000.0 * 0.25 * pi * 7.6e-3**2 * 10.0 / 6.0
    )


@pytest.mark.parametrize(
    ("direction", "end"), [("", (-10.2, 0, -0.1)), (", direction: up", (-0.2, 0, -10.1)), (", direction: [0, 3, 4]", 0)]
)
def test_a_free_tether_lies_straight_in_its_direction(direction, end):
    vehicle = rov(ROV.replace("segments: 6", f"segments: 6{direction}"))
    assert far_end(vehicle) == pytest.approx(np.array(end or (-0.2, 6.0, 7.9)), abs=ROUNDING)
    assert not vehicle.couplings


@pytest.mark.parametrize("segments", [2, 3, 6, 40])
@pytest.mark.parametrize("side", ["", ", direction: up", ", direction: port"])
def test_a_tether_with_an_anchor_begins_on_its_body_and_ends_there(segments, side):
    text = ANCHORED.replace("segments: 6", f"segments: {segments}{side}") + START
    vehicle = rov(text)
    assert far_end(vehicle) == pytest.approx(np.array([-4.0, 3.0, -6.0]), abs=ROUNDING)
    coupling = vehicle.couplings["umbilical"]
    assert (coupling.type, coupling.first, coupling.second) == ("ball", "world", f"umbilical_{segments}")
    assert coupling.at == (-4.0, 3.0, -6.0)


@pytest.mark.slow
def test_slack_bows_to_the_side_that_is_asked_for():
    middle = 0.5 * (np.array([-0.2, 0, -0.1]) + np.array([-4.0, 3.0, -6.0]))
    for side, wanted in (("", (0, 0, 1)), (", direction: up", (0, 0, -1)), (", direction: starboard", (0, 1, 0))):
        simulation = Simulation(describe_text(ANCHORED.replace("6, anchor", f"6{side}, anchor"), "rov.yaml"))
        links = [body.link for body in simulation.model.bodies if body.name != "hull"]
        bow = simulation.start().observe().place[0, links].mean(axis=0) - middle
        assert bow @ np.array(wanted) > 0.7


def test_a_taut_tether_is_straight():
    text = ROV.replace("segments: 6}", "segments: 6, anchor: [-10.2, 0, -0.1]}")
    assert not rov(text).run.start.joints


def test_a_tether_on_a_body_that_is_fixed_to_the_free_one():
    text = ANCHORED.replace("mass: 24.0}", "mass: 24.0}\n  frame: {mass: 1.0, shape: {box: [0.1, 0.1, 0.1]}}").replace(
        "{body: hull,", "{body: frame,"
    )
    joint = "joints: {frame: {type: fixed, parent: hull, child: frame, at: [0, 0, 0.3], attitude: [0, 0, 90 deg]}}\n"
    simulation = Simulation(describe_text(text + joint + START, "rov.yaml"))
    seen = simulation.start().observe()
    last = next(body.link for body in simulation.model.bodies if body.name == "umbilical_6")
    end = seen.place[0, last] + seen.attitude[0, last].reshape(3, 3) @ [-10.0 / 12.0, 0, 0]
    assert end == pytest.approx(np.array([-4.0, 3.0, -6.0]), abs=1e-8)


def test_the_rest_of_the_file_may_name_segments_and_change_them():
    text = ROV.replace("mass: 24.0}", "mass: 24.0}\n  umbilical_6: {mass: 0.5}") + (
        "joints: {umbilical_2: {axes: {pitch: {stiffness: 0.1}}}}\n"
        "run: {start: {joints: {umbilical_3.pitch: 10 deg}}}\n"
    )
    vehicle = rov(text)
    assert vehicle.bodies["umbilical_6"].mass == 0.5
    assert vehicle.bodies["umbilical_6"].shape == vehicle.bodies["umbilical_5"].shape
    assert vehicle.joints["umbilical_2"].axes["pitch"].stiffness == 0.1
    assert vehicle.run.start.joints == {"umbilical_3.pitch": pytest.approx(np.radians(10))}


def test_stiffness_in_bending_becomes_that_of_joints():
    vehicle = rov(ROV.replace("segments: 6", "segments: 5, stiffness: 0.02 N m2, damping: 0.004 N m2 s"))
    for axis in vehicle.joints["umbilical_3"].axes.values():
        assert axis.stiffness == pytest.approx(0.02 / 2.0)
        assert axis.damping == pytest.approx(0.004 / 2.0)


def test_a_lumped_tether_is_mass_water_and_drag_at_its_end():
    vehicle = rov(ROV.replace("segments: 6", "model: lumped, direction: up") + "run: {water: {density: 1025}}\n")
    body, joint = vehicle.bodies["umbilical"], vehicle.joints["umbilical"]
    volume = 0.25 * pi * 7.6e-3**2 * 10.0
    assert (body.mass, body.volume) == (pytest.approx(0.43), pytest.approx(volume))
    assert np.diag(body.added_inertia.matrix) == pytest.approx([0, 1025 * volume, 1025 * volume, 0, 0, 0])
    drag = 0.5 * 1025 * 7.6e-3 * 10.0
    assert np.diag(body.drag.quadratic)[:3] == pytest.approx([0.032 * drag, 1.2 * drag, 1.2 * drag])
    assert rotation_of(*joint.attitude)[:, 0] == pytest.approx(np.array([0, 0, 1]), abs=1e-12)
    assert len(vehicle.bodies) == 2


def test_a_tether_in_a_scenario_starts_where_the_scenario_says():
    plain = describe_text(ANCHORED, "rov.yaml").plain
    start = {"position": [1, 2, 0.5], "attitude": [0.1, -0.2, 2.0]}
    both = describe_plain(
        {"name": "two", "vehicles": {"a": {"vehicle": plain}, "b": {"vehicle": plain, "start": start}}}
    )
    simulation = Simulation(both)
    seen = simulation.start().observe()
    for name in ("a.umbilical_6", "b.umbilical_6"):
        last = next(body.link for body in simulation.model.bodies if body.name == name)
        end = seen.place[0, last] + seen.attitude[0, last].reshape(3, 3) @ [-10.0 / 12.0, 0, 0]
        assert end == pytest.approx(np.array([-4.0, 3.0, -6.0]), abs=1e-8)


def test_records_settings_and_sources_of_a_tether(tmp_path):
    description = describe_text(ANCHORED, "rov.yaml")
    again = describe_records(description.scenario.vehicles["rov"].vehicle)
    assert again.scenario.vehicles["rov"].vehicle == description.scenario.vehicles["rov"].vehicle
    assert "umbilical_1" not in description.plain["bodies"]
    assert not any("umbilical_" in path for path in description.unsourced())
    file = tmp_path / "rov.yaml"
    file.write_text(ROV)
    vehicle = load_description(str(file), {"tethers.umbilical.segments": 3}).scenario.vehicles["rov"].vehicle
    assert len(vehicle.bodies) == 4


def test_a_run_has_a_derivative_with_respect_to_a_tether():
    simulation = Simulation(describe_text(ROV + "run: {start: {velocity: [0.5, 0.1, 0]}}\n", "rov.yaml"))
    found = differentiate(simulation, ["tethers.umbilical.length", "tethers.umbilical.across"], duration=0.1, step=0.01)
    assert np.abs(found.derivatives).max(axis=(1, 2)).min() > 1e-6


CASES = {
    "unknown body": (
        "body: hull",
        "body: ^hul",
        "tethers.umbilical.body = hul: there is no body 'hul'; did you mean 'hull'?; there are hull",
    ),
    "too short": (
        "anchor: [-4, 3, -6]",
        "anchor: ^[-4, 3, -16]",
        "tethers.umbilical.anchor: lies 16.6208 m from where the tether begins at the start; it is 10 m long",
    ),
    "one segment": (
        "segments: 6, anchor: [-4, 3, -6]",
        "segments: 1, anchor: ^[-4, 3, -6]",
        "tethers.umbilical.anchor: lies 7.63217 m from where the tether begins at the start; it is 10 m long: slack "
        "needs two segments or more",
    ),
    "two masses": (
        "umbilical: {body: hull,",
        "umbilical: ^{body: hull, density: 900,",
        "tethers.umbilical: has both density and mass_per_length; give one",
    ),
    "lumped with an anchor": (
        "umbilical: {body: hull,",
        "umbilical: ^{body: hull, model: lumped,",
        "tethers.umbilical: a lumped tether moves with its body and has no anchor; leave one of them out",
    ),
    "unknown key": (
        "diameter: 7.6 mm",
        "diameter: 7.6 mm, ^segment: 3",
        "tethers.umbilical.segment: unknown key; allowed: body, at, length, diameter, density, mass_per_length, model, "
        "segments, anchor, direction, stiffness, damping, across, along; did you mean 'segments'?",
    ),
    "unit": (
        "43 g/m",
        "^43 g",
        "tethers.umbilical.mass_per_length = 43 g: 'g' is a unit of mass, not of mass per length; allowed for a mass "
        "per length: kg/m, g/m",
    ),
    "broken start": (
        "segments: 6, anchor: [-4, 3, -6]}\n",
        "segments: 6, anchor: [-4, 3, -6]}\nrun: {start: {position: ^[1, 2]}}\n",
        "run.start.position = [1, 2]: must be a list of 3 numbers (length: plain numbers in m, or with a unit: m, cm, "
        "mm, km)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_single_mistake_gives_a_single_problem_at_its_place(case):
    old, new, message = CASES[case]
    assert old in ANCHORED
    text = ANCHORED.replace(old, new, 1)
    found = problems(text.replace("^", ""))
    assert len(found) == 1, found
    assert found[0].endswith(message), found
    before = text[: text.index("^")]
    assert found[0].startswith(f"rov.yaml:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}:")


def test_an_anchored_tether_on_a_body_that_swings_is_refused():
    text = ANCHORED.replace("mass: 24.0}", "mass: 24.0}\n  arm: {mass: 1.0, shape: {box: [0.1, 0.1, 0.1]}}")
    text = text.replace("{body: hull,", "{body: arm,")
    text += "joints: {arm: {type: hinge, parent: hull, child: arm, axis: down}}\n"
    assert problems(text) == [
        "rov.yaml:6:21: tethers.umbilical.body = arm: moves on a joint; a tether with an anchor hangs on the free body "
        "of its vehicle or on one fixed to it"
    ]


def test_the_turn_of_a_slack_chain_is_that_of_a_regular_polygon():
    """Three quarters of a regular octagon: six sides whose ends are sin(3 pi/4) / sin(pi/8) sides apart."""
    side = 10.0 / 6.0
    apart = side * sin(0.75 * pi) / sin(pi / 8.0)
    text = ROV.replace("segments: 6}", f"segments: 6, anchor: [{-0.2 - apart}, 0, -0.1]}}")
    joints = rov(text).run.start.joints
    assert list(joints.values()) == pytest.approx([-pi / 4.0] * 5, abs=1e-12)
    assert cos(joints["umbilical_2.yaw"]) == pytest.approx(cos(pi / 4.0))


def test_a_scenario_attaches_a_tether_to_a_vehicle_that_ships():
    line = "{body: hull, at: [-0.23, 0, 0], length: 5 m, diameter: 7.6 mm, mass_per_length: 43 g/m, segments: 4}"
    text = f"name: towed\nvehicles:\n  rov:\n    vehicle: bluerov\n    tethers: {{umbilical: {line}}}\n"
    description = describe_text(text, "towed.yaml")
    bodies = description.scenario.vehicles["rov"].vehicle.bodies
    assert list(bodies) == ["hull", "umbilical_1", "umbilical_2", "umbilical_3", "umbilical_4"]
    again = Simulation(description.plain)
    assert list(again.scenario.vehicles["rov"].vehicle.bodies) == list(bodies)
    with pytest.raises(
        DescriptionError, match=r"towed\.yaml:5:33: vehicles\.rov\.vehicle\.tethers\.umbilical\.body = hul"
    ):
        describe_text(text.replace("body: hull", "body: hul"), "towed.yaml")
