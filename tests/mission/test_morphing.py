"""What surfaces and fins of Morpheus do while it flies its zig-zag."""

import numpy as np
import pytest

from narcine.autonomy.reading import read_log
from narcine.mission.flying import fly
from narcine.mission.preparing import load_missions

SHIPPED = {"upper_rudder": (15.0, 3.0), "port_elevator": (15.0, 3.0), "upper_fin": (20.0, 2.0)}
"""Limits (deg) and rates (rad/s) of morpheus.yaml."""
STEP = 0.01
TICK = 0.01
"""Seconds, far less than a tick, by which added periods may miss `travel` (0.8 s) and `centring` (0.4 s)."""


@pytest.fixture(scope="module")
def zigzag(tmp_path_factory):
    folder = tmp_path_factory.mktemp("zigzag")
    (mission,) = load_missions("zigzag_morpheus_fins", {"duration": 70.0, "record": STEP})
    return fly(mission, folder / "mission.mcap"), read_log(folder / "mission.mcap").variables


def test_surfaces_keep_angle_and_rate_at_every_step(zigzag):
    run = zigzag[0].run
    names = [str(name) for name in run.actuator.values]
    for actuator, (limit, rate) in SHIPPED.items():
        angle = run.actuator_state.values[:, names.index(f"{actuator}.angle")]
        assert np.degrees(np.abs(angle)).max() <= limit
        assert np.abs(np.diff(angle)).max() <= rate * STEP * (1.0 + 1e-9)
        assert np.degrees(np.abs(angle)).max() > 0.7 * limit  # the mission asks for it


def test_fins_keep_their_hysteresis_and_mirror_the_rudder(zigzag):
    """An automaton over the logged errors, written anew: out above 30 deg, in below 5, turned against the rudder."""
    log = zigzag[1]
    error = dict(zip(log["heading_error"].time, log["heading_error"].value, strict=True))
    upper, lower, fin, deployment = (
        dict(zip(log[f"{name}_command"].time, log[f"{name}_command"].value, strict=True))
        for name in ("upper_rudder", "lower_rudder", "upper_fin", "fins")
    )
    out, since, turned = False, np.inf, 0
    for when in sorted(error):
        since += 0.1
        if not out and abs(error[when]) > np.radians(30.0):
            out, since = True, 0.0
        elif out and abs(error[when]) < np.radians(5.0):
            out, since = False, 0.0
        assert deployment[when] == (1.0 if out or since < 0.4 - TICK else 0.0)
        mirrored = -0.5 * (upper[when] + lower[when])
        expected = mirrored if out and since >= 0.8 - TICK else 0.0
        assert fin[when] == pytest.approx(expected, abs=1e-12)
        turned += expected != 0.0
    assert turned > 40


def test_in_every_turn_radius_times_rate_is_the_speed(zigzag):
    turns = zigzag[0].flight.turns
    assert len(turns) == 2
    assert [turn.closure for turn in turns] == pytest.approx([1.0, 1.0], abs=0.02)
