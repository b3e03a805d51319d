"""Energy of the snake's runs adds up, at the surface too."""

import narcine
from narcine.reproduction.energy import audit_runs
from narcine.reproduction.experiment import Check, Finding
from narcine.reproduction.snake.laws import LAW, LAWS

GAITS = ("serpentine", "dive", "rectilinear", "sidewinding")


def find() -> Finding:
    """Audit gaits at the surface and under it, under both laws."""
    key = LAW.replace(".", "__")
    runs = {
        f"{gait}, {label}": narcine.load("perambulator", gait=gait, **{key: law})
        for gait in GAITS
        for law, label in LAWS.items()
    }
    return audit_runs(runs)


ENERGY = Check(
    id="snake.energy",
    title="Energy adds up",
    text=(
        "What drives give is what water takes, less what is kept as motion and height, also where modules leave the "
        "water and enter it: then their added inertia changes, and with it the momentum of the water."
    ),
    find=find,
)
