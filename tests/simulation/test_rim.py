"""A ray whose margin undulates: straight by symmetry, forwards and backwards by the wave, the same for more fins."""

from math import pi

import numpy as np
import pytest

from narcine.description.load import describe_plain
from narcine.simulation.record import observation
from narcine.simulation.simulation import Simulation
from narcine.simulation.step import Term

FREQUENCY = 1.5


def ray(fins=12, waves=1.0, amplitude=0.4, disc=(0.25, 0.2), held=True, rim=None, stream=0.0, **gait):
    """Return a ray of 2 kg whose disc is held, or free."""
    body = {"shape": {"ellipsoid": [*disc, 0.03]}, "mass": 2.0, "displaced_volume": 0.002}
    wave = {"frequency": FREQUENCY, "amplitude": amplitude, "waves": waves, "start": "full", **gait}
    tree = {
        "name": "ray",
        "bodies": {"disc": {**body, "centre_of_gravity": [0, 0, 0.005], "drag": {"coefficients": [0.1, 0.3, 1.1]}}},
        "rims": {"margin": {"body": "disc", "fins": fins, "width": 0.08, "arc": [0.35, pi - 0.35], **(rim or {})}},
        "gait": {"type": "undulation", "rim": "margin", **wave},
        "run": {"step": 1.0 / FREQUENCY / 100, "record": 1.0 / FREQUENCY / 100, "duration": 3.0 / FREQUENCY},
    }
    tree["run"]["water"] = {"current": [-stream, 0, 0]}
    if held:
        tree["joints"] = {"mount": {"type": "fixed", "parent": "world", "child": "disc"}}
    return Simulation(describe_plain(tree))


def thrust(simulation, commands=None):
    """Return the mean forward force of the water on the fins over the last of three beats (N), at north heading."""
    run = simulation.start()
    for name, value in (commands or {}).items():
        run.command[name] = value
    run.step(300)
    seen = observation(simulation.model, run.states, run.commands)
    attitude = seen.attitude.reshape(len(seen.attitude), -1, 3, 3)
    north = np.einsum("slk,slk->s", attitude[:, :, 0], seen.wrench[:, Term.FOILS - 1, :, :3])
    return north[-100:].mean()


def test_a_wave_aft_pushes_forwards_and_reversed_backwards():
    """Held, the ray is its own mirror image fore and aft: the thrusts are opposite, to rounding of 100 sums."""
    aft, forward = thrust(ray(waves=1.0)), thrust(ray(waves=-1.0))
    assert aft > 0.01
    assert forward == pytest.approx(-aft, rel=1e-9)


def test_without_twist_a_wave_only_fans():
    """Fins that only flap do the same whenever they do it: held in still water, no wave has a direction.

    100 samples of a beat leave a millionth of what their parts are.
    """
    assert abs(thrust(ray(rim={"twist": False}))) < 1e-5 * thrust(ray())


def test_thrust_of_a_small_wave_is_that_of_a_resistive_ribbon():
    """-rho C |w| w / 2 on each area, w across it, tilted by the slope: rho C S / 2 (A om r)^2 (A k r) 4 / (3 pi).

    r is the mid-width, k the wave number; of discrete places 2 sin(k ds / 2) / ds. Fins amidships, where forward lies
    along the edge. Left out: the tilt to second order in the amplitude, the share of attached flow past stall (2e-4),
    and the edge that is not quite straight.
    """
    amplitude, width = 0.02, 0.08
    simulation = ray(fins=2, waves=0.2, amplitude=amplitude, disc=(2.0, 2.0), rim={"arc": [1.55, pi - 1.55]})
    vehicle = simulation.scenario.vehicles["ray"].vehicle
    span = vehicle.bodies["margin_port_1"].shape.plate.span
    slope = 2.0 * np.sin(0.5 * vehicle.gait.lag) / span
    area, reach = 2.0 * width * span, 0.5 * width
    speed = amplitude * 2.0 * pi * FREQUENCY * reach
    expected = 0.5 * 1000.0 * 1.2 * area * speed**2 * amplitude * slope * reach * 4.0 / (3.0 * pi)
    assert thrust(simulation) == pytest.approx(expected, rel=3e-4)


def test_thrust_converges_with_the_square_of_the_number_of_fins():
    """Facets: the error falls fourfold from N to 2 N fins."""
    values = [thrust(ray(fins=fins)) for fins in (8, 16, 32, 64)]
    errors = np.abs(np.diff(values)) / values[-1]
    assert errors[:-1] / errors[1:] == pytest.approx(4.0, rel=0.1)
    assert errors[-1] < 0.005


def test_thrust_in_a_stream_converges_too():
    """To first order: a foil takes the flow at its quarter chord and has the slope of the wave at its middle.

    Fins that took the aspect ratio of their own, ever narrower, plates would not: they gain a factor of three.
    """
    values = [thrust(ray(fins=fins, stream=0.4)) for fins in (16, 32, 64)]
    assert values[0] == pytest.approx(values[2], rel=0.1)
    assert values[1] == pytest.approx(values[2], rel=0.04)


def test_mirrored_waves_swim_straight():
    """By symmetry sway, roll and yaw are zero but for rounding, which grows over the run."""
    run = ray(held=False).run(duration=6.0)
    velocity, spin = run.velocity.sel(body="disc").values, run.angular_velocity.sel(body="disc").values
    assert np.abs(velocity[:, 1]).max() < 1e-12
    assert np.abs(spin[:, [0, 2]]).max() < 1e-11
    assert velocity[-1, 0] > 0.02
    assert np.abs(spin[:, 1]).max() > 1e-3  # it pitches: the test can fail


def test_a_reversed_wave_swims_backwards():
    forwards, backwards = (ray(held=False, waves=waves).run(duration=4.0) for waves in (1.0, -1.0))
    assert forwards.velocity.sel(body="disc").values[-1, 0] > 0.01
    assert backwards.velocity.sel(body="disc").values[-1, 0] < -0.01


def test_a_wave_can_be_reversed_by_command():
    """Its slope goes with it: five response times after, the thrust is that of the reversed wave."""
    simulation = ray(response=0.4)
    name = [each.name for each in simulation.model.inputs].index("gait.lag")
    turned = thrust(simulation, {"gait.lag": -simulation.model.commands[name]})
    assert turned == pytest.approx(-thrust(simulation), rel=1e-3)


def test_a_wave_all_round_turns_the_disc():
    rim = {"sides": "round", "arc": None, "fins": 16}
    run = ray(held=False, disc=(0.2, 0.2), waves=2.0, rim=rim).run(duration=3.0)
    spin = run.angular_velocity.sel(body="disc").values[-1, 2]
    assert spin < -0.01  # the wave runs over starboard to the stern; the disc turns against it
