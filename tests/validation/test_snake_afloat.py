"""The snake of nine modules at the surface: closed forms of its draft and heave, and the nine postures of a module."""

from itertools import pairwise, product

import numpy as np
import pytest

import narcine
from narcine.simulation.audit import floating_vehicles
from narcine.simulation.record import observation
from narcine.simulation.simulation import Simulation
from narcine.simulation.step import Term

DENSITY, GRAVITY = 1000.0, 9.81
RADIUS, LENGTH, PADDLES, MODULES = 0.038, 0.18, 0.013, 9
DIGITS = 1e-6
"""Relative: the mass of the shipped file has seven digits, balance is solved to 1e-9 of the weight."""
LAST_BIT = 1e-12
"""m. The last bit of weight less buoyancy, 1e-15 m/s2, over 30 s of free motion: 5e-13 m."""
STRAIGHT = {"gait__amplitude": 0.0}


@pytest.fixture(scope="module")
def afloat(closed_forms):
    return closed_forms["A6_floating_cylinder_kd0.92"]


def test_it_floats_level_as_in_closed_form(afloat):
    """A6 for each of nine modules: draft, and nine times the stiffness in heave."""
    [found] = floating_vehicles(narcine.load("perambulator"))
    assert found.depth + RADIUS == pytest.approx(afloat["draft_m"], rel=DIGITS)
    assert found.heave_stiffness == pytest.approx(MODULES * afloat["C33_N_per_m"], rel=DIGITS)
    assert found.wet == pytest.approx(0.92, rel=DIGITS)
    assert found.pitch == pytest.approx(0.0, abs=1e-9)


def test_it_comes_to_rest_there(afloat):
    """Let go half out of the water; the linear drag of the printed law lets heave die out in a second."""
    snake = narcine.load("perambulator", run__start__position=[0, 0, 0], **STRAIGHT)
    run = snake.run(duration=20.0)
    assert run.depth.values[0, 0] == 0.0
    assert run.depth.values[-1, 0] + RADIUS == pytest.approx(afloat["draft_m"], rel=DIGITS)
    assert np.ptp(run.position.values[..., :2], axis=0).max() < LAST_BIT


def heave(law, afloat, nudge, duration=3.0):
    """Return times and heave from rest of the straight snake that is let go a little too deep."""
    start = [0, 0, afloat["draft_m"] - RADIUS + nudge]
    settings = {
        "run__start__position": start,
        "chains__spine__module__mass": afloat["mass"],
        "chains__spine__module__drag__morison__law": law,
    }
    run = narcine.load("perambulator", **settings, **STRAIGHT).run(duration=duration, step=0.002, record=0.01)
    return run.time.values, run.depth.values[:, 0] - (afloat["draft_m"] - RADIUS)


SMALL = 1e-6
"""m."""
NONLINEAR = 3e-4
"""Of the amplitude: over 1e-6 m waterline and wet share change by 5e-5, quadratic drag adds 1e-5 of the linear."""


def test_it_heaves_with_the_water_that_its_wet_share_carries(afloat):
    """Per module (m + f m_A) z'' + C33 z = 0 with f = 0.92 and m_A = mu_A rho pi r^2 l, mu_A = (r + w) / r.

    Derived: a body whose share f of the volume is wet carries f of its added mass; the splash force (df/dt) m_A z' is
    of second order. Without added mass it would heave at 11.04 rad/s, here at 7.21. By strips all drag is quadratic.
    """
    added = (RADIUS + PADDLES) / RADIUS * DENSITY * np.pi * RADIUS**2 * LENGTH
    omega = np.sqrt(afloat["C33_N_per_m"] / (afloat["mass"] + 0.92 * added))
    time, found = heave("strip", afloat, SMALL)
    assert found == pytest.approx(SMALL * np.cos(omega * time), abs=NONLINEAR * SMALL)
    assert omega == pytest.approx(7.21, abs=0.01)
    assert omega < 0.7 * afloat["heave_omega_no_added_mass"]


