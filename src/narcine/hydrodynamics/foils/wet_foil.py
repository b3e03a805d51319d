"""Which share of a foil is wet."""

from typing import Any

from narcine.compiled import kernel
from narcine.hydrodynamics.waterline.wetness import wet_share
from narcine.multibody.work import Work
from narcine.scalars import magnitude
from narcine.spatial.vectors import Array, Vector3, cross, dot3, vector3

THINNEST = 0.02
"""Height of a foil that lies flat, over its chord: how suddenly it leaves the water."""


@kernel
def wet_foil(
    w: Work, work: Array, link: int, centre: Vector3, chordwise: Vector3, normal: Vector3, chord: Any, area: Any
) -> Any:
    """Return which share of a foil is wet, by the height from its highest to its lowest point."""
    down = vector3(work, w.attitude + 9 * link + 6)
    height = chord * (magnitude(dot3(down, chordwise)) + THINNEST)
    height = height + area / chord * magnitude(dot3(down, cross(normal, chordwise)))
    return wet_share(w, work, link, centre, height)
