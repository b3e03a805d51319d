"""From the records of a scenario to the vectors of a model."""

from collections.abc import Iterator
from math import inf

import numpy as np

from narcine.actuation.drives import DRIVE_STATES, DriveKind, drive_row
from narcine.actuation.propeller import propeller_row
from narcine.actuation.surface import surface_row
from narcine.description.body import CORIOLIS_WORDS
from narcine.description.drive import Drive
from narcine.description.gait import Gait
from narcine.description.names import Finding
from narcine.description.problems import Path
from narcine.description.scenario import Scenario
from narcine.description.settings import Start
from narcine.description.vehicle import Vehicle
from narcine.gaits.oscillator import GAIT_PARAMETERS, GAIT_STATES, oscillator_row
from narcine.gaits.waves import gait_waves
from narcine.hydrodynamics.added_inertia import added_inertia, rigid_inertia
from narcine.hydrodynamics.crossflow import crossflow_rows
from narcine.hydrodynamics.drag import drag_rows
from narcine.hydrodynamics.foils.table import foil_row
from narcine.hydrodynamics.hydrostatics import hydrostatics_row
from narcine.multibody.assembly import Link, assemble
from narcine.multibody.effective import effective_inertias, singular_link
from narcine.multibody.links import JointKind
from narcine.multibody.springs import is_slack, spring_row
from narcine.simulation.layout import lay_out
from narcine.simulation.model import BodyEntry, Coordinate, Input, Model, VehicleEntry
from narcine.spatial.inertias import pack_inertia, pack_rigid
from narcine.spatial.rotations import quaternion_from_matrix, rotation_from_euler
from narcine.spatial.vectors import Array
from narcine.tables import Row, Table

COORDINATE_UNITS = {JointKind.HINGE: "rad", JointKind.SLIDER: "m"}


def build(scenario: Scenario) -> tuple[Model, list[Finding]]:
    """Return the model of a scenario whose records are consistent, and bodies that it cannot move."""
    builder = _Builder(scenario)
    builder.add_links()
    for name, placed in scenario.vehicles.items():
        builder.add_vehicle(name, placed.vehicle)
    return builder.finish(), list(builder.unmovable())


