"""The paper's vehicles turn, roll and swing as published, as far as its rows claim."""

import numpy as np
import pytest

import narcine
from narcine.description.problems import DescriptionError
from narcine.reproduction.assumptions import assumptions_of
from narcine.reproduction.morpheus import PAPER
from narcine.reproduction.morpheus.bang_bang import KEPT_ANGLES, _response
from narcine.reproduction.morpheus.turn_rate import measure
from narcine.reproduction.morpheus.zigzags import SIDES, WITH_FINS, flown
from narcine.reproduction.papers import choose
from narcine.reproduction.variants import nominal_description, variant
from narcine.simulation.failure import RunStopped

ROWS = {row.id: row for row in PAPER.experiments}
SHORT = ("morpheus.radius_fins", "morpheus.radius_plain", "morpheus.turn_rate")
LONG = ("ematt.radius", "ematt.roll", "ematt.limit_cycle")


@pytest.mark.parametrize("name", [*SHORT, *(pytest.param(name, marks=pytest.mark.slow) for name in LONG)])
def test_a_row_agrees_with_all_numbers_as_written(name):
    row = ROWS[name]
    readings = row.measure([narcine.load(row.vehicle)])[0]
    verdict = row.judge(readings)
    assert verdict.ok, verdict.note
    assert all(caption for _, caption in row.draw(readings))


@pytest.mark.slow
def test_why_starboard_is_faster_is_told():
    row = ROWS["morpheus.starboard"]
    readings = row.measure([narcine.load("morpheus")])[0]
    assert row.judge(readings).ok is None
    assert abs(readings["without both"]) < abs(readings["starboard over port"])


def test_a_vehicle_that_is_mirrored_turns_alike_to_both_sides():
    """Without the propeller's torque and with straight struts nothing tells starboard from port but sensor noise."""
    mirrored = {"actuators__propeller__hull_torque": 0.0}
    for strut, normal in (("upper", [0, 1, 0]), ("lower", [0, 1, 0]), ("starboard", [0, 0, 1]), ("port", [0, 0, 1])):
        mirrored |= {f"foils__{strut}_strut__leading_edge": [1, 0, 0], f"foils__{strut}_strut__normal": normal}
    readings = measure([narcine.load("morpheus", **mirrored)])[0]
    for what in ("fins", "plain"):
        starboard, port = (readings[f"{what} rate {side}"] for side in SIDES)
        assert starboard == pytest.approx(port, rel=0.01)


def test_rows_are_chosen_by_the_vehicle_too():
    assert [part.id for part in choose(["ematt"])[0].parts] == list(LONG)
    assert len(choose(["morpheus"])[0].parts) == len(PAPER.parts)


def test_every_draw_of_the_dead_band_can_be_built():
    """What lets a solenoid go is half of the dead band in each draw, and no number by itself."""
    row = ROWS["ematt.limit_cycle"]
    found = assumptions_of(nominal_description(row), row.fixed).moved
    assert "frontseat.map.release" not in {path for each in found for path in each.at(0.5)}
    for band in (1.0, 4.0):
        made = variant(row, {"frontseat.map.dead_band": f"{band} deg"})
        assert made.simulation is not None, made.problem
        settings = made.simulation.description.settings
        assert settings["frontseat.map.release"] == pytest.approx(np.radians(0.5 * band))


def test_why_a_draw_cannot_be_built_names_no_folder_of_this_machine():
    made = variant(ROWS["ematt.roll"], {"frontseat.map.dead_band": "0.5 deg"})
    assert made.problem.startswith("vehicles/ematt.yaml:")
    assert "release must be at most dead_band" in made.problem


def test_the_control_response_is_drawn_as_a_mission_is():
    """Surfaces have strips of their own: three panels and two strips."""
    time = np.linspace(0.0, 130.0, 200)
    readings = {name: 5.0 * np.sin(time) for name in KEPT_ANGLES}
    figure = _response({**readings, "time": time, "depth": 0.0 * time + 2.0, "desired depth": 0.0 * time + 2.0})
    assert len(figure.axes) == 5


def test_a_flight_that_a_rule_ends_counts_as_a_run_that_stopped():
    shallow = narcine.load("morpheus", frontseat__rules__maximum_depth=1.0)
    with pytest.raises(DescriptionError, match="depth"):  # its legs ask for more, which is told before it flies
        flown(WITH_FINS, shallow)
    flat = narcine.load("morpheus", sensors__battery__capacity=10.0)
    with pytest.raises(RunStopped, match="minimum_voltage"):
        flown(WITH_FINS, flat)
