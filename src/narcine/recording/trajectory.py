"""What a run leaves behind, before it becomes a Dataset."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Trajectory:
    """Arrays over recorded times (first index), and the names of what they hold."""

    time: Array
    bodies: tuple[str, ...]
    position: Array
    """(time, body, 3), world axes"""
    attitude: Array
    """(time, body, 4), body to world"""
    velocity: Array
    """(time, body, 3), body axes, over ground"""
    angular_velocity: Array
    joints: tuple[str, ...]
    joint_units: tuple[str, ...]
    joint_position: Array
    joint_velocity: Array
    drive_effort: Array
    spring_effort: Array
    spring_power: Array
    """power of all springs, dampers and stops, those of ball joints and plates included (time,)"""
    motors: tuple[str, ...]
    motor_power: Array
    """that each motor gives to its shaft (time, motor)"""
    inputs: tuple[str, ...]
    input_units: tuple[str, ...]
    command: Array
    actuator_states: tuple[str, ...]
    actuator_state: Array
    propellers: tuple[str, ...]
    propeller_power: Array
    terms: tuple[str, ...]
    power: Array
    kinetic_energy: Array
    anchor_power: Array
    vehicles: tuple[str, ...]
    roots: tuple[int, ...]
    """index among the bodies of each vehicle's root"""
    masses: tuple[float, ...]
    water_velocity: Array
    """(time, vehicle, 3), of the water that each vehicle's root meets, world axes"""
    tail_tip: Array
    """(time, vehicle, 3), world axes; nan where a vehicle names none"""
    gait_frequency: Array
    """(time, vehicle); nan where a vehicle has no gait"""
    obstacles: tuple[str, ...]
    """all that can be touched: the world's, then vehicles if they touch each other"""
    obstacle_position: Array
    """(time, obstacle, 3), world axes: centres, points of planes, roots of vehicles"""
    contact_force: Array
    """(time, vehicle, obstacle): sum of what presses on the vehicle (N)"""
    contact_work: Array
    """of all contacts since the start, in the frame of the water (time,) (J)"""
    contact_impulse: Array
    """(time, vehicle, obstacle): its integral since the start (N s)"""
    sensors: tuple[str, ...]
    sensor_units: tuple[str, ...]
    reading: Array
    """(time, sensor), noise included"""
    couplings: tuple[str, ...]
    """joints that are held as couplings, then couplings"""
    coupling_wrench: Array
    """(time, coupling, 6): force and moment of the first body on the second, at its point, second's axes"""
    coupling_drift: Array
    """(time, coupling): how far off, in m or rad"""
    docked: Array
    """(time, coupling): 1 where it holds"""
    docking_work: Array
    """energy lost when couplings took hold, since the start (time,) (J)"""
    attributes: dict[str, Any] = field(default_factory=dict)
