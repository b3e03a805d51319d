"""Laying the rows of all tables out in the two vectors of a model."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from narcine.actuation.buoyancy_engine import (
    BUOYANCY_ENGINE_FLOATS,
    BUOYANCY_ENGINE_INTEGERS,
    buoyancy_engine_columns,
)
from narcine.actuation.deployment import DEPLOYMENT_FLOATS, DEPLOYMENT_INTEGERS, deployment_columns
from narcine.actuation.drives import DRIVE_FLOATS, DRIVE_INTEGERS, drive_columns
from narcine.actuation.hold import (
    HELD_BODY_INTEGERS,
    HOLD_FLOATS,
    HOLD_INTEGERS,
    MIXING_FLOATS,
    MIXING_INTEGERS,
    STEERING_FLOATS,
    STEERING_INTEGERS,
    held_body_columns,
    hold_columns,
    mixing_columns,
    steering_columns,
)
from narcine.actuation.plates import (
    BEND_FLOATS,
    BEND_INTEGERS,
    PLATES_FLOATS,
    PLATES_INTEGERS,
    bend_columns,
    plates_columns,
)
from narcine.actuation.propeller import PROPELLER_FLOATS, PROPELLER_INTEGERS, propeller_columns
from narcine.actuation.surface import SURFACE_FLOATS, SURFACE_INTEGERS, surface_columns
from narcine.actuation.tendon import (
    GUIDE_FLOATS,
    GUIDE_INTEGERS,
    TENDON_FLOATS,
    TENDON_INTEGERS,
    guide_columns,
    tendon_columns,
)
from narcine.actuation.thruster import THRUSTER_FLOATS, THRUSTER_INTEGERS, thruster_columns
from narcine.curves import KNOT_FLOATS, knot_columns
from narcine.gaits.oscillator import (
    OSCILLATOR_FLOATS,
    OSCILLATOR_INTEGERS,
    WAVE_FLOATS,
    WAVE_INTEGERS,
    oscillator_columns,
    wave_columns,
)
from narcine.gaits.ramps import RAMP_FLOATS, RAMP_INTEGERS, ramp_columns
from narcine.hydrodynamics.crossflow import (
    CROSSFLOW_FLOATS,
    CROSSFLOW_INTEGERS,
    STRIP_FLOATS,
    crossflow_columns,
    strip_columns,
)
from narcine.hydrodynamics.drag import (
    DRAG_FLOATS,
    DRAG_INTEGERS,
    DRAG_MATRIX_FLOATS,
    DRAG_MATRIX_INTEGERS,
    drag_columns,
    drag_matrix_columns,
)
from narcine.hydrodynamics.foils.scale import SCALE_INTEGERS, scale_columns
from narcine.hydrodynamics.foils.table import FOIL_FLOATS, FOIL_INTEGERS, foil_columns
from narcine.hydrodynamics.foils.unsteady import UNSTEADY_FLOATS, UNSTEADY_INTEGERS, unsteady_columns
from narcine.hydrodynamics.hydrostatics import HYDROSTATICS_FLOATS, HYDROSTATICS_INTEGERS, hydrostatics_columns
from narcine.hydrodynamics.waterline.table import (
    FRUSTUM_FLOATS,
    TRIANGLE_FLOATS,
    WATERLINE_FLOATS,
    WATERLINE_INTEGERS,
    frustum_columns,
    triangle_columns,
    waterline_columns,
)
from narcine.multibody.couplings import (
    COUPLING_FLOATS,
    COUPLING_INTEGERS,
    SLOT_INTEGERS,
    coupling_columns,
    slot_columns,
)
from narcine.multibody.impulse import IMPULSE_FLOATS, IMPULSE_INTEGERS, impulse_columns
from narcine.multibody.links import FREEDOM_FLOATS, LINK_FLOATS, LINK_INTEGERS, freedom_columns, link_columns
from narcine.multibody.springs import SPRING_FLOATS, SPRING_INTEGERS, spring_columns
from narcine.spatial.vectors import Array
from narcine.tables import (
    HEAD_SIZE,
    HEAD_WIDTH,
    INPUTS,
    POSITIONS,
    STATES,
    VELOCITIES,
    Integers,
    Row,
    Table,
    columns_of,
)
from narcine.water.medium import WATER_FLOATS, WATER_INTEGERS, water_columns
from narcine.water.swell import SWELL_FLOATS, swell_columns
from narcine.world.suction import SUCTION_FLOATS, SUCTION_INTEGERS, suction_columns
from narcine.world.table import (
    FLEET_FLOATS,
    FLEET_INTEGERS,
    FORM_FLOATS,
    FORM_INTEGERS,
    HULL_FLOATS,
    HULL_INTEGERS,
    OBSTACLE_FLOATS,
    OBSTACLE_INTEGERS,
    POINT_FLOATS,
    fleet_columns,
    form_columns,
    hull_columns,
    obstacle_columns,
    point_columns,
)


class TableKind(NamedTuple):
    """The columns of a table and how many numbers and integers a row takes."""

    columns: Callable[[int, int, int], Any]
    floats: int
    integers: int


TABLE_KINDS: Mapping[Table, TableKind] = {
    Table.WATER: TableKind(water_columns, WATER_FLOATS, WATER_INTEGERS),
    Table.SWELL: TableKind(swell_columns, SWELL_FLOATS, 0),
    Table.LINKS: TableKind(link_columns, LINK_FLOATS, LINK_INTEGERS),
    Table.FREEDOMS: TableKind(freedom_columns, FREEDOM_FLOATS, 0),
    Table.SPRINGS: TableKind(spring_columns, SPRING_FLOATS, SPRING_INTEGERS),
    Table.KNOTS: TableKind(knot_columns, KNOT_FLOATS, 0),
    Table.DRIVES: TableKind(drive_columns, DRIVE_FLOATS, DRIVE_INTEGERS),
    Table.OSCILLATORS: TableKind(oscillator_columns, OSCILLATOR_FLOATS, OSCILLATOR_INTEGERS),
    Table.WAVES: TableKind(wave_columns, WAVE_FLOATS, WAVE_INTEGERS),
    Table.HYDROSTATICS: TableKind(hydrostatics_columns, HYDROSTATICS_FLOATS, HYDROSTATICS_INTEGERS),
    Table.WATERLINES: TableKind(waterline_columns, WATERLINE_FLOATS, WATERLINE_INTEGERS),
    Table.FRUSTA: TableKind(frustum_columns, FRUSTUM_FLOATS, 0),
    Table.TRIANGLES: TableKind(triangle_columns, TRIANGLE_FLOATS, 0),
    Table.DRAG: TableKind(drag_columns, DRAG_FLOATS, DRAG_INTEGERS),
    Table.DRAG_MATRICES: TableKind(drag_matrix_columns, DRAG_MATRIX_FLOATS, DRAG_MATRIX_INTEGERS),
    Table.CROSSFLOW: TableKind(crossflow_columns, CROSSFLOW_FLOATS, CROSSFLOW_INTEGERS),
    Table.STRIPS: TableKind(strip_columns, STRIP_FLOATS, 0),
    Table.FOILS: TableKind(foil_columns, FOIL_FLOATS, FOIL_INTEGERS),
    Table.UNSTEADY_FOILS: TableKind(unsteady_columns, UNSTEADY_FLOATS, UNSTEADY_INTEGERS),
    Table.PROPELLERS: TableKind(propeller_columns, PROPELLER_FLOATS, PROPELLER_INTEGERS),
    Table.SURFACES: TableKind(surface_columns, SURFACE_FLOATS, SURFACE_INTEGERS),
    Table.DEPLOYMENTS: TableKind(deployment_columns, DEPLOYMENT_FLOATS, DEPLOYMENT_INTEGERS),
    Table.SCALES: TableKind(scale_columns, 0, SCALE_INTEGERS),
    Table.OBSTACLES: TableKind(obstacle_columns, OBSTACLE_FLOATS, OBSTACLE_INTEGERS),
    Table.FLEET: TableKind(fleet_columns, FLEET_FLOATS, FLEET_INTEGERS),
    Table.HULLS: TableKind(hull_columns, HULL_FLOATS, HULL_INTEGERS),
    Table.POINTS: TableKind(point_columns, POINT_FLOATS, 0),
    Table.SUCTION: TableKind(suction_columns, SUCTION_FLOATS, SUCTION_INTEGERS),
    Table.COUPLINGS: TableKind(coupling_columns, COUPLING_FLOATS, COUPLING_INTEGERS),
    Table.SLOTS: TableKind(slot_columns, 0, SLOT_INTEGERS),
    Table.IMPULSE: TableKind(impulse_columns, IMPULSE_FLOATS, IMPULSE_INTEGERS),
    Table.THRUSTERS: TableKind(thruster_columns, THRUSTER_FLOATS, THRUSTER_INTEGERS),
    Table.HOLDS: TableKind(hold_columns, HOLD_FLOATS, HOLD_INTEGERS),
    Table.MIXING: TableKind(mixing_columns, MIXING_FLOATS, MIXING_INTEGERS),
    Table.TENDONS: TableKind(tendon_columns, TENDON_FLOATS, TENDON_INTEGERS),
    Table.GUIDES: TableKind(guide_columns, GUIDE_FLOATS, GUIDE_INTEGERS),
    Table.PLATES: TableKind(plates_columns, PLATES_FLOATS, PLATES_INTEGERS),
    Table.BENDS: TableKind(bend_columns, BEND_FLOATS, BEND_INTEGERS),
    Table.RAMPS: TableKind(ramp_columns, RAMP_FLOATS, RAMP_INTEGERS),
    Table.HELD_BODIES: TableKind(held_body_columns, 0, HELD_BODY_INTEGERS),
    Table.STEERING: TableKind(steering_columns, STEERING_FLOATS, STEERING_INTEGERS),
    Table.FORMS: TableKind(form_columns, FORM_FLOATS, FORM_INTEGERS),
    Table.BUOYANCY_ENGINES: TableKind(buoyancy_engine_columns, BUOYANCY_ENGINE_FLOATS, BUOYANCY_ENGINE_INTEGERS),
}


def lay_out(
    rows: Mapping[Table, Sequence[Row]], positions: int, velocities: int, states: int, inputs: int
) -> tuple[Array, Integers]:
    """Return the parameter vector and the layout that hold these rows."""
    layout = np.zeros(HEAD_SIZE, np.int64)
    layout[[POSITIONS, VELOCITIES, STATES, INPUTS]] = positions, velocities, states, inputs
    floats, integers = 0, HEAD_SIZE
    for table, kind in TABLE_KINDS.items():
        count = len(rows.get(table, ()))
        layout[HEAD_WIDTH * table : HEAD_WIDTH * (table + 1)] = count, floats, integers
        floats += count * kind.floats
        integers += count * kind.integers
    layout = np.concatenate([layout, np.zeros(integers - HEAD_SIZE, np.int64)])
    parameters = np.zeros(floats)
    for table, entries in rows.items():
        kind = TABLE_KINDS[table]
        columns = read_columns(layout, table)
        for number, row in enumerate(entries):
            written = (
                _write_row(parameters, columns, number, row.numbers),
                _write_row(layout, columns, number, row.integers),
            )
            if written != (kind.floats, kind.integers):
                raise ValueError(f"a row of {table.name} has {written} entries, not {(kind.floats, kind.integers)}")
    return parameters, layout


def read_columns(layout: Integers, table: Table) -> Any:
    """Return where the columns of a table lie, without compiling anything."""
    return columns_of(TABLE_KINDS[table].columns, layout, table)


def _write_row(vector: Array | Integers, columns: Any, number: int, entries: Mapping[str, Any]) -> int:
    written = 0
    for name, value in entries.items():
        flat = np.ravel(np.asarray(value))
        start = getattr(columns, name) + flat.size * number
        vector[start : start + flat.size] = flat
        written += flat.size
    return written