def test_the_printed_law_damps_its_heave_by_the_linear_part(afloat):
    """(m + f m_A) z'' + f c z' + C33 z = 0 with c = mu_A rho C_D r l of eq 6, from rest at a nudge."""
    mu = (RADIUS + PADDLES) / RADIUS
    mass = afloat["mass"] + 0.92 * mu * DENSITY * np.pi * RADIUS**2 * LENGTH
    half = 0.5 * 0.92 * mu * DENSITY * 2.0 * RADIUS * LENGTH / mass
    omega = np.sqrt(afloat["C33_N_per_m"] / mass - half**2)
    time, found = heave("as_printed", afloat, SMALL)
    expected = SMALL * np.exp(-half * time) * (np.cos(omega * time) + half / omega * np.sin(omega * time))
    assert found == pytest.approx(expected, abs=NONLINEAR * SMALL)
    assert half > 4.0


def test_straight_and_at_rest_it_stays_at_rest(afloat):
    """At the surface: it neither moves nor turns."""
    _, found = heave("as_printed", afloat, 0.0, duration=30.0)
    assert np.abs(found).max() < LAST_BIT
    start = {"position": [1.0, 2.0, afloat["draft_m"] - RADIUS], "attitude": [0.0, 0.0, 0.7]}
    run = narcine.load("perambulator", run__start=start, **STRAIGHT).run(duration=30.0)
    assert np.ptp(run.position.values[..., :2], axis=0).max() < LAST_BIT
    assert np.ptp(run.attitude.values, axis=0).max() < LAST_BIT


@pytest.mark.parametrize("law", ["as_printed", "strip"])
def test_submerged_neutral_and_straight_it_stays_exactly_where_it_is(law):
    """As heavy as the water that it displaces, in any attitude."""
    settings = {
        "chains__spine__module__mass": DENSITY * np.pi * RADIUS**2 * LENGTH,
        "chains__spine__module__drag__morison__law": law,
        "run__start": {"position": [1.0, 2.0, 5.0], "attitude": [0.3, 0.4, 0.5]},
    }
    run = narcine.load("perambulator", **settings, **STRAIGHT).run(duration=30.0)
    assert np.ptp(run.position.values, axis=0).max() < LAST_BIT
    assert np.ptp(run.attitude.values, axis=0).max() < LAST_BIT


def wet_integrals(down, depth):
    """Return the wet volume of a module and its first moments, summed over layers along its axis.

    A point p of the module lies at depth + down . p. Layers of even height h in a section, of the width
    2 sqrt(r^2 - h^2), are wet over a piece of their length that is cut off exactly; between the heights at which the
    ends of layers pass the surface Gauss's rule in the angle is exact to rounding. The engine sums over sections.
    """
    across = np.hypot(down[1], down[2])
    steepest = np.array([0.0, down[1], down[2]]) / across if across > 1e-9 else np.array([0.0, 0.0, 1.0])
    half = LENGTH / 2.0

    def wet_piece(h):
        """Return from where to where along the axis a layer at height h is wet."""
        middle = depth + across * h
        if abs(down[0]) < 1e-12:
            return np.where(middle > 0.0, -half, half), np.full_like(h, half)
        crossing = np.clip(-middle / down[0], -half, half)
        ends = np.full_like(h, half)
        return (crossing, ends) if down[0] > 0.0 else (-ends, crossing)

    kinks = [(-depth - down[0] * end) / max(across, 1e-9) / RADIUS for end in (-half, 0.0, half)]
    angles = np.arcsin(np.unique(np.clip([-1.0, *kinks, 1.0], -1.0, 1.0)))
    nodes, weights = np.polynomial.legendre.leggauss(40)
    volume, moments = 0.0, np.zeros(3)
    for start, end in pairwise(angles):
        angle = start + (end - start) * (nodes + 1.0) / 2.0
        h = RADIUS * np.sin(angle)
        area = (end - start) / 2.0 * weights * 2.0 * (RADIUS * np.cos(angle)) ** 2
        low, high = wet_piece(h)
        volume += np.sum(area * (high - low))
        moments += [np.sum(area * (high**2 - low**2)) / 2.0, 0.0, 0.0]
        moments += np.sum(area * (high - low) * h) * steepest
    return volume, moments


