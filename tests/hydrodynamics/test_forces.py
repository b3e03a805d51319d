"""Drag, cross-flow and foils against what can be worked out by hand."""

import numpy as np
import pytest

from narcine.description.shapes.shape import Shape
from narcine.hydrodynamics.foils.table import helmbold_slope
from narcine.hydrodynamics.shape_drag import quadratic_from_coefficients, strip_integral
from narcine.simulation.step import Term
from tests.conftest import simulate

HULL = {"mass": 1.0, "inertia": [0.01, 0.01, 0.01], "displaced_volume": 0.001}


def wrench(term, velocity, spin=(0.0, 0.0, 0.0), foil=None, **body):
    """Return the wrench of one term on a free body that moves."""
    foils = {"foil": {"body": "hull", **foil}} if foil else {}
    run = {"start": {"velocity": list(velocity), "angular_velocity": list(spin)}}
    seen = simulate(bodies={"hull": {**HULL, **body}}, foils=foils, run=run).start().observe()
    return seen.wrench[0, term - 1, 0]


def test_an_ellipsoid_shows_ellipses_to_the_flow():
    shape = Shape(ellipsoid=(0.3, 0.2, 0.1)).geometry
    assert strip_integral(shape, 0, 1, 0) == pytest.approx(np.pi * 0.3 * 0.2, rel=1e-13)
    # int |s|^3 2 b sqrt(1 - s^2/a^2) ds = 8/15 a^4 b, by s = a sin t
    assert strip_integral(shape, 0, 1, 3) == pytest.approx(8.0 / 15.0 * 0.3**4 * 0.2, rel=1e-12)


def test_a_plate_shows_rectangles_and_resists_turning():
    shape = Shape(plate={"chord": 0.4, "span": 0.2, "thickness": 0.01, "normal": "starboard"}).geometry
    found = quadratic_from_coefficients(shape, (0.0, 1.2, 0.0), 1000.0)
    half = 0.5 * 1000.0 * 1.2
    assert found[1] == pytest.approx(half * 0.4 * 0.2, rel=1e-12)
    assert found[5] == pytest.approx(half * 0.2 * 2.0 * 0.2**4 / 4.0, rel=1e-12)  # turning about its span
    assert found[3] == pytest.approx(half * 0.4 * 2.0 * 0.1**4 / 4.0, rel=1e-12)  # turning about its chord
    assert found[4] == 0.0


def test_a_cylinder_shows_a_rectangle_across_and_a_disc_along():
    shape = Shape(cylinder={"radius": 0.05, "length": 0.3}).geometry
    found = quadratic_from_coefficients(shape, (0.8, 1.1, 1.1), 1000.0)
    assert found[0] == pytest.approx(500.0 * 0.8 * np.pi * 0.05**2, rel=1e-12)
    assert found[1] == pytest.approx(500.0 * 1.1 * 0.1 * 0.3, rel=1e-12)


def test_what_is_round_spins_freely():
    sphere = Shape(sphere=0.1).geometry
    assert quadratic_from_coefficients(sphere, (0.5, 0.5, 0.5), 1000.0)[3:] == pytest.approx([0.0] * 3, abs=1e-15)
    torpedo = Shape(spheroid={"length": 1.6, "diameter": 0.2}).geometry
    found = quadratic_from_coefficients(torpedo, (0.2, 1.0, 1.0), 1000.0)
    assert found[3] == pytest.approx(0.0, abs=1e-12)
    assert found[4] == pytest.approx(found[5])
    assert found[4] > 1.0


def test_drag_adds_linear_and_quadratic_parts_per_axis():
    drag = {"linear": [1, 2, 3, 0.1, 0.2, 0.3], "quadratic": [4, 5, 6, 0.4, 0.5, 0.6]}
    found = wrench(Term.DRAG, (0.5, -0.4, 0.3), (-0.2, 0.1, 0.6), drag=drag)
    expected = [-1.5, 1.6, -1.44, 0.036, -0.025, -0.396]
    assert found == pytest.approx(expected, rel=1e-12)


def test_drag_by_a_matrix_couples_axes():
    matrix = np.diag([1.0, 2.0, 3.0, 0.1, 0.1, 0.1])
    matrix[1, 5] = matrix[5, 1] = 0.5
    found = wrench(Term.DRAG, (0.0, 0.4, 0.0), (0.0, 0.0, 0.2), drag={"linear": matrix})
    assert found == pytest.approx([0, -0.9, 0, 0, 0, -0.22], rel=1e-12)


