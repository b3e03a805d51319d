"""Obstacles that move: contact against closed forms and in their own frame, courses, walks, and where all are."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from narcine.description.load import describe_text
from narcine.description.problems import DescriptionError
from narcine.recording.summary import summarise
from narcine.simulation.audit import energy_balance
from narcine.simulation.batch import run_batch
from narcine.simulation.derivatives import differentiate
from narcine.simulation.numbers import changed
from narcine.simulation.simulation import Simulation
from narcine.world.motion import courses, courses_of, obstacle_places
from tests.conftest import simulate

WEIGHTLESS = {"density": 0.0, "gravity": 0.0}
ROUNDING = 1e-11
"""Relative difference after some thousand steps of the same sums in another frame."""


def even_path(start, velocity, until=20.0):
    """Return a path that has one velocity from 1 s on until the second before its end: its ends are at rest."""
    start, velocity = np.array(start, float), np.array(velocity, float)
    return [[time, *(start + velocity * (time - 1.0))] for time in (0.0, 1.0, until - 1.0, until)]


def ball(world, velocity=(0.0, 0.0, 0.0), position=(0.0, 0.0, 0.0), water=None, body=None, **run):
    record = {"mass": 2.0, "shape": {"sphere": 0.1}, **(body or {})}
    begin = {"position": list(position), "velocity": list(velocity)}
    run = {"world": world, "water": water or WEIGHTLESS, "start": begin, "duration": 6.0, **run}
    return simulate(bodies={"ball": record}, run=run)


def state_after(simulation, seconds):
    run = simulation.start()
    run.step(round(seconds / run.step_size))
    return run.state.copy()


@pytest.mark.parametrize("shape", [{"wall": {"normal": [1, 0, 0]}}, {"sphere": 0.2}, {"box": [0.2, 0.6, 0.6]}])
@pytest.mark.parametrize("friction", [0.0, 0.4])
def test_in_the_frame_of_an_obstacle_it_stands_still(shape, friction):
    """Galileo: a ball at rest before something that comes is a ball that comes to something at rest.

    To rounding; with friction the ball turns, and steps in its own axes are as exact as the method alone, to 1e-8.
    """
    close = {"rtol": 0.0, "atol": 1e-8 if friction else ROUNDING}
    u = np.array([0.3, 0.05, 0.0])
    start = np.array([-0.5, -0.02, 0.01])
    contact = {"friction": friction}
    comes = ball({"contact": contact, "obstacles": {"it": {**shape, "path": even_path(start - u, u)}}})
    begin = (start - 2.0 * u).tolist()
    stands = ball({"contact": contact, "obstacles": {"it": {**shape, "at": begin}}}, velocity=-u)
    there, here = comes.run(duration=4.0), stands.run(duration=4.0)
    assert velocities(here)[-1, 0] > 0.05, "it was pushed away"
    carried = u * there["time"].values[:, None]
    np.testing.assert_allclose(there["position"].values[:, 0] - carried, here["position"].values[:, 0], **close)
    np.testing.assert_allclose(velocities(there) - u, velocities(here), **close)
    for name in ("attitude", "angular_velocity", "contact_impulse"):
        np.testing.assert_allclose(there[name].values, here[name].values, **close)


def velocities(run):
    """Return the velocity of the only body in world axes."""
    from narcine.recording.dataset import rotation_matrices

    R = rotation_matrices(run["attitude"].values[:, 0])
    return np.einsum("tij,tj->ti", R, run["velocity"].values[:, 0])


def rebound(v, c):
    """Return how fast what came with v leaves: v dv / (1 + c v) = -k d dd / m from d = 0 to d = 0 again."""
    if c == 0.0:
        return v

    def kept(speed):
        return speed / c - np.log1p(c * speed) / c**2

    return brentq(lambda out: kept(-out) - kept(v), 1e-6 * v, min(v, 0.999999 / c))


@pytest.mark.parametrize("damping", [0.0, 2.0, 6.0])
def test_a_ball_at_rest_leaves_a_pusher_with_the_velocity_that_restitution_demands(damping):
    """To 2e-5: a contact takes some hundred steps of a millisecond."""
    contact = {"damping": damping, "friction": 0.0, "stiffness": 500.0}
    world = {"contact": contact, "obstacles": {"it": {"sphere": 0.2, "path": even_path([-0.5, 0, 0], [0.4, 0, 0])}}}
    pushed = ball(world, step=0.001)
    run = pushed.run(duration=3.0)
    assert velocities(run)[-1, 0] == pytest.approx(0.4 + rebound(0.4, damping), rel=2e-5)
    impulse = float(run["contact_impulse"].values[-1, 0, 0])
    assert impulse == pytest.approx(2.0 * velocities(run)[-1, 0], rel=1e-6)
    assert [(touch.obstacle, touch.times) for touch in summarise(run)[0].touches] == [("it", 1)]


def test_what_an_obstacle_gives_is_work_on_the_body():
    pusher = {"sphere": 0.2, "path": even_path([-0.5, 0.03, 0], [0.4, 0, 0])}
    pushed = ball({"contact": {"stiffness": 500.0}, "obstacles": {"it": pusher}}, step=0.001)
    run = pushed.start(record=0.001)
    run.step(3000)
    trajectory = run.trajectory()
    gained = trajectory.kinetic_energy[-1] - trajectory.kinetic_energy[0]
    assert gained > 0.1
    assert trajectory.contact_work[-1] == pytest.approx(gained, rel=1e-6)
    assert energy_balance(trajectory).residual < 1e-4


def test_a_body_that_is_pushed_through_water_is_pressed_by_its_drag():
    """At the speed of the wall, and by 1/2 rho c A v^2, to what is left of its bounces after 50 s."""
    world = {"obstacles": {"it": {"wall": {"normal": [1, 0, 0]}, "path": even_path([-0.3, 0, 0], [0.25, 0, 0], 60.0)}}}
    body = {"mass": 4.0, "drag": {"coefficients": [0.47, 0.47, 0.47]}}
    run = ball(world, water={"gravity": 0.0}, body=body).run(duration=50.0)
    assert velocities(run)[-1, 0] == pytest.approx(0.25, rel=1e-6)
    drag = 0.5 * 1000.0 * 0.47 * np.pi * 0.1**2 * 0.25**2
    assert float(run["contact_force"].values[-1, 0, 0]) == pytest.approx(drag, rel=1e-4)


def test_derivatives_go_through_courses_and_the_clock():
    world = {
        "contact": {"stiffness": 400.0},
        "obstacles": {"it": {"sphere": 0.2, "path": even_path([-0.45, 0.05, 0.02], [0.3, 0.0, 0.0])}},
    }
    pushed = ball(world)
    for path in ("run.world.obstacles.it.path.1.1", "run.world.obstacles.it.sphere"):
        exact = differentiate(pushed, [path], duration=1.6, record=1.6).derivatives[0, -1]
        h, value = 1e-6, 0.2 if path.endswith("sphere") else -0.45
        if path.endswith("path.1.1"):
            value = even_path([-0.45, 0, 0], [0.3, 0, 0])[1][1]
        ends = [state_after(changed(pushed, path, value + side * h), 1.6) for side in (1, -1)]
        difference = (ends[0] - ends[1]) / (2.0 * h)
        assert np.abs(exact).max() > 0.1
        np.testing.assert_allclose(exact, difference, atol=2e-6 * np.abs(exact).max())


POOL = """
name: ball
bodies: {ball: {mass: 5, shape: {sphere: 0.05}}}
run:
  seed: SEED
  start: {position: [0.2, 0.2, 0.2]}
  water: {density: 0, gravity: 0}
  world:
    pool: {length: 1.80 m, width: 1.00 m, depth: 0.40 m, corner: [0, 0]}
    obstacles: {crate: {box: [0.1, 0.1, 0.1], at: [0.9, 0.35, 0.1], attitude: [0, 0, 30 deg]}}
    lamps:
      first: {at: [1.2, 0.5, 0.06], intensity: 5 cd, walk: {speed: 3.8 cm/s, margin: 0.25 m}}
      second: {at: [0.6, 0.5, 0.06], intensity: 5 cd, walk: {speed: 3.8 cm/s, margin: 0.25 m, wander: 90 deg}}
