"""The miniature robotic fish that finds light (Zhou et al. 2007)."""

from narcine.reproduction.experiment import Paper
from narcine.reproduction.minifish.consistency import CONSISTENCY
from narcine.reproduction.minifish.energy import ENERGY
from narcine.reproduction.minifish.floating import FLOATING
from narcine.reproduction.minifish.max_speed import MAX_SPEED
from narcine.reproduction.minifish.servo import SERVO
from narcine.reproduction.minifish.speed_map import SPEED_MAP
from narcine.reproduction.minifish.tracking import TRACKING

PAPER = Paper(
    name="minifish",
    title="A miniature robotic fish with one servo",
    citation=(
        "Zhou, Cao, Wang, Dong and Tan 2007, “A miniature biomimetic robotic fish and its realtime path planning”, 6th "
        "International Conference on Field and Service Robotics, Chamonix."
    ),
    short="Zhou et al. 2007",
    experiments=(MAX_SPEED, SPEED_MAP, TRACKING),
    checks=(SERVO, FLOATING, CONSISTENCY, ENERGY),
)