def test_the_drag_of_a_shape_acts_at_its_centre():
    shape = {"sphere": 0.1, "centre": [0.5, 0, 0]}
    found = wrench(Term.DRAG, (0.0, 1.0, 0.0), shape=shape, drag={"coefficients": [0.5] * 3})
    force = -0.5 * 1000.0 * 0.5 * np.pi * 0.01
    assert found == pytest.approx([0, force, 0, 0, 0, 0.5 * force], rel=1e-12)


def test_matrices_and_coefficients_add():
    shape = {"sphere": 0.1, "centre": [0.5, 0, 0]}
    matrix = np.diag([1.0, 2.0, 3.0, 0.1, 0.1, 0.1])
    matrix[1, 5] = matrix[5, 1] = 0.05
    drags = {"linear": matrix}, {"coefficients": [0.5] * 3}, {"linear": matrix, "coefficients": [0.5] * 3}
    found = [wrench(Term.DRAG, (0.3, 1.0, 0.0), (0, 0, 0.4), shape=shape, drag=drag) for drag in drags]
    assert found[2] == pytest.approx(found[0] + found[1], rel=1e-12)
    assert np.all(np.abs(found[1][[0, 1, 5]]) > 0.1)


def test_linear_drag_acts_at_the_origin_whatever_stands_beside_it():
    shape = {"sphere": 0.1, "centre": [0.5, 0, 0]}
    drag = {"linear": [1, 1, 1, 0, 0, 0], "coefficients": [0, 0, 0]}
    assert wrench(Term.DRAG, (0, 1, 0), shape=shape, drag=drag) == pytest.approx([0, -1, 0, 0, 0, 0], abs=1e-15)


@pytest.mark.parametrize("coriolis", ["full", "none", "roll_only", [0.3, 0.7, 0.1]])
def test_the_coupling_of_the_water_does_not_depend_on_where_the_origin_is(coriolis):
    """The same plate in the same motion, described from its middle and from a corner."""
    velocity, spin, corner = np.array([0.6, 0.2, -0.3]), np.array([0.5, -0.8, 0.4]), np.array([0.1, 0.02, -0.15])
    found = []
    for offset in (np.zeros(3), corner):
        body = {
            "mass": 0.5,
            "shape": {"plate": {"chord": 0.2, "span": 0.3, "thickness": 0.01, "normal": "starboard"}, "centre": offset},
            "added_inertia": {"rule": "from_shape", "coriolis": coriolis},
        }
        start = {"velocity": velocity - np.cross(spin, offset), "angular_velocity": spin}
        seen = simulate(bodies={"fin": body}, run={"start": start}).start().observe()
        found.append(seen.rates[0, 10:13])
    assert found[1] == pytest.approx(found[0], rel=1e-9)


def test_linear_drag_fades_with_speed():
    drag = {"linear": [2, 2, 2, 0, 0, 0], "linear_fade": [3, 0, 0, 0, 0, 0]}
    found = wrench(Term.DRAG, (0.3, 0.4, 0.0), drag=drag)
    assert found[:2] == pytest.approx([-0.6 * np.exp(-1.5), -0.8], rel=1e-12)


def test_crossflow_couples_sway_and_yaw():
    """A rod that turns about one end: int |x + L/2| (x + L/2) dx gives force L^3/3 and moment L^4/12."""
    crossflow = {"coefficient": 1.0, "strips": 1000, "stations": [-0.5, 0.5], "width": 0.1}
    found = wrench(Term.CROSSFLOW, (0.0, 0.5, 0.0), (0.0, 0.0, 1.0), crossflow=crossflow)
    half = 0.5 * 1000.0 * 0.1
    assert found[1] == pytest.approx(-half / 3.0, rel=1e-5)
    assert found[5] == pytest.approx(-half / 12.0, rel=1e-5)


def test_crossflow_of_a_round_body_has_no_preferred_side():
    crossflow = {"coefficient": 1.1, "strips": 8}
    shape = {"cylinder": {"radius": 0.05, "length": 0.6}}
    oblique = wrench(Term.CROSSFLOW, (0.4, 0.3, 0.4), shape=shape, crossflow=crossflow)
    straight = wrench(Term.CROSSFLOW, (0.4, 0.5, 0.0), shape=shape, crossflow=crossflow)
    assert np.hypot(oblique[1], oblique[2]) == pytest.approx(-straight[1], rel=1e-12)
    assert oblique[0] == 0.0


