"""Two BlueROVs that are joined, and the tank in which they were measured (Nielsen et al. 2018)."""

from narcine.reproduction.experiment import Paper
from narcine.reproduction.rov.rigid import RIGID

PAPER = Paper(
    name="rov",
    title="Underwater robots that are joined, and a towing tank",
    citation=(
        "Nielsen, Eidsvik, Blanke and Schjølberg 2018, “Constrained multi-body dynamics for modular underwater "
        "robots — Theory and experiments”, Ocean Engineering 149, 358-372."
    ),
    short="Nielsen et al. 2018",
    experiments=(RIGID,),
)
