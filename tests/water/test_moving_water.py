"""Bodies in water that moves: currents by depth and time, waves, stratification, against closed forms."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from narcine.simulation.audit import audit
from narcine.simulation.record import observation
from narcine.simulation.step import Term
from tests.conftest import simulate

DENSITY, GRAVITY = 1000.0, 9.81
SPHERE = {"mass": 5.0, "shape": {"sphere": 0.1}}
VOLUME = 4.0 / 3.0 * np.pi * 0.1**3
ROUNDING = 1e-10
SHEAR = {"current_profile": [[0.0, 0.9, 0.3], [2.0, 0.5, 0.1], [4.0, 0.1, -0.1]]}
"""Straight through its points at 2 m: -0.2 and -0.1 per second."""


def water_force(simulation, state=None):
    """Return the force of the pressure of moving water and of added inertia at rest acceleration, in body axes."""
    model = simulation.model
    x = model.initial_state if state is None else state
    seen = observation(model, x[None], model.commands[None])
    return seen.wrench[0, Term.BUOYANCY - 1, 0, :3] + seen.wrench[0, Term.ADDED_INERTIA - 1, 0, :3]


def test_a_sphere_in_shear_is_lifted_as_auton_found():
    """F = rho V [(1 + C_a) Dv/Dt - C_L (V - v) x curl v], C_a = C_L = 1/2 (Auton, Hunt and Prud'homme 1988)."""
    body_velocity = np.array([0.3, -0.2, 0.5])
    water = {**SHEAR, "gravity": 0.0}
    simulation = simulate(
        bodies={"ball": SPHERE},
        run={"water": water, "start": {"position": [0, 0, 2], "velocity": body_velocity.tolist()}},
    )
    stream, gradient = np.array([0.5, 0.1, 0.0]), np.zeros((3, 3))
    gradient[:2, 2] = -0.2, -0.1
    curl = np.array([-gradient[1, 2], gradient[0, 2], 0.0])
    inertial = 1.5 * gradient @ stream
    lift = -0.5 * np.cross(body_velocity - stream, curl)
    assert water_force(simulation) == pytest.approx(DENSITY * VOLUME * (inertial + lift), rel=ROUNDING, abs=1e-12)


def test_a_sphere_in_waves_feels_one_and_a_half_times_the_acceleration():
    """In irrotational water F = rho V (1 + C_a) Dv/Dt whatever its own velocity (the same), beside buoyancy."""
    height, period = 0.3, 4.0
    w = 2.0 * np.pi / period
    k = w**2 / GRAVITY
    place, time = np.array([0.7, 0.2, 1.5]), 0.9
    simulation = simulate(
        bodies={"ball": SPHERE},
        run={
            "water": {"waves": {"height": height, "period": period}},
            "start": {"position": place.tolist(), "velocity": [0.4, 0.3, -0.2]},
        },
    )
    state = simulation.model.initial_state.copy()
    state[simulation.model.state_names.index("water.time")] = time
    psi, strength = k * place[0] - w * time, 0.5 * height * w * np.exp(-k * place[2])
    u, v = strength * np.cos(psi), -strength * np.sin(psi)
    rate = strength * w * np.array([np.sin(psi), 0.0, np.cos(psi)])
    stretch, bend = k * v, -k * u
    carried = np.array([stretch * u + bend * v, 0.0, bend * u - stretch * v])
    buoyancy = np.array([0.0, 0.0, -DENSITY * GRAVITY * VOLUME])
    expected = 1.5 * DENSITY * VOLUME * (rate + carried) + buoyancy
    assert water_force(simulation, state) == pytest.approx(expected, rel=ROUNDING)


SWIMMER = {
    "bodies": {
        "hull": {
            "mass": 3.0,
            "displaced_volume": 3e-3,
            "shape": {"ellipsoid": [0.25, 0.08, 0.06]},
            "centre_of_buoyancy": [0.02, 0, -0.005],
            "centre_of_gravity": [0.02, 0, -0.005],
            "trapped_water": 0.4,
            "drag": {"coefficients": [0.2, 1.0, 1.0]},
        },
        "fin": {
            "mass": 0.2,
            "displaced_volume": 2e-4,
            "shape": {"plate": {"chord": 0.1, "span": 0.15, "thickness": 0.012, "normal": "starboard"}},
        },
    },
    "joints": {
        "tail": {
            "type": "hinge",
            "parent": "hull",
            "child": "fin",
            "at": [-0.25, 0, 0],
            "to": [0.05, 0, 0],
            "axis": "down",
        }
    },
    "foils": {"fin": {"body": "fin", "lift": "thin_foil", "stall": "20 deg"}},
    "drives": {"tail": {"type": "prescribed"}},
    "gait": {"type": "tail_beat", "frequency": 1.5, "amplitude": 0.4, "drives": ["tail"]},
}


def swim(water, velocity, seconds=3.0, **vehicle):
    start = {"position": [0, 0, 5], "velocity": velocity}
    run = {"water": water, "start": start, "step": 0.005, "record": 0.1, "duration": seconds}
    return simulate(**{**SWIMMER, **vehicle}, run=run).run()


def test_a_neutral_vehicle_does_not_notice_that_all_water_speeds_up():
    """Uniform water that accelerates carries what is as dense as itself along: only the way over ground differs.

    RK4 integrates the moved path to its own error, 1e-7 m here; the water's way is the integral of its history.
    """
    history = [[0.0, 0.0, 0.0, 0.0], [1.5, 0.4, -0.2, 0.1], [3.0, 0.1, 0.3, 0.0]]
    still, moved = swim({}, [0.3, 0, 0]), swim({"current_history": history}, [0.3, 0, 0])
    stream = moved.water_velocity.values[:, 0]
    drift = moved.position.values - still.position.values
    assert np.ptp(drift[-1], axis=0) == pytest.approx(np.zeros(3), abs=1e-7)
    assert drift[-1, 0] == pytest.approx(np.trapezoid(stream, moved.time.values, axis=0), abs=2e-3)
    assert moved.attitude.values == pytest.approx(still.attitude.values, abs=1e-7)
    assert np.abs(stream).max() > 0.3


def test_a_heavy_body_lags_behind_water_that_speeds_up():
    """Without drag (m + m_A) dv = (rho V + m_A) dv_c."""
    history = [[0.0, 0.0, 0.0, 0.0], [2.0, 1.0, 0.0, 0.0]]
    run = {"water": {"current_history": history, "gravity": 0.0}, "duration": 2.0, "step": 0.005}
    result = simulate(bodies={"ball": {**SPHERE, "mass": 20.0}}, run=run).run()
    added = 0.5 * DENSITY * VOLUME
    share = (DENSITY * VOLUME + added) / (20.0 + added)
    assert result.velocity.values[-1, 0, 0] == pytest.approx(share, rel=1e-9)


def test_a_current_under_shear_and_waves_changes_nothing_but_the_drift():
    """A steady uniform current on top of sheared water with waves is a change of the observer: it must drop out."""
    water = {**SHEAR, "waves": {"height": 0.3, "period": 3.0, "towards": "40 deg"}}
    current = [0.4, -0.25, 0.0]
    here = swim(water, [0.3, 0, 0])
    there = swim({**water, "current": current}, [0.7, -0.25, 0])
    drift = np.outer(here.time.values, current)
    assert there.position.values == pytest.approx(here.position.values + drift[:, None], abs=1e-9)
    assert there.attitude.values == pytest.approx(here.attitude.values, abs=1e-9)


def test_shear_itself_is_felt():
    still, sheared = swim({}, [0.3, 0, 0]), swim(SHEAR, [0.3, 0, 0])
    assert np.abs(sheared.velocity.values - still.velocity.values).max() > 0.01


@pytest.mark.parametrize(("shape", "mass"), [({"box": [0.4, 0.3, 0.2]}, 12.0), ({"sphere": 0.1}, 2.1)])
def test_a_body_floating_in_long_waves_follows_the_surface(shape, mass):
    """Waves of 56 m under a body of at most 0.4 m: it heaves with the surface to the order of its own size over 1/k.

    That is k times 0.2 m = 0.022 of the amplitude at most; from the second half on, when the start has died out.
    """
    height, period = 0.5, 6.0
    body = {
        "mass": mass,
        "shape": shape,
        "centre_of_gravity": [0, 0, 0.03],
        "drag": {"linear": [5, 5, 20, 0.5, 0.5, 0.5]},
    }
    run = {
        "duration": 30.0,
        "record": 0.05,
        "water": {"waves": {"height": height, "period": period}},
        "start": {"position": [0, 0, -0.25]},
    }
    result = simulate(bodies={"float": body}, run=run).run()
    time = result.time.values
    late = time > 15.0
    place = result.position.values[:, 0]
    w = 2.0 * np.pi / period
    k = w**2 / GRAVITY
    elevation = 0.5 * height * np.cos(k * place[:, 0] - w * time)
    above = (place[:, 2] + elevation)[late]
    assert np.ptp(above) < 0.022 * height
    assert np.ptp(elevation[late]) > 0.9 * height
    if "box" in shape:
        slope = np.arctan(-0.5 * height * k * np.sin(k * place[:, 0] - w * time))
        assert result.pitch_angle.values[late, 0] == pytest.approx(slope[late], abs=0.1 * np.abs(slope).max())


def test_a_neutral_body_oscillates_in_stratified_water():
    """(m + m_A) z_dd = -rho' g V z: the period of a float at its level, the added mass of a sphere included."""
    gradient, level = 2.0, 10.0
    mass = (DENSITY + gradient * level) * VOLUME
    water = {"density_gradient": f"{gradient} kg/m4"}
    body = {**SPHERE, "mass": mass}
    start = {"position": [0, 0, level + 0.2]}
    stiffness = gradient * GRAVITY * VOLUME
    period = 2.0 * np.pi * np.sqrt((mass + 0.5 * DENSITY * VOLUME) / stiffness)
    run = {"water": water, "start": start, "duration": period, "step": period / 2000, "record": period / 100}
    result = simulate(bodies={"float": body}, run=run).run()
    depth = result.position.values[:, 0, 2] - level
    expected = 0.2 * np.cos(2.0 * np.pi * result.time.values / period)
    assert depth == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    "water",
    [
        {"waves": {"height": 0.3, "period": 3.0}},
        {"waves": {"significant_height": 0.3, "peak_period": 3.0, "components": 8}, "current": [0.2, 0, 0]},
        SHEAR,
        {"current_history": [[0.0, 0.0, 0.0, 0.0], [2.0, 0.5, 0.2, 0.0]]},
    ],
    ids=["waves", "sea on a current", "shear", "history"],
)
def test_energy_adds_up_in_moving_water(water):
    """Half wet from the start in waves, and its centre in the air now and then.

    5e-5 is left in the sea, whose shortest waves are a metre long, 1e-7 elsewhere; all falls with the fourth order.
    """
    run = {"water": water, "start": {"position": [0, 0, 0.0], "velocity": [0.3, 0, 0]}, "duration": 5.0}
    balance = audit(simulate(**SWIMMER, run=run)).balance
    assert balance is not None
    assert balance.residual < 1e-4


