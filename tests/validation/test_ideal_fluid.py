"""Bodies in an ideal fluid: Munk's instability and libration (A3), the three-link swimmer (A8), conserved impulse."""

import numpy as np
import pytest

import narcine
from narcine.simulation.momentum import total_momentum
from narcine.simulation.record import observation
from tests.conftest import simulate
from tests.validation.test_rigid_body import periods

CLOSED_FORM = 1e-6
"""Relative tolerance of the reference values."""


def spheroid(**start):
    mass = 1026.0 * 4.0 / 3.0 * np.pi * 0.8 * 0.095**2
    hull = {"mass": mass, "shape": {"spheroid": {"length": 1.6, "diameter": 0.19}}}
    return simulate(bodies={"hull": hull}, run={"water": {"density": 1026.0}, "start": start})


def test_the_munk_moment_turns_a_spheroid_at_its_closed_form_rate(closed_forms):
    """A tiny sideways drift grows as cosh(sigma t): measure sigma from the yaw rate's acceleration."""
    case = closed_forms["A3_Munk_growth_rate_neutral_spheroid_U1.5"]
    tiny = 1e-7
    run = spheroid(velocity=[1.5, tiny, 0.0]).run(duration=2.0, step=0.002, record=0.002)
    rate = run.angular_velocity.values[:, 0, 2]
    time = run.time.values
    # r_dot = M u v / J with both growing: r(t) = r_1 sinh(sigma t), so r(2t) / r(t) = 2 cosh(sigma t)
    growth = np.arccosh(rate[1000] / rate[500] / 2.0) / time[500]
    assert growth == pytest.approx(case["sigma_per_s"], rel=CLOSED_FORM)
    expected = case["munk_moment_per_uv"] * 1.5 * tiny / case["Iyaw_total"]
    assert abs(spheroid(velocity=[1.5, tiny, 0.0]).start().observe().rates[0, 12]) == pytest.approx(
        expected, rel=CLOSED_FORM
    )


def test_a_spheroid_librates_about_broadside(closed_forms):
    """Impulse m1 * 1.5 along north: the hull, 60 deg away from broadside, swings about it."""
    case = closed_forms["A3_broadside_libration_period_P=m1*1.5_amp60deg"]
    masses = closed_forms["A3_Munk_growth_rate_neutral_spheroid_U1.5"]
    impulse = masses["m1"] * 1.5
    yaw = np.radians(90.0 - 60.0)
    velocity = [impulse * np.cos(yaw) / masses["m1"], -impulse * np.sin(yaw) / masses["m2"], 0.0]
    run = spheroid(velocity=velocity, attitude=[0.0, 0.0, yaw]).run(duration=9.0, step=0.002, record=0.002)
    away = np.unwrap(run.heading.values[:, 0]) - np.pi / 2.0
    assert periods(run.time.values, away)[0] == pytest.approx(case["period_s"], rel=CLOSED_FORM)


def three_link(a, b, h, **gait):
    """Return the swimmer of Kanso et al. with elliptic links of any size."""
    link = {"mass": 1000.0 * np.pi * a * b, "shape": {"cylinder": {"radius": [a, b], "length": 1.0, "axis": "down"}}}
    joint = {"type": "hinge", "parent": "middle", "axis": "down"}
    sines = {"front": {"amplitude": 1.0, "phase": -np.pi / 2.0}, "rear": {"amplitude": 1.0}}
    return simulate(
        bodies={"middle": link, "front": link, "rear": link},
        joints={
            "front": {**joint, "child": "front", "at": [h, 0, 0], "to": [-h, 0, 0]},
            "rear": {**joint, "child": "rear", "at": [-h, 0, 0], "to": [h, 0, 0]},
        },
        drives={"front": {"type": "prescribed"}, "rear": {"type": "prescribed"}},
        gait={"type": "harmonic", "frequency": 0.5 / np.pi, "start": "full", "drives": sines, **gait},
        run={"start": {"without_momentum": True}},
    )


def stroke(swimmer):
    """Return how the middle link has moved after one stroke: north, east, heading."""
    step = 2.0 * np.pi / 2000.0
    run = swimmer.run(duration=2.0 * np.pi, step=step, record=2.0 * np.pi)
    moved = run.position.values[-1, 0] - run.position.values[0, 0]
    return np.array([moved[0], moved[1], run.heading.values[-1, 0]])


@pytest.mark.parametrize(
    ("key", "sizes"),
    [
        ("A8_3link_KansoMarsden_a10_b1_gap2(h=12)_a1=-cos,a2=sin", (10.0, 1.0, 12.0)),
        ("A8_3link_unit_a1_b0.1_h1_a1=-cos,a2=sin", (1.0, 0.1, 1.0)),
    ],
)
def test_the_three_link_swimmer_moves_as_published(closed_forms, key, sizes):
    expected = closed_forms[key]["net_xytheta_per_stroke"]
    scale = np.hypot(expected[0], expected[1])
    assert stroke(three_link(*sizes)) == pytest.approx(expected, abs=CLOSED_FORM * scale)


