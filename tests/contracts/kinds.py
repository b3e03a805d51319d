"""One small vehicle for every registered kind, in lively motion, through which all contracts run."""

import math
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).parent.parent / "data"
HULL: dict[str, Any] = {
    "mass": 2.0,
    "shape": {"ellipsoid": [0.2, 0.06, 0.05]},
    "displaced_volume": 0.0021,
    "centre_of_gravity": [0.01, 0, 0.01],
}
FIN: dict[str, Any] = {
    "mass": 0.1,
    "shape": {"plate": {"chord": 0.1, "span": 0.12, "thickness": 0.01, "normal": "starboard"}},
}
HINGE: dict[str, Any] = {
    "type": "hinge",
    "parent": "hull",
    "child": "fin",
    "at": [-0.2, 0, 0],
    "to": [0.05, 0, 0.01],
    "axis": [0.1, 0, 1],
    "attitude": [0.1, -0.2, 0.3],
}
MOVING: dict[str, Any] = {
    "velocity": [0.6, 0.1, -0.2],
    "angular_velocity": [0.3, -0.4, 0.5],
    "attitude": [0.2, 0.1, 0.4],
}
TETHER: dict[str, Any] = {"body": "hull", "at": [-0.2, 0, 0.01], "length": 0.6, "diameter": 0.02, "density": 1200.0}
C_TURN: dict[str, Any] = {"bend": 0.5, "at": 0.003, "rise": 0.03, "hold": 0.01, "back": 0.04}
"""A turn that bends and comes back while the contracts look."""
SINE: dict[str, Any] = {"type": "tail_beat", "frequency": 1.3, "amplitude": 0.3, "response": 0.3}


def one(**hull: Any) -> dict[str, Any]:
    """Return a vehicle of one body."""
    return {"bodies": {"hull": {**HULL, **hull}}}


