"""Energy of all runs of RayBot and of the live ray adds up."""

import narcine
from narcine.reproduction.energy import audit_runs
from narcine.reproduction.experiment import Check, Finding

GAITS = ("cruise", "burst", "stroll")


def find() -> Finding:
    """Audit each gait that RayBot's file brings, both ways its tail is driven, the manoeuvres, and the live ray."""
    runs = {gait: narcine.load("raybot", gait=gait) for gait in GAITS}
    runs |= {"tendons": narcine.load("raybot_tendon"), "plates": narcine.load("raybot_shear")}
    runs |= {"manoeuvres": narcine.load("raybot_manoeuvres")}
    runs |= {f"live ray, {gait}": narcine.load("electric_ray", gait=gait) for gait in ("swim", "glide")}
    return audit_runs(runs)


ENERGY = Check(
    id="raybot.energy",
    title="Energy adds up",
    text=(
        "What drives and motors give is what water and dampers take, less what is kept as motion: the work of all "
        "forces over a run against the kinetic energy gained, in the frame of the water."
    ),
    find=find,
)