FOIL = {"normal": "down", "chord": 0.1, "span": 0.4, "centre": [0, 0, 0]}


def flow_at(degrees, speed=1.0):
    """Return a body's velocity for which the flow meets a horizontal foil from below at an angle."""
    angle = np.radians(degrees)
    return (speed * np.cos(angle), 0.0, speed * np.sin(angle))


@pytest.mark.parametrize("degrees", [-150, -90, -30, -5, 0, 5, 30, 90, 150, 180])
def test_the_stall_ramp_is_odd_across_and_even_along(degrees):
    foil = {**FOIL, "lift": "stall_ramp", "normal_coefficient": 1.2, "tangential_coefficient": 0.05, "stall": "15 deg"}
    found = wrench(Term.FOILS, flow_at(degrees), foil=foil)
    pressure = 0.5 * 1000.0 * 0.04
    sine, cosine, stall = np.sin(np.radians(degrees)), np.cos(np.radians(degrees)), np.sin(np.radians(15))
    assert found[2] == pytest.approx(-pressure * 1.2 * np.clip(sine / stall, -1, 1), abs=1e-12)
    assert found[0] == pytest.approx(-pressure * 0.05 * np.clip(cosine / stall, -1, 1), abs=1e-12)
    # the centre of pressure: quarter chord ahead, mid-chord broadside, three quarters reversed
    assert found[4] == pytest.approx(-found[2] * 0.025 * cosine, abs=1e-9)


def test_nothing_of_the_stall_ramp_jumps():
    foil = {**FOIL, "lift": "stall_ramp", "normal_coefficient": 1.2, "tangential_coefficient": 0.05, "stall": "15 deg"}
    angles = np.linspace(-180, 180, 721)
    found = np.array([wrench(Term.FOILS, flow_at(angle), foil=foil)[[0, 2, 4]] for angle in angles])
    slope = 0.5 * 1000.0 * 0.04 * 1.2 / np.sin(np.radians(15))
    assert np.abs(np.diff(found, axis=0)).max() < 1.1 * slope * np.radians(0.5)


def test_a_thin_foil_has_helmbolds_slope_and_induced_drag():
    foil = {**FOIL, "lift": "thin_foil", "stall": "15 deg", "efficiency": 0.9, "parasitic_drag": 0.01}
    found = wrench(Term.FOILS, flow_at(1.0), foil=foil)
    pressure = 0.5 * 1000.0 * 0.04
    angle = np.radians(1.0)
    slope = 2.0 * np.pi * 4.0 / (2.0 + np.sqrt(20.0))
    lift, drag = slope * np.sin(angle) * np.cos(angle), 0.01 + (slope * angle) ** 2 / (np.pi * 0.9 * 4.0)
    assert found[2] == pytest.approx(-pressure * (lift * np.cos(angle) + drag * np.sin(angle)), rel=1e-4)
    assert found[0] == pytest.approx(pressure * (lift * np.sin(angle) - drag * np.cos(angle)), rel=1e-3)


def test_helmbolds_slope_has_its_limits():
    assert helmbold_slope(1e9) == pytest.approx(2.0 * np.pi, rel=1e-6)
    assert helmbold_slope(1e-6) == pytest.approx(np.pi / 2.0 * 1e-6, rel=1e-5)  # Jones's slender wing


def test_a_thin_foil_broadside_is_a_flat_plate():
    foil = {**FOIL, "lift": "thin_foil", "stall": "15 deg", "broadside_drag": 1.2}
    found = wrench(Term.FOILS, flow_at(90.0), foil=foil)
    # the attached part has faded to sin(15 deg)^8 = 2e-5
    assert found[2] == pytest.approx(-0.5 * 1000.0 * 0.04 * 1.2, rel=3e-5)
    assert found[0] == pytest.approx(0.0, abs=1e-6)


def test_a_foil_in_still_water_feels_nothing():
    for lift in ({"lift": "thin_foil"}, {"lift": "stall_ramp", "normal_coefficient": 1.2}):
        assert np.all(wrench(Term.FOILS, (0, 0, 0), foil={**FOIL, "stall": "15 deg", **lift}) == 0.0)