class _Builder:
    """Collects rows, inputs and states, vehicle by vehicle."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.several = len(scenario.vehicles) > 1
        self.density = scenario.water.density
        self.links = assemble({name: placed.vehicle for name, placed in scenario.vehicles.items()})
        self.link_of = {link.name: index for index, link in enumerate(self.links)}
        self.joint_of = {link.freedom: index for index, link in enumerate(self.links) if link.freedom}
        self.drives: dict[str, Drive] = {
            self.prefix(name) + joint: drive
            for name, placed in scenario.vehicles.items()
            for joint, drive in placed.vehicle.drives.items()
        }
        self.positions = sum(link.position_width for link in self.links)
        self.velocities = sum(link.freedoms for link in self.links)
        self.rows: dict[Table, list[Row]] = {table: [] for table in Table}
        self.inputs: list[Input] = []
        self.states: list[tuple[str, float]] = []
        self.propellers: list[str] = []

    def prefix(self, vehicle: str) -> str:
        """Return what stands before the names of a vehicle."""
        return f"{vehicle}." if self.several else ""

    def add_input(self, name: str, unit: str, default: float) -> int:
        """Note an input and return its index."""
        self.inputs.append(Input(name, unit, default))
        return len(self.inputs) - 1

    def add_states(self, name: str, values: dict[str, float]) -> int:
        """Note states of an actuator and return the index of the first in the state vector."""
        first = self.positions + self.velocities + len(self.states)
        self.states += [(f"{name}.{key}", value) for key, value in values.items()]
        return first

    def add_links(self) -> None:
        """Add the water, the links with their inertias, and what acts on each body by itself."""
        water = self.scenario.water
        self.rows[Table.WATER].append(
            Row({"density": water.density, "gravity": water.gravity, "current": water.current}, {})
        )
        zero = np.zeros((6, 6))
        rigid = [zero if link.body is None else rigid_inertia(link.body) for link in self.links]
        added = [zero if link.body is None else added_inertia(link.body, self.density) for link in self.links]
        inertias = [a + b for a, b in zip(rigid, added, strict=True)]
        prescribed = [name for name, drive in self.drives.items() if drive.type == "prescribed"]
        self.singular = singular_link(self.links, inertias, prescribed)
        self.effective = np.zeros(self.velocities)
        if self.singular is None:
            self.effective = effective_inertias(self.links, inertias, prescribed)
        lifting = {
            self.prefix(name) + foil.body
            for name, placed in self.scenario.vehicles.items()
            for foil in placed.vehicle.foils.values()
        }
        for index, link in enumerate(self.links):
            self._add_link(index, link, rigid[index], added[index], link.name in lifting)
            self.rows[Table.FREEDOMS] += [Row({"motion": motion}, {}) for motion in link.motions]
            if link.body is not None:
                self._add_body(index, link)
            if link.elasticity is not None and not is_slack(link.elasticity):
                inertia = float(np.max(self.effective[link.velocity : link.velocity + link.freedoms]))
                row, knots = spring_row(link.elasticity, index, inertia, len(self.rows[Table.KNOTS]))
                self.rows[Table.SPRINGS].append(row)
                self.rows[Table.KNOTS] += knots

    def _add_link(self, index: int, link: Link, rigid: Array, added: Array, lifting: bool) -> None:
        drive = self.drives.get(link.freedom)
        record = link.body.added_inertia if link.body is not None else None
        coriolis = "auto" if record is None else record.coriolis
        if coriolis == "auto":
            plate = link.body is not None and link.body.shape is not None and link.body.shape.plate is not None
            coriolis = CORIOLIS_WORDS["none" if plate and lifting else "full"]
        numbers = {
            "turn": link.turn,
            "reach": link.reach,
            "own": pack_inertia(rigid + added),
            "rigid": pack_rigid(rigid),
            "added": pack_inertia(added),
            "coriolis": coriolis,
        }
        integers = {
            "parent": link.parent if link.parent >= 0 else len(self.links),
            "kind": link.kind,
            "position": link.position,
            "velocity": link.velocity,
            "freedoms": link.freedoms,
            "carries": int(any(other.parent == index for other in self.links)),
            "prescribed": int(drive is not None and drive.type == "prescribed"),
        }
        self.rows[Table.LINKS].append(Row(numbers, integers))

    def _add_body(self, index: int, link: Link) -> None:
        assert link.body is not None, "only links with bodies come here"
        self.rows[Table.HYDROSTATICS].append(hydrostatics_row(link.body, index))
        per_axis, matrices = drag_rows(link.body, index, self.density)
        self.rows[Table.DRAG] += per_axis
        self.rows[Table.DRAG_MATRICES] += matrices
        slender, strips = crossflow_rows(link.body, index, len(self.rows[Table.STRIPS]), self.density)
        self.rows[Table.CROSSFLOW] += slender
        self.rows[Table.STRIPS] += strips

    def add_vehicle(self, name: str, vehicle: Vehicle) -> None:
        """Add foils, gait, drives and actuators of a vehicle."""
        prefix = self.prefix(name)
        for foil in vehicle.foils.values():
            link = self.link_of[prefix + foil.body]
            self.rows[Table.FOILS].append(foil_row(foil, vehicle.bodies[foil.body], link))
        first_drive = len(self.rows[Table.DRIVES])
        order = {joint: first_drive + number for number, joint in enumerate(vehicle.drives)}
        if vehicle.gait is not None:
            self._add_gait(prefix, vehicle.gait, order)
        for joint, drive in vehicle.drives.items():
            self._add_drive(prefix + joint, drive)
        for actuator_name, actuator in vehicle.actuators.items():
            link = self.link_of[prefix + actuator.body]
            full_name = prefix + actuator_name
            if actuator.type == "propeller":
                command = self.add_input(full_name, "rad/s", actuator.command)
                state = self.add_states(full_name, {"speed": 0.0})
                self.rows[Table.PROPELLERS].append(propeller_row(actuator, link, command, state))
                self.propellers.append(full_name)
            else:
                command = self.add_input(full_name, "rad", actuator.command)
                state = self.add_states(full_name, {"angle": 0.0})
                self.rows[Table.SURFACES].append(surface_row(actuator, link, command, state))

    def _add_gait(self, prefix: str, gait: Gait, drives: dict[str, int]) -> None:
        name = f"{prefix}gait"
        values = {parameter: float(getattr(gait, parameter)) for parameter in GAIT_PARAMETERS}
        units = {"frequency": "Hz", "lag": "rad"}
        commands = [self.add_input(f"{name}.{key}", units.get(key, "rad"), value) for key, value in values.items()]
        initial = {"phase": 0.0}
        for key, value in values.items():
            grows = gait.start == "smooth" and key in ("amplitude", "turn")
            initial |= {key: 0.0 if grows else value, f"{key}_rate": 0.0}
        assert tuple(initial) == GAIT_STATES, "the oscillator's states in its order"
        state = self.add_states(name, initial)
        oscillator = len(self.rows[Table.OSCILLATORS])
        self.rows[Table.OSCILLATORS].append(oscillator_row(gait.response, commands, state))
        for drive, wave in gait_waves(gait).items():
            self.rows[Table.WAVES].append(Row(wave, {"oscillator": oscillator, "drive": drives[drive]}))

    def _add_drive(self, name: str, drive: Drive) -> None:
        link = self.links[self.joint_of[name]]
        unit = COORDINATE_UNITS[link.kind]
        effort_unit = "N m" if unit == "rad" else "N"
        command = self.add_input(name, effort_unit if drive.type == "torque" else unit, drive.command)
        initial = {"command": drive.command, "command_rate": 0.0, "target": self.start_coordinate(link)}
        state = self.add_states(name, {key: initial[key] for key in DRIVE_STATES[DriveKind[drive.type.upper()]]})
        limits = link.elasticity.limits if link.elasticity is not None else None
        if drive.type == "servo" and drive.angle is not None:
            limits = drive.angle
        inertia = float(self.effective[link.velocity])
        row = drive_row(drive, limits or (-inf, inf), inertia, link.position, link.velocity, command, state)
        self.rows[Table.DRIVES].append(row)

    def unmovable(self) -> Iterator[Finding]:
        """Yield a body whose acceleration cannot be found, because it moves without effort."""
        if self.singular is not None:
            link = self.links[self.singular]
            body = next(each for each in self.links[self.singular :] if each.body is not None)
            name = body.name.removeprefix(self.prefix(link.vehicle))
            path: Path = ("bodies", name)
            if self.scenario.vehicles[link.vehicle].vehicle.name != self.scenario.name:
                path = ("vehicles", link.vehicle, "vehicle", *path)
            joint = f" in joint {link.freedom!r}" if link.freedom else ""
            yield path, f"moves without effort{joint}: give it mass, inertia or added inertia"

    def start_of(self, vehicle: str) -> Start:
        """Return how a vehicle starts."""
        placed = self.scenario.vehicles[vehicle]
        return placed.vehicle.run.start if placed.start is None else placed.start

    def start_coordinate(self, link: Link) -> float:
        """Return where a joint starts: as said, else where its drive holds it, else at rest."""
        local = link.freedom.removeprefix(self.prefix(link.vehicle))
        drive = self.drives.get(link.freedom)
        start = self.start_of(link.vehicle)
        if local in start.joints:
            return start.joints[local]
        if drive is not None and drive.type != "torque":
            return drive.command
        return link.elasticity.rest if link.elasticity is not None else 0.0

    def initial_state(self) -> Array:
        """Return the state in which the scenario starts."""
        x = np.zeros(self.positions + self.velocities + len(self.states))
        for link in self.links:
            start = self.start_of(link.vehicle)
            q, v = link.position, self.positions + link.velocity
            if link.kind == JointKind.FREE:
                x[q : q + 3] = start.position
                x[q + 3 : q + 7] = quaternion_from_matrix(rotation_from_euler(*start.attitude))
                x[v : v + 6] = *start.velocity, *start.angular_velocity
            elif link.kind == JointKind.BALL:
                x[q] = 1.0
            elif link.kind != JointKind.FIXED:
                local = link.freedom.removeprefix(self.prefix(link.vehicle))
                x[q] = self.start_coordinate(link)
                x[v] = start.rates.get(local, 0.0)
        x[self.positions + self.velocities :] = [value for _, value in self.states]
        return x

    def finish(self) -> Model:
        """Return the model of all that was added."""
        states = self.positions + self.velocities + len(self.states)
        parameters, layout = lay_out(self.rows, self.positions, self.velocities, states, len(self.inputs))
        vehicles = []
        for name, placed in self.scenario.vehicles.items():
            root = next(index for index, link in enumerate(self.links) if link.vehicle == name)
            mass = sum(body.mass for body in placed.vehicle.bodies.values())
            vehicles.append(VehicleEntry(name, root, mass))
        coordinates = [
            Coordinate(
                link.freedom,
                COORDINATE_UNITS[link.kind],
                link.position,
                link.velocity,
                self.drives[link.freedom].type if link.freedom in self.drives else "passive",
            )
            for link in self.links
            if link.kind in COORDINATE_UNITS
        ]
        return Model(
            parameters=parameters,
            layout=layout,
            vehicles=tuple(vehicles),
            bodies=tuple(
                BodyEntry(link.name, link.vehicle, index)
                for index, link in enumerate(self.links)
                if link.body is not None
            ),
            coordinates=tuple(coordinates),
            inputs=tuple(self.inputs),
            link_vehicles=tuple(link.vehicle for link in self.links),
            actuator_states=tuple(name for name, _ in self.states),
            propellers=tuple(self.propellers),
            initial_state=self.initial_state(),
            commands=np.array([each.default for each in self.inputs], float),
        )
