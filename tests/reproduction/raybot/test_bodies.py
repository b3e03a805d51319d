"""RayBot's bodies add up to the published cast, and energy of runs adds up."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.raybot import station
from narcine.simulation.audit import audit, energy_balance
from narcine.simulation.momentum import settled
from narcine.simulation.record import observation

PUBLISHED_BALANCE = 0.01
"""Share of the largest work of a run that may be missing."""


@pytest.fixture(scope="module")
def found():
    return audit(narcine.load("raybot", run__water={"surface": "calm"}))


def extents(simulation):
    """Return how far all bodies together reach along north, east and down (m), joints straight."""
    model = simulation.model
    seen = observation(model, settled(model, model.initial_state)[None], model.commands[None])
    [placed] = simulation.scenario.vehicles.values()
    bounds = [
        seen.place[0, body.link] + placed.vehicle.bodies[body.name].shape.geometry.bounds for body in model.bodies
    ]
    return np.ptp(np.concatenate(bounds), axis=0)


def test_the_outline_is_that_of_the_cast():
    """75 x 50 cm, 15 cm high at the tip of the tail; the phase of the tail beat starts straight."""
    still = narcine.load("raybot", gait__amplitude=0)
    assert extents(still) == pytest.approx([0.75, 0.50, 0.15], abs=1e-9)
    disc = still.scenario.vehicles["raybot"].vehicle.bodies["disc"]
    assert np.ptp(disc.shape.geometry.bounds, axis=0)[2] == pytest.approx(0.09)


def test_mass_is_that_of_the_paper(found):
    [trim] = found.trims
    assert trim.mass == pytest.approx(5.5, abs=1e-12)
    assert {body.name: body.mass for body in found.bodies}["electronics_box"] == 2.0


def test_it_floats_mostly_wet_and_upright(found):
    [trim], [floating] = found.trims, found.floating
    assert 0.0 < trim.net_buoyancy < 1.0
    assert 0.9 < floating.wet < 1.0
    assert abs(np.degrees(floating.roll)) < 0.1
    assert abs(np.degrees(floating.pitch)) < 5.0
    assert 0.0 < floating.depth < 0.045


def test_the_disc_holds_its_box(found):
    """Disc, box and water fill the ellipsoid, and their centroids balance about its middle."""
    vehicle = narcine.load("raybot").scenario.vehicles["raybot"].vehicle
    disc, box = vehicle.bodies["disc"], vehicle.bodies["electronics_box"]
    whole = 4.0 / 3.0 * np.pi * np.prod(disc.shape.ellipsoid)
    assert disc.volume + box.volume + disc.trapped_water / 1000.0 == pytest.approx(whole, rel=1e-3)
    at = np.array(vehicle.joints["electronics_box"].at)
    rest = -box.volume * at / (whole - box.volume)
    assert disc.gravity_centre == pytest.approx(rest, abs=1e-4)
    assert disc.buoyancy_centre == pytest.approx(rest, abs=1e-4)


def test_the_check_of_both_rays_finds_nothing(found):
    assert found.doubts == ()
    assert found.unsourced == ()
    ray = audit(narcine.load("electric_ray"))
    assert ray.doubts == ()
    assert ray.unsourced == ()


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("raybot", {}),
        ("raybot", {"run__commands": {"gait.turn": 0.15, "gait.dive": 0.1}}),
        ("raybot", {"run__water": {"surface": "calm"}, "run__start": {"position": [0, 0, 0.05]}, "gait__amplitude": 0}),
        ("electric_ray", {}),
        ("electric_ray", {"gait": "glide", "run__start": {"position": [0, 0, 2], "velocity": [0.12, 0, 0.02]}}),
        ("electric_ray", {path.replace(".", "__"): value for path, value in station.STATION_HOLDING.settings.items()}),
    ],
    ids=["cruise", "turning dive", "afloat", "live ray swims", "glides", "lies on the bottom"],
)
def test_energy_adds_up(name, settings):
    """Work of drives and all forces is the kinetic energy gained."""
    simulation = narcine.load(name, **settings)
    run = simulation.start(record=simulation.scenario.step)
    run.step(2 * round(2.0 / run.step_size))
    assert energy_balance(run.trajectory()).residual < PUBLISHED_BALANCE
