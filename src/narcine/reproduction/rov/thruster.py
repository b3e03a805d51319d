"""Thrusters out of a bollard test and out of towing runs (section 4.1.3, figures 9 to 11)."""

import numpy as np

import narcine
from narcine.description.actuator import Thruster
from narcine.description.library import SAMPLES
from narcine.identification.thrusters.open_water import Screw, open_water
from narcine.identification.thrusters.thrust_law import Setting
from narcine.identification.thrusters.thrust_loss import thrust_loss
from narcine.identification.thrusters.thrust_tow import identify_thrusters
from narcine.identification.thrusters.thruster import fit_thruster
from narcine.identification.thrusters.thruster_file import read_bollard
from narcine.laboratory.tow_tank import TowTank, towing_runs, towing_truth
from narcine.reproduction.experiment import Check, Finding
from narcine.viewing.open_water import draw_loss, draw_open_water
from narcine.viewing.thrusters import ShaftData, draw_shaft

PAIR = ("surge_port", "surge_starboard")
SPEEDS = (-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9)
PULSES = (1240.0, 1300.0, 1360.0, 1420.0, 1500.0, 1580.0, 1660.0, 1740.0, 1820.0)
"""The paper's reach to 1820 us and 0.9 m/s (figure 11)."""
SURE = 3.5
"""Standard deviations that a number may be off: one of 2000 by chance, and there are four."""


def find() -> Finding:
    """Refit the maker's bollard test, and identify the thrusters of BlueROV from a tank that is not there."""
    vehicle = narcine.load("bluerov")
    carried = next(iter(vehicle.scenario.vehicles.values())).vehicle.actuators[PAIR[0]]
    assert isinstance(carried, Thruster)
    test = read_bollard(SAMPLES / "t200_16V.csv")
    bollard = fit_thruster(test.pulse, test.shaft, test.force, test.power)
    refitted = np.array([bollard.forward.thrust.values[0], bollard.reverse.thrust.values[0]])
    same = bool(np.allclose(refitted, carried.thrust, rtol=1e-3))
    tank = TowTank()
    truth = towing_truth(vehicle, "surge", SPEEDS, tank, PULSES, PAIR)
    found = identify_thrusters(towing_runs(truth, tank, 2, 2018).runs(tank.cells.angle), Setting(len(PAIR)))
    told, held = [], True
    for number, way in enumerate(("forward", "reverse")):
        for name, true in (("thrust", carried.thrust[number]), ("advance", carried.advance[number])):
            value, half = found.fit.value(f"{way}.{name}"), found.fit.half_width(f"{way}.{name}")
            held &= abs(value - true) <= SURE / 2.0 * half
            told.append(f"{way} {name} {value:.4g} +- {half:.2g} (truth {true:.4g})")
    note = f"the maker's data give T_ww {refitted[0]:.4g} and {refitted[1]:.4g}, as the vehicle carries; " + "; ".join(
        told
    )
    measured = ShaftData(test.pulse, np.sign(test.pulse - bollard.neutral) * np.abs(test.shaft))
    curves = {way: own.curve for way, _, own in bollard.ways}
    assert carried.diameter is not None
    lines = open_water(found.fit, Screw(carried.diameter))
    pictures = [
        (draw_shaft("T200 at 16 V", measured, curves, bollard.neutral), "Shaft speed by pulse, as figure 9 has it."),
        (draw_open_water("propeller characteristics", lines), "K_T over J, as figure 10 has it; made-up runs."),
        (draw_loss("thrust loss", thrust_loss(found.fit)), "Thrust loss, as figure 11 has it; made-up runs."),
    ]
    return Finding(same and held, note, pictures)


THRUSTER = Check(
    id="rov.thruster",
    title="Thrusters by pulse, shaft speed and inflow (figures 9 to 11)",
    text=(
        "Shaft speed by pulse from the maker's public bollard test, which is what the vehicle carries; thrust and "
        "its loss from towing runs with thrusters turning in a tank that is not there, since the paper's data are "
        "not public: the pipeline must find what it was given."
    ),
    find=find,
)