def test_energy_adds_up_for_what_is_anchored_in_waves():
    """A chain on a joint to the world, from the bottom to the surface: RK4 leaves 2e-5 at 5 ms."""
    module = {"mass": 0.4, "shape": {"cylinder": {"radius": 0.04, "length": 0.3, "axis": "down"}}}
    joint = {"type": "hinge", "axis": "starboard", "to": [0, 0, 0.15], "damping": 0.01}
    chain = {
        "bodies": {"low": module, "high": module},
        "joints": {
            "foot": {**joint, "parent": "world", "child": "low", "at": [0, 0, 0.5]},
            "knee": {**joint, "parent": "low", "child": "high", "at": [0, 0, -0.15]},
        },
    }
    water = {"waves": {"height": 0.1, "period": 2.0, "towards": 0.4}, "current": [0.1, 0, 0]}
    found = audit(simulate(**chain, run={"water": water, "duration": 5.0, "start": {"joints": {"foot": 0.1}}}))
    assert found.balance.residual < 1e-4
    assert max(abs(work) for work in found.balance.work.values()) > 0.01


def test_a_summary_knows_the_speed_through_sheared_water():
    """Adrift in a current by depth it does not swim."""
    from narcine.recording.summary import summarise

    water = {"current_profile": [[0.0, 0.5, 0.0], [10.0, 0.5, 0.0]]}
    body = {"mass": DENSITY * VOLUME, "shape": {"sphere": 0.1}}
    run = {"water": water, "start": {"position": [0, 0, 2], "velocity": [0.5, 0, 0]}, "duration": 4.0}
    found = summarise(simulate(bodies={"ball": body}, run=run).run())[0]
    assert found.speed == pytest.approx(0.0, abs=1e-9)
    assert found.ground_speed == pytest.approx(0.5, rel=1e-9)


