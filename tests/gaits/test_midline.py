"""A chain whose joints follow a midline lies along it, whatever its slopes."""

import numpy as np
import pytest
from scipy.special import ellipe

from narcine.description.laying import joint_harmonics, laid
from narcine.gaits.waves import gait_waves
from tests.conftest import simulate

LENGTH, WAVELENGTH, AMPLITUDE, FREQUENCY = 0.5, 0.35, 0.05, 2.0
ENVELOPE = [[0, 0.3], [0.2, 0.1], [1, 1]]
BENT = 5e-3
"""Of the amplitude: what harmonics beyond the fifth leave out at slopes of 0.9."""


def eel(amplitude=AMPLITUDE, count=20, wavelength=WAVELENGTH, **gait):
    module = {"shape": {"cylinder": {"radius": 0.02, "length": LENGTH / count}}, "mass": 0.03}
    wave = {"type": "midline", "chain": "spine", "frequency": FREQUENCY, "amplitude": amplitude, "start": "full"}
    return simulate(
        chains={"spine": {"count": count, "module": module, "axes": {"yaw": "down"}}},
        gait={**wave, "wavelength": wavelength, "envelope": ENVELOPE, **gait},
        run={"water": {"gravity": 0}, "step": 0.005, "record": 0.005},
    )


def gait_of(simulation):
    return simulation.scenario.vehicles["test"].vehicle.gait


def posture(angles, lengths):
    """Return x aft and y to starboard (end, moment) of a chain with joint angles (joint, moment), its head along x."""
    headings = np.concatenate([np.zeros((1, angles.shape[1])), np.cumsum(angles, axis=0)])
    steps = np.asarray(lengths)[:, None]
    x, y = np.cumsum(steps * np.cos(headings), axis=0), np.cumsum(-steps * np.sin(headings), axis=0)
    return np.concatenate([np.zeros_like(x[:1]), x]), np.concatenate([np.zeros_like(y[:1]), y])


def test_small_waves_are_differences_of_slopes():
    """Heading of a module is -(y_j - y_(j-1)) / l, a joint its difference, of first order in the amplitude."""
    gait = gait_of(eel(amplitude=1e-6))
    ends = LENGTH / 20 * np.arange(21)
    y = np.array(gait.amplitudes) * np.exp(-2j * np.pi / WAVELENGTH * ends) / 1j
    closed_form = np.diff(-np.diff(y) / (LENGTH / 20))
    found = np.array([orders[1] for orders in gait.harmonics.values()])
    assert found == pytest.approx(closed_form, rel=1e-9)
    assert max(abs(orders[3]) for orders in gait.harmonics.values()) < 1e-9 * np.abs(found).max()


def test_a_sine_of_finite_slope_has_its_elliptic_length():
    """Along one wavelength of a sin(k x) there lie 4 sqrt(1 + p^2) E(p^2 / (1 + p^2)) / k of the body, p = a k."""
    k, a = 2.0 * np.pi / WAVELENGTH, 0.08
    p = a * k
    whole = 4.0 * np.sqrt(1.0 + p**2) * ellipe(p**2 / (1.0 + p**2)) / k
    errors = []
    for count in (50, 100):
        x, y = laid([whole / count] * count, [a] * (count + 1), WAVELENGTH, np.linspace(0.0, 2.0, 5))
        assert np.hypot(np.diff(x, axis=0), np.diff(y, axis=0)) == pytest.approx(whole / count, rel=1e-12)
        errors.append(np.abs(x[-1] - WAVELENGTH).max())
    assert errors[0] < 5e-3 * WAVELENGTH  # chords are shorter than arcs
    assert errors[1] == pytest.approx(0.25 * errors[0], rel=0.05)


def test_joints_bring_all_ends_onto_the_midline():
    """The posture that drives ask for, turned and moved as a whole, is the wave; slopes up to 0.9."""
    simulation = eel()
    gait = gait_of(simulation)
    run = simulation.run(duration=0.5)
    phases = 2.0 * np.pi * FREQUENCY * run.time.values
    x, y = posture(run.joint_position.values.T, [*gait.lengths.values()])
    wanted_x, wanted_y = laid([*gait.lengths.values()], gait.amplitudes, gait.wavelength, phases)
    for moment in range(len(phases)):
        ours, theirs = (np.stack([a[:, moment], b[:, moment]], axis=1) for a, b in ((x, y), (wanted_x, wanted_y)))
        ours, theirs = ours - ours.mean(axis=0), theirs - theirs.mean(axis=0)
        u, _, v = np.linalg.svd(ours.T @ theirs)
        assert np.abs(ours @ (u @ v) - theirs).max() < BENT * AMPLITUDE


def test_a_chain_that_hangs_on_a_body_turns_its_first_module_too():
    lengths, amplitudes = (0.1,) * 5, tuple(np.linspace(0.0, 0.05, 6))
    free, hung = (joint_harmonics(lengths, amplitudes, 0.4, each) for each in (False, True))
    assert hung[1:] == pytest.approx(free)
    headings = np.cumsum(hung, axis=0)
    assert np.diff(headings, axis=0) == pytest.approx(free)
    assert np.abs(hung[0]).max() > 0.0


def test_amplitude_lag_and_turn_are_inputs():
    simulation = eel(lag=0.2, turn=0.1)
    inputs = {each.name: each.unit for each in simulation.model.inputs}
    assert (inputs["gait.amplitude"], inputs["gait.lag"], inputs["gait.turn"]) == ("m", "rad", "rad")
    waves = gait_waves(gait_of(simulation))
    tail = [wave for drive, wave in waves if drive == "spine_joint_19" and wave["amplitude"]]
    assert [(wave["harmonic"], wave["lag"]) for wave in tail] == [(1.0, -18.0), (3.0, -54.0), (5.0, -90.0)]
    assert sum(wave["turn"] for drive, wave in waves if drive == "spine_joint_19") == -1.0
    angles = simulation.run(duration=0.5).joint_position.values
    assert angles[:-1].mean(axis=0) == pytest.approx(-0.1, abs=1e-9)