def two(joint: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a hull with a fin on a joint."""
    return {"bodies": {"hull": HULL, "fin": FIN}, "joints": {"tail": joint}, **more}


def lifting(**foil: Any) -> dict[str, Any]:
    """Return a hull with a foil on its fin."""
    return two({**HINGE, "stiffness": 0.3, "damping": 0.01}, foils={"fin": {"body": "fin", **foil}})


def morphing(quantity: str, **foil: Any) -> dict[str, Any]:
    """Return a hull with a foil whose area follows its joint, and another quantity what is deployed, on the way."""
    area = {"quantity": "area", "with": "tail", "table": [[-0.5, 0.6], [0.0, 1.0], [0.1, 1.3], [0.6, 1.4]]}
    other = {"quantity": quantity, "with": "morph", "table": [[0, 0], [0.4, 0.5], [1, 1]]}
    actuators = {"morph": {"type": "deployment", "time": 1.5, "command": 0.3}}
    run = {"commands": {"morph": [[0.0, 0.9]]}}
    return {**lifting(**foil, scale=[area, other]), "actuators": actuators, "run": run}


def joint(kind: str, **more: Any) -> dict[str, Any]:
    """Return a joint between hull and fin without an axis."""
    return {"type": kind, **{key: HINGE[key] for key in ("parent", "child", "at", "to", "attitude")}, **more}


def driven(gait: bool = True, **drive: Any) -> dict[str, Any]:
    """Return a hull with a driven fin."""
    vehicle = two({**HINGE, "damping": 0.01}, drives={"tail": drive})
    return {**vehicle, "gait": {**SINE, "drives": ["tail"]}} if gait else vehicle


def actuated(**actuator: Any) -> dict[str, Any]:
    """Return a hull with an actuator at its stern."""
    return {**one(), "actuators": {"stern": {"body": "hull", "at": [-0.2, 0, 0.02], **actuator}}}


PROPELLER = {
    "type": "propeller",
    "diameter": 0.06,
    "thrust": [0.4, -0.4],
    "torque": [0.05, -0.04],
    "limit": 300,
    "command": 200,
}
THRUSTER = {
    "type": "thruster",
    "diameter": 0.06,
    "speed": {"dead_band": [1470, 1530], "forward": [10, 0.6, -50], "reverse": [12, 0.6, -60]},
    "thrust": [4e-5, 3e-5],
    "advance": [-8e-3, -6e-3],
    "torque": [1e-6, 1e-6],
    "hull_torque": -1,
    "wake_fraction": 0.1,
    "command": 1700,
}
RAMPED = {"dead_band": [1490, 1500], "ramp": 40, "forward": [10, 0.6, 0], "reverse": [12, 0.6, 0]}
SURFACE = {"type": "surface", "normal": "starboard", "area": 0.004, "slope": 2.5, "limit": 0.5, "command": 0.2}
PUMP = {"type": "buoyancy_engine", "volume": ["-0.1 l", "0.2 l"], "time": 2.0, "command": 1e-4}
HOLD = {"body": "hull", "integral": 40, "thrusters": {"stern": 1, "bow": -0.7}}


def sliding() -> dict[str, Any]:
    """Return a hull with a control surface that slides out, loses slope and is on the way."""
    scale = [
        {"quantity": quantity, "with": "morph", "table": [[0, 0.1], [0.4, 0.5], [1, 1]]}
        for quantity in ("area", "slope", "broadside_drag")
    ]
    vehicle = actuated(**SURFACE, scale=scale)
    morph = {"type": "deployment", "time": 1.5, "command": 0.3}
    return {
        **vehicle,
        "actuators": {**vehicle["actuators"], "morph": morph},
        "run": {"commands": {"morph": [[0, 0.9]]}},
    }


def held(of: str, **hold: Any) -> dict[str, Any]:
    """Return a hull that two thrusters hold, one that lags and one that follows at once."""
    bow = {**THRUSTER, "body": "hull", "at": [0.2, 0, 0.01], "angles": [0.3, 1.2], "command": 1650}
    vehicle = actuated(**THRUSTER, direction=[0.2, 0.3, 1], lag=0.05)
    return {**vehicle, "actuators": {**vehicle["actuators"], "bow": bow}, "holds": {"kept": {**HOLD, "of": of, **hold}}}


CHAIN_GAITS: dict[str, dict[str, Any]] = {
    "serpentine": {},
    "eel": {"head": 0.4},
    "rectilinear": {"turn": 0.2},
    "concertina": {"fold": 2},
    "rolling": {},
    "helical": {"share": -0.6},
    "sidewinding": {},
    "dive": {"starts": [0.003, 0.011], "rise": 0.03, "release": 0.031, "surface": 0.07, "start": "full"},
}
"""What gaits of chains say besides; the dive bends, levels out and rises while the contracts look."""
SPINE: dict[str, Any] = {
    "count": 3,
    "body": "hull",
    "at": [-0.2, 0, 0.01],
    "module": {
        "shape": {"cylinder": {"radius": 0.03, "length": 0.1, "paddles": 0.01}},
        "mass": 0.27,
        "drag": {"morison": {"friction": 0.1, "across": 1.1, "strips": 3}},
    },
}
WRIGGLE: dict[str, Any] = {"frequency": 1.1, "amplitude": 0.3, "lag": 0.7, "dive": 0.2, "response": 0.1}


def chained(chain: dict[str, Any] | None = None, **gait: Any) -> dict[str, Any]:
    """Return a hull with a tail of modules and a gait on it."""
    own = {"chain": "spine", **WRIGGLE} if chain is None else {key: WRIGGLE[key] for key in ("frequency", "amplitude")}
    return {**one(), "chains": {"spine": {**SPINE, **(chain or {})}}, "gait": {**own, **gait}}


def steered(of: str, **hold: Any) -> dict[str, Any]:
    """Return a hull with a tail of modules whose gait a hold of all of them steers."""
    return {**chained(type="serpentine"), "holds": {"kept": {"of": of, "chain": "spine", "integral": 0.4, **hold}}}


BESIDE: dict[str, Any] = {
    "type": "free",
    "parent": "world",
    "child": "fin",
    "at": [-0.3, 0.1, 0.05],
    "attitude": [0.3, 0, 0],
}


def coupled(kind: str, **more: Any) -> dict[str, Any]:
    """Return a hull and a fin beside it, both free, that a coupling holds."""
    coupling = {"type": kind, "first": "hull", "second": "fin", "to": [0.1, 0, 0.02], **more}
    return two(BESIDE, couplings={"tie": coupling})


def formulated(formulation: str, joint: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a hull with a fin on a joint that is a constraint between free bodies."""
    run = {"formulation": formulation, "impulse": {"tolerance": 1e-11}}
    return {**two(joint, **more), "run": run}


HELD_JOINTS: dict[str, dict[str, Any]] = {
    "fixed": {"joint": joint("fixed")},
    "hinge": {"joint": {**HINGE, "stiffness": 0.4, "damping": 0.02, "rest": 0.3}},
    "slider": {"joint": {**joint("slider"), "axis": [1, 0.2, 0], "stiffness": 20, "damping": 1}},
    "ball": {"joint": joint("ball", stiffness=0.2, damping=0.01)},
    "prescribed": {
        "joint": {**HINGE, "damping": 0.01},
        "drives": {"tail": {"type": "prescribed"}},
        "gait": {**SINE, "drives": ["tail"]},
    },
    "servo": {
        "joint": {**HINGE, "damping": 0.01},
        "drives": {"tail": {"type": "servo", "command": 0.1, "rate": 3, "torque": 0.5}},
    },
}
MOTOR: dict[str, Any] = {"type": "motor", "inertia": 0.002, "torque": 0.6, "rate": 5.0, "command": 0.2}
LIMP: dict[str, Any] = {**HINGE, "stiffness": 0.3, "damping": 0.01}


def pulled(motor: dict[str, Any] = MOTOR) -> dict[str, Any]:
    """Return what pulls a fin by two tendons beside its hinge, one from each side of the spool."""
    sides = {"starboard": (1, -0.02), "port": (-1, 0.02)}
    tendons = {
        name: {
            "type": "tendon",
            "motor": "servo",
            "spool": spool,
            "stiffness": 4000,
            "damping": 6,
            "pretension": 4,
            "guides": [
                {"body": "hull", "at": [-0.15, 0.03 * side, 0.01]},
                {"body": "hull", "at": [-0.19, 0.03 * side, 0]},
                {"body": "fin", "at": [0.03, 0.02 * side, 0]},
            ],
        }
        for name, (side, spool) in sides.items()
    }
    return {"drives": {"servo": motor}, "transmissions": tendons, "gait": {**SINE, "drives": ["servo"]}}


def sheared(motor: dict[str, Any] = MOTOR) -> dict[str, Any]:
    """Return what bends a fin's hinge by plates."""
    plates = {"type": "plates", "motor": "servo", "pinion": 0.01, "joints": {"tail": 0.012}}
    plates |= {"stiffness": 3e4, "damping": 20}
    return {"drives": {"servo": motor}, "transmissions": {"plates": plates}, "gait": {**SINE, "drives": ["servo"]}}


SHAFT: dict[str, Any] = {"type": "torque", "torque": 0.2, "command": 0.05}
HELD_JOINTS |= {"tendon": {"joint": LIMP, **pulled()}, "plates": {"joint": LIMP, **sheared()}}
CURVE = {"deflections": [-0.5, -0.1, 0.0, 0.2, 0.5], "efforts": [-0.3, -0.03, 0.0, 0.08, 0.4]}
MATRIX = [[(2.0 if i < 3 else 0.02) if i == j else 0.005 for j in range(6)] for i in range(6)]

KINDS: dict[str, dict[str, Any]] = {
    "shape.ellipsoid": one(drag={"coefficients": [0.2, 1.0, 1.1]}),
    "shape.sphere": one(shape={"sphere": 0.08}, inertia=[0.01, 0.01, 0.01], drag={"coefficients": [0.47] * 3}),
    "shape.spheroid": one(shape={"spheroid": {"length": 0.4, "diameter": 0.1}}, drag={"coefficients": [0.2, 1.0, 1.0]}),
    "shape.cylinder": one(
        shape={"cylinder": {"radius": [0.05, 0.07], "length": 0.3}}, drag={"coefficients": [0.8, 1, 1]}
    ),
    "shape.plate": one(shape=FIN["shape"], drag={"coefficients": [0.02, 1.2, 0.02]}),
    "shape.capsule": one(shape={"capsule": {"radius": 0.06, "length": 0.4}}, drag={"coefficients": [0.2, 1, 1]}),
    "shape.revolution": one(
        shape={"revolution": {"profile": [[-0.2, 0], [-0.1, 0.06], [0.1, 0.06], [0.2, 0.02]]}},
        crossflow={"coefficient": 1.0, "strips": 5},
    ),
    "shape.box": one(shape={"box": [0.3, 0.2, 0.1]}, drag={"coefficients": [0.8, 1, 1.1]}),
    "shape.extrusion": one(
        shape={"extrusion": {"section": [[0.05, 0], [0, 0.01], [-0.08, 0], [0, -0.01]], "span": 0.2}},
        drag={"coefficients": [0.02, 0.1, 1.2]},
    ),
    "shape.mesh": one(
        shape={"mesh": {"file": str(DATA / "wedge.obj")}},
        added_inertia="from_shape",
        drag={"coefficients": [0.5, 1, 1]},
    ),
    "shape.off_centre": one(shape={"ellipsoid": [0.2, 0.06, 0.05], "centre": [0.05, 0.01, -0.02]}, trapped_water=0.5),
    "added_inertia.matrix": one(added_inertia={"matrix": MATRIX}),
    "added_inertia.strip": one(shape=FIN["shape"], added_inertia="strip"),
    "added_inertia.projected_area": one(added_inertia="projected_area"),
    "added_inertia.roll_only": one(added_inertia={"rule": "from_shape", "coriolis": "roll_only"}),
    "added_inertia.no_coriolis_off_centre": one(
        shape={"ellipsoid": [0.2, 0.06, 0.05], "centre": [0.05, 0.01, -0.02]},
        added_inertia={"rule": "from_shape", "coriolis": "none"},
    ),
    "added_inertia.none": one(added_inertia="none"),
    "waterline.ellipsoid": one(drag={"coefficients": [0.2, 1.0, 1.1]}, trapped_water=0.3),
    "waterline.frusta": one(
        shape={"cylinder": {"radius": [0.05, 0.07], "length": 0.3}}, crossflow={"coefficient": 1.1, "strips": 4}
    ),
    "waterline.mesh": lifting(lift="thin_foil", stall=0.3, parasitic_drag=0.02),
    "water.waves": lifting(lift="unsteady", stall=0.3, parasitic_drag=0.02),
    "water.current_profile": one(crossflow={"coefficient": 1.1, "strips": 7}, trapped_water=0.3),
    "water.current_history": one(drag={"coefficients": [0.2, 1.0, 1.1]}, trapped_water=0.3),
    "water.current_response": one(drag={"coefficients": [0.2, 1.0, 1.1]}, trapped_water=0.3),
    "water.density_gradient": one(),
    "drag.diagonal": one(drag={"linear": [1, 2, 2, 0.01, 0.02, 0.02], "quadratic": [3, 20, 20, 0.01, 0.1, 0.1]}),
    "drag.matrix": one(drag={"linear": MATRIX, "quadratic": [1, 2, 3, 0.01, 0.01, 0.01]}),
    "drag.beside": one(drag={"linear": MATRIX, "coefficients": [0.2, 1.0, 1.1]}),
    "drag.morison": one(
        shape={"cylinder": {"radius": 0.05, "length": 0.3}}, drag={"morison": {"friction": 0.02, "across": 1.1}}
    ),
    "drag.skin": one(
        shape={"cylinder": {"radius": [0.05, 0.07], "length": 0.3}}, drag={"skin": {"friction": 0.02, "speed": 0.4}}
    ),
    "tether.segments": {**one(), "tethers": {"line": {**TETHER, "segments": 3, "stiffness": 0.01, "damping": 0.001}}},
    "tether.lumped": {**one(), "tethers": {"line": {**TETHER, "model": "lumped"}}},
    "drag.fade": one(drag={"linear": [1, 2, 2, 0.01, 0.02, 0.02], "linear_fade": [3, 3, 0, 0, 0, 0]}),
    "crossflow.midpoint": one(crossflow={"coefficient": 1.1, "strips": 7}),
    "crossflow.end_to_end": one(
        crossflow={
            "coefficient": 1.1,
            "strips": 5,
            "quadrature": "end_to_end",
            "directions": ["starboard"],
            "stations": [-0.2, 0.2],
            "width": 0.1,
        }
    ),
    "joint.free": one(),
    "joint.fixed": two(joint("fixed")),
    "joint.hinge": two(HINGE),
    "joint.hinge_spring": two({**HINGE, "stiffness": 0.4, "damping": 0.02, "rest": 0.3}),
    "joint.hinge_curve": two({**HINGE, "stiffness_curve": CURVE}),
    "joint.hinge_stops": two({**HINGE, "limits": [-0.01, 0.02]}),
    "joint.slider": two({**joint("slider"), "axis": [1, 0.2, 0], "stiffness": 20, "damping": 1, "limits": 0.005}),
    "joint.ball": two(joint("ball", stiffness=0.2, damping=0.01, limits=0.02)),
    "joint.universal": two(joint("universal", axes={"pitch": {"axis": "starboard", "stiffness": 0.2}, "yaw": "down"})),
    "coupling.rigid": coupled("rigid"),
    "coupling.ball": coupled("ball"),
    "coupling.hinge": coupled("hinge", axis=[0.2, 1, 0]),
    "coupling.slider": coupled("slider", axis=[1, 0.2, 0]),
    "coupling.distance": coupled("distance", at=[-0.2, 0, 0], length=0.1),
    "coupling.universal": formulated(
        "udwadia_kalaba", joint("universal", axes={"pitch": {"axis": [0.1, 1, 0.2], "stiffness": 0.2}, "yaw": "down"})
    ),
    "coupling.twice": {**coupled("rigid"), "couplings": {name: coupled("rigid")["couplings"]["tie"] for name in "ab"}},
    "coupling.docks": {
        **coupled("rigid", at=[-0.2, 0.1, 0.09], docked=False, capture={"distance": 1.0}),
        "run": {"events": [{"time": 0.012, "dock": "tie"}, {"time": 0.032, "undock": "tie"}]},
    },
    **{
        f"{formulation}.{name}": formulated(formulation, **parts)
        for formulation in ("udwadia_kalaba", "impulse")
        for name, parts in HELD_JOINTS.items()
    },
    "film.suction": one(
        shape={"plate": {"chord": 0.3, "span": 0.25, "thickness": 0.02, "normal": "down"}}, inertia=[0.02, 0.02, 0.03]
    ),
    "drive.prescribed": driven(type="prescribed", command=0.1),
    "drive.servo": driven(type="servo", command=0.1, rate=3, torque=0.5, angle=0.6),
    "drive.servo_saturated": driven(type="servo", rate=0.5, torque=0.01),
    "drive.torque": driven(gait=False, type="torque", command=0.02, torque=0.05),
    "drive.motor": two(LIMP, **pulled()),
    "drive.shaft": two(LIMP, **pulled(SHAFT)),
    "transmission.plates": two(LIMP, **sheared()),
    "transmission.plates.shaft": two(LIMP, **sheared(SHAFT)),
    "foil.stall_ramp": lifting(lift="stall_ramp", normal_coefficient=1.2, tangential_coefficient=0.05, stall=0.3),
    "foil.thin_foil": lifting(lift="thin_foil", stall=0.3, parasitic_drag=0.02),
    "foil.unsteady": lifting(lift="unsteady", stall=0.3, parasitic_drag=0.02, suction=0.8),
    "foil.linear_polar": lifting(lift="linear_polar", parasitic_drag=0.02, efficiency=0.8),
    "foil.scaled_stall_ramp": morphing(
        "normal_coefficient", lift="stall_ramp", normal_coefficient=1.2, tangential_coefficient=0.05, stall=0.3
    ),
    "foil.scaled_thin_foil": morphing("broadside_drag", lift="thin_foil", stall=0.3, parasitic_drag=0.02),
    "foil.scaled_linear_polar": morphing("slope", lift="linear_polar", parasitic_drag=0.02, efficiency=0.8),
    "foil.scaled_unsteady": morphing("area", lift="unsteady", stall=0.3, parasitic_drag=0.02, suction=0.8),
    "actuator.propeller": actuated(**PROPELLER),
    "actuator.propeller_hull": actuated(**PROPELLER, inflow="hull", hull_torque=0.1),
    "actuator.propeller_reverse": actuated(**{**PROPELLER, "command": -200}),
    "actuator.thruster": actuated(**THRUSTER, direction=[1, 0.1, -0.1]),
    "actuator.thruster_lagging": actuated(**THRUSTER, lag=0.1),
    "actuator.thruster_reverse": actuated(**{**THRUSTER, "command": 1320}),
    "actuator.thruster_on_ramp": actuated(**{**THRUSTER, "speed": RAMPED, "command": 1520}),
    "actuator.thruster_at_surface": actuated(**THRUSTER),
    "actuator.thruster_advance": actuated(**{**THRUSTER, "thrust": [0, 0], "hull_torque": 0}),
    "hold.depth": held("depth", proportional=100, derivative=50, offset=0.1),
    "hold.roll": held("roll", proportional=100, derivative=20, command=0.4),
    "hold.pitch": held("pitch", proportional=100, derivative=20, offset=-0.2),
    "hold.heading": held("heading", proportional=100, derivative=20),
    "hold.saturated": held("roll", proportional=1000, limit=60, command=0.9),
    "actuator.surface": actuated(**SURFACE, rate=2.0),
    "actuator.surface_hull": actuated(**SURFACE, inflow="hull"),
    "actuator.surface_scaled": sliding(),
    "actuator.buoyancy_engine": actuated(**PUMP),
    "actuator.buoyancy_engine_at_surface": actuated(**PUMP),
    "contact.plane": two(HINGE),
    "contact.box": one(shape={"box": [0.3, 0.1, 0.1]}),
    "contact.cylinder": one(shape={"capsule": {"radius": 0.05, "length": 0.4}}),
    "contact.ellipsoid": one(),
    "contact.moving": one(),
    "gait.tail_beat": driven(type="prescribed"),
    "gait.resolution": {
        **driven(gait=False, type="servo", command=0.1, rate=3, torque=0.5, angle=0.6),
        "gait": {**SINE, "drives": ["tail"], "resolution": 8, "phase": 0.4, "turn": 0.1, "start": "full"},
    },
    "gait.c_turn": {
        **driven(gait=False, type="prescribed"),
        "gait": {**SINE, "type": "c_turn", "drives": ["tail"], "turn": 0.1, "start": "full", **C_TURN},
    },
    "gait.dives": {
        **driven(gait=False, type="prescribed"),
        "gait": {**SINE, "drives": ["tail"], "dive": 0.4, "dives": {"tail": -0.6}},
    },
    **{f"gait.{kind}": chained(type=kind, **more) for kind, more in CHAIN_GAITS.items()},
    "chain.hinges": chained({"axes": {"swing": [0.1, 0.2, 1]}}, type="serpentine", yaw=["spine_joint_1"]),
    "drag.paddles": one(
        shape={"cylinder": {"radius": 0.05, "length": 0.3, "paddles": 0.02}},
        drag={"morison": {"friction": 0.02, "across": 1.1}},
    ),
    "drag.as_printed": one(
        shape={"cylinder": {"radius": 0.05, "length": 0.3, "paddles": 0.02}},
        drag={"morison": {"law": "as_printed", "friction": 0.3, "across": 2}},
    ),
    "hold.turn": steered("heading", gait={"turn": 0.8}, proportional=0.5, derivative=0.1, limit=1.0),
    "hold.dive": steered("depth", gait={"dive": 0.8, "turn": -0.2}, proportional=0.3, offset=0.1, limit=1.0),
    "hold.turn_saturated": steered("roll", gait={"turn": 1.0}, proportional=2.0, command=0.9, limit=0.05),
    "rim.both": {
        **one(),
        "rims": {"margin": {"body": "hull", "fins": 4, "width": 0.04, "arc": [0.5, 2.5]}},
        "gait": {"type": "undulation", "rim": "margin", "frequency": 1.1, "amplitude": 0.3, "response": 0.3},
    },
    "gait.undulation": {
        **driven(gait=False, type="prescribed"),
        "gait": {
            "type": "undulation",
            "frequency": 1.1,
            "amplitude": 0.3,
            "drives": {"tail": {"place": 1, "slope": 0.6}},
        },
    },
    "gait.midline": {
        **one(),
        "chains": {
            "tail": {
                "body": "hull",
                "at": [-0.2, 0, 0.01],
                "count": 4,
                "axes": {"yaw": "down"},
                "outline": {"length": 0.4, "sections": [[0, 0.1, 0.1], [0.4, 0.2, 0.15], [1, 0.02, 0.2]], "edge": 0.1},
                "module": {"drag": {"skin": {"friction": 0.02}}, "crossflow": {"coefficient": 1.0, "strips": 2}},
            }
        },
        "gait": {
            "type": "midline",
            "chain": "tail",
            "frequency": 1.1,
            "amplitude": 0.04,
            "wavelength": 0.35,
            "lag": 0.1,
            "turn": 0.05,
            "response": 0.3,
        },
    },
    "gait.harmonic": {
        **driven(gait=False, type="prescribed"),
        "gait": {
            "type": "harmonic",
            "frequency": 1.1,
            "start": "full",
            "drives": {"tail": {"amplitude": 0.3, "phase": 0.4, "mean": 0.1, "harmonic": 2}},
        },
    },
}

AHEAD = [0.2, 0.088, 0.0]
WORLDS: dict[str, dict[str, Any]] = {
    "contact.plane": {
        "obstacles": {
            "ahead": {"wall": {"normal": [-1, -0.4, 0]}, "at": AHEAD},
            "lid": {"wall": {"normal": [0, 0, 1]}, "at": [0, 0, -0.08]},
        },
    },
    "contact.box": {
        "obstacles": {"crate": {"box": [0.2, 0.3, 0.2], "at": [0.249, 0.105, -0.027], "attitude": [0.1, 0.2, 0.5]}}
    },
    "contact.cylinder": {"obstacles": {"pier": {"cylinder": {"radius": 0.1, "length": 2}, "at": [0.289, 0.122, 0]}}},
    "film.suction": {"seabed": {"depth": 0.09, "suction": True}},
    "contact.ellipsoid": {
        "obstacles": {"rock": {"ellipsoid": [0.2, 0.1, 0.15], "at": [0.36, 0.17, 0], "attitude": [0, 0, 0.3]}}
    },
    "contact.moving": {
        "obstacles": {
            "rock": {
                "ellipsoid": [0.2, 0.1, 0.15],
                "at": [0.366, 0.174, 0.01],
                "path": [[0.0, 0.366, 0.174, 0.01], [0.02, 0.364, 0.171, 0.01], [0.06, 0.355, 0.17, 0.008]],
                "attitude": [0, 0, 0.3],
            }
        }
    },
}
"""What the vehicles of some kinds run into at once, seen from where they start with a heading of 0.4 rad."""

HELD_IN_WORLD = {"hold.depth": "depth", "hold.heading": "heading", "hold.dive": "depth", "hold.turn": "heading"}
"""What is held in the world, and so is carried elsewhere and turned with it."""

DISSIPATIVE = {
    "drag": (
        "shape.ellipsoid",
        "shape.sphere",
        "shape.cylinder",
        "shape.plate",
        "drag.diagonal",
        "drag.beside",
        "drag.morison",
        "drag.skin",
        "drag.paddles",
        "drag.as_printed",
        "drag.fade",
        "tether.segments",
        "tether.lumped",
    ),
    "crossflow": ("crossflow.midpoint", "crossflow.end_to_end", "drag.paddles", "tether.segments"),
    "foils": (
        "foil.stall_ramp",
        "foil.thin_foil",
        "foil.linear_polar",
        "foil.scaled_stall_ramp",
        "foil.scaled_thin_foil",
        "foil.scaled_linear_polar",
    ),
    "surfaces": ("actuator.surface", "actuator.surface_scaled"),
    "thrusters": ("actuator.thruster_advance",),
}
"""Terms that never do work on a body, and the kinds whose vehicle has them."""


WAVES = {"height": 0.2, "period": 1.5, "towards": 0.5}
WAVE_NUMBER = (2.0 * np.pi / WAVES["period"]) ** 2 / 9.81


def at_surface(kind: str) -> bool:
    """Say whether a kind is about the water's surface."""
    return kind.startswith(("waterline.", "water.")) or kind.endswith("at_surface")


def water_of(kind: str, turn: float, place: Any) -> dict[str, Any]:
    """Return the water of a kind, turned in heading and then carried to another place."""
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    if kind == "water.waves":
        towards = WAVES["towards"] + turn
        along = np.cos(towards) * place[0] + np.sin(towards) * place[1]
        return {"waves": {**WAVES, "towards": towards, "phase": -WAVE_NUMBER * along}}
    if kind == "water.current_profile":
        return {"current_profile": [[z, *(R @ v).tolist()] for z, v in ((-1.0, (0.5, 0.1)), (2.0, (-0.3, 0.2)))]}
    if kind == "water.current_history":
        return {"current_history": [[t, *(R @ v).tolist(), 0.1 * t] for t, v in ((0, (0.1, 0.2)), (1, (0.6, -0.2)))]}
    if kind == "water.current_response":
        return {"current_response": 0.2}
    return {"surface": "calm" if at_surface(kind) else "none", "density_gradient": 5.0 * kind.endswith("gradient")}


def vehicle(
    kind: str, current: tuple[float, ...] = (0.0, 0.0, 0.0), turn: float = 0.0, place: Any = (0, 0, 0), **start: Any
) -> dict[str, Any]:
    """Return the vehicle of a kind as plain values, moving; turned and carried elsewhere with all of its water."""
    motion = {**MOVING, "position": list(place), "attitude": [0.2, 0.1, 0.4 + turn], **start}
    water = {"current": list(current), **water_of(kind, turn, place)}
    run = {"step": 0.004, "record": 0.02, "duration": 0.4, "water": water, "start": motion}
    if kind in HELD_IN_WORLD:
        run["commands"] = {"kept": {"depth": 0.2 + place[2], "heading": 0.1 + turn}[HELD_IN_WORLD[kind]]}
    if kind == "water.current_response":
        north, east = (math.cos(turn + 0.5), math.sin(turn + 0.5))
        run["commands"] = {
            "current.north": [[0.01, north]],
            "current.east": [[0.01, east]],
            "current.down": [[0.01, 0.3]],
        }
    if kind in WORLDS:
        run["world"] = carried(WORLDS[kind], motion.get("position", [0.0, 0.0, 0.0]), motion["attitude"][2] - 0.4)
    return {"name": "kind", **KINDS[kind], "run": {**run, **KINDS[kind].get("run", {})}}


def carried(world: dict[str, Any], place: list[float], heading: float) -> dict[str, Any]:
    """Return a world carried to a place and turned in heading."""
    c, s = math.cos(heading), math.sin(heading)

    def turned(v: list[float]) -> list[float]:
        return [c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]]

    obstacles = {}
    for name, obstacle in world.get("obstacles", {}).items():
        new = dict(obstacle)
        new["at"] = [a + b for a, b in zip(turned(obstacle["at"]), place, strict=True)]
        if "path" in new:
            new["path"] = [
                [time, *(a + b for a, b in zip(turned(at), place, strict=True))] for time, *at in obstacle["path"]
            ]
        if "wall" in new:
            new["wall"] = {"normal": turned(obstacle["wall"]["normal"])}
        else:
            roll, pitch, yaw = obstacle.get("attitude", [0.0, 0.0, 0.0])
            new["attitude"] = [roll, pitch, yaw + heading]
        obstacles[name] = new
    if "seabed" in world:
        return {"seabed": {**world["seabed"], "depth": world["seabed"]["depth"] + place[2]}}
    return {"obstacles": obstacles}
