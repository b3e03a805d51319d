"""What all that holds couplings needs to know of a model, read off its layout where it is needed.

Few models have couplings. Carried along by every kernel, these offsets would make all of them slower to compile. So do
entry points take `coupled`: where it is None, Numba compiles none of what couplings need.
"""

from typing import Any, NamedTuple

from narcine.compiled import kernel
from narcine.multibody.couplings import Couplings, Slots, coupling_columns, slot_columns
from narcine.multibody.links import Links, freedom_columns, link_columns
from narcine.multibody.work import Work, work_offsets
from narcine.spatial.vectors import u
from narcine.tables import HEAD_WIDTH, POSITIONS, Integers, Table, table_start


class Coupled(NamedTuple):
    """Where links, couplings, their rows and scratch memory lie."""

    links: Links
    couplings: Couplings
    slots: Slots
    work: Work


@kernel
def coupled(layout: Integers) -> Coupled:
    """Return where everything about couplings lies."""
    freedoms = freedom_columns(*table_start(layout, Table.FREEDOMS))
    return Coupled(
        links=link_columns(*table_start(layout, Table.LINKS), freedoms.motion, layout[u(POSITIONS)]),
        couplings=coupling_columns(*table_start(layout, Table.COUPLINGS)),
        slots=slot_columns(*table_start(layout, Table.SLOTS)),
        work=work_offsets(layout),
    )


@kernel
def has_impulses(layout: Integers) -> Any:
    """Say whether joints are held by impulses."""
    return layout[u(HEAD_WIDTH * Table.IMPULSE)] > 0
