"""Names of `narcine.autonomy`, and settings that come as JSON."""

import json

import pytest

import narcine.autonomy
from narcine.autonomy import Bus, Cruise, Frontseat, Hardware, PassiveHelm, parse_legs, read_settings
from tests.autonomy.vehicle import SERVOS, Motor, Sensor, Servo, Vehicle, settings

LEGS = "ADD_LEG: start_time=1, heading=60, speed=1, depth=2"


def test_every_public_name_is_there():
    assert all(getattr(narcine.autonomy, name).__name__ == name for name in narcine.autonomy.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Buss'"):
        _ = narcine.autonomy.Buss


def test_settings_from_json_fly_as_those_of_the_vehicle_file(tmp_path):
    """Fins that come out, depth and roll loops, rules: every variable at every tick is the same."""
    first = Vehicle(LEGS)
    (tmp_path / "frontseat.json").write_text(settings().model_dump_json())
    bus = Bus()
    hardware = Hardware(
        first.imu, first.depth, first.battery, first.hull, motor=Motor(), servos={name: Servo() for name in SERVOS}
    )
    second = Frontseat(read_settings(tmp_path / "frontseat.json"), hardware, PassiveHelm(parse_legs(LEGS)), bus)
    for frontseat in (first.frontseat, second):
        frontseat.launch(Cruise(1.0, 4.0, 3.0))
        for tick in range(60):
            frontseat.tick(tick / 10.0)
            assert frontseat.manager.state != "safe"
    for name in SERVOS:
        assert second.bus.number(f"{name}_command") == first.bus.number(f"{name}_command")
        assert hardware.servos[name].positions == first.servos[name].positions
    assert any(hardware.servos["upper_fin"].positions)


def test_settings_that_are_none_are_told(tmp_path):
    file = tmp_path / "frontseat.json"
    file.write_text(json.dumps({"control": {}, "modes": {}, "map": {}}))
    with pytest.raises(ValueError, match="lacks drivers, rules; write it with model_dump_json"):
        read_settings(file)
    file.write_text("frontseat:")
    with pytest.raises(ValueError, match="is no JSON"):
        read_settings(file)


def test_a_sensor_that_a_rule_needs_is_missed_with_settings_from_json_too(tmp_path):
    (tmp_path / "frontseat.json").write_text(settings().model_dump_json())
    with pytest.raises(ValueError, match="battery, which the rule minimum_voltage needs"):
        Frontseat(read_settings(tmp_path / "frontseat.json"), Hardware(Sensor()), PassiveHelm(parse_legs(LEGS)), Bus())
