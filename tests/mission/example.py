"""Flights whose every number is known: made of arcs and lines, without an engine."""

from math import pi, radians

import numpy as np

from narcine.mission.flight import Course, Flight, Leg, Said, Surfaces

PERIOD = 0.1


def zigzag(title="zigzag", speed=1.5, radius=2.5, headings=(0.0, 90.0, 0.0, -90.0, 0.0), lasts=20.0, fins=False):
    """Return a flight that turns along arcs of one radius."""
    rate = speed / radius
    desired = np.repeat(np.radians(headings), round(lasts / PERIOD))
    heading, north, east, rates = [0.0], [0.0], [0.0], [0.0]
    for goal in desired[1:]:
        left = (goal - heading[-1] + pi) % (2.0 * pi) - pi
        turned = float(np.clip(left, -rate * PERIOD, rate * PERIOD))
        middle, chord = heading[-1] + 0.5 * turned, speed * PERIOD * np.sinc(0.5 * turned / pi)
        north.append(north[-1] + chord * np.cos(middle))
        east.append(east[-1] + chord * np.sin(middle))
        heading.append(heading[-1] + turned)
        rates.append(turned / PERIOD)
    time = PERIOD * np.arange(len(desired))
    error = (desired - np.array(heading) + pi) % (2.0 * pi) - pi
    rudder = np.clip(error, -radians(15.0), radians(15.0))
    depth = 2.0 * (1.0 - np.exp(-time / 8.0))
    course = Course(
        time=time,
        north=np.array(north),
        east=np.array(east),
        depth=depth,
        roll=np.radians(3.0) * np.sign(rates),
        pitch=-np.radians(10.0) * np.exp(-time / 8.0),
        heading=(np.array(heading) + pi) % (2.0 * pi) - pi,
        heading_rate=np.array(rates),
        speed=np.full(len(time), speed),
    )
    numbers = {
        "desired_heading": desired % (2.0 * pi),
        "desired_depth": np.full(len(time), 2.0),
        "desired_pitch": -0.5 * (2.0 - depth) * radians(20.0),
        "desired_speed": np.full(len(time), speed),
        "rudder_command": rudder,
        "elevator_command": -np.radians(5.0) * np.exp(-time / 8.0),
        "depth": depth,
    }
    if fins:
        numbers["fin_command"] = -rudder
        numbers["fins_deployed"] = (np.abs(error) > radians(30.0)).astype(float)
    return Flight(
        title=title,
        vehicle="arrow",
        course=course,
        numbers=numbers,
        said=(Said(0.0, "frontseat_state", "executing"), Said(float(time[-1]), "frontseat_state", "ended")),
        legs=tuple(Leg(lasts * k, f"start_time={lasts * k:g}, heading={each:g}") for k, each in enumerate(headings)),
        surfaces=Surfaces(("rudder",), ("elevator",), ("fin",) if fins else ()),
        ended="duration",
        wall=0.5,
    )
