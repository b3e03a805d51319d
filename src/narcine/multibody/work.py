"""Scratch memory of one evaluation: one flat vector, its parts named by offsets."""

from typing import NamedTuple

from narcine.compiled import kernel
from narcine.multibody.couplings import slot_columns
from narcine.spatial.vectors import u
from narcine.tables import VELOCITIES, Integers, Table, table_start


class Work(NamedTuple):
    """Where each intermediate result lies; per link, the world included as the last, unless said otherwise."""

    rotation: int
    """link to parent (9)"""
    offset: int
    """link's origin in the parent's axes (3)"""
    attitude: int
    """link to world (9)"""
    place: int
    """link's origin in the world (3)"""
    motion: int
    """velocity of the link (6)"""
    flow: int
    """velocity of the link relative to the water (6)"""
    wet: int
    """share of the volume below the surface"""
    surface: int
    """the share of the world: 1 where there is no surface, else 0"""
    wetting: int
    """its rate"""
    wet_moment: int
    """share times centroid of the wet volume, from that of the whole (3)"""
    stream: int
    """velocity of the water that the link meets, in body axes (3)"""
    uniform: int
    """1 where the water moves alike everywhere and always, else 0 (kept in the world's place)"""
    strain: int
    """E, how that velocity changes from place to place, in body axes (9)"""
    strained: int
    """E times the lever to the link's centre (3)"""
    meeting: int
    """point of the link at which it meets the water: its centre, or below that at the surface (3)"""
    met_change: int
    """rate of that velocity as the link's centre meets it (3)"""
    material_change: int
    """acceleration of the water itself (3)"""
    normal: int
    """of the surface, into the water (3)"""
    level: int
    """depth of the link's origin below the surface"""
    rise: int
    """how fast the surface rises"""
    tilt: int
    """how fast it tilts (3)"""
    film: int
    """water between the link and the seabed: inertia that the solve takes, that of the water, its motion (6), and what
    of its force is no power (9)"""
    drift: int
    """acceleration that the joint's motion brings along, nu x S q_dot (6)"""
    articulated: int
    """articulated inertia (21)"""
    bias: int
    """articulated bias wrench (6)"""
    acceleration: int
    """acceleration of the link (6)"""
    response: int
    """articulated inertia times freedom, per velocity (6)"""
    mobility: int
    """inverse of the freedom's articulated inertia, per velocity"""
    effort: int
    """effort left for the freedom, per velocity"""
    spring: int
    """effort of springs, dampers and stops, per velocity"""
    drive: int
    """effort of drives, per velocity"""
    given: int
    """prescribed acceleration, per velocity"""
    stiffness: int
    """local stiffness, per velocity"""
    damping: int
    """local damping, per velocity"""
    signal: int
    """what a drive is asked for: value, rate, acceleration, per drive (3)"""
    factor: int
    """L D L^T of the inertia of a free link (21), where there are couplings"""
    load: int
    """wrench that a response is asked for (6), where there are couplings"""
    gain: int
    """acceleration in answer to it (6), where there are couplings"""
    push: int
    """the same of the freedoms, per velocity"""
    row: int
    """per row of a coupling: J of its first and second link (6 each), error, speed, acceleration that is no J nu_dot,
    compliance (-1: off), multiplier, pivot"""
    matrix: int
    """K = J M^-1 J^T by rows, then its factor"""
    obstacle: int
    """place and velocity of what moves, per obstacle (6)"""
    wrench: int
    """external wrench (6); one block of all links but the world, or one block per term when an audit asks"""


WORK_PER_LINK = 9 + 3 + 9 + 3 + 6 + 6 + 6 + 21 + 6 + 6 + 5 + 32 + 9
WORK_PER_VELOCITY = 6 + 7
WORK_PER_DRIVE = 3
ROW_SIZE = 18
OBSTACLE_SIZE = 6


@kernel
def work_offsets(layout: Integers) -> Work:
    """Return where each part of the scratch memory lies."""
    links, _, _ = table_start(layout, Table.LINKS)
    drives, _, _ = table_start(layout, Table.DRIVES)
    obstacles, _, _ = table_start(layout, Table.OBSTACLES)
    n = links + 1
    m = layout[u(VELOCITIES)]
    v = WORK_PER_LINK * n
    d = v + WORK_PER_VELOCITY * m
    c = d + WORK_PER_DRIVE * drives
    slots = slot_columns(*table_start(layout, Table.SLOTS))
    coupled, entries = 0, 0
    if slots.rows > 0:
        last = slots.rows - 1
        coupled = 1
        entries = layout[u(slots.start + last)] + last - layout[u(slots.first + last)] + 1
    rows = c + coupled * (33 * n + m)
    return Work(
        rotation=0,
        offset=9 * n,
        attitude=12 * n,
        place=21 * n,
        motion=24 * n,
        flow=30 * n,
        drift=36 * n,
        articulated=42 * n,
        bias=63 * n,
        acceleration=69 * n,
        wet=75 * n,
        surface=76 * n - 1,
        wetting=76 * n,
        wet_moment=77 * n,
        strain=80 * n,
        uniform=89 * n - 1,
        stream=89 * n,
        strained=92 * n,
        met_change=95 * n,
        material_change=98 * n,
        normal=101 * n,
        level=104 * n,
        rise=105 * n,
        meeting=106 * n,
        tilt=109 * n,
        film=112 * n,
        response=v,
        mobility=v + 6 * m,
        effort=v + 7 * m,
        spring=v + 8 * m,
        drive=v + 9 * m,
        given=v + 10 * m,
        stiffness=v + 11 * m,
        damping=v + 12 * m,
        signal=d,
        load=c,
        gain=c + coupled * 6 * n,
        factor=c + coupled * 12 * n,
        push=c + coupled * 33 * n,
        row=rows,
        matrix=rows + ROW_SIZE * slots.rows,
        obstacle=rows + ROW_SIZE * slots.rows + entries,
        wrench=rows + ROW_SIZE * slots.rows + entries + OBSTACLE_SIZE * obstacles,
    )


@kernel
def work_size(layout: Integers, terms: int) -> int:
    """Return how many numbers the scratch memory takes with this many blocks of external wrenches."""
    n, _, _ = table_start(layout, Table.LINKS)
    return work_offsets(layout).wrench + 6 * n * terms
