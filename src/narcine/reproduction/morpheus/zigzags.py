"""Zig-zags that variants of a vehicle fly in software-in-the-loop, and what is read off their turns."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.description.frontseat import BangBangMap
from narcine.mission.flight import Flight
from narcine.mission.flying import fly
from narcine.mission.preparing import load_missions
from narcine.mission.turns import Turn
from narcine.recording.trajectory import Array
from narcine.reproduction.experiment import Readings
from narcine.simulation.failure import RunStopped
from narcine.simulation.simulation import FULL_DURATION, Simulation

if TYPE_CHECKING:
    from narcine.description.load import Description

WITH_FINS, WITHOUT_FINS, EMATT = "zigzag_morpheus_fins", "zigzag_morpheus_plain", "zigzag_ematt"
SIDES = ("starboard", "port")
SINCE = np.arange(-1.0, 8.01, 0.1)
"""Times (s) since a new heading was asked for, at which rates of turns are compared."""
AROUND = np.arange(-2.0, 25.01, 0.1)
"""Times (s) since then, over which the ways of turns are drawn."""
SCREW = ("actuators.propeller.diameter", "actuators.propeller.limit", "actuators.propeller.thrust")
"""Numbers that are not drawn: at a share of thrust they set the speed of the vehicle, which is ours to choose."""
RELEASE = "frontseat.map.release"
"""Half of the dead band, as it is assumed to be, whatever that is."""
MATCH = 0.05
"""Part by which radius times rate may miss the speed in a turn that is steady."""


def half_released(description: "Description") -> dict[str, Any]:
    """Return what follows from the dead band of a vehicle with solenoids: half of it lets them go."""
    (placed,) = description.scenario.vehicles.values()
    frontseat = placed.vehicle.frontseat
    assert frontseat is not None
    assert isinstance(frontseat.map, BangBangMap)
    return {RELEASE: 0.5 * frontseat.map.dead_band}


def flown(mission: str, simulation: Simulation, settings: dict[str, Any] | None = None) -> list[Flight]:
    """Return the flights of a mission that ships, by a variant of its vehicle with further settings.

    One that a safety rule ends before its time counts as a run that stopped: what it was to show it did not fly.
    """
    together = {**simulation.description.settings, **(settings or {})}
    flights = []
    with TemporaryDirectory() as folder:
        for each in load_missions(mission, together):
            flight = fly(each, Path(folder) / "mission.mcap").flight
            if flight.ended != FULL_DURATION:
                raise RunStopped(float(flight.course.time[-1]), flight.vehicle, flight.ended, flight.ended)
            flights.append(flight)
    return flights


def turns_to(flight: Flight, side: str) -> list[Turn]:
    """Return the turns of a flight to one side."""
    return [turn for turn in flight.turns if turn.side == side]


def turning(flight: Flight, what: str = "") -> Readings:
    """Return radius (m), rates (deg/s), speed (m/s) and the miss of radius times rate (%) of both sides, as means."""
    readings: Readings = {}
    for side in SIDES:
        turns = turns_to(flight, side)
        readings |= {
            f"{what}radius {side}": _mean([turn.radius for turn in turns]),
            f"{what}rate {side}": float(np.degrees(_mean([turn.steady_rate for turn in turns]))),
            f"{what}peak {side}": float(np.degrees(_mean([turn.peak_rate for turn in turns]))),
            f"{what}speed {side}": _mean([turn.speed for turn in turns]),
            f"{what}miss {side}": 100.0 * _mean([abs(turn.closure - 1.0) for turn in turns]),
        }
    return readings


def turn_curves(flight: Flight, what: str = "") -> Readings:
    """Return rates (deg/s) of the first turn to each side since it was asked for, and the way of it (m).

    Ways begin at the origin where the heading was asked for, and go up the page.
    """
    course = flight.course
    readings: Readings = {}
    for side in SIDES:
        turn = turns_to(flight, side)[0]
        rate = np.interp(turn.begin + SINCE, course.time, course.heading_rate)
        readings[f"{what}rates {side}"] = np.degrees(rate)
        readings[f"{what}way {side}"] = _way(flight, turn).ravel()
        readings[f"{what}lasts {side}"] = turn.end - turn.begin
    return readings


def track(flight: Flight, what: str = "") -> Readings:
    """Return the way of a flight as seen from above, once a second (m)."""
    seconds = np.arange(0.0, flight.course.time[-1], 1.0)
    along = [np.interp(seconds, flight.course.time, values) for values in (flight.course.north, flight.course.east)]
    return {f"{what}track": np.stack(along, axis=1).ravel()}


def points(readings: Readings, name: str) -> Array:
    """Return a way that was kept as one row of numbers: (point, 2), forward and to starboard, or north and east."""
    return np.asarray(readings[name], float).reshape(-1, 2)


def way_of_turn(readings: Readings, name: str, after: float = 1.5) -> Array:
    """Return the way of a turn until some time (s) after its end: forward and to starboard (point, 2)."""
    lasts = float(readings[name.replace("way", "lasts")]) + after
    return points(readings, name)[lasts >= AROUND]


def straight_speed(flight: Flight) -> float:
    """Return the mean forward speed over the second before each turn (m/s)."""
    course = flight.course
    before = [(course.time > turn.begin - 1.0) & (course.time <= turn.begin) for turn in flight.turns]
    return _mean([float(course.speed[part].mean()) for part in before])


def _way(flight: Flight, turn: Turn) -> Array:
    course = flight.course
    times = turn.begin + AROUND
    north, east = (np.interp(times, course.time, values) for values in (course.north, course.east))
    heading = np.interp(turn.begin, course.time, course.heading)
    start = np.array([np.interp(turn.begin, course.time, values) for values in (course.north, course.east)])
    away = np.stack([north, east], axis=1) - start
    c, s = np.cos(heading), np.sin(heading)
    return np.asarray(away @ np.array([[c, -s], [s, c]]))


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else float("nan")
