"""How a scenario starts: positions and velocities of all links, and the first command of an input."""

from collections.abc import Mapping, Sequence

import numpy as np

from narcine.description.drive import Drive
from narcine.description.scenario import Scenario
from narcine.multibody.assembly import Link
from narcine.multibody.links import JointKind
from narcine.spatial.rotations import quaternion_from_matrix, rotation_from_euler
from narcine.spatial.vectors import Array


def start_of_links(links: Sequence[Link], scenario: Scenario, drives: Mapping[str, Drive]) -> Array:
    """Return positions and velocities at the start."""
    positions = sum(link.position_width for link in links)
    x = np.zeros(positions + sum(link.freedoms for link in links))
    for link in links:
        start = scenario.vehicles[link.vehicle].begins
        q, v = link.position, positions + link.velocity
        if link.kind == JointKind.FREE:
            R = rotation_from_euler(*start.attitude)
            offset = np.array(link.at) - link.placement @ np.array(link.to)
            spin = np.array(start.angular_velocity)
            x[q : q + 3] = start.position + R @ offset
            x[q + 3 : q + 7] = quaternion_from_matrix(R @ link.placement)
            x[v : v + 3] = (start.velocity + np.cross(spin, offset)) @ link.placement
            x[v + 3 : v + 6] = spin @ link.placement
        elif link.kind == JointKind.BALL:
            x[q] = 1.0
        elif link.kind != JointKind.FIXED:
            x[q] = start_coordinate(link, scenario, drives)
            x[v] = start.rates.get(_local(link, scenario), 0.0)
    return x


def start_coordinate(link: Link, scenario: Scenario, drives: Mapping[str, Drive]) -> float:
    """Return where a joint starts: as said, else where its drive holds it, else at rest."""
    drive = drives.get(link.freedom)
    joints = scenario.vehicles[link.vehicle].begins.joints
    local = _local(link, scenario)
    if local in joints:
        return joints[local]
    if drive is not None and drive.type != "torque":
        return drive.command
    return link.elasticity.rest if link.elasticity is not None else 0.0


def _local(link: Link, scenario: Scenario) -> str:
    """Return the name of a coordinate as its vehicle's own file has it."""
    return link.freedom.removeprefix(f"{link.vehicle}.") if len(scenario.vehicles) > 1 else link.freedom


def first_command(scenario: Scenario, name: str, default: float) -> float:
    """Return what an input is commanded at the start."""
    early = [value for time, value in scenario.commands.get(name, ()) if time <= 0.0]
    return early[-1] if early else default
