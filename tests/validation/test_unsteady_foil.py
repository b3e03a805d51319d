"""The unsteady foil against Theodorsen, Garrick, Wagner and Jones (A10), at rest and in reversed flow."""

import numpy as np
import pytest

from narcine.hydrodynamics.foils.unsteady import WAKE_RATES, WAKE_SHARES
from narcine.simulation.audit import audit
from narcine.simulation.record import observation
from narcine.simulation.step import Term
from narcine.spatial.inertias import INERTIA_SIZE, unpack_inertia
from tests.conftest import simulate

TWO_LAGS = 0.015
"""Largest difference of Jones's two lags from Theodorsen's function, over |C|."""
CHORD, SPAN, SPEED, OMEGA = 0.1, 1.0, 1.0, 10.0
FOIL = {
    "body": "foil",
    "lift": "unsteady",
    "slope": 2.0 * np.pi,
    "stall": "90 deg",
    "broadside_drag": 0.0,
    "suction": 1.0,
}
STEP = 2.0 * np.pi / OMEGA / 400.0


def oscillating(joint, amplitude, speed=SPEED, foil=None, **more):
    """Return a massless two-dimensional plate that moves as amplitude cos(w t) in a stream from ahead."""
    plate = {"plate": {"chord": CHORD, "span": SPAN, "thickness": 1e-3, "normal": "down"}}
    body = {"mass": 0.0, "displaced_volume": 0.0, "shape": plate, "added_inertia": "strip"}
    sine = {"amplitude": amplitude, "phase": "90 deg"}
    return simulate(
        bodies={"foil": body},
        joints={"motion": {"parent": "world", "child": "foil", **joint}},
        drives={"motion": {"type": "prescribed"}},
        foils={"foil": {**FOIL, **(foil or {})}},
        gait={"type": "harmonic", "frequency": OMEGA / (2.0 * np.pi), "start": "full", "drives": {"motion": sine}},
        run={"water": {"gravity": 0.0, "current": [-speed, 0, 0]}, "step": STEP, "record": STEP, **more},
    )


def settled_cycle(simulation, cycles=60):
    """Return time, drive effort and forward force of all water over the last cycle, when the wake has settled."""
    run = simulation.run(duration=cycles * 2.0 * np.pi / OMEGA)
    last = slice(-401, -1)
    start = simulation.start()
    start.step(cycles * 400)
    states, commands = start.states[last], start.commands[last]
    thrust = observation(simulation.model, states, commands).wrench[:, :, 0, 0].sum(axis=1)
    return run.time.values[last], run.drive_effort.values[last, 0], thrust, run.joint_velocity.values[last, 0]


def amplitude_and_phase(time, signal):
    """Return those of signal = amplitude cos(w t + phase)."""
    wave = 2.0 * np.mean(signal * np.exp(-1j * OMEGA * time))
    return abs(wave), np.degrees(np.angle(wave))


HEAVE = {"type": "slider", "axis": "down"}


def pitch(station):
    """Return a hinge about a point ahead of mid-chord; a positive angle lifts the nose."""
    return {"type": "hinge", "axis": "starboard", "to": [station, 0, 0]}


def close_in_the_plane(found, expected, tolerance):
    """Compare amplitude and phase (deg) as complex numbers."""
    values = [size * np.exp(1j * np.radians(phase)) for size, phase in (found, expected)]
    assert abs(values[0] - values[1]) < tolerance * abs(values[1])


@pytest.mark.parametrize("k", [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2])
def test_the_two_lags_are_joness(closed_forms, k):
    case = closed_forms[f"A10_C({k})"]
    lags = jones(k)
    assert lags.real == pytest.approx(case["jonesF"], abs=1e-6)
    assert lags.imag == pytest.approx(case["jonesG"], abs=1e-6)
    assert abs(lags - (case["F"] + 1j * case["G"])) < TWO_LAGS


def jones(k):
    """Return C(k) of the two lags, 1 - sum A_i i k / (i k + beta_i)."""
    return 1.0 - sum(a * 1j * k / (1j * k + beta) for a, beta in zip(WAKE_SHARES, WAKE_RATES, strict=True))


SMALL = 0.1
"""Part of the reference's stroke that is run, so that what is of higher order in it vanishes; lift scales with it."""


