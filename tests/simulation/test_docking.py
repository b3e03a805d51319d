"""Couplings that take hold and let go while running."""

import numpy as np
import pytest

import narcine
from narcine.simulation.audit import audit
from narcine.simulation.batch import run_batch
from narcine.simulation.momentum import total_momentum
from tests.simulation.rovs import ARM, pair, rov

ROUNDING = 1e-13
LATCH = {"type": "rigid", "at": list(ARM), "docked": False}


def meeting(coupling=LATCH, **scenario):
    """Return two ROVs that pass each other within reach of the latch."""
    first = rov(velocity=[0.3, 0.0, 0.0], angular_velocity=[0.0, 0.0, 0.1])
    second = rov(position=[0.02, 0.6, 0.05], velocity=[0.1, 0.05, 0.0], angular_velocity=[0.1, 0.0, 0.0])
    return pair(coupling, first, second, **scenario)


def momentum(simulation, run):
    links = range(len(simulation.model.link_roots))
    return total_momentum(simulation.model, run.observe(), list(links), np.zeros(3))[0]


@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba", "impulse"])
@pytest.mark.parametrize("coupling", [LATCH, {**LATCH, "type": "hinge", "axis": "down"}, {**LATCH, "type": "ball"}])
def test_momentum_of_body_and_water_stays_across_docking(coupling, formulation):
    simulation = meeting(coupling, formulation=formulation)
    run = simulation.start()
    run.step(20)
    before = momentum(simulation, run)
    velocities = run.observe().motion[0].copy()
    run.dock("link")
    assert momentum(simulation, run) == pytest.approx(before, abs=ROUNDING)
    assert np.abs(run.observe().motion[0] - velocities).max() > 0.01, "velocities have jumped"
    seen = run.observe()
    R = seen.attitude[0].reshape(-1, 3, 3)
    reach = R[0].T @ (seen.place[0, 1] - seen.place[0, 0])
    meet = R[0] @ (seen.motion[0, 0, :3] + np.cross(seen.motion[0, 0, 3:], reach))
    assert meet == pytest.approx(R[1] @ seen.motion[0, 1, :3], abs=1e-12), "the points move together"


def test_a_vehicle_of_several_bodies_docks_with_all_its_joints():
    """Momentum stays, a passive joint jumps, a prescribed one does not."""
    fin = {"shape": {"ellipsoid": [0.1, 0.02, 0.05]}, "mass": 0.4}
    vehicle = {
        "name": "finned",
        "bodies": {"hull": {"shape": {"ellipsoid": [0.3, 0.1, 0.1]}, "mass": 12.0}, "free": fin, "driven": fin},
        "joints": {
            "free": {
                "type": "hinge",
                "parent": "hull",
                "child": "free",
                "at": [-0.3, 0, 0],
                "to": [0.1, 0, 0],
                "axis": "down",
            },
            "driven": {
                "type": "hinge",
                "parent": "hull",
                "child": "driven",
                "at": [0.3, 0, 0],
                "to": [-0.1, 0, 0],
                "axis": "down",
            },
        },
        "drives": {"driven": {"type": "prescribed"}},
        "gait": {"type": "harmonic", "frequency": 1.0, "start": "full", "drives": {"driven": {"amplitude": 0.3}}},
    }
    first = {"vehicle": vehicle, "start": {"velocity": [0.4, 0.0, 0.0]}}
    simulation = pair({"type": "rigid", "at": [0.0, 0.6, 0.05], "docked": False}, first, rov(position=list(ARM)))
    run = simulation.start()
    run.step(3)
    before = momentum(simulation, run)
    rates = dict(zip(simulation.model.state_names, run.state.copy(), strict=True))
    run.dock("link")
    after = dict(zip(simulation.model.state_names, run.state, strict=True))
    assert momentum(simulation, run) == pytest.approx(before, abs=ROUNDING)
    assert after["a.driven.rate"] == rates["a.driven.rate"]
    assert abs(after["a.free.rate"] - rates["a.free.rate"]) > 1e-3


def test_docking_takes_the_energy_that_it_says():
    simulation = meeting(events=[{"time": 0.1, "dock": "link"}])
    run = simulation.start()
    run.step(19)
    before = run.observe().kinetic[0]
    run.step(1)
    lost = before - run.observe().kinetic[0]
    assert lost > 0.0
    assert run.state[simulation.model.state_names.index("link.work")] == pytest.approx(-lost, rel=1e-9)
    balance = audit(simulation).balance
    assert balance is not None
    assert balance.residual < 1e-6, "the integral over records of what has no power but the jump"


