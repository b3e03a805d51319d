"""Tethers against closed forms of cables: hanging, swinging, towed, moored, and trailed behind a vehicle."""

from itertools import pairwise
from math import asinh, cos, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq, fsolve
from scipy.special import j0, jn_zeros

from narcine.simulation.simulation import Simulation
from tests.conftest import simulate

GRAVITY, WATER = 9.81, 1000.0
POST: dict[str, Any] = {
    "bodies": {"post": {"mass": 1.0, "shape": {"sphere": 0.05}}},
    "joints": {"post": {"type": "fixed", "parent": "world", "child": "post"}},
}
SETTLED = 1e-6
"""m, rad: what a damped cable is from its rest after the time it is given here, and more than steps and drift leave."""


def wet_weight(density: float, diameter: float) -> float:
    """Return the weight in water per length."""
    return (density - WATER) * 0.25 * pi * diameter**2 * GRAVITY


def damped(segments: int, resistance: float = 0.4) -> dict[str, Any]:
    """Return segments with a linear drag that lets them settle, and that is nothing at rest."""
    return {f"rope_{k + 1}": {"drag": {"linear": [resistance] * 3 + [0.0] * 3}} for k in range(segments)}


def centres(run: Any, segments: int) -> np.ndarray:
    """Return where the segments are at the end."""
    return run.position.sel(body=[f"rope_{k + 1}" for k in range(segments)]).values[-1]


def slopes(run: Any, segments: int) -> np.ndarray:
    """Return the angle of each segment below the horizontal, from the post outwards."""
    w, x, y, z = run.attitude.sel(body=[f"rope_{k + 1}" for k in range(segments)]).values[-1].T
    return np.arctan2(-2.0 * (x * z - w * y), np.hypot(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z)))


def swinging(segments: int, length: float) -> tuple[float, Simulation]:
    """Return the frequency of a chain let go in the shape of its first mode, from the times at which its end passes."""
    heights = np.linspace(length, 0.0, segments + 1)
    sideways = -1e-3 * j0(jn_zeros(0, 1)[0] * np.sqrt(heights / length))
    angles = np.diff(sideways) * segments / length
    joints = {f"rope_{k + 2}.pitch": turn for k, turn in enumerate(np.diff(angles))}
    rope = {"body": "post", "length": length, "diameter": 0.01, "segments": segments}
    rope["direction"] = [sin(angles[0]), 0.0, cos(angles[0])]
    run = {"water": {"density": 0.0}, "start": {"joints": joints}, "step": 0.002, "record": 0.002}
    simulation = simulate(**POST, tethers={"rope": rope}, run=run)
    found = simulation.run(duration=12.0)
    time, end = found.time.values, found.position.sel(body=f"rope_{segments}", world_axis="north").values
    k = np.flatnonzero(end[:-1] * end[1:] < 0.0)
    passes = time[k] - end[k] * (time[k + 1] - time[k]) / (end[k + 1] - end[k])
    return pi / np.polyfit(np.arange(len(passes)), passes, 1)[0], found


def test_a_hanging_chain_swings_as_bernoulli_found():
    """Lowest frequency of a heavy chain: (z / 2) sqrt(g / L), z = 2.4048 the first root of J_0 (Bernoulli 1732)."""
    length = 2.0
    exact = 0.5 * jn_zeros(0, 1)[0] * sqrt(GRAVITY / length)
    errors = []
    for segments in (3, 6, 12):
        frequency, found = swinging(segments, length)
        assert abs(found.position.sel(world_axis="east").values).max() < 1e-12
        errors.append(frequency / exact - 1.0)
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.15)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.15)
    assert 0.0 < errors[2] < 3e-4


def bending(segments: int, length: float, stiffness: float) -> float:
    """Return the frequency of a stiff tether that is let go bent in the first mode of a beam pinned at one end."""
    root = 3.926602312
    joints = np.arange(1, segments) / segments
    curvature = np.sin(root * joints) - sin(root) / np.sinh(root) * np.sinh(root * joints)
    rope = {"body": "post", "length": length, "diameter": 0.02, "segments": segments, "stiffness": stiffness}
    start = {f"rope_{k + 2}.yaw": 1e-3 / segments * turn for k, turn in enumerate(curvature)}
    run = {"water": {"density": 0.0, "gravity": 0.0}, "start": {"joints": start}, "step": 1e-3, "record": 1e-3}
    found = simulate(**POST, tethers={"rope": rope}, run=run).run(duration=6.0)
    time, turn = found.time.values, found.joint_position.sel(joint=f"rope_{segments // 2 + 1}.yaw").values
    k = np.flatnonzero(turn[:-1] * turn[1:] < 0.0)
    passes = time[k] - turn[k] * (time[k + 1] - time[k]) / (turn[k + 1] - turn[k])
    return float(pi / np.polyfit(np.arange(len(passes)), passes, 1)[0])