def test_a_heaving_foil_lifts_and_thrusts_as_theodorsen_and_garrick_say(closed_forms):
    """With Jones's C(k) to 1e-3; with the exact one to what the two lags miss at k = 0.5, 2.4 % of the lift.

    Lift up is pi rho b^2 h'' + 2 pi rho U b C h', h down.
    """
    case = closed_forms["A10_heave_k0.5_U1_c0.1_h0.02_per_m_span"]
    time, effort, thrust, velocity = settled_cycle(oscillating(HEAVE, SMALL * 0.02))
    size, phase = amplitude_and_phase(time, effort)  # the drive, positive down, holds against the lift, which points up
    found = (size / SMALL, phase)
    b, h = CHORD / 2.0, 0.02
    lift = 1000.0 * np.pi * b * (-b * OMEGA**2 * h + 2.0 * SPEED * jones(0.5) * 1j * OMEGA * h)
    close_in_the_plane(found, (abs(lift), np.degrees(np.angle(lift))), 1e-3)
    close_in_the_plane(found, (case["lift_amp_N"], case["lift_phase_deg"]), 0.025)
    assert thrust.mean() / SMALL**2 == pytest.approx(case["mean_thrust_N"], rel=0.03)
    assert np.mean(effort * velocity) / SMALL**2 == pytest.approx(case["mean_power_W"], rel=0.03)


def test_the_moment_of_a_heaving_foil_is_theodorsens(closed_forms):
    case = closed_forms["A10_moment_heave_h.02_about_midchord_k0.5_U1_c0.1"]
    simulation = oscillating(HEAVE, SMALL * 0.02)
    run = simulation.start()
    run.step(60 * 400)
    last = slice(-401, -1)
    seen = observation(simulation.model, run.states[last], run.commands[last])
    nose_up = seen.wrench[:, :, 0, 4].sum(axis=1)  # about mid-chord; the plate's own -M_A nu_dot has no moment there
    size, phase = amplitude_and_phase(np.arange(len(nose_up)) * STEP, nose_up)
    moment = 1000.0 * np.pi * CHORD**2 / 4.0 * SPEED * jones(0.5) * 1j * OMEGA * 0.02
    close_in_the_plane((size / SMALL, phase), (abs(moment), np.degrees(np.angle(moment))), 1e-3)
    close_in_the_plane((size / SMALL, phase), (case["moment_amp_Nm_per_m"], case["moment_phase_deg"]), 0.025)


@pytest.mark.parametrize(
    ("key", "station"),
    [
        ("A10_moment_pitch_5deg_about_quarterchord_k0.5_U1_c0.1", 0.025),
        ("A10_moment_pitch_5deg_about_midchord_k0.5_U1_c0.1", 0.0),
    ],
)
def test_the_moment_of_a_pitching_foil_is_theodorsens(closed_forms, key, station):
    """The drive holds against moment and inertia of the water; a massless plate has no other."""
    case = closed_forms[key]
    time, effort, _, _ = settled_cycle(oscillating(pitch(station), np.radians(5.0), foil={"suction": 0.0}))
    size, phase = amplitude_and_phase(time, -effort)
    close_in_the_plane((size, phase), (case["moment_amp_Nm_per_m"], case["moment_phase_deg"]), 2.0 * TWO_LAGS)


@pytest.mark.parametrize("s", [1, 5, 10])
def test_a_foil_that_starts_suddenly_builds_its_lift_as_wagner_says(closed_forms, s):
    """A plate at a small angle in a stream that is there from the start: circulatory lift over its final value."""
    case = closed_forms[f"A10_Wagner_s={s}"]
    still = oscillating({**HEAVE, "attitude": [0, "1 deg", 0]}, 0.0)
    run = still.start()
    run.step(round(s * CHORD / 2.0 / SPEED / STEP))
    lift = np.linalg.norm(run.observe().wrench[0, Term.FOILS - 1, 0, :3])
    final = 0.5 * 1000.0 * CHORD * SPAN * 2.0 * np.pi * np.radians(1.0)
    assert lift / final == pytest.approx(case["jones"], abs=2e-3)  # steps end within half of one of s
    assert lift / final == pytest.approx(case["phi"], abs=0.015)


