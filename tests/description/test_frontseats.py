"""The block `frontseat` of a vehicle file: units, defaults, and names that must fit the vehicle."""

import math

import pytest

from narcine.description.load import describe_text
from narcine.description.problems import DescriptionError

STERN = ("upper_rudder", "lower_rudder", "port_elevator", "starboard_elevator")
SURFACE = "{type: surface, body: hull, at: [-0.4, 0, 0], normal: up, area: 10 cm2, slope: 2, limit: 15 deg}"
VEHICLE = f"""
name: torpedo
bodies:
  hull: {{shape: {{ellipsoid: [0.45, 0.06, 0.06]}}, mass: 6.8}}
actuators:
{chr(10).join(f"  {name}: {SURFACE}" for name in (*STERN, "upper_fin", "lower_fin"))}
  fins: {{type: deployment, time: 0.4 s}}
  propeller: {{type: propeller, body: hull, at: [-0.45, 0, 0], diameter: 8 cm, thrust: [0.4, -0.4], limit: 1500 rpm}}
  engine: {{type: buoyancy_engine, body: hull, at: [0, 0, 0], volume: [-0.1 l, 0.3 l], time: 20 s}}
frontseat:
"""
LOOPS = """
  modes:
    cruise:
      heading: {kp: 0.8, ki: 0.02, kd: 0.3 s, limit: 15 deg, integral_limit: 3 deg}
      pitch: {kp: 1, limit: 15 deg}
      depth: {kp: 15 deg/m, limit: 20 deg}
"""
CRUCIFORM = """
  map:
    type: cruciform
    fins: {surfaces: [upper_fin, lower_fin], deployment: fins, limit: 15 deg}
    propeller: {actuator: propeller, full: 1500 rpm}
"""


def frontseat(text: str):
    return describe_text(VEHICLE + text).scenario.vehicles["torpedo"].vehicle.frontseat


def problems(text: str) -> str:
    with pytest.raises(DescriptionError) as error:
        frontseat(text)
    return str(error.value)


def test_a_frontseat_is_read_with_its_units_and_defaults():
    read = frontseat(
        LOOPS + CRUCIFORM + "  rules: {maximum_depth: 30 m, minimum_voltage: 38 V, surfacing: {thrust: 50 %}}"
    )
    cruise = read.modes["cruise"]
    assert cruise.depth.kp == pytest.approx(math.radians(15.0))
    assert cruise.heading.integral_limit == pytest.approx(math.radians(3.0))
    assert (cruise.roll.kp, cruise.speed.factor) == (0.0, 0.0)
    assert read.map.propeller.full == pytest.approx(50.0 * math.pi)
    assert (read.map.roll_compensation, read.map.fins.engaged) == (True, True)
    assert (read.control.period, read.control.gain_changes) == (0.1, "persist")
    assert (read.rules.maximum_depth, read.rules.maximum_current, read.rules.surfacing.thrust) == (30.0, None, 0.5)
    assert (read.drivers.depth.outlier_rate, read.drivers.depth.window) == (5.0, 20)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            LOOPS + CRUCIFORM.replace("deployment: fins", "deployment: fin"),
            "there is no actuator of type deployment 'fin'",
        ),
        (
            LOOPS + CRUCIFORM.replace("lower_fin]", "propeller]"),
            "'propeller' is an actuator of type propeller; here it must be surface",
        ),
        (LOOPS + CRUCIFORM.replace("lower_fin]", "upper_fin]"), "'upper_fin' has a part in the map already"),
        (
            LOOPS + CRUCIFORM.replace("limit: 15 deg", "limit: 20 deg"),
            "turns by 15 deg at most; the map would turn it by 20",
        ),
        (
            LOOPS + CRUCIFORM.replace("limit: 15 deg", "retract_below: 40 deg"),
            "retract_below must be less than deploy_above",
        ),
        (LOOPS + "  map: {type: bang_bang, dead_band: 2 deg, release: 3 deg}", "release must be at most dead_band"),
        (LOOPS + "  map: {type: bang_bang}", "there is no actuator of type surface 'rudder'"),
        (LOOPS.replace("kp: 1,", "kp: -1,") + CRUCIFORM, "must be at least 0"),
        (LOOPS.replace("kp: 1,", "kpp: 1,") + CRUCIFORM, "unknown key"),
        (CRUCIFORM, "modes: is missing"),
        (LOOPS + CRUCIFORM + "  rules: {minimum_voltage: 38 m}", "'m' is a unit of length, not of voltage"),
        (LOOPS + CRUCIFORM + "  rules: {safe_modes: {helm: sink}}", "surface"),
    ],
)
def test_what_does_not_fit_is_told(text, told):
    assert told in problems(text)


def test_a_glider_needs_its_engine_its_mass_and_its_modes():
    told = problems(
        LOOPS
        + """
  map:
    type: glider
    buoyancy_engine: {actuator: engine, limit: 0.2 l}
    moving_mass: {actuator: battery, limit: 3 cm, ratio: 0.2}
    gliding: [glide]
"""
    )
    assert "'engine' goes from -0.1 to 0.3 l; 0.2 l either way is too much" in told
    assert "there is no drive 'battery'" in told
    assert "there is no mode 'glide'; there are cruise" in told
    assert ":" in told.splitlines()[0]
    assert len(told.splitlines()) == 3


def test_angles_that_lack_their_unit_are_told():
    """15 without deg would be 15 rad: full rudder at every error."""
    said = problems(LOOPS.replace("limit: 15 deg}", "limit: 15}") + CRUCIFORM.replace("limit: 15 deg", "limit: 20"))
    assert "frontseat.modes.cruise.pitch.limit = 15: is 859.4 deg; at most 90 deg. A plain number is in radians" in said
    assert "frontseat.map.fins.limit = 20: is 1146 deg" in said
    assert len(said.splitlines()) == 2
    said = problems(LOOPS + CRUCIFORM.replace("limit: 15 deg", "limit: 15 deg, deploy_above: 30"))
    assert "deploy_above = 30: is 1719 deg; at most 180 deg" in said
