"""Energy of the joined pair adds up, straight on and turning."""

import narcine
from narcine.reproduction.energy import audit_runs
from narcine.reproduction.experiment import Check, Finding
from narcine.reproduction.rov.trials import SCENARIO, commanded, straight_trials, turning_trials


def find() -> Finding:
    """Audit a straight and a turning trial."""
    trials = {"straight": straight_trials()[-1], "turn": turning_trials()[-1]}
    return audit_runs(
        {
            name: narcine.load(SCENARIO, **{path.replace(".", "__"): value for path, value in commanded(trial).items()})
            for name, trial in trials.items()
        }
    )


ENERGY = Check(
    id="rov.energy",
    title="Energy adds up",
    text="What thrusters give is what water takes, less what is kept as motion and height; couplings do no work.",
    find=find,
    coupled=True,
)