"""


def pool(seed=0, *changes):
    text = POOL.replace("SEED", str(seed))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return Simulation(describe_text(text, "ball.yaml"))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**40))
def test_a_walk_stays_in_its_margin_is_never_too_fast_and_clear_of_all_else(seed):
    world = describe_text(POOL.replace("SEED", str(seed))).scenario.world
    found = courses(world, seed)
    times = np.arange(0.0, 620.0, 0.05)
    places = {}
    for name, course in found.items():
        place, velocity = course.at(times)
        assert np.linalg.norm(velocity, axis=1).max() <= 0.038 * (1.0 + 1e-12)
        assert place[:, 0].min() >= 0.25 - 1e-12
        assert place[:, 0].max() <= 1.55 + 1e-12
        assert place[:, 1].min() >= 0.25 - 1e-12
        assert place[:, 1].max() <= 0.75 + 1e-12
        np.testing.assert_allclose(place[:, 2], 0.06, atol=1e-15)
        np.testing.assert_allclose(np.gradient(place, times, axis=0)[1:-1], velocity[1:-1], atol=1e-3)
        away = np.abs((place - [0.9, 0.35, 0.1])[:, :2] @ turned(np.radians(30.0)))
        assert np.hypot(*np.maximum(away - 0.05, 0.0).T).min() > 0.025
        assert np.linalg.norm(np.diff(place[: 20 * 600 : 200], axis=0), axis=1).mean() > 0.1, "it gets somewhere"
        places[name] = place
    assert np.linalg.norm(places["first"] - places["second"], axis=1).min() > 0.05


def turned(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def test_a_walk_hangs_on_the_seed_and_on_the_name():
    world = pool().scenario.world
    first, again, other = courses(world, 1), courses(world, 1), courses(world, 2)
    assert np.array_equal(first["first"].places, again["first"].places)
    assert not np.allclose(first["first"].places, other["first"].places)
    steps = [np.diff(first[name].places[2:4], axis=0) for name in ("first", "second")]
    assert not np.allclose(*steps)


def test_places_are_the_same_in_the_model_in_the_run_file_and_in_a_batch():
    seeds = [0, 1, 2]
    simulations = [pool(seed) for seed in seeds]
    model = simulations[1].model
    times = np.array([0.0, 0.7, 30.0, 599.9, 700.0])
    places = obstacle_places(model.parameters, model.layout, times)
    names = simulations[1].scenario.world.names
    drawn = courses(simulations[1].scenario.world, 1)
    assert set(courses_of(model.parameters, model.layout)) == {names.index("first"), names.index("second")}
    for name, course in drawn.items():
        np.testing.assert_allclose(places[:, names.index(name)], course.at(times)[0], atol=1e-14)
    np.testing.assert_allclose(places[:, names.index("crate")], [[0.9, 0.35, 0.1]] * 5)
    rows = np.stack([each.model.parameters for each in simulations])
    together = obstacle_places(rows, model.layout, np.full(3, 30.0))
    np.testing.assert_allclose(together[1], places[2], atol=1e-14)
    run = simulations[1].run(duration=2.0, record=0.5)
    seen = run["obstacle_position"].sel(obstacle="first").values
    np.testing.assert_allclose(seen, drawn["first"].at(run["time"].values)[0], atol=1e-12)
    states, _ = run_batch(simulations, 2.0)
    for row, each in zip(states, simulations, strict=True):
        assert np.array_equal(row, state_after(each, 2.0))


def test_a_path_passes_through_its_rows_and_rests_at_its_ends():
    lamp = (
        "walk: {speed: 3.8 cm/s, margin: 0.25 m}",
        "path: [[2, 1.2, 0.5, 0.06], [5, 1.4, 0.7, 0.06], [9, 1.4, 0.5, 0.1]]",
    )
    simulation = pool(0, lamp)
    model, number = simulation.model, simulation.scenario.world.names.index("first")
    seen = obstacle_places(model.parameters, model.layout, np.array([0.0, 2.0, 5.0, 9.0, 20.0]))[:, number]
    expected = [[1.2, 0.5, 0.06], [1.2, 0.5, 0.06], [1.4, 0.7, 0.06], [1.4, 0.5, 0.1], [1.4, 0.5, 0.1]]
    np.testing.assert_allclose(seen, expected, atol=1e-15)


LAMP = "at: [1.2, 0.5, 0.06], intensity: 5 cd, walk: {speed: 3.8 cm/s, margin: 0.25 m}"


@pytest.mark.parametrize(
    ("lamp", "told"),
    [
        ("at: [1.79, 0.5, 0.06], intensity: 5 cd", "lamps.first: it is up to 0.015 m inside north_wall"),
        ("at: [0.9, 0.35, 0.1], intensity: 5 cd", "lamps.first: it is up to 0.075 m inside crate"),
        ("at: [0.9, 0.35, 0.39], intensity: 5 cd", "lamps.first: it is up to 0.015 m inside seabed"),
        (
            "intensity: 5 cd, path: [[0, 1.2, 0.5, 0.06], [10, 1.9, 0.5, 0.06], [20, 1.2, 0.5, 0.06]]",
            "lamps.first: it comes into north_wall at ",
        ),
        ("intensity: 5 cd, path: [[0, 1.2, 0.5, 0.06], [0.01, 1.5, 0.5, 0.06]]", "it would pass through bodies"),
    ],
)
def test_lamps_that_are_inside_something_are_refused(lamp, told):
    with pytest.raises(DescriptionError, match=r"ball\.yaml:\d+") as caught:
        assert pool(0, (LAMP, lamp)).model
    assert told in str(caught.value)


def test_a_lamp_may_lie_on_the_floor_and_what_moves_may_not_lead_into_a_wall():
    assert pool(0, (LAMP, "at: [1.2, 0.5, 0.375], intensity: 5 cd")).model
    crate = ("at: [0.9, 0.35, 0.1], attitude", "path: [[0, 0.9, 0.35, 0.1], [9, 0.9, -0.1, 0.1]], attitude")
    with pytest.raises(DescriptionError, match=r"obstacles\.crate: its centre comes into west_wall at"):
        assert pool(0, crate).model


def test_a_start_inside_a_lamp_is_refused():
    with pytest.raises(DescriptionError, match="inside first; place the vehicle clear of it"):
        assert pool(0, ("position: [0.2, 0.2, 0.2]", "position: [1.22, 0.5, 0.06]")).model
