"""Energy of RayBot's gaits adds up."""

import narcine
from narcine.reproduction.energy import audit_runs
from narcine.reproduction.experiment import Check, Finding

GAITS = ("cruise", "burst", "stroll")


def find() -> Finding:
    """Audit each gait that RayBot's file brings."""
    return audit_runs({gait: narcine.load("raybot", gait=gait) for gait in GAITS})


ENERGY = Check(
    id="raybot.energy",
    title="Energy adds up",
    text=(
        "What drives give is what water and dampers take, less what is kept as motion: the work of all forces over a "
        "run against the kinetic energy gained, in the frame of the water."
    ),
    find=find,
)
