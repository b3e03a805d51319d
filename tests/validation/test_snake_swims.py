"""The snake under way: scaling in time, steps, energy as modules leave the water, and rolling on the seabed."""

import numpy as np
import pytest

import narcine
from narcine.recording.summary import summarise
from narcine.simulation.audit import energy_balance
from narcine.simulation.record import observation

RADIUS, LENGTH, MODULES = 0.038, 0.18, 9
DISPLACED = 1000.0 * np.pi * RADIUS**2 * LENGTH
LAW = "chains__spine__module__drag__morison__law"
LAWS = ("as_printed", "strip")
SUBMERGED = {
    "chains__spine__module__mass": DISPLACED,
    "run__water": {"surface": "none"},
    "run__start__position": [0.0, 0.0, 5.0],
}


def swum(omega, response, beats, **settings):
    """Return the way of the middle of the snake, at as many points of each beat whatever its length."""
    beat = 2.0 * np.pi / omega
    gait = {"gait__frequency": 1.0 / beat, "gait__response": response}
    snake = narcine.load("perambulator", **gait, **{LAW: "strip"}, **SUBMERGED, **settings)
    run = snake.run(duration=beats * beat, step=beat / 200, record=beat / 50)
    return run.position.values.mean(axis=1)


def test_with_quadratic_drag_alone_time_scales_out():
    """Inertia and drag go with the square of speed: at twice the frequency it swims the same path in half the time.

    The start is scaled too. What differs is rounding: steps of a beat over 200 are no binary fractions.
    """
    slow, quick = (swum(omega, 1.5 / omega, 6) for omega in (1.5, 3.0))
    assert quick == pytest.approx(slow, abs=1e-10)
    assert slow[-1, 0] > 1.0


def test_with_quadratic_drag_alone_speed_is_proportional_to_frequency():
    """With the same start in seconds, which takes a third of a beat or more: the way of the fifth beat.

    Each beat forgets 2e-4 of how it began, so that after four of them 1e-12 are left of the first one's 8 %.
    """
    paths = [swum(omega, 0.5, 5) for omega in (1.5, 3.0, 6.0)]
    first, last = ([np.linalg.norm(path[k + 50] - path[k]) for path in paths] for k in (0, 200))
    assert np.ptp(last) / np.mean(last) < 1e-11
    assert np.ptp(first) / np.mean(first) > 0.05
    assert min(last) > 0.4


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
def test_half_the_step_does_not_change_the_speed(law):
    """The issue's 0.5 % from 10 ms to 5 ms; RK4 on a smooth swim leaves 1e-7. In the dive, too, where it enters."""
    for gait in ("serpentine", "dive"):
        snake = narcine.load("perambulator", gait=gait, **{LAW: law})
        coarse, fine = (summarise(snake.run(duration=15.0, step=step))[0].speed for step in (0.01, 0.005))
        assert fine == pytest.approx(coarse, rel=5e-3)
        assert coarse > 0.15


@pytest.mark.parametrize("law", LAWS)
def test_energy_adds_up_while_modules_leave_and_enter_the_water(law):
    """A pitch wave of large amplitude at the surface, from the start on, six seconds.

    What drives do, less drag, is kinetic energy, height, and what the splash of entering takes. The error of first
    order would be four times smaller at a quarter of the step; modules that pass the surface leave kinks, so that it
    is not of the fourth.
    """
    snake = narcine.load("perambulator", gait="rectilinear", gait__amplitude=0.6, **{LAW: law})
    residuals = []
    for step in (0.01, 0.0025):
        run = snake.start(step=step, record=step)
        run.step(round(6.0 / step))
        balance = energy_balance(run.trajectory())
        residuals.append(balance.residual)
    assert residuals[0] < 1e-4
    assert residuals[1] < residuals[0] / 4.0
    assert balance.work["added_inertia"] < -1.0
    states = np.array(run.states)
    wet = observation(run.model, states, np.array(run.commands)).wet[:, [body.link for body in run.model.bodies]]
    assert np.sum((wet[:-1] > 0.0) & (wet[1:] == 0.0)) > 5  # they leave it whole
    assert np.sum((wet[:-1] < 1.0) & (wet[1:] == 1.0)) > 5  # and enter it whole


def rolled(amplitude, share, omega=1.0):
    """Return velocity of the middle over the last turn, and the mean height of the modules' axes over the seabed."""
    settings = {
        "gait": "rolling",
        "gait__amplitude": amplitude,
        "gait__share": share,
        "gait__frequency": omega / (2.0 * np.pi),
        "chains__spine__module__mass": 1.2 * DISPLACED,
        "run__step": 0.0005,
        "run__world": {"seabed": 1.0, "contact": {"friction": 0.8, "stiffness": 2e5}},
        "run__start__position": [0.0, 0.0, 0.9615],
        LAW: "strip",
    }
    turn = 2.0 * np.pi / omega
    run = narcine.load("perambulator", **settings).run(duration=6.0 + turn)
    last = run.time.values >= 6.0 - 1e-9
    places = run.position.values[last].mean(axis=1)
    return (places[-1] - places[0]) / turn, 1.0 - places[:, 2].mean()


def lying(amplitude):
    """Return the headings of the modules of a flat arc, from its middle."""
    return amplitude * (np.arange(MODULES) - (MODULES - 1) / 2.0)


@pytest.mark.parametrize(("amplitude", "share"), [(np.radians(4.0), 1.0), (np.radians(8.0), -1.0)])
def test_on_the_seabed_it_rolls_by_its_circumference_per_turn(amplitude, share):
    """The arc lies still while its sections turn with omega: module k would roll at r omega square to its own heading.

    The arc moves as one, at V, so that modules slip by V - r omega n_k, n_k from heading a_k. Friction that grows with
    slip gives V = r omega mean(cos a_k); Coulomb's, whose sum is least at the geometric median of n_k, at most r omega.
    r is between the height of the axes and the radius: 32 corners stand for the circle, and sink in a little. To port
    with pitch ahead of yaw, to starboard the other way.
    """
    velocity, height = rolled(amplitude, share)
    assert 0.99 * RADIUS < height < RADIUS
    least = height * np.cos(lying(amplitude)).mean()
    assert least < -np.sign(share) * velocity[1] < RADIUS
    assert abs(velocity[0]) < 0.05 * RADIUS
