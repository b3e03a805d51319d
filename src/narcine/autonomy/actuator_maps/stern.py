"""Four equal stern surfaces in a cross (004, eqs 6 to 9).

    upper rudder        psi cos phi - theta sin phi - roll
    lower rudder        psi cos phi - theta sin phi + roll
    port elevator       psi sin phi + theta cos phi - roll
    starboard elevator  psi sin phi + theta cos phi + roll

with the correctives of heading psi (to starboard), pitch theta (nose up) and roll (starboard down), the roll angle phi,
rudders positive to starboard and elevators positive nose up. So that all four roll the same way, the signs of the roll
corrective at the rudders are not the printed ones: as printed, the set is consistent when roll is counted port down and
elevators nose down.
"""

import math
from typing import NamedTuple


class Stern(NamedTuple):
    """The angles of the four surfaces."""

    upper_rudder: float
    lower_rudder: float
    port_elevator: float
    starboard_elevator: float


def stern_angles(heading: float, pitch: float, roll: float, angle: float) -> Stern:
    """Return the angles for three correctives at a roll angle, before limits."""
    cosine, sine = math.cos(angle), math.sin(angle)
    rudder = heading * cosine - pitch * sine
    elevator = heading * sine + pitch * cosine
    return Stern(rudder - roll, rudder + roll, elevator - roll, elevator + roll)
