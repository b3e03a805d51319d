"""The six axes along which and about which a vehicle is towed."""

AXES = ("surge", "sway", "heave", "roll", "pitch", "yaw")
TURNING = AXES[3:]
"""About which it turns: rates and moments in place of speeds and forces."""


def speed_unit(axis: str) -> str:
    """Return the unit of a speed along or about an axis."""
    return "rad/s" if axis in TURNING else "m/s"


def force_unit(axis: str) -> str:
    """Return the unit of what resists."""
    return "N m" if axis in TURNING else "N"


def coefficient_units(axis: str) -> tuple[str, str]:
    """Return the units of quadratic and linear drag."""
    return ("kg m2", "kg m2/s") if axis in TURNING else ("kg/m", "kg/s")
