"""From the records of a scenario to the vectors of a model."""

from collections.abc import Iterator
from math import inf

import numpy as np

from narcine.description.body import CORIOLIS_WORDS
from narcine.description.drive import Drive
from narcine.description.fastening import fastenings
from narcine.description.inputs import all_inputs, current_inputs
from narcine.description.names import Finding
from narcine.description.problems import Path
from narcine.description.scenario import Scenario
from narcine.following import followed
from narcine.hydrodynamics.added_inertia import added_inertia, rigid_inertia
from narcine.hydrodynamics.crossflow import crossflow_rows
from narcine.hydrodynamics.drag import drag_rows
from narcine.hydrodynamics.hydrostatics import hydrostatics_row
from narcine.hydrodynamics.skin import skin_rows
from narcine.hydrodynamics.waterline.table import waterline_rows
from narcine.multibody.assembly import ORIGIN, Link, assemble
from narcine.multibody.coupling_rows import CoupledPair, coupling_rows
from narcine.multibody.couplings import COUPLING_STATES, CouplingKind
from narcine.multibody.effective import effective_inertias, point_inertias, singular_link
from narcine.multibody.impulse import IMPULSE_STATES
from narcine.multibody.maximal import free_bodies
from narcine.multibody.root import root_body
from narcine.multibody.springs import is_slack, spring_row
from narcine.simulation.equipping import equip
from narcine.simulation.layout import lay_out
from narcine.simulation.model import WATER, BodyEntry, Input, Model, VehicleEntry
from narcine.simulation.naming import coordinates, position_names, velocity_names
from narcine.simulation.starting import first_command, start_of_links
from narcine.simulation.swell import swell_of
from narcine.spatial.inertias import pack_inertia, pack_rigid
from narcine.spatial.rotations import rotation_from_euler
from narcine.spatial.vectors import Array, Vector3
from narcine.tables import Row, Table
from narcine.water.current import current_knots
from narcine.water.medium import NO_CLOCK, water_row
from narcine.world.motion import courses
from narcine.world.rows import contact_rows, hulls_of_links, obstacle_rows, pressed_points
from narcine.world.suction import suction_rows

NO_POINTS = np.zeros((0, 2, 3))
MASSLESS = "is massless: with `formulation: udwadia_kalaba` or `impulse` each body needs mass and inertia of its own"


def build(scenario: Scenario) -> tuple[Model, list[Finding]]:
    """Return the model of a scenario whose records are consistent, and what in it cannot move or pull."""
    builder = Builder(scenario)
    builder.add_water()
    builder.add_links()
    for name, placed in scenario.vehicles.items():
        equip(builder, name, placed.vehicle)
    builder.add_world()
    builder.add_couplings()
    return builder.finish(), [*builder.findings, *builder.unmovable()]


