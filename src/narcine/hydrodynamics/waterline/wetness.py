"""How wet every link is: the share of its volume below the surface, and how fast that changes.

A calm surface lies at depth zero; waves cut a link as the plane does that touches them above its centre. What is
wholly under water costs a comparison, water without a surface nothing.
"""

from typing import Any

from narcine.compiled import kernel
from narcine.hydrodynamics.waterline.ellipsoid import cut_ellipsoid
from narcine.hydrodynamics.waterline.frusta import cut_frusta
from narcine.hydrodynamics.waterline.mesh import cut_mesh
from narcine.hydrodynamics.waterline.table import CutKind, Frusta, Triangles, Waterlines
from narcine.hydrodynamics.waterline.wet import Wet, all_or_nothing
from narcine.multibody.links import Links
from narcine.multibody.work import Work
from narcine.scalars import clip
from narcine.spatial.vectors import (
    Array,
    Vector3,
    add3,
    angular,
    cross,
    dot3,
    scale3,
    store3,
    subtract3,
    u,
    vector3,
    vector6,
    velocity_at,
)
from narcine.tables import Integers
from narcine.water.medium import Water
from narcine.water.swell import Swell

ROUNDING = 1e-12
"""Share of a volume that is dry by rounding alone."""


@kernel
def set_still_water(layout: Integers, links: Links, water: Water, w: Work, work: Array) -> None:
    """Prepare scratch memory: all wet, and the water at rest where no one says otherwise, as about massless links."""
    for k in range(6 * links.rows):
        work[u(w.flow + k)] = 0.0
    for k in range(w.strain, w.tilt + 3 * (links.rows + 1)):
        work[u(k)] = 0.0
    work[u(w.uniform)] = 0.0 if layout[u(water.varies)] else 1.0
    submerge(links, w, work)


@kernel
def submerge(links: Links, w: Work, work: Array) -> None:
    """Let every link be wet all over, with no film under it."""
    for i in range(links.rows):
        work[u(w.film + 9 * i)] = 0.0
        work[u(w.wet + i)] = 1.0
        work[u(w.wetting + i)] = 0.0
        store3(work, w.wet_moment + 3 * i, (0.0, 0.0, 0.0))
    work[u(w.surface)] = 1.0


@kernel
def update_wetness(
    p: Array,
    layout: Integers,
    shapes: Waterlines,
    frusta: Frusta,
    triangles: Triangles,
    links: Links,
    water: Water,
    swell: Swell,
    w: Work,
    work: Array,
) -> None:
    """Fill wet share, its moment and its rate of every link; without a surface `set_still_water` has done so."""
    if not layout[u(water.surface)]:
        return
    submerge(links, w, work)
    work[u(w.surface)] = 0.0
    if swell.rows == 0:
        lay_surface_flat(links, w, work)
    for i in range(shapes.rows):
        link = layout[u(shapes.link + i)]
        centre = vector3(p, shapes.centre + 3 * i)
        normal = vector3(work, w.normal + 3 * link)
        depth = work[u(w.level + link)] + dot3(normal, centre)
        if depth.real < p[u(shapes.reach + i)].real:
            wet = cut(p, layout, shapes, frusta, triangles, i, normal, depth)
            if wet.fraction.real < 1.0 - ROUNDING:
                work[u(w.wet + link)] = wet.fraction
            store3(work, w.wet_moment + 3 * link, wet.moment)
            motion = vector6(work, w.motion + 6 * link)
            sinking = dot3(velocity_at(motion, centre), normal)
            wetting = wet.area * sinking + dot3(cross(angular(motion), wet.area_moment), normal)
            if swell.rows > 0:
                from_middle = subtract3(centre, vector3(p, links.centre + 3 * link))
                lever = add3(wet.area_moment, scale3(wet.area, from_middle))
                wetting += wet.area * work[u(w.rise + link)] + dot3(vector3(work, w.tilt + 3 * link), lever)
            work[u(w.wetting + link)] = wetting


@kernel
def lay_surface_flat(links: Links, w: Work, work: Array) -> None:
    """Let the surface be calm above every link."""
    for i in range(links.rows):
        store3(work, w.normal + 3 * i, vector3(work, w.attitude + 9 * i + 6))
        work[u(w.level + i)] = work[u(w.place + 3 * i + 2)]


@kernel
def cut(
    p: Array,
    layout: Integers,
    shapes: Waterlines,
    frusta: Frusta,
    triangles: Triangles,
    i: int,
    down: Vector3,
    depth: Any,
) -> Wet:
    """Return the wet part of one shape."""
    if depth.real < -p[u(shapes.reach + i)].real:
        return all_or_nothing(0.0, depth)
    kind = layout[u(shapes.kind + i)]
    size = vector3(p, shapes.size + 3 * i)
    first, count = layout[u(shapes.first + i)], layout[u(shapes.pieces + i)]
    if kind == CutKind.ELLIPSOID:
        return cut_ellipsoid(size, down, depth)
    if kind == CutKind.FRUSTA:
        return cut_frusta(p, frusta.ends + 4 * first, count, layout[u(shapes.axis + i)], size, down, depth)
    return cut_mesh(p, triangles.corners + 9 * first, count, p[u(shapes.volume + i)], down, depth)


@kernel
def wet_share(w: Work, work: Array, link: int, point: Vector3, height: Any) -> Any:
    """Return which share of a small part is wet: of a height (m) from top to bottom, about a point of a link."""
    everywhere = work[u(w.surface)]
    if everywhere.real == 1.0:
        return everywhere
    depth = work[u(w.level + link)] + dot3(vector3(work, w.normal + 3 * link), point)
    return clip(0.5 + depth / height, 0.0, 1.0)
