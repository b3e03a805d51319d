"""Numbers of captive equations as people call them."""

from narcine.identification.captive.pmm import Coefficient

UNITS = {
    "inertia": ("kg", "kg m", "kg m2"),
    "linear": ("N s/m", "N s", "N m s"),
    "quadratic": ("N s2/m2", "", "N m s2"),
}
LETTERS = ("u", "v", "w", "p", "q", "r")
FORCES = ("X", "Y", "Z", "K", "M", "N")


def name_of(each: Coefficient, water: bool) -> str:
    """Return a number's name, of the water alone or with the vehicle's own inertia.

    Derivatives are negative where numbers of files are positive (SNAME 1950).
    """
    force, letter = FORCES[each.row], LETTERS[each.column]
    if each.kind == "inertia":
        own = "m " if each.row < 3 else "I "
        return f"-{force}_{letter}dot" if water or each.row != each.column else f"{own}- {force}_{letter}dot"
    return f"-{force}_{letter}" if each.kind == "linear" else f"-{force}_{letter}|{letter}|"


def unit_of(each: Coefficient) -> str:
    """Return the unit of a number."""
    return UNITS[each.kind][int(each.row >= 3) + int(each.column >= 3)]
