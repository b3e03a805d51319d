"""What RayBot weighs: 5.5 kg in all, as published, however its parts share them."""

from typing import Any

from narcine.description.load import Description

WHOLE = 5.5
"""kg (section IV)"""
REST = "bodies.disc.mass"
"""Where what the other bodies do not weigh is put."""


def whole_mass(description: Description) -> dict[str, Any]:
    """Return the mass of the disc that makes the whole as heavy as published, whatever was drawn for the others."""
    [placed] = description.scenario.vehicles.values()
    others = sum(body.mass for name, body in placed.vehicle.bodies.items() if name != "disc")
    return {REST: WHOLE - others}
