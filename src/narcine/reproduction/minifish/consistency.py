"""Half the step gives the same speed, and port and starboard turns mirror each other."""

from math import degrees, radians

import numpy as np

import narcine
from narcine.recording.summary import summarise
from narcine.reproduction.experiment import Check, Finding
from narcine.simulation.batch import record_batch

STEP_CHANGE = 0.005
"""Part by which half the step may move speed and turning rate: the servo's points fall between steps."""
MIRRORED = 0.01
"""Part by which turning rates to both sides may differ: the first beat goes to one side."""
DURATION, TURN = 15.0, 30.0
"""s, deg"""


def find() -> Finding:
    """Swim straight and turning to both sides, with the step of the file and with half of it."""
    fish = narcine.load("minifish")
    commands = [{"gait.turn": radians(turn)} for turn in (0.0, TURN, -TURN)]
    swims = {
        part: [
            summarise(run)[0] for run in record_batch([fish] * 3, DURATION, commands, step=fish.scenario.step / part)
        ]
        for part in (1, 2)
    }
    straight, starboard, port = swims[1]
    changes = [abs(half.speed / whole.speed - 1.0) for whole, half in zip(swims[1], swims[2], strict=True)]
    changes += [
        abs(half.turn_rate / whole.turn_rate - 1.0) for whole, half in zip(swims[1][1:], swims[2][1:], strict=True)
    ]
    uneven = abs(starboard.turn_rate / -port.turn_rate - 1.0)
    note = (
        f"half the step moves speeds and turning rates by up to {100.0 * max(changes):.2g} %; turning by "
        f"{TURN:.0f} deg {degrees(starboard.turn_rate):+.2f} deg/s to starboard and {degrees(port.turn_rate):+.2f} to "
        f"port ({100.0 * uneven:.2g} % apart); straight on {degrees(straight.turn_rate):+.3f} deg/s"
    )
    ok = max(changes) <= STEP_CHANGE and uneven <= MIRRORED and starboard.turn_rate > 0.0
    return Finding(bool(ok and np.isfinite(uneven)), note)


CONSISTENCY = Check(
    id="minifish.consistency",
    title="Steps are short enough, and both sides are alike",
    text=(
        "The servo's target jumps between steps of the run, so that these limit what can be told apart. A positive "
        "turn goes to starboard."
    ),
    find=find,
)
