"""Measured runs that tests make themselves: a simulated run, with noise."""

from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

import narcine
from narcine.identification.fitting.trial import Trial
from narcine.identification.motion.motion_run import motion_of_run

MILLIMETRE, FIFTH_OF_A_DEGREE = 1e-3, np.radians(0.2)
"""Noise of a motion capture."""
NOISE = {"position": MILLIMETRE, "attitude": FIFTH_OF_A_DEGREE}
FREE = {
    f"holds__{hold}__{gain}": 0
    for hold, gains in {
        "depth": ("proportional", "integral", "derivative"),
        "roll": ("proportional", "derivative"),
        "pitch": ("proportional", "derivative"),
    }.items()
    for gain in gains
}
"""Settings of bluerov without its holds."""
DEEP = {"run__start__position": [0, 0, 10]}


def assert_near(found, truth):
    """Assert that a number is where it should be: within 3.5 standard deviations, which one in 2000 is not.

    That 95 % intervals hold it in 95 of 100 is what tests of coverage look at.
    """
    assert abs(found.value - truth) < 3.5 * found.deviation, found
    assert found.interval[0] < found.value < found.interval[1]


def excitation(seed=0, duration=60.0, mean=1.2):
    """Return commands of bluerov that move it in all six degrees of freedom, one pattern after the other."""
    rng = np.random.default_rng(seed)
    patterns = (
        {"surge_starboard": 1, "surge_port": 1},
        {"surge_starboard": 1, "surge_port": -1},
        {"lateral": 1},
        {"vertical_starboard": 0.5, "vertical_port": 0.5, "vertical_rear": 1},
        {"vertical_starboard": 0.4, "vertical_port": -0.4},
        {"vertical_starboard": 0.3, "vertical_port": 0.3, "vertical_rear": -0.4},
    )
    names = sorted({name for pattern in patterns for name in pattern})
    schedule = {name: [[0.0, 1500.0]] for name in names}
    time, waiting = 0.5, []
    while time < duration:
        waiting = waiting or list(rng.permutation(len(patterns)))
        pattern, pulse = patterns[waiting.pop()], rng.choice([-1, 1]) * rng.uniform(80.0, 250.0)
        for name in names:
            schedule[name].append([round(time, 2), 1500.0 + pulse * pattern.get(name, 0)])
        time += mean * rng.uniform(0.5, 1.5)
    return schedule


def noisy(motion, seed, position=MILLIMETRE, attitude=FIFTH_OF_A_DEGREE, joints=0.0):
    """Return poses and joints of a motion as an instrument tells them; velocities are not measured."""
    rng = np.random.default_rng(seed)
    turns = Rotation.from_quat(np.roll(motion.attitude, -1, axis=1))
    turns = turns * Rotation.from_rotvec(attitude * rng.normal(size=(len(motion.time), 3)))
    return replace(
        motion,
        position=motion.position + position * rng.normal(size=motion.position.shape),
        attitude=np.roll(turns.as_quat(), 1, axis=1),
        velocity=None,
        angular_velocity=None,
        joints={name: each + joints * rng.normal(size=each.shape) for name, each in motion.joints.items()},
    )


def swum(simulation, schedule, duration, record=0.05):
    """Return a simulated run as a trial without noise, and its commands at their own times."""
    motion = motion_of_run(simulation.run(duration=duration, record=record), "made.csv")
    return Trial(motion, {name: tuple(map(tuple, told)) for name, told in schedule.items()})


def rov_trial(seed=1, duration=60.0, commands=0, **settings):
    """Return a noisy run of bluerov without holds."""
    schedule = excitation(commands, duration)
    rov = narcine.load("bluerov", run__commands=schedule, **DEEP, **FREE, **settings)
    trial = swum(rov, schedule, duration)
    return replace(trial, motion=noisy(trial.motion, seed))


def rov_model(**settings):
    """Return the model of bluerov that trials are fitted with."""
    return narcine.load("bluerov", **FREE, **settings)
