"""Added inertia from shape against Lamb's and other closed forms (A1, A2)."""

import numpy as np
import pytest
from scipy.special import elliprd

from narcine.description.body import Body
from narcine.hydrodynamics.added_inertia import added_inertia, carlson_rd, ellipse_strip

CLOSED_FORM = 1e-6
"""Relative tolerance of the reference values."""
SPHEROIDS = {"a/b=2": (2.0, 1.0), "a/b=5": (5.0, 1.0), "a/b=10": (10.0, 1.0)}


def added_diagonal(shape, density=1000.0):
    return np.diag(added_inertia(Body.model_validate({"mass": 1.0, "shape": shape}), density))


@pytest.mark.parametrize("name", SPHEROIDS)
def test_spheroids_have_lambs_factors(closed_forms, name):
    a, b = SPHEROIDS[name]
    expected = closed_forms[f"A1_spheroid_{name}"]
    displaced = 4.0 / 3.0 * np.pi * a * b * b
    found = added_diagonal({"spheroid": {"length": 2 * a, "diameter": 2 * b}}, density=1.0)
    turning = displaced * (a * a + b * b) / 5.0
    assert found[:3] == pytest.approx(
        displaced * np.array([expected["k1"], expected["k2"], expected["k2"]]), rel=CLOSED_FORM
    )
    assert found[3] == pytest.approx(0.0, abs=1e-12)
    assert found[4:] == pytest.approx([expected["kprime"] * turning] * 2, rel=CLOSED_FORM)


@pytest.mark.parametrize("x", [0.0, 1e-12, 0.3, 1.0, 50.0, 1e12])
@pytest.mark.parametrize("y", [1e-6, 0.7, 1e6])
@pytest.mark.parametrize("z", [1e-9, 0.2, 1.0, 1e9])
def test_carlsons_integral_is_scipys(x, y, z):
    assert carlson_rd(x, y, z) == pytest.approx(elliprd(x, y, z), rel=1e-13)


def test_the_spheroid_of_the_remus(closed_forms):
    expected = closed_forms["A1_REMUS_spheroid_a0.8_b0.095"]
    found = added_diagonal({"spheroid": {"length": 1.6, "diameter": 0.19}}, 1026.0)
    displaced = 1026.0 * 4.0 / 3.0 * np.pi * 0.8 * 0.095**2
    assert found[0] == pytest.approx(expected["k1"] * displaced, rel=CLOSED_FORM)
    assert found[1] == pytest.approx(expected["k2"] * displaced, rel=CLOSED_FORM)
    assert found[5] == pytest.approx(expected["kprime"] * displaced * (0.8**2 + 0.095**2) / 5.0, rel=CLOSED_FORM)


def test_a_triaxial_ellipsoid(closed_forms):
    expected = closed_forms["A1_triaxial_0.375_0.25_0.045_rho1000"]
    found = added_diagonal({"ellipsoid": [0.375, 0.25, 0.045]})
    assert found[:3] == pytest.approx(expected["added_mass_kg"], rel=CLOSED_FORM)
    assert found[3:] == pytest.approx(expected["added_inertia_kgm2"], rel=CLOSED_FORM)


def test_the_limits_of_ellipsoids(closed_forms):
    limits = closed_forms["A1_limits"]
    sphere = added_diagonal({"sphere": 0.5})
    assert sphere[:3] == pytest.approx([limits["sphere_k"] * 1000.0 * 4.0 / 3.0 * np.pi * 0.125] * 3, rel=CLOSED_FORM)
    assert sphere[3:] == pytest.approx([0.0] * 3, abs=1e-12)
    # a disc of thickness 2e-6 radii differs from an infinitely thin one by terms of the order of its thickness
    disc = added_diagonal({"ellipsoid": [1.0, 1.0, 1e-6]}, density=1.0)
    assert disc[2] == pytest.approx(limits["disc_radius1_axial_over_rho"], rel=1e-5)
    assert disc[3] == pytest.approx(limits["disc_R1_diametral_inertia_over_rho"], rel=1e-5)


