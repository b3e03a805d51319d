"""What a carriage exerts, against closed forms and the balance of momentum."""

import numpy as np
import pytest

import narcine
from narcine.description.problems import DescriptionError
from narcine.laboratory.captive import Captive
from narcine.simulation.momentum import total_momentum
from narcine.simulation.record import observation
from tests.conftest import simulate

ROUNDING = 1e-9
"""Of forces of some 100 N that are sums of a few terms."""
SPEEDS = np.array([-1.0, -0.4, 0.0, 0.3, 1.2])
TIME = np.arange(0.0, 1.0, 0.05)


def straight(stage, speeds=SPEEDS, acceleration=0.25):
    """Return a path with even acceleration of one stage."""

    def moved(time):
        found = np.zeros((len(speeds), len(time), 4, 3))
        found[:, :, stage, 0] = speeds[:, None] * time + 0.5 * acceleration * time**2
        found[:, :, stage, 1] = speeds[:, None] + acceleration * time
        found[:, :, stage, 2] = acceleration
        return found

    return moved


@pytest.mark.parametrize(
    ("stage", "mount", "axis", "quadratic", "linear", "inertia"),
    [
        (0, "upright", 0, 34.96, 0.0, 7.31 + 2.6),
        (1, "upright", 1, 103.25, 0.26, 7.31 + 18.5),
        (2, "upright", 2, 74.23, 0.19, 7.31 + 13.3),
        (3, "nose_down", 3, 0.084, 0.895, 0.09 + 0.054),
        (3, "on_its_side", 4, 0.028, 0.287, 0.11 + 0.0173),
        (3, "upright", 5, 0.43, 4.64, 0.13 + 0.28),
    ],
)
def test_a_rov_is_as_hard_to_move_as_its_file_says(stage, mount, axis, quadratic, linear, inertia):
    seen = Captive(narcine.load("bluerov"), mount).measure(straight(stage), TIME)
    speed, force = seen.motion[..., axis], seen.wrench[..., axis]
    weight = -(7.31 - 7.29) * 9.81 if axis == 2 else 0.0
    expected = quadratic * np.abs(speed) * speed + linear * speed + inertia * 0.25 + weight
    assert force == pytest.approx(expected, abs=ROUNDING)
    assert seen.acceleration[..., axis] == pytest.approx(np.full_like(force, 0.25), abs=ROUNDING)


def test_a_sphere_feels_half_its_water_and_its_drag():
    ball = simulate(bodies={"ball": {"shape": {"sphere": 0.2}, "mass": 40.0, "drag": {"coefficients": [0.47] * 3}}})
    seen = Captive(ball).measure(straight(0), TIME)
    displaced = 1000.0 * 4.0 / 3.0 * np.pi * 0.2**3
    speed = seen.motion[..., 0]
    drag = 0.5 * 1000.0 * 0.47 * np.pi * 0.2**2
    expected = (40.0 + 0.5 * displaced) * 0.25 + drag * np.abs(speed) * speed
    assert seen.wrench[..., 0] == pytest.approx(expected, rel=1e-9, abs=ROUNDING)
    assert seen.wrench[..., 2] == pytest.approx(np.full_like(speed, (displaced - 40.0) * 9.81), rel=1e-9)


def test_a_hull_at_drift_feels_the_munk_moment():
    plain = {"hull": {"mass": 7.0, "displaced_volume": 0.007, "added_inertia": [2.0, 15.0, 12.0, 0.1, 0.2, 0.3]}}

    def drifting(time):
        found = np.zeros((1, len(time), 4, 3))
        found[0, :, 0, 0], found[0, :, 0, 1] = 0.8 * time, 0.8
        found[0, :, 3, 0] = -0.3
        return found

    seen = Captive(simulate(bodies=plain)).measure(drifting, TIME)
    u, v = 0.8 * np.cos(0.3), 0.8 * np.sin(0.3)
    assert seen.motion[0, 0, :2] == pytest.approx([u, v], abs=1e-12)
    assert seen.wrench[0, :, 5] == pytest.approx(np.full(len(TIME), (15.0 - 2.0) * u * v), abs=ROUNDING)
    assert seen.wrench[0, :, :5] == pytest.approx(np.zeros((len(TIME), 5)), abs=ROUNDING)