def test_where_a_body_has_its_origin_changes_nothing():
    """The same hull with its origin 0.4 m off its centre, turning, half out of sheared water with waves."""
    lever = np.array([0.3, -0.2, 0.15])
    body = {"mass": 3.0, "inertia": [0.02, 0.06, 0.07], "drag": {"coefficients": [0.2, 1.0, 1.0]}}
    water = {**SHEAR, "waves": {"height": 0.2, "period": 2.0, "towards": 0.7}, "current": [0.2, 0.1, 0]}
    spin, velocity = np.array([0.3, -0.2, 0.5]), np.array([0.4, 0.1, 0.0])
    ways = []
    for offset in (np.zeros(3), lever):
        shape = {"ellipsoid": [0.25, 0.1, 0.06], "centre": offset.tolist()}
        hull = {**body, "shape": shape, "centre_of_gravity": (offset + np.array([0.01, 0, 0.02])).tolist()}
        start = {
            "position": (-offset).tolist(),
            "velocity": (velocity - np.cross(spin, offset)).tolist(),
            "angular_velocity": spin.tolist(),
        }
        run = simulate(
            bodies={"hull": hull}, run={"water": water, "start": start, "duration": 2.0, "step": 0.002}
        ).run()
        turns = Rotation.from_quat(run.attitude.values[:, 0], scalar_first=True)
        ways.append(run.position.values[:, 0] + turns.apply(offset))
    assert ways[0] == pytest.approx(ways[1], abs=1e-8)
    assert np.ptp(ways[0][:, 2]) > 0.02