def test_an_elliptic_cylinder_by_strips(closed_forms):
    expected = closed_forms["A2_ellipse2D_a0.09_b0.03_rho1000_per_m"]
    assert ellipse_strip(0.09, 0.03, 1000.0) == pytest.approx(
        (expected["m_along"], expected["m_normal"], expected["J"]), rel=CLOSED_FORM
    )
    found = added_diagonal({"cylinder": {"radius": [0.09, 0.03], "length": 2.0, "axis": "down"}})
    assert found[[0, 1, 5]] == pytest.approx(
        [2.0 * expected["m_along"], 2.0 * expected["m_normal"], 2.0 * expected["J"]], rel=CLOSED_FORM
    )
    assert found[2] == 0.0


def test_a_plate_turns_like_its_strips():
    """Strips of chord c: pi rho c^4 / 128 per span about mid-chord; pi rho c^2 / 4 per span swung about the chord."""
    c, span = 0.06, 0.3
    found = added_diagonal({"plate": {"chord": c, "span": span, "thickness": 0.002, "normal": "starboard"}})
    # the rule for plates corrects both for the finite span; strips do not
    strips = np.diag(
        added_inertia(
            Body.model_validate(
                {
                    "mass": 1.0,
                    "shape": {"plate": {"chord": c, "span": span, "thickness": 0.002, "normal": "starboard"}},
                    "added_inertia": "strip",
                }
            ),
            1000.0,
        )
    )
    assert strips[1] == pytest.approx(1000.0 * np.pi * c**2 / 4.0 * span, rel=1e-12)
    assert strips[5] == pytest.approx(1000.0 * np.pi * c**4 / 128.0 * span, rel=1e-12)
    assert strips[3] == pytest.approx(1000.0 * np.pi * c**2 / 48.0 * span**3, rel=1e-12)
    assert np.all(found <= strips + 1e-15)


def test_a_round_cylinder_turns_like_its_strips():
    r, length = 0.038, 0.18
    found = added_diagonal({"cylinder": {"radius": r, "length": length}})
    across = 1000.0 * np.pi * r * r
    assert found == pytest.approx(
        [0.0, across * length, across * length, 0.0, across * length**3 / 12.0, across * length**3 / 12.0], rel=1e-12
    )


@pytest.mark.parametrize(
    ("chord", "span", "factor"), [(0.1, 0.1, 0.58), (0.1, 0.2, 0.76), (0.1, 0.5, 0.90), (0.2, 0.1, 0.76)]
)
def test_a_plate_has_its_factor_for_finite_sides(chord, span, factor):
    short, long = min(chord, span), max(chord, span)
    found = added_diagonal({"plate": {"chord": chord, "span": span, "thickness": 0.001, "normal": "starboard"}})
    assert found[1] == pytest.approx(factor * 1000.0 * np.pi * short**2 * long / 4.0, rel=1e-12)


def test_the_projected_area_rule_is_exact_for_a_sphere_and_low_for_a_disc(closed_forms):
    body = {"mass": 1.0, "shape": {"sphere": 0.3}, "added_inertia": "projected_area"}
    found = np.diag(added_inertia(Body.model_validate(body), 1000.0))
    exact = 0.5 * 1000.0 * 4.0 / 3.0 * np.pi * 0.027
    assert found[:3] == pytest.approx([exact] * 3, rel=1e-12)
    disc = {"mass": 1.0, "shape": {"ellipsoid": [1.0, 1.0, 1e-6]}, "added_inertia": "projected_area"}
    ratio = (
        added_inertia(Body.model_validate(disc), 1.0)[2, 2] / closed_forms["A1_limits"]["disc_radius1_axial_over_rho"]
    )
    assert ratio == pytest.approx(0.785, abs=0.005)  # the rule's known error on a disc: -21 %


def test_a_shape_off_the_origin_couples_translation_and_rotation():
    centred = {"mass": 1.0, "shape": {"ellipsoid": [0.2, 0.1, 0.05]}}
    shifted = {"mass": 1.0, "shape": {"ellipsoid": [0.2, 0.1, 0.05], "centre": [0.3, 0.0, 0.0]}}
    A = added_inertia(Body.model_validate(centred), 1000.0)
    B = added_inertia(Body.model_validate(shifted), 1000.0)
    rate = np.array([0.0, 0.0, 1.0])
    # turning about the origin moves the centre sideways by 0.3 m/s: the same kinetic energy either way
    motion_at_centre = np.array([0.0, 0.3, 0.0, *rate])
    assert np.array([0, 0, 0, *rate]) @ B @ np.array([0, 0, 0, *rate]) == pytest.approx(
        motion_at_centre @ A @ motion_at_centre
    )
