"""Energy of the miniature fish adds up: straight on, turning and in a C-turn, at the surface."""

import narcine
from narcine.reproduction.energy import audit_runs
from narcine.reproduction.experiment import Check, Finding

SHORT = {"run__step": 5e-4, "run__duration": 10.0}
"""s: at each point the servo's effort jumps, and sums over steps see that the better the shorter they are."""


def find() -> Finding:
    """Audit swimming, turning and a C-turn."""
    return audit_runs(
        {
            "swim": narcine.load("minifish", **SHORT),
            "turning": narcine.load("minifish", gait__turn="30 deg", **SHORT),
            "C-turn": narcine.load("minifish", gait="c_turn", **SHORT),
        }
    )


ENERGY = Check(
    id="minifish.energy",
    title="Energy adds up",
    text=(
        "What the servo gives is what water takes, less what is kept as motion and height. The float heaves "
        "at the surface. The servo's effort jumps at each point that it is sent; steps of 0.5 ms, a tenth of the "
        "file's, let sums over them see that."
    ),
    find=find,
)