def test_a_stiff_tether_bends_as_a_beam_that_is_pinned_at_one_end():
    """Euler and Bernoulli's beam: w = 3.9266^2 sqrt(E I / (m' L^4)), the first root of tan z = tanh z.

    What is left is the inertia of its round sections, (z r / 2 L)^2 / 2 = 5e-5, and the passes of other modes.
    """
    length, stiffness = 2.0, 0.05
    exact = 3.926602312**2 * sqrt(stiffness / (WATER * 0.25 * pi * 0.02**2 * length**4))
    coarse, fine = (bending(segments, length, stiffness) / exact - 1.0 for segments in (6, 24))
    assert abs(fine) < 1.5e-4
    assert abs(fine) < abs(coarse) < 5e-4


SPAN, RISE, ROPE = 2.0, 0.5, 3.0


def links(segments: int, weight: float) -> tuple[np.ndarray, float]:
    """Return the slopes of rigid links between two points, and the pull at their far end.

    With the pulls H and V at the near one, tan a_k = (V - (k + 1/2) w l) / H.
    """
    length, order = ROPE / segments, np.arange(segments) + 0.5

    def gap(pulls: np.ndarray) -> list[float]:
        angles = np.arctan2(pulls[1] - order * weight * length, pulls[0])
        return [length * np.cos(angles).sum() - SPAN, length * np.sin(angles).sum() - RISE]

    H, V = fsolve(gap, [0.3 * weight * ROPE, 0.5 * weight * ROPE], xtol=1e-13)
    return np.arctan2(V - order * weight * length, H), float(np.hypot(H, V - weight * ROPE))


def hanging(segments: int) -> tuple[np.ndarray, float]:
    """Return the slopes of a tether that has come to rest between two points, and the force on its anchor."""
    rope = {"body": "post", "length": ROPE, "diameter": 0.01, "density": 2000.0, "segments": segments}
    vehicle = {**POST, "bodies": {**POST["bodies"], **damped(segments)}}
    vehicle["tethers"] = {"rope": {**rope, "anchor": [SPAN, 0, RISE]}}
    run = simulate(**vehicle, run={"step": 0.005}).run(duration=60.0)
    assert abs(run.velocity.values[-1]).max() < SETTLED
    assert abs(run.position.sel(world_axis="east").values).max() < SETTLED
    return slopes(run, segments), float(np.linalg.norm(run.coupling_force.sel(coupling="rope").values[-1]))


@pytest.mark.slow
def test_a_tether_between_two_points_hangs_as_a_catenary():
    """As a chain of rigid links does; their joints come to y = a cosh(x / a) with the square of their number.

    The catenary of length L over a span s and a rise h: sqrt(L^2 - h^2) = 2 a sinh(s / 2 a), horizontal pull H = w a;
    the pull in the chain is what turns its links: tan a_1 - tan a_n = (n - 1) w l / H.
    """
    weight = wet_weight(2000.0, 0.01)
    a = brentq(lambda a: 2.0 * a * np.sinh(SPAN / (2.0 * a)) - sqrt(ROPE**2 - RISE**2), 0.1, 10.0)
    middle = 0.5 * SPAN + a * asinh(RISE / (2.0 * a * np.sinh(SPAN / (2.0 * a))))
    errors = []
    for segments in (8, 16, 32):
        angles, tension = hanging(segments)
        expected, pulled = links(segments, weight)
        assert angles == pytest.approx(expected, abs=SETTLED)
        assert tension == pytest.approx(pulled, rel=SETTLED)
        north = np.cumsum(ROPE / segments * np.cos(angles))[:-1]
        down = np.cumsum(ROPE / segments * np.sin(angles))[:-1]
        curve = -a * (np.cosh((north - middle) / a) - np.cosh(middle / a))
        pull = weight * ROPE * (1.0 - 1.0 / segments) / (np.tan(angles[0]) - np.tan(angles[-1]))
        errors.append((abs(down - curve).max(), abs(pull / (weight * a) - 1.0)))
    for before, after in pairwise(errors):
        assert before[0] / after[0] == pytest.approx(4.0, rel=0.05)
        assert before[1] / after[1] == pytest.approx(4.0, rel=0.05)
    assert errors[0][0] < 0.004 * ROPE
    assert errors[0][1] < 0.004