def test_trapped_water_has_inertia_and_no_weight():
    shape = {"ellipsoid": [0.2, 0.1, 0.1]}
    dry = simulate(bodies={"hull": {"mass": 2.0, "shape": shape, "displaced_volume": 0.001}})
    wet = simulate(bodies={"hull": {"mass": 2.0, "shape": shape, "displaced_volume": 0.001, "trapped_water": 3.0}})
    dry_seen, wet_seen = dry.start().observe(), wet.start().observe()
    assert np.array_equal(dry_seen.wrench, wet_seen.wrench)
    added = dry.model.parameters[dry.model.link_columns.added + 5]
    ratio = dry_seen.rates[0, 9] / wet_seen.rates[0, 9]
    assert ratio == pytest.approx((5.0 + added) / (2.0 + added), rel=1e-12)


@pytest.mark.parametrize("direction", [(1, 0, 0), (1, 1, 0), (1, 1, 1), (0.2, -0.7, 0.4)])
def test_the_drag_of_a_sphere_has_no_preferred_side(direction):
    velocity = np.array(direction) / np.linalg.norm(direction) * 1.3
    found = wrench(Term.DRAG, velocity, shape={"sphere": 0.1}, drag={"coefficients": [0.47] * 3})
    expected = -0.5 * 1000.0 * 0.47 * np.pi * 0.01 * 1.3 * velocity
    assert found[:3] == pytest.approx(expected, rel=1e-12)


def test_the_drag_across_a_round_hull_has_no_preferred_side_and_is_cross_flow():
    hull = {"shape": {"spheroid": {"length": 1.6, "diameter": 0.19}}, "drag": {"coefficients": [0.2, 1.0, 1.0]}}
    straight = wrench(Term.DRAG, (2.0, 0.5, 0.0), **hull)
    oblique = wrench(Term.DRAG, (2.0, 0.3, 0.4), **hull)
    assert np.hypot(oblique[1], oblique[2]) == pytest.approx(-straight[1], rel=1e-12)
    across = 0.5 * 1000.0 * np.pi * 0.8 * 0.095 * 0.25
    assert -straight[1] == pytest.approx(across, rel=0.01)  # the flow along it counts by (a_x / a_y)^2 = 6e-4


MODULE = {"cylinder": {"radius": 0.038, "length": 0.18}}


def test_morisons_drag_as_printed_has_the_papers_numbers():
    """Li et al. 2015, eqs 5, 6, 10 and 11, the powers of the rate put right."""
    morison = {"law": "as_printed", "friction": 0.01, "across": 1.1, "section": 1.5}
    v, w = np.array([0.4, -0.3, 0.2]), np.array([0.1, 0.5, -0.6])
    found = wrench(Term.DRAG, v, w, shape=MODULE, drag={"morison": morison})
    r, length = 0.038, 0.18
    c = 1.5 * 1000.0 * np.array([0.5 * np.pi * 0.01 * r * length, 1.1 * r * length, 1.1 * r * length])
    assert found[:3] == pytest.approx(-c * (v + np.abs(v) * v), rel=1e-12)
    second, third = (1.5 * 1000.0 * np.pi * 0.01 * r * x for x in (length**3 / 3.0, length**4 / 4.0))
    turning = w[1:]
    assert found[4:] == pytest.approx(-(second * turning + third * turning * np.abs(turning)), rel=1e-12)
    assert found[3] == 0.0


def test_morisons_drag_by_strips_is_friction_along_and_cross_flow_across():
    """Across: rho C_D r l |v| v; turning: rho C_D r l^4 / 32 |w| w, the value that the paper's friction should have."""
    body = {"shape": MODULE, "drag": {"morison": {"friction": 0.01, "across": 1.1, "strips": 1000}}}
    along = wrench(Term.DRAG, (0.4, 0.3, 0.0), **body)
    assert along == pytest.approx([-0.5 * 1000.0 * np.pi * 0.01 * 0.038 * 0.18 * 0.16, 0, 0, 0, 0, 0], rel=1e-12)
    across = wrench(Term.CROSSFLOW, (0.4, 0.3, 0.0), **body)
    assert across[1] == pytest.approx(-1000.0 * 1.1 * 0.038 * 0.18 * 0.09, rel=1e-12)
    turning = wrench(Term.CROSSFLOW, (0.0, 0.0, 0.0), (0.0, 0.0, 2.0), **body)
    assert turning[5] == pytest.approx(-1000.0 * 1.1 * 0.038 * 0.18**4 / 32.0 * 4.0, rel=1e-5)