def test_events_dock_and_undock_and_are_recorded():
    run = meeting(events=[{"time": 0.1, "dock": "link"}, {"time": 0.5, "undock": "link"}]).run(duration=1.0)
    docked = run.docked.values[:, 0]
    times = run.time.values
    assert np.array_equal(docked > 0.5, (times >= 0.1 - 1e-9) & (times < 0.5 - 1e-9))
    force = np.linalg.norm(run.coupling_force.values[:, 0], axis=-1)
    assert force[docked > 0.5].min() > 0.0
    assert force[docked < 0.5].max() == 0.0


def test_docking_from_afar_stops_the_run_and_keeps_it():
    far = pair(LATCH, second=rov(position=[0.0, 3.6, 0.05]), events=[{"time": 0.5, "dock": "link"}])
    with pytest.raises(
        narcine.RunStopped, match=r"link cannot take hold: its points are 3 m apart.*0\.05 m"
    ) as stopped:
        far.run(duration=1.0)
    assert stopped.value.dataset.time.values[-1] == pytest.approx(0.5)
    turned = pair({**LATCH, "attitude": [0, 0, 0]}, second=rov(position=list(ARM), attitude=[0.0, 0.0, "30 deg"]))
    with pytest.raises(narcine.RunStopped, match=r"30 deg apart; it takes hold within 10 deg"):
        turned.start().dock("link")


def test_a_coupling_lets_go_and_takes_hold_again_by_hand():
    run = meeting().start()
    run.dock("link")
    assert run.is_docked("link")
    with pytest.raises(ValueError, match="the coupling link holds already"):
        run.dock("link")
    run.step(10)
    run.undock("link")
    run.step(1)
    run.dock("link")
    with pytest.raises(KeyError, match="there is no coupling 'lnk'; did you mean 'link'"):
        run.dock("lnk")


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([{"time": 0.1, "dock": "lnk"}], r"there is no coupling 'lnk'; did you mean 'link'"),
        ([{"time": 0.1, "undock": "link"}], "is loose at that time already"),
        ([{"time": 0.1, "dock": "link"}, {"time": 0.2, "dock": "link"}], "holds at that time already"),
        ([{"time": 0.1}], "must say either dock or undock"),
        ([{"time": -1, "dock": "link"}], "must be at least 0"),
    ],
)
def test_events_that_cannot_be_are_told(events, message):
    with pytest.raises(narcine.DescriptionError, match=message):
        meeting(events=events)


def test_what_docks_later_says_where():
    with pytest.raises(narcine.DescriptionError, match="docks later and so must say `at`"):
        meeting({"type": "rigid", "docked": False})
    with pytest.raises(narcine.DescriptionError, match="a distance holds from the start"):
        meeting({"type": "distance", "length": 1.0, "docked": False})


def test_a_batch_docks_as_a_run_does():
    events = [{"time": 0.1, "dock": "link"}, {"time": 0.4, "undock": "link"}]
    simulations = [meeting(events=events), meeting(events=events)]
    states, sound = run_batch(simulations, duration=0.6)
    run = simulations[0].start()
    run.step(120)
    assert np.array_equal(sound, [120, 120])
    assert np.array_equal(states[0], run.state)


def test_docking_from_afar_at_once_stops_the_first_step():
    far = pair(LATCH, second=rov(position=[0.0, 3.6, 0.05]), events=[{"time": 0.0, "dock": "link"}])
    with pytest.raises(narcine.RunStopped, match="link cannot take hold"):
        far.run(duration=1.0)


def test_events_within_one_step_come_in_the_order_of_their_times():
    events = [{"time": 0.0545, "dock": "link"}, {"time": 0.0535, "undock": "link"}]
    run = pair({"type": "rigid", "at": list(ARM)}, events=events).start()
    run.step(20)
    assert run.is_docked("link")


def test_a_batch_that_docks_at_different_times_is_refused():
    simulations = [meeting(events=[{"time": time, "dock": "link"}]) for time in (0.1, 0.2)]
    with pytest.raises(ValueError, match="dock at different times"):
        run_batch(simulations, duration=0.6)


def test_a_rod_that_was_cut_does_not_dock():
    run = pair({"type": "distance", "length": float(np.linalg.norm(ARM))}).start()
    run.undock("link")
    with pytest.raises(ValueError, match="is a distance, which holds from the start"):
        run.dock("link")