def test_a_buoy_in_a_current_pulls_its_mooring_by_its_buoyancy_and_drag():
    """End of a heavy cable without drag under the pulls H and B: x = (H / w) (asinh(B / H) - asinh((B - w L) / H)).

    The buoy is a sphere of which drag and buoyancy are known; so is the tension that the tether must carry to it.
    """
    radius, speed, coefficient, mass, length, segments = 0.1, 0.6, 0.5, 2.0, 4.0, 12
    volume = 4.0 / 3.0 * pi * radius**3
    B = (WATER * volume - mass) * GRAVITY
    H = 0.5 * WATER * coefficient * pi * radius**2 * speed**2
    weight = wet_weight(2500.0, 0.01)
    angles = np.arctan2(B - (np.arange(segments) + 0.5) * weight * length / segments, H)
    steps = length / segments * np.array([np.cos(angles), np.sin(angles)])
    rope = {"body": "buoy", "length": length, "diameter": 0.01, "density": 2500.0, "segments": segments}
    buoy = {"mass": mass, "shape": {"sphere": radius}, "drag": {"coefficients": [coefficient] * 3}}
    vehicle = simulate(
        bodies={"buoy": buoy},
        tethers={"rope": {**rope, "anchor": [0, 0, 10], "across": 0.0, "along": 0.0, "damping": 2e-3}},
        run={"step": 0.005, "water": {"current": [speed, 0, 0]}, "start": {"position": [1.5, 0, 7.0]}},
    )
    run = vehicle.run(duration=120.0)
    place = run.position.sel(body="buoy").values[-1]
    assert abs(run.velocity.values[-1]).max() < 1e-3
    assert place[0] == pytest.approx(steps[0].sum(), abs=1e-4)
    assert 10.0 - place[2] == pytest.approx(steps[1].sum(), abs=1e-4)
    north = H / weight * (asinh(B / H) - asinh((B - weight * length) / H))
    up = H / weight * (sqrt(1.0 + (B / H) ** 2) - sqrt(1.0 + ((B - weight * length) / H) ** 2))
    assert place[0] == pytest.approx(north, rel=2e-4)
    assert 10.0 - place[2] == pytest.approx(up, rel=2e-4)


@pytest.mark.parametrize("segments", [4, 16])
def test_a_towed_cable_trails_at_the_critical_angle(segments):
    """All of it at the angle a to the flow at which drag across balances weight: w cos a = rho C d (V sin a)^2 / 2."""
    speed, density, diameter, across = 1.0, 3000.0, 0.01, 1.1
    weight, drag = wet_weight(density, diameter), 0.5 * WATER * across * diameter * speed**2
    critical = brentq(lambda a: weight * cos(a) - drag * sin(a) ** 2, 0.01, 0.5 * pi)
    rope = {"body": "post", "length": 4.0, "diameter": diameter, "density": density, "segments": segments}
    vehicle = simulate(
        **POST,
        tethers={"rope": {**rope, "across": across, "direction": "down"}},
        run={"step": 0.005, "water": {"current": [-speed, 0, 0]}},
    )
    run = vehicle.run(duration=60.0)
    assert slopes(run, segments) == pytest.approx(np.full(segments, critical), abs=SETTLED)
    assert (np.diff(centres(run, segments)[:, 0]) < 0.0).all()


@pytest.mark.parametrize("model", ["segments", "lumped"])
def test_a_trailed_tether_holds_back_as_nielsen_et_al_estimate(model):
    """Nielsen et al. 2018, 4.2.1: F = 0.12 |u| u L; so m du/dt = -F and u = u0 / (1 + 0.12 L u0 t / m).

    The mass is that of hull, tether and the water that the hull moves, half its own (Lamb). The paper's number has two
    digits, and leaves the diameter open: that of the Fathom tether, 7.6 mm, is assumed.
    """
    length, radius, speed, time = 20.0, 0.15, 1.0, 20.0
    hull = 4.0 / 3.0 * pi * radius**3 * WATER
    rope = {"body": "hull", "at": [-radius, 0, 0], "length": length, "diameter": 7.6e-3, "model": model}
    vehicle = simulate(
        bodies={"hull": {"mass": hull, "shape": {"sphere": radius}}},
        tethers={"rope": rope},
        run={"step": 0.005, "start": {"velocity": [speed, 0, 0]}},
    )
    run = vehicle.run(duration=time)
    mass = 1.5 * hull + WATER * 0.25 * pi * 7.6e-3**2 * length
    slowed = run.velocity.sel(body="hull", body_axis="forward").values[-1]
    coefficient = mass / (length * time) * (1.0 / slowed - 1.0 / speed)
    assert coefficient == pytest.approx(0.5 * WATER * 7.6e-3 * 0.032, rel=1e-6)
    assert round(coefficient, 2) == 0.12


def test_a_moored_vehicle_moves_alike_whichever_way_its_joints_are_held():
    """Joints as coordinates, and as constraints between free bodies by Udwadia and Kalaba's rule."""
    hull = {"shape": {"box": [0.4, 0.3, 0.2]}, "mass": 24.0, "drag": {"coefficients": [1, 1, 1]}}
    rope = {"body": "hull", "length": 4.0, "diameter": 0.01, "density": 1500.0, "segments": 4, "damping": 1e-3}
    ends = []
    for formulation in ("reduced", "udwadia_kalaba"):
        run = {"start": {"velocity": [0.3, 0.1, 0]}, "step": 0.002, "formulation": formulation}
        vehicle = simulate(bodies={"hull": hull}, tethers={"rope": {**rope, "anchor": [-2, 0.5, 2]}}, run=run)
        ends.append(vehicle.run(duration=3.0).position.values[-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-8)  # m: drift of 1e-9 is let stand at each step
    assert abs(ends[0][0]).max() > 0.1
