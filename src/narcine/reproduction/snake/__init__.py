"""Perambulator III, the underwater snake (Li et al. 2015)."""

from narcine.reproduction.experiment import Paper
from narcine.reproduction.snake.dive import DIVE
from narcine.reproduction.snake.energy import ENERGY
from narcine.reproduction.snake.entry import DIVE_EXPERIMENT
from narcine.reproduction.snake.floating import FLOAT
from narcine.reproduction.snake.holding import HOLDING
from narcine.reproduction.snake.incidence import INCIDENCE
from narcine.reproduction.snake.proportion import PROPORTION
from narcine.reproduction.snake.speed import SPEED

PAPER = Paper(
    name="snake",
    title="Perambulator III: a snake robot under water",
    citation=(
        "Li, Wang, Li, Lv and Guo 2015, “Modeling and simulation of snake robot in 3D underwater locomotion”, Robot "
        "37(3), 336-342 (in Chinese)."
    ),
    short="Li et al. 2015",
    experiments=(SPEED, DIVE, DIVE_EXPERIMENT, FLOAT),
    checks=(INCIDENCE, PROPORTION, HOLDING, ENERGY),
)