QUADRATURE = 5e-7
"""Of the buoyancy of a whole module, and of that times its length: the engine's rule along the axis leaves 1e-7."""


@pytest.fixture(scope="module")
def limp():
    """Return the snake with passive joints, so that every posture is a state."""
    plain = narcine.load("perambulator").description.plain
    kept = {key: value for key, value in plain.items() if key not in ("gait", "gaits")}
    kept["chains"] = {"spine": {**plain["chains"]["spine"], "drive": "none"}}
    return Simulation(kept).model


def compare(model, states):
    """Compare buoyancy and its moment on every module with the integrals; return the wet shares."""
    seen = observation(model, states, np.repeat(model.commands[None], len(states), axis=0))
    whole = DENSITY * GRAVITY * np.pi * RADIUS**2 * LENGTH
    shares = []
    for moment, body in product(range(len(states)), model.bodies):
        R = seen.attitude[moment, body.link].reshape(3, 3)
        volume, moments = wet_integrals(R[2], seen.place[moment, body.link, 2])
        up = -DENSITY * GRAVITY * R[2]
        wrench = seen.wrench[moment, Term.BUOYANCY - 1, body.link]
        assert wrench[:3] == pytest.approx(volume * up, abs=QUADRATURE * whole)
        assert wrench[3:] == pytest.approx(np.cross(moments, up), abs=QUADRATURE * whole * LENGTH)
        shares.append(volume / (np.pi * RADIUS**2 * LENGTH))
    return np.array(shares)


HEIGHTS = {"out": 0.06, "cut": 0.012, "in": -0.07}
"""m over the water, of the middle of an end of a module: all of the end dry, part of it, none of it."""


@pytest.mark.parametrize(("fore", "aft"), list(product(HEIGHTS, HEIGHTS)))
@pytest.mark.parametrize("roll", [0.0, 0.9])
def test_in_all_nine_postures_of_figure_2_buoyancy_is_that_of_the_wet_volume(limp, fore, aft, roll):
    """Of the head, whose ends are as high as said (d_1, d_2 of Li et al. 2015); the others follow it straight."""
    pitch = np.arcsin((HEIGHTS[fore] - HEIGHTS[aft]) / LENGTH)
    state = limp.initial_state.copy()
    state[2] = -(HEIGHTS[fore] + HEIGHTS[aft]) / 2.0
    half_roll, half_pitch = roll / 2.0, pitch / 2.0
    state[3:7] = [
        np.cos(half_pitch) * np.cos(half_roll),
        np.cos(half_pitch) * np.sin(half_roll),
        np.sin(half_pitch) * np.cos(half_roll),
        -np.sin(half_pitch) * np.sin(half_roll),
    ]
    share = compare(limp, state[None])[0]
    if (fore, aft) == ("in", "in"):
        assert share == pytest.approx(1.0)
    elif (fore, aft) == ("out", "out"):
        assert share == 0.0
    else:
        assert 0.01 < share < 0.99


def test_between_them_too(limp):
    """Bent at random by up to 57 deg at every joint, rolled and pitched, about the surface: 540 modules."""
    rng = np.random.default_rng(3)
    states = np.repeat(limp.initial_state[None], 60, axis=0)
    states[:, 2] = rng.uniform(-0.1, 0.1, 60)
    attitude = rng.normal(size=(60, 4))
    states[:, 3:7] = attitude / np.linalg.norm(attitude, axis=1, keepdims=True)
    joints = [each.position for each in limp.coordinates]
    states[:, joints] = rng.uniform(-1.0, 1.0, (60, len(joints)))
    shares = compare(limp, states)
    assert np.sum((shares > 0.01) & (shares < 0.99)) > 60
