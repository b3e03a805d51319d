"""The closed forms of the appendix against a direct solution (A16), and against each other."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from narcine.manoeuvring.theory import Steered, SwayYaw

CLOSED_FORM = 1e-6
"""Relative tolerance of the reference values."""
ROUNDING = 1e-9
"""Of a few products, over the size of their terms, which may cancel."""


def sixteenth_case():
    body = SwayYaw(speed=1.5, mass=9.8, gravity_centre=0.0, Y_v=-12.0, Y_r=1.0, N_v=4.0, N_r=-1.5)
    return Steered(body, rudder=-8.0, astern=0.4, fins=-5.0, ahead=0.3)


def test_the_reference_case_is_met(closed_forms):
    case, steered = closed_forms["A16_Morpheus_direct_solve"], sixteenth_case()
    assert steered.body.stability_index == pytest.approx(case["C_b"], rel=CLOSED_FORM)
    assert steered.whole.stability_index == pytest.approx(case["C_direct"], rel=CLOSED_FORM)
    assert steered.stability_index == pytest.approx(case["C_corrected_eq34"], rel=CLOSED_FORM)
    assert steered.turn_rate_by_mirrored_fins == pytest.approx(case["r_over_delta_corrected_eq35"], rel=CLOSED_FORM)
    assert steered.turn_rate_by_mirrored_fins == pytest.approx(case["r_over_delta_direct"], rel=CLOSED_FORM)


def test_the_equations_as_printed_are_not_what_is_used(closed_forms):
    """The printed 34 and 35 give other numbers for the same case, which the reference keeps."""
    case, steered = closed_forms["A16_Morpheus_direct_solve"], sixteenth_case()
    eta, xi, A, B = steered.ahead, steered.astern, steered.rudder, steered.fins
    printed = steered.stability_index - A * B * (eta + xi) ** 2 + 2.0 * A * B * (eta**2 + xi**2)
    assert printed == pytest.approx(case["C_printed_eq34"], rel=CLOSED_FORM)
    assert steered.turn_rate_by_mirrored_fins / 1.5**2 == pytest.approx(case["printed_eq35"], rel=CLOSED_FORM)


negative = st.floats(-100.0, -0.1)
either = st.floats(-50.0, 50.0)
length = st.floats(0.05, 2.0)


@st.composite
def steered_bodies(draw):
    body = SwayYaw(
        speed=draw(st.floats(0.3, 5.0)),
        mass=draw(st.floats(1.0, 100.0)),
        gravity_centre=draw(st.floats(-0.3, 0.3)),
        Y_v=draw(negative),
        Y_r=draw(either),
        N_v=draw(either),
        N_r=draw(negative),
    )
    assume(abs(body.mass * body.speed - body.Y_r) > 0.1)
    return Steered(
        body, draw(negative), draw(length), draw(negative), draw(length), draw(st.sampled_from([1.0, 0.0, 0.4]))
    )


def size(steered):
    """Return the size of the terms of C, which may cancel."""
    whole = steered.whole
    side = whole.mass * whole.speed + abs(whole.Y_r)
    turning = abs(whole.mass * whole.gravity_centre * whole.speed) + abs(whole.N_r)
    return abs(whole.Y_v) * turning + (abs(whole.N_v) + 1.0) * side


@given(steered_bodies())
def test_every_form_of_the_index_is_the_first(steered):
    """Equations 16, 24, 25 and 34 against 15 on the coefficients that 20 to 23 and 30 to 33 give."""
    tolerance = ROUNDING * size(steered)
    with_rudder = steered.with_rudder_alone.stability_index
    assert steered.whole.stability_index_by_centres == pytest.approx(steered.whole.stability_index, abs=tolerance)
    assert steered.stability_index_with_rudder == pytest.approx(with_rudder, abs=tolerance)
    assert steered.stability_index_with_rudder_by_centres == pytest.approx(with_rudder, abs=tolerance)
    assert steered.stability_index == pytest.approx(steered.whole.stability_index, abs=tolerance)


@given(steered_bodies())
def test_every_turn_rate_solves_the_equations_of_the_steady_turn(steered):
    """Equations 28 and 35 against a numerical solution of 12 and 13."""
    U, A, xi, B, eta = steered.body.speed, steered.rudder, steered.astern, steered.fins, steered.ahead

    def solved(whole, force, moment):
        turning = whole.mass * whole.gravity_centre * U - whole.N_r
        matrix = np.array([[-whole.Y_v, whole.mass * U - whole.Y_r], [-whole.N_v, turning]])
        assume(np.linalg.cond(matrix) < 1e6)
        return np.linalg.solve(matrix, [force, moment])

    plain = steered.with_rudder_alone
    for whole, force, moment, found in (
        (plain, A * U, -xi * A * U, steered.turn_rate_by_rudder),
        (steered.whole, A * U, -xi * A * U, steered.turn_rate_by_fixed_fins),
        (steered.whole, (A - B) * U, (-xi * A - eta * B) * U, steered.turn_rate_by_mirrored_fins),
    ):
        sway, yaw = solved(whole, force, moment)
        scale = 1e-7 * (abs(sway) + abs(yaw))
        assert found == pytest.approx(yaw, rel=1e-7, abs=scale)
        assert whole.turn_rate(force, moment) == pytest.approx(yaw, rel=1e-7, abs=scale)
        assert whole.drift(force, moment) == pytest.approx(sway, rel=1e-7, abs=scale)


@given(steered_bodies())
def test_fins_lessen_the_index_between_two_places_and_nowhere_else(steered):
    places = steered.destabilising_places
    steered = steered.with_fins(-0.1, 0.0)
    plain = steered.with_fins(0.0, 0.0).stability_index
    for ahead in np.linspace(-3.0, 3.0, 25):
        change = steered.with_fins(-0.1, float(ahead)).stability_index - plain
        if abs(change) > ROUNDING * size(steered):
            assert (change < 0.0) == (places is not None and places[0] < ahead < places[1])


def test_a_body_grows_by_its_roots():
    """The roots of the second-order equation of sway and yaw, by hand."""
    body = sixteenth_case().body
    inertia = np.array([[20.0, 0.0], [0.0, 1.0]])
    first, second = body.roots(inertia)
    assert first * second == pytest.approx(body.stability_index / 20.0)
    assert first + second == pytest.approx(-12.0 / 20.0 - 1.5)
