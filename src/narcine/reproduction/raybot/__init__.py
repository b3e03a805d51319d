"""RayBot, the robot after the electric ray (Krishnamurthy et al. 2009)."""

from narcine.reproduction.experiment import Paper
from narcine.reproduction.raybot.buoyancy import BUOYANCY
from narcine.reproduction.raybot.energy import ENERGY
from narcine.reproduction.raybot.formulations import FORMULATIONS
from narcine.reproduction.raybot.frequency import FREQUENCY_AMPLITUDE, FREQUENCY_SPEED
from narcine.reproduction.raybot.glide import GLIDE
from narcine.reproduction.raybot.live_ray import LIVE_SWIMMING
from narcine.reproduction.raybot.manoeuvres import SIX_DOF
from narcine.reproduction.raybot.station import STATION_HOLDING
from narcine.reproduction.raybot.tail_drives import TAIL_DRIVES

PAPER = Paper(
    name="raybot",
    title="RayBot: a multi-body approach to a robot after the electric ray",
    citation=(
        "Krishnamurthy, Khorrami, de Leeuw, Porter, Livingston and Long 2009, “A multi-body approach for 6DOF modeling "
        "of biomimetic autonomous underwater vehicles”."
    ),
    short="Krishnamurthy et al. 2009",
    experiments=(
        FREQUENCY_SPEED,
        FREQUENCY_AMPLITUDE,
        BUOYANCY,
        GLIDE,
        SIX_DOF,
        LIVE_SWIMMING,
        STATION_HOLDING,
    ),
    checks=(TAIL_DRIVES, FORMULATIONS, ENERGY),
)
