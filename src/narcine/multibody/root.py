"""The body from which a vehicle's own numbers are taken."""

from typing import TYPE_CHECKING

from narcine.multibody.assembly import walk

if TYPE_CHECKING:
    from narcine.description.vehicle import Vehicle


def root_body(vehicle: "Vehicle") -> str:
    """Return the body that is free, else the first from the world on that is more than a carrier without mass."""
    order = walk(vehicle.bodies, vehicle.joints)
    free = [name for name, joint in order if joint is None or vehicle.joints[joint].type == "free"]
    names = [name for name, _ in order]
    things = [name for name in names if vehicle.bodies[name].mass > 0.0 or vehicle.bodies[name].shape is not None]
    return [*free, *things, *names][0]