class Builder:
    """Collects rows, inputs and states, vehicle by vehicle."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.several = len(scenario.vehicles) > 1
        self.density = scenario.water.density
        self.drives: dict[str, Drive] = {
            self.prefix(name) + joint: drive
            for name, placed in scenario.vehicles.items()
            for joint, drive in placed.vehicle.drives.items()
        }
        self.prescribed = [name for name, drive in self.drives.items() if drive.type == "prescribed"]
        self.tree = assemble({name: placed.vehicle for name, placed in scenario.vehicles.items()})
        self.links, self.joints, self.pairs = self.tree, list[Link](), list[CoupledPair]()
        if scenario.formulation != "reduced":
            free = free_bodies(self.tree, self.prescribed)
            self.links, self.joints, self.pairs = free.links, free.joints, free.couplings
        self.tree_of = {link.name: index for index, link in enumerate(self.tree)}
        self.link_of = {link.name: index for index, link in enumerate(self.links)}
        self.joint_of = {link.freedom: link for link in (*self.links, *self.joints) if link.freedom}
        self.positions = sum(link.position_width for link in (*self.links, *self.joints))
        self.velocities = sum(link.freedoms for link in (*self.links, *self.joints))
        self.rows: dict[Table, list[Row]] = {table: [] for table in Table}
        self.inputs = [Input(name, spec.unit, spec.default) for name, spec in all_inputs(scenario).items()]
        self.input_of = {each.name: number for number, each in enumerate(self.inputs)}
        self.states: list[tuple[str, str, float]] = []
        self.effective: dict[str, float] = dict.fromkeys(self.joint_of, 0.0)
        self.propellers: list[str] = []
        self.holds: list[str] = []
        self.thrusters: list[str] = []
        self.powered: list[int] = []
        self.motors: list[str] = []
        self.tendons: list[str] = []
        self.plates: list[str] = []
        self.findings: list[Finding] = []

    def prefix(self, vehicle: str) -> str:
        """Return what stands before the names of a vehicle."""
        return f"{vehicle}." if self.several else ""

    def add_states(self, vehicle: str, name: str, values: dict[str, float]) -> int:
        """Note states of an actuator and return the index of the first in the state vector."""
        first = self.positions + self.velocities + len(self.states)
        self.states += [(vehicle, f"{name}.{key}", value) for key, value in values.items()]
        return first

    def at_zero(self, points: list[tuple[str, Vector3]]) -> Array:
        """Return where points of bodies lie (point, 3) when all joints of their tree stand at zero."""
        places: list[tuple[Array, Array]] = []
        for link in self.tree:
            R, origin = places[link.parent] if link.parent >= 0 else (np.eye(3), np.zeros(3))
            turned = R @ link.placement
            places.append((turned, origin + R @ np.array(link.at) - turned @ np.array(link.to)))
        return np.array([places[self.tree_of[body]][1] + places[self.tree_of[body]][0] @ at for body, at in points])

    def add_water(self) -> None:
        """Add the water and its waves; the time is a state if anything varies or moves, and so is a steered current."""
        water = self.scenario.water
        by_depth, by_time = water.current_profile or (), water.current_history or ()
        profile, history = current_knots(by_depth), current_knots(by_time)
        self.rows[Table.KNOTS] += profile + history
        self.rows[Table.SWELL] += swell_of(self.scenario)
        has_clock = water.varies or self.scenario.world.moves
        time = self.add_states("", "water", {"time": 0.0}) if has_clock else NO_CLOCK
        steered = {
            name: first_command(self.scenario, name, spec.default) for name, spec in current_inputs(water).items()
        }
        states: dict[str, float] = {}
        for name, value in steered.items():
            states |= followed(name.removeprefix("current."), value)
        steering = self.add_states(WATER, "current", states)
        commands = [self.input_of[name] for name in steered]
        row = water_row(water, time, len(by_depth), len(by_time), len(profile), steering, commands)
        self.rows[Table.WATER].append(row)

    def add_links(self) -> None:
        """Add the links with their inertias, and what acts on each body by itself."""
        zero = np.zeros((6, 6))
        rigid = {link.name: zero if link.body is None else rigid_inertia(link.body) for link in self.tree}
        added = {link.name: zero if link.body is None else added_inertia(link.body, self.density) for link in self.tree}
        self.inertias = {name: rigid[name] + added[name] for name in rigid}
        self.singular = singular_link(self.links, [self.inertias[link.name] for link in self.links], self.prescribed)
        if self.singular is None:
            felt = effective_inertias(self.tree, list(self.inertias.values()), self.prescribed)
            for link in self.tree:
                if link.freedom:
                    self.effective[link.freedom] = float(np.max(felt[link.velocity : link.velocity + link.freedoms]))
        lifting = {
            self.prefix(name) + foil.body
            for name, placed in self.scenario.vehicles.items()
            for foil in placed.vehicle.foils.values()
        }
        for index, link in enumerate(self.links):
            self._add_link(index, link, rigid[link.name], added[link.name], link.name in lifting)
            self.rows[Table.FREEDOMS] += [Row({"motion": motion}, {}) for motion in link.motions]
            if link.body is not None:
                self._add_body(index, link)
        for joint in self.joint_of.values():
            if joint.elasticity is not None and not is_slack(joint.elasticity):
                inertia = self.effective[joint.freedom]
                row, knots = spring_row(joint.elasticity, joint, inertia, len(self.rows[Table.KNOTS]))
                self.rows[Table.SPRINGS].append(row)
                self.rows[Table.KNOTS] += knots

    def _add_link(self, index: int, link: Link, rigid: Array, added: Array, lifting: bool) -> None:
        drive = self.drives.get(link.freedom)
        record = link.body.added_inertia if link.body is not None else None
        coriolis = "auto" if record is None else record.coriolis
        if coriolis == "auto":
            shape = link.body.shape if link.body is not None else None
            plate = shape is not None and (shape.plate is not None or shape.extrusion is not None)
            coriolis = CORIOLIS_WORDS["none" if plate and lifting else "full"]
        numbers = {
            "turn": link.turn,
            "reach": link.reach,
            "own": pack_inertia(rigid + added),
            "rigid": pack_rigid(rigid),
            "added": pack_inertia(added),
            "coriolis": coriolis,
            "centre": link.body.water_centre if link.body is not None else ORIGIN,
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
        if self.scenario.water.has_surface:
            first_pieces = len(self.rows[Table.FRUSTA]), len(self.rows[Table.TRIANGLES])
            shapes, frusta, triangles = waterline_rows(link.body, index, *first_pieces)
            self.rows[Table.WATERLINES] += shapes
            self.rows[Table.FRUSTA] += frusta
            self.rows[Table.TRIANGLES] += triangles
        per_axis, matrices = drag_rows(link.body, index, self.density)
        self.rows[Table.DRAG] += per_axis + skin_rows(link.body, index, self.density)
        self.rows[Table.DRAG_MATRICES] += matrices
        slender, strips = crossflow_rows(link.body, index, len(self.rows[Table.STRIPS]), self.density)
        self.rows[Table.CROSSFLOW] += slender
        self.rows[Table.STRIPS] += strips

    def add_world(self) -> None:
        """Add the seabed, obstacles and what touches them; work and impulses of contacts are states without effect."""
        world = self.scenario.world
        touchable = self.scenario.touchable
        if not touchable or self.singular is not None:
            return
        hulls = hulls_of_links(world, self.links)
        pressed = [pressed_points(each) for each in hulls]
        touched = dict(zip((link.name for link in self.links), pressed, strict=True))
        points_of_tree = [touched.get(link.name, NO_POINTS) for link in self.tree]
        felt_by_tree = point_inertias(self.tree, list(self.inertias.values()), self.prescribed, points_of_tree)
        felt = felt_by_tree[[self.tree_of[link.name] for link in self.links]]
        names = list(self.scenario.vehicles)
        states = {}
        for name in names:
            states[name] = self.add_states("", f"{self.prefix(name)}world", {"contact_work": 0.0})
            self.add_states("", f"{self.prefix(name)}contact", dict.fromkeys(touchable, 0.0))
        roots = {name: self.root_of(name) for name in names}
        moving = courses(world, self.scenario.seed)
        self.rows[Table.OBSTACLES], points = obstacle_rows(world, moving, len(self.rows[Table.KNOTS]))
        self.rows[Table.KNOTS] += points
        for index, link in enumerate(self.links):
            if link.body is not None:
                film = suction_rows(world.ground, link.body, index, self.density, self.scenario.step)
                self.rows[Table.SUCTION] += film
        meeting = self.scenario.vehicles_touch
        self.rows |= contact_rows(world.contact, self.links, hulls, felt, self.scenario.step, roots, states, meeting)

    def add_couplings(self) -> None:
        """Add what holds links together beside their joints; where and whether it does so are states."""
        for name, fastening in fastenings(self.scenario).items():
            record = fastening.record
            initial = {"docked": float(record.docked), "attitude_w": 1.0}
            state = self.add_states("", name, {key: initial.get(key, 0.0) for key in COUPLING_STATES})
            attitude = getattr(record, "attitude", None)
            capture_angle = record.capture.angle if record.docked or attitude is not None else inf
            pair = CoupledPair(
                name=name,
                kind=CouplingKind[record.type.upper()],
                first=self.link_of.get(fastening.first, -1),
                second=self.link_of[fastening.second],
                at=record.at or ORIGIN,
                to=record.to,
                placement=rotation_from_euler(*(attitude or ORIGIN)),
                capture=(record.capture.distance, capture_angle),
                axis=getattr(record, "axis", (0.0, 0.0, 1.0)),
                length=getattr(record, "length", 0.0),
                state=state,
            )
            self.pairs.append(pair)
        inertias = [self.inertias[link.name] for link in self.links]
        if self.scenario.formulation == "impulse":
            state = self.add_states("", "impulse", dict.fromkeys(IMPULSE_STATES, 0.0))
            settings = self.scenario.impulse
            numbers = {"tolerance": settings.tolerance}
            self.rows[Table.IMPULSE].append(Row(numbers, {"iterations": settings.iterations, "state": state}))
        self.rows[Table.COUPLINGS], self.rows[Table.SLOTS] = coupling_rows(self.pairs, self.roots(), inertias)

    def roots(self) -> list[int]:
        """Return the link at the root of each link's tree."""
        roots: list[int] = []
        for index, link in enumerate(self.links):
            roots.append(index if link.parent < 0 else roots[link.parent])
        return roots

    def root_of(self, vehicle: str) -> int:
        """Return the link from which a vehicle's own numbers are taken."""
        return self.link_of[self.prefix(vehicle) + root_body(self.scenario.vehicles[vehicle].vehicle)]

    def unmovable(self) -> Iterator[Finding]:
        """Yield a body whose acceleration cannot be found, because it moves without effort."""
        if self.singular is not None:
            link = self.links[self.singular]
            body = next(each for each in self.links[self.singular :] if each.body is not None)
            if self.scenario.formulation != "reduced":
                yield self._path_of(body), MASSLESS
                return
            joint = f" in joint {link.freedom!r}" if link.freedom else ""
            turns = " It has mass; about its axes it has no inertia." if body.body and body.body.mass > 0.0 else ""
            message = f"moves without effort{joint}: give it mass, inertia (or a shape) or added inertia.{turns}"
            yield self._path_of(body), message

    def _path_of(self, link: Link) -> Path:
        return self.path_in(link.vehicle, ("bodies", link.name.removeprefix(self.prefix(link.vehicle))))

    def path_in(self, vehicle: str, path: Path) -> Path:
        """Return a path of a vehicle's own file as a path of the scenario, where that is another file."""
        if self.scenario.vehicles[vehicle].vehicle.name != self.scenario.name:
            return ("vehicles", vehicle, "vehicle", *path)
        return path

    def finish(self) -> Model:
        """Return the model of all that was added."""
        states = self.positions + self.velocities + len(self.states)
        parameters, layout = lay_out(self.rows, self.positions, self.velocities, states, len(self.inputs))
        vehicles = []
        for name, placed in self.scenario.vehicles.items():
            mass = sum(body.mass for body in placed.vehicle.bodies.values())
            vehicles.append(VehicleEntry(name, self.root_of(name), mass))
        tree_roots: list[Link] = []
        for link in self.tree:
            tree_roots.append(link if link.parent < 0 else tree_roots[link.parent])
        everything = [*self.links, *self.joints]
        actuator_names = (name for _, name, _ in self.states)
        actuators = [value for _, _, value in self.states]
        position_owners = (link.vehicle for link in everything for _ in range(link.position_width))
        velocity_owners = (link.vehicle for link in everything for _ in range(link.freedoms))
        return Model(
            parameters=parameters,
            layout=layout,
            vehicles=tuple(vehicles),
            bodies=tuple(
                BodyEntry(link.name, link.vehicle, index)
                for index, link in enumerate(self.links)
                if link.body is not None
            ),
            coordinates=coordinates(everything, self.drives),
            inputs=tuple(self.inputs),
            link_roots=tuple(self.link_of.get(tree_roots[self.tree_of[link.name]].name, 0) for link in self.links),
            state_names=(*position_names(everything), *velocity_names(everything), *actuator_names),
            state_vehicles=(*position_owners, *velocity_owners, *(vehicle for vehicle, _, _ in self.states)),
            propellers=(*self.propellers, *(self.thrusters[k] for k in self.powered)),
            shafts=(*range(len(self.propellers)), *(len(self.propellers) + k for k in self.powered)),
            outputs=(
                *(f"{name}.output" for name in self.holds),
                *(f"{name}.pulse" for name in self.thrusters),
                *(f"{name}.speed" for name in self.thrusters),
                *(f"{name}.tension" for name in self.tendons),
                *(f"{name}.force" for name in self.plates),
                *(f"{name}.torque" for name in self.motors),
            ),
            motors=tuple(self.motors),
            initial_state=np.concatenate([start_of_links(everything, self.scenario, self.drives), actuators]),
            couplings=tuple(pair.name for pair in self.pairs),
            commands=np.array([each.default for each in self.inputs], float),
        )