def test_impulse_of_the_carriage_is_the_momentum_of_vehicle_and_water():
    """Of two bodies with a loose joint between them, in water without drag; world axes."""
    part = {"shape": {"ellipsoid": [0.3, 0.1, 0.08]}, "mass": 9.0, "displaced_volume": 0.009}
    pair = simulate(
        bodies={"bow": part, "tail": part},
        joints={
            "bend": {
                "type": "hinge",
                "parent": "bow",
                "child": "tail",
                "at": [-0.3, 0, 0],
                "to": [0.3, 0, 0],
                "axis": "down",
                "stiffness": 0.3,
            }
        },
    )
    captive = Captive(pair)

    def swaying(time):
        found = np.zeros((1, len(time), 4, 3))
        found[0, :, 1, 0], found[0, :, 1, 1] = 0.2 * (1.0 - np.cos(2.0 * time)), 0.4 * np.sin(2.0 * time)
        found[0, :, 1, 2] = 0.8 * np.cos(2.0 * time)
        return found

    time = np.arange(0.0, 2.0005, 0.005)
    seen = captive.measure(swaying, time)
    commands = np.repeat(captive.model.commands[None], 1, axis=0)
    states = captive._stepped(swaying, time, commands, 0.0, None)[0]
    watched = observation(captive.model, states, np.repeat(commands, len(time), axis=0))
    links = [body.link for body in captive.model.bodies]
    momentum = total_momentum(captive.model, watched, links, np.zeros(3))
    bent = states[:, captive.model.state_names.index("bend")]
    assert np.abs(bent).max() > 0.2  # the joint moves, so that its inertia is not that of a rigid body
    impulse = np.concatenate([[0.0], np.cumsum(0.5 * (seen.wrench[0, 1:, 1] + seen.wrench[0, :-1, 1]) * 0.005)])
    # the trapezoidal rule on 5 ms misses h^2 / 12 of the second derivative, some 1e-5 of the force
    assert momentum[:, 1] - momentum[0, 1] == pytest.approx(impulse, abs=1e-4 * np.abs(impulse).max())


def test_a_tail_that_beats_takes_load_off_the_carriage():
    def ahead(time):
        return straight(0, np.array([0.0, 0.2]), 0.0)(time)

    time = np.arange(0.0, 8.0, 0.05)
    ray = narcine.load("raybot")
    still, beating = (Captive(ray, beating=each).measure(ahead, time).wrench[:, 80:, 0] for each in (False, True))
    assert still[0] == pytest.approx(np.zeros_like(still[0]), abs=1e-6)
    assert np.all(beating.mean(axis=1) < still.mean(axis=1) - 0.5)


@pytest.mark.parametrize("vehicle", ["bluerov", "raybot", "remus100", "perambulator", "minifish", "disc_ray"])
def test_vehicles_that_ship_can_be_towed(vehicle):
    seen = Captive(narcine.load(vehicle)).measure(straight(0, np.array([0.2]), 0.0), np.arange(0.0, 0.5, 0.1))
    assert np.isfinite(seen.wrench).all()
    assert seen.wrench[0, -1, 0] > 0.0
    assert seen.motion[0, :, 0] == pytest.approx(np.full(5, 0.2))


def test_what_hangs_on_the_world_is_refused():
    with pytest.raises(DescriptionError, match="moves on joints to the world"):
        Captive(narcine.load("pendulum"))
    with pytest.raises(DescriptionError, match="a carriage carries one vehicle"):
        Captive(narcine.load("bluerov_pair"))
