"""Morpheus: an A-size vehicle with morphing fins, and the base vehicle before it (Randeni et al. 2022)."""

from narcine.reproduction.experiment import Paper
from narcine.reproduction.morpheus.bang_bang import CYCLE, ROLLING
from narcine.reproduction.morpheus.energy import ENERGY
from narcine.reproduction.morpheus.radius import FIRST, WITH, WITHOUT
from narcine.reproduction.morpheus.turn_rate import RATE, STARBOARD

PAPER = Paper(
    name="morpheus",
    title="Morpheus: morphing fins to turn, a shroud to go straight",
    citation=(
        "Randeni, Sacarny, Benjamin and Triantafyllou 2022, “Morpheus: An A-sized AUV with morphing fins and "
        "algorithms for agile maneuvering”, MIT Sea Grant."
    ),
    short="Randeni et al. 2022",
    experiments=(WITH, WITHOUT, FIRST, RATE, STARBOARD, ROLLING, CYCLE),
    checks=(ENERGY,),
    prefixes=("morpheus", "ematt"),
)
