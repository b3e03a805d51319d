"""Two BlueROVs that are joined, and the tank in which they were measured (Nielsen et al. 2018)."""

from narcine.reproduction.experiment import Paper
from narcine.reproduction.rov.drag_fit import DRAG_FIT
from narcine.reproduction.rov.energy import ENERGY
from narcine.reproduction.rov.fitting import FITTING
from narcine.reproduction.rov.rigid import RIGID
from narcine.reproduction.rov.straight import STRAIGHT
from narcine.reproduction.rov.table import TABLE
from narcine.reproduction.rov.thruster import THRUSTER
from narcine.reproduction.rov.turn import TURN

PAPER = Paper(
    name="rov",
    title="Underwater robots that are joined, and a towing tank",
    citation=(
        "Nielsen, Eidsvik, Blanke and Schjølberg 2018, “Constrained multi-body dynamics for modular underwater "
        "robots — Theory and experiments”, Ocean Engineering 149, 358-372."
    ),
    short="Nielsen et al. 2018",
    experiments=(DRAG_FIT, STRAIGHT, TURN, RIGID),
    checks=(THRUSTER, TABLE, FITTING, ENERGY),
)