def test_without_wake_and_suction_a_plate_only_loses_energy():
    """With its lags where a steady flow leaves them, lift, cross-flow and friction take power in every motion."""
    foil = {"suction": 0.0, "broadside_drag": 1.2, "parasitic_drag": 0.02, "stall": "20 deg"}
    body = {"mass": 1.0, "inertia": [0.01] * 3, "shape": {"plate": {"chord": 0.1, "span": 0.3, "thickness": 1e-3}}}
    model = simulate(bodies={"foil": body}, foils={"foil": {**FOIL, **foil}}).model
    rng = np.random.default_rng(1)
    states = np.repeat(model.initial_state[None], 500, axis=0)
    states[:, 7:10] = rng.normal(size=(500, 3)) * 10.0 ** rng.uniform(-3, 1, (500, 1))
    velocity = states[:, 9]
    states[:, 13:15] = velocity[:, None] * np.array(WAKE_SHARES)
    power = observation(model, states, np.repeat(model.commands[None], 500, axis=0)).power[:, Term.FOILS - 1]
    assert power.max() <= 0.0
    assert power.min() < -1e-3


def test_reversed_flow_is_the_mirror_of_forward_flow():
    """Backing: the other edge leads, and the wake is that of a foil turned round."""
    ends = []
    for speed in (1.0, -1.0):
        _, effort, thrust, _ = settled_cycle(oscillating(HEAVE, 0.02, speed=speed), cycles=20)
        ends.append((effort, thrust))
    assert ends[0][0] == pytest.approx(ends[1][0], abs=1e-9)
    assert ends[0][1] == pytest.approx(-ends[1][1], abs=1e-9)


def test_nothing_jumps_through_zero_flow():
    speeds = np.linspace(-0.05, 0.05, 401)
    found = []
    for speed in speeds:
        run = oscillating({**HEAVE, "attitude": [0, 0.1, 0]}, 0.0, speed=speed).start()
        found.append(run.observe().wrench[0, Term.FOILS - 1, 0, [0, 2, 4]])
    steps = np.abs(np.diff(found, axis=0)).max(axis=0)
    assert np.all(steps < 0.1 * np.ptp(found, axis=0))


def test_a_tail_at_rest_starts_to_beat_without_a_spike():
    """A fish at rest with an unsteady tail: drive torque and speed grow with the gait."""
    plate = {"plate": {"chord": 0.1, "span": 0.12, "thickness": 5e-3, "normal": "starboard"}}
    fish = simulate(
        bodies={
            "hull": {"mass": 2.0, "shape": {"ellipsoid": [0.2, 0.04, 0.06]}, "drag": {"coefficients": [0.2, 1, 1]}},
            "tail": {"mass": 0.06, "shape": plate},
        },
        joints={
            "root": {
                "type": "hinge",
                "parent": "hull",
                "child": "tail",
                "at": [-0.2, 0, 0],
                "to": [0.05, 0, 0],
                "axis": "down",
            }
        },
        drives={"root": {"type": "prescribed"}},
        foils={"caudal": {"body": "tail", "lift": "unsteady", "stall": "20 deg"}},
        gait={"type": "tail_beat", "drives": ["root"], "frequency": 1.5, "amplitude": 0.43},
        run={"start": {"position": [0, 0, 2]}, "record": 0.005},
    )
    run = fish.run(duration=12.0)
    torque = np.abs(run.drive_effort.values[:, 0])
    beats = [torque[(run.time.values >= t) & (run.time.values < t + 2 / 3)].max() for t in np.arange(0.0, 11.0, 2 / 3)]
    assert max(beats) < 1.2 * np.median(beats)
    assert np.abs(np.diff(run.drive_effort.values[:, 0])).max() < 0.1 * max(beats)
    assert run.speed.values[-200:, 0].mean() > 0.1
    assert audit(fish).balance.residual < 1e-5


def test_a_plate_that_beats_at_rest_thrusts_as_lighthill_says():
    """Hinged at its leading edge in still water: m_n l w^2 A^2 / 2 for small strokes, by the water's inertia alone."""
    stroke = 0.05
    simulation = oscillating(pitch(CHORD / 2.0), stroke, speed=0.0)
    run = simulation.start()
    run.step(4 * 400)
    last = slice(-401, -1)
    seen = observation(simulation.model, run.states[last], run.commands[last])
    first = simulation.model.link_columns.added
    added = unpack_inertia(simulation.model.parameters[first : first + INERTIA_SIZE])
    water = seen.wrench[:, :, 0].sum(axis=1) - seen.acceleration[:, 0] @ added
    forward = np.einsum("tij,tj->ti", seen.attitude[:, 0].reshape(-1, 3, 3), water[:, :3])[:, 0]
    normal_mass = 1000.0 * np.pi * CHORD**2 / 4.0 * SPAN
    assert forward.mean() == pytest.approx(normal_mass * CHORD / 2.0 * OMEGA**2 * stroke**2 / 2.0, rel=4e-3)
