"""A real animal: juvenile catsharks in a flume (Berio, Morerod and Di Santo 2025)."""

from narcine.reproduction.catshark.convergence import CONVERGENCE
from narcine.reproduction.catshark.readings import OTHER_READINGS
from narcine.reproduction.catshark.speed import SPEED
from narcine.reproduction.experiment import Paper

PAPER = Paper(
    name="catshark",
    title="Catsharks in a flume: speed from the midline",
    citation=(
        "Berio, Morerod and Di Santo 2025, “Speed-dependent locomotor patterns during steady swimming in a demersal "
        "shark”, Journal of Fish Biology, doi 10.1111/jfb.70043. Data: github.com/fberio/scanicula_steady_swimming, "
        "MIT licence, copyright 2024 Fidji Berio."
    ),
    short="Berio et al. 2025",
    experiments=(SPEED,),
    checks=(OTHER_READINGS, CONVERGENCE),
)
