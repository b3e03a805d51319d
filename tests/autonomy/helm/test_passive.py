"""The passive helm publishes each leg when its time has come."""

import math

from narcine.autonomy.bus import Bus
from narcine.autonomy.helm.legs import parse_legs
from narcine.autonomy.helm.passive import PassiveHelm
from tests.autonomy.helm.test_legs import PRINTED


def test_legs_are_published_when_they_begin_and_never_again():
    bus, published = Bus(), []
    bus.subscribe(lambda name, entry: published.append((entry.time, name, entry.value)))
    helm = PassiveHelm(parse_legs(PRINTED))
    for second in range(700):
        bus.advance(float(second))
        helm.decide(bus, float(second))
    made = [each for each in published if each[1] != "helm_alive"]
    assert made[:4] == [
        (120.0, "helm_leg", 1.0),
        (120.0, "desired_heading", math.pi),
        (120.0, "desired_speed", 1.5),
        (120.0, "desired_depth", 1.5),
    ]
    assert [each for each in made if each[1].startswith("gain")] == [(410.0, "gain.heading_kp", 0.8)]
    assert [time for time, name, _ in made if name == "helm_leg"] == [120.0, 240.0, 410.0, 420.0, 600.0]
    assert len(published) - len(made) == 700


def test_what_a_leg_does_not_say_stays():
    bus = Bus()
    helm = PassiveHelm(parse_legs("ADD_LEG: start_time=0, heading=90, depth=2\nADD_LEG: start_time=5, depth=3"))
    helm.decide(bus, 6.0)
    assert bus.number("desired_heading") == math.radians(90.0)
    assert bus.number("desired_depth") == 3.0
    assert "desired_speed" not in bus


def test_a_depth_ends_a_glide_and_a_speed_a_fixed_thrust():
    bus = Bus()
    legs = "ADD_LEG: start_time=0, glide_angle=-20, thrust=50\nADD_LEG: start_time=5, depth=3, speed=1"
    helm = PassiveHelm(parse_legs(legs))
    helm.decide(bus, 0.0)
    assert bus.number("desired_thrust") == 0.5
    helm.decide(bus, 5.0)
    assert math.isnan(bus.latest("desired_glide_angle").value)
    assert math.isnan(bus.latest("desired_thrust").value)
    assert bus.number("desired_speed") == 1.0
