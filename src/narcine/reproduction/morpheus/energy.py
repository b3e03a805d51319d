"""Energy of Morpheus adds up: straight on, turning with its fins out, and of the hybrid glider."""

import narcine
from narcine.reproduction.energy import audit_runs
from narcine.reproduction.experiment import Check, Finding

TURN = {
    "run__commands": {
        "propeller": 90.0,
        "upper_rudder": [[1.0, 0.26]],
        "lower_rudder": [[1.0, 0.26]],
        "fins": [[1.0, 1.0]],
        "upper_fin": [[2.0, -0.26]],
        "lower_fin": [[2.0, -0.26]],
    },
    "run__duration": 10.0,
}
GLIDE = {
    "run__commands": {"propeller": 0.0, "buoyancy_engine": -1e-4, "battery": [[1.0, 0.01]]},
    "run__duration": 20.0,
}


def find() -> Finding:
    """Audit a turn with fins, the same of the first base vehicle, and a glide."""
    ematt = {"run__commands": {"propeller": 90.0, "rudder": [[1.0, 0.26]]}, "run__duration": 10.0}
    return audit_runs(
        {
            "morpheus turns": narcine.load("morpheus", **TURN),
            "ematt turns": narcine.load("ematt", **ematt),
            "hybrid glider dives": narcine.load("hybrid_glider", **GLIDE),
        }
    )


ENERGY = Check(
    id="morpheus.energy",
    title="Energy adds up",
    text=(
        "What the screw gives is what water takes, less what is kept as motion and height, also where surfaces throw "
        "over, fins slide out, and a buoyancy engine pumps."
    ),
    find=find,
)