def test_the_shipped_three_link_swimmer_is_that_one(closed_forms):
    expected = closed_forms["A8_3link_unit_a1_b0.1_h1_a1=-cos,a2=sin"]["net_xytheta_per_stroke"]
    assert stroke(narcine.load("three_link_swimmer"))[:2] == pytest.approx(expected[:2], rel=CLOSED_FORM)


def test_a_current_only_carries_the_swimmer_along():
    still = stroke(narcine.load("three_link_swimmer"))
    carried = stroke(narcine.load("three_link_swimmer", run__water={"current": [0.3, 0.1, 0.0]}))
    drift = 2.0 * np.pi * np.array([0.3, 0.1])
    assert carried[:2] == pytest.approx(still[:2] + drift, abs=1e-9)


def test_a_reciprocal_stroke_does_not_swim():
    """Purcell's scallop theorem holds in an ideal fluid too: front and rear in phase come back to where they were."""
    sines = {"front": {"amplitude": 1.0}, "rear": {"amplitude": 1.0}}
    assert stroke(three_link(1.0, 0.1, 1.0, drives=sines)) == pytest.approx([0.0] * 3, abs=1e-9)


def test_equal_masses_leave_the_centre_of_mass_where_it_is():
    """Without a difference of added masses there is nothing to push against: a falling cat turns, its centre stays."""
    link = {"mass": 2.0, "inertia": [1, 1, 0.5], "displaced_volume": 0.002}
    joint = {"type": "hinge", "parent": "middle", "axis": "down"}
    sines = {"front": {"amplitude": 1.0, "phase": -np.pi / 2.0}, "rear": {"amplitude": 1.0}}
    cat = simulate(
        bodies={"middle": link, "front": link, "rear": link},
        joints={
            "front": {**joint, "child": "front", "at": [1, 0, 0], "to": [-1, 0, 0]},
            "rear": {**joint, "child": "rear", "at": [-1, 0, 0], "to": [1, 0, 0]},
        },
        drives={"front": {"type": "prescribed"}, "rear": {"type": "prescribed"}},
        gait={"type": "harmonic", "frequency": 0.5 / np.pi, "start": "full", "drives": sines},
        run={"start": {"without_momentum": True}, "step": 2.0 * np.pi / 2000.0, "record": 0.1},
    )
    run = cat.run(duration=2.0 * np.pi)
    centre = run.position.values.mean(axis=1)
    assert np.ptp(centre[:, :2], axis=0) == pytest.approx([0.0, 0.0], abs=1e-10)
    assert np.ptp(run.position.values[:, 0, 0]) > 0.1  # its parts do move


@pytest.mark.parametrize("seed", range(4))
def test_a_free_chain_keeps_its_impulse_and_energy(seed):
    """Body and water together: no force from outside, so linear and angular impulse and kinetic energy stay."""
    rng = np.random.default_rng(seed)
    bodies, joints, rates = {}, {}, {}
    kinds = ("hinge", "slider", "universal", "ball", "hinge", "fixed")
    for number in range(6):
        axes = rng.uniform(0.05, 0.2, 3)
        bodies[f"b{number}"] = {"mass": 1000.0 * 4.0 / 3.0 * np.pi * np.prod(axes), "shape": {"ellipsoid": axes}}
        if number:
            kind = kinds[(number + seed) % len(kinds)]
            joint = {"type": kind, "parent": f"b{rng.integers(number)}", "child": f"b{number}"}
            joint |= {
                "at": rng.uniform(-0.2, 0.2, 3),
                "to": rng.uniform(-0.2, 0.2, 3),
                "attitude": rng.uniform(-1, 1, 3),
            }
            if kind in ("hinge", "slider"):
                joint["axis"] = rng.normal(size=3)
                rates[f"j{number}"] = rng.normal() * (0.1 if kind == "slider" else 1.0)
            elif kind == "universal":
                joint["axes"] = {"one": [1, 0, 0.2], "two": [0, 1, 0.1]}
                rates |= {f"j{number}.one": rng.normal(), f"j{number}.two": rng.normal()}
            joints[f"j{number}"] = joint
    start = {"velocity": rng.normal(size=3), "angular_velocity": rng.normal(size=3), "rates": rates}
    chain = simulate(bodies=bodies, joints=joints, run={"start": start, "step": 0.001, "record": 0.1})
    run = chain.start()
    run.step(1000)
    seen = observation(chain.model, run.states, run.commands)
    links = list(range(seen.place.shape[1]))
    momentum = total_momentum(chain.model, seen, links, np.zeros(3))
    drift = np.abs(momentum - momentum[0]).max(axis=0) / np.abs(momentum[0]).max()
    assert drift.max() < 1e-8  # RK4 at 1 ms: (w h)^4 of rates near 3 rad/s
    assert np.ptp(seen.kinetic) / seen.kinetic[0] < 1e-8
