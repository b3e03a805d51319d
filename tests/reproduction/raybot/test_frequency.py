"""RayBot's tail under tendon drive: what counts as rising and falling, and what is drawn together."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.raybot import frequency
from narcine.reproduction.raybot.frequency import FREQUENCIES, FREQUENCY_SPEED
from narcine.reproduction.variants import variant

FALLING = np.linspace(12.0, 2.0, len(FREQUENCIES))


def hill(top):
    """Return speeds that rise up to a frequency (Hz) and then fall."""
    return 50.0 - 15.0 * (FREQUENCIES - top) ** 2


def read(speed, amplitude):
    return frequency._readings(np.asarray(speed), np.asarray(amplitude), np.ones(len(FREQUENCIES)))


@pytest.mark.parametrize(
    ("speed", "amplitude", "agrees"),
    [
        (hill(1.5), FALLING, True),
        (50.0 * np.tanh(FREQUENCIES), FALLING, True),
        (hill(0.4), FALLING, False),
        (20.0 * FREQUENCIES, FALLING, False),
        (hill(1.5), np.full(len(FREQUENCIES), 10.0), False),
    ],
    ids=["rises and falls", "flattens", "only falls", "only rises", "falls without the amplitude"],
)
def test_speed_rises_and_ends_where_the_amplitude_dies(speed, amplitude, agrees):
    ok, note = frequency.judge_speed(read(speed, amplitude))
    assert ok is agrees
    assert f"highest {max(speed):.0f} cm/s" in note


def test_an_amplitude_that_grows_anywhere_misses_and_says_where():
    ok, note = frequency.judge_amplitude(read(hill(1.5), FALLING))
    assert ok
    assert "grows" not in note
    late = FALLING.copy()
    late[-1] = 1.1 * late[-2]
    for amplitude, where in (
        (FALLING[::-1], "in 19 of 19 steps, between 0.5 and 3 Hz"),
        (late, "in 1 of 19 steps, between 2.9 and 3 Hz"),
    ):
        ok, note = frequency.judge_amplitude(read(hill(1.5), amplitude))
        assert ok is False
        assert f"it grows {where}" in note


def test_a_swim_that_explodes_gives_no_reading():
    """Stiff cables on this step: the records end early, and what they hold is no cruise."""
    mad = variant(FREQUENCY_SPEED, {"transmissions.tendon_port.stiffness": "1e6 N/mm"}).simulation
    [readings] = frequency.measure([mad])
    assert np.isnan(readings["top_speed"])


def test_both_sides_of_the_horn_and_the_commanded_stroke_follow_what_is_drawn():
    drawn = {"transmissions.tendon_port.spool": "18 mm", "drives.tail.angle": "50 deg", "bodies.tail_1.mass": "0.43 kg"}
    [placed] = variant(FREQUENCY_SPEED, drawn).simulation.scenario.vehicles.values()
    spools = {name: each.spool for name, each in placed.vehicle.transmissions.items()}
    assert spools == {"tendon_starboard": pytest.approx(-0.018), "tendon_port": pytest.approx(0.018)}
    assert placed.vehicle.gait.amplitude == pytest.approx(np.radians(50.0))
    assert sum(body.mass for body in placed.vehicle.bodies.values()) == pytest.approx(5.5)


@pytest.mark.parametrize(
    "changed", [{"gait.amplitude": "50 deg"}, {"drives.tail.rate": "5 rad/s"}, {"run.start.velocity": [0.1, 0, 0]}]
)
def test_variants_that_differ_are_swum_each(changed):
    """Readings are kept by this key: two variants with one key would share one result."""
    as_written = narcine.load("raybot_tendon")
    other = narcine.load("raybot_tendon", **{path.replace(".", "__"): value for path, value in changed.items()})
    assert frequency.key_of(other) != frequency.key_of(as_written)
    assert frequency.key_of(narcine.load("raybot_tendon")) == frequency.key_of(as_written)