def test_a_foil_meets_the_water_where_it_is():
    """A foil 1 m below its body's centre in a shear of 0.2 per second: its force is that in a uniform current there."""
    foil = {"body": "mast", "lift": "thin_foil", "stall": 0.3, "normal": "starboard", "chord": 0.1, "span": 0.2}
    mast = {"mass": 5.0, "shape": {"sphere": 0.1}}

    def lift(water):
        foils = {"low": {**foil, "centre": [0, 0, 1.0]}}
        start = {"position": [0, 0, 2], "velocity": [1.0, 0.1, 0]}
        model = simulate(bodies={"mast": mast}, foils=foils, run={"water": water, "start": start}).model
        seen = observation(model, model.initial_state[None], model.commands[None])
        return seen.wrench[0, Term.FOILS - 1, 0]

    assert lift(SHEAR) == pytest.approx(lift({"current": [0.5 - 0.2, 0.1 - 0.1, 0.0]}), rel=1e-12)
    assert lift(SHEAR) != pytest.approx(lift({"current": [0.5, 0.1, 0.0]}), rel=0.1)


def test_strips_meet_the_water_where_they_are():
    """An upright mast in linear shear at rest: the drag of each strip by its own flow, summed by hand."""
    mast = {"mass": 5.0, "shape": {"cylinder": {"radius": 0.05, "length": 1.0, "axis": "down"}}}
    mast["crossflow"] = {"coefficient": 1.1, "axis": "down", "strips": 10}
    run = {"water": SHEAR, "start": {"position": [0, 0, 2]}}
    model = simulate(bodies={"mast": mast}, run=run).model
    seen = observation(model, model.initial_state[None], model.commands[None]).wrench[0, Term.CROSSFLOW - 1, 0]
    stations = -0.45 + 0.1 * np.arange(10)
    flow = np.stack([0.5 - 0.2 * stations, 0.1 - 0.1 * stations], axis=1)
    drag = 0.5 * DENSITY * 1.1 * 0.1 * 0.1 * np.linalg.norm(flow, axis=1)[:, None] * flow
    assert seen[:2] == pytest.approx(drag.sum(axis=0), rel=1e-12)
    assert seen[3:5] == pytest.approx([-(stations @ drag[:, 1]), stations @ drag[:, 0]], rel=1e-12)


@pytest.mark.parametrize(("period", "excess"), [(2.5, 0.12), (1.5, 0.35)])
def test_a_spar_that_stands_out_of_the_water_feels_a_little_too_much(period, excess):
    """A third of it wet: the force along the wave over that of its wet strips, each by Morison's inertia 1 + C_a.

    It meets the water at the surface, where it is fastest; the excess grows with k times the wet length.
    """
    w = 2.0 * np.pi / period
    k = w**2 / GRAVITY
    radius, wet, height = 0.03, 0.3, 1e-4
    spar = {"mass": 1.0, "shape": {"cylinder": {"radius": radius, "length": 1.0, "axis": "down"}}}
    run = {
        "water": {"waves": {"height": height, "period": period, "phase": -0.5 * np.pi}},
        "start": {"position": [0, 0, wet - 0.5]},
    }
    force = abs(water_force(simulate(bodies={"spar": spar}, run=run))[0])
    per_length = 2.0 * DENSITY * np.pi * radius**2 * 0.5 * height * w**2
    strips = per_length * (1.0 - np.exp(-k * wet)) / k
    assert 1.0 < force / strips < 1.0 + excess


def test_a_floating_attitude_is_that_of_water_at_rest():
    """Neither a current that changes nor shear moves it."""
    body = {"mass": 10.0, "shape": {"box": [0.5, 0.4, 0.1]}}
    found = []
    for water in ({"surface": "calm"}, {"surface": "calm", **SHEAR, "current_history": [[-1, -1, 0, 0], [1, 1, 0, 0]]}):
        run = {"water": water, "duration": 0.1, "start": {"attitude": [0.1, 0.1, 0]}}
        found += audit(simulate(bodies={"raft": body}, run=run)).floating
    assert found[0] == found[1]
