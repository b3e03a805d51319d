"""RayBot at rest at the surface: against Archimedes, and against a run that comes to rest."""

from math import degrees

import numpy as np
import pytest

import narcine
from narcine.reproduction.raybot.buoyancy import BUOYANCY, draw, judge, measure
from narcine.reproduction.variants import variant

BALANCED = 1e-8
"""Balance is found to 1e-9 of the weight."""
SWING, HEAVE = 0.1, 5e-4
"""What is left of pitch (deg) and depth (m) after a minute: quadratic drag ends no swing, and servos sag."""


@pytest.fixture(scope="module")
def afloat():
    return variant(BUOYANCY, {}).simulation


def test_what_is_wet_weighs_what_it_weighs():
    drained = variant(BUOYANCY, {"bodies.disc.trapped_water": 0}).simulation  # lifted out, it would weigh as well
    [readings] = measure([drained])
    density = drained.scenario.water.density
    assert readings["mass"] == pytest.approx(5.5)
    wet = 100.0 * readings["mass"] / (1e-3 * density * readings["volume"])
    assert readings["wet_share"] == pytest.approx(wet, rel=BALANCED)
    assert readings["roll"] == 0.0


def test_a_run_comes_to_rest_there(afloat):
    from narcine.simulation.audit import floating_vehicles

    [floating] = floating_vehicles(afloat)
    still = narcine.load(
        "raybot", run__water__surface="calm", gait__amplitude=0.0, run__start__position=[0, 0, floating.depth + 0.02]
    )
    run = still.run(duration=60.0, record=0.1)
    last = run.isel(time=slice(-200, None))
    assert degrees(float(last.pitch_angle.mean())) == pytest.approx(degrees(floating.pitch), abs=SWING)
    assert float(last.depth.mean()) == pytest.approx(floating.depth, abs=HEAVE)


def test_a_drawn_mass_leaves_the_whole_as_published():
    heavy = variant(BUOYANCY, {"bodies.tail_1.mass": "0.55 kg"})
    bodies = heavy.simulation.scenario.vehicles["raybot"].vehicle.bodies
    assert bodies["tail_1"].mass == 0.55
    assert sum(body.mass for body in bodies.values()) == pytest.approx(5.5)


def test_one_that_sinks_misses():
    [readings] = measure([variant(BUOYANCY, {"bodies.disc.displaced_volume": "2.8 l"}).simulation])
    ok, note = judge(readings)
    assert ok is False
    assert note.startswith("sinks: 5.5 kg on 5.")
    assert draw(readings) == []


def test_the_picture_shows_all_bodies_at_the_waterline(afloat):
    [readings] = measure([afloat])
    [(figure, caption)] = draw(readings)
    [axes] = figure.axes
    assert len(axes.patches) == 1 + len(afloat.model.bodies)
    assert np.isclose(axes.lines[0].get_ydata(), 0.0).all()
    assert f"{readings['wet_share']:.1f} %" in caption
