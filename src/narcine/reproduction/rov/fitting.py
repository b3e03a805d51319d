"""Numbers of BlueROV out of how it moves: 60 s under cameras."""

import time

import narcine
from narcine.description.library import SAMPLES
from narcine.identification.fitting.fit import fit
from narcine.identification.fitting.trial import read_trial
from narcine.reproduction.experiment import Check, Finding
from narcine.simulation.numbers import number_at
from narcine.viewing.fit import draw_correlation, draw_fit

HULL = "bodies.hull"
PARAMETERS = (
    *(f"{HULL}.added_inertia.matrix.{k}" for k in range(6)),
    *(f"{HULL}.drag.quadratic.{k}" for k in range(3)),
    f"{HULL}.drag.linear.3",
    f"{HULL}.drag.linear.5",
)
TIE = "actuators.*.thrust.0"
WRONG = 1.4
"""Factor by which added inertia and drag begin off."""
SURE = 3.5
"""Standard deviations that a number may be off: one of 2000 by chance, and there are twelve."""


def find() -> Finding:
    """Fit twelve numbers to motion that ships, from a start that is wrong by 40 %."""
    true = narcine.load("bluerov")
    truth = {path: number_at(true, path) for path in PARAMETERS}
    settings = {path.replace(".", "__"): WRONG * value for path, value in truth.items()}
    began = time.perf_counter()
    found = fit(
        [read_trial(SAMPLES / "bluerov_motion.csv")], narcine.load("bluerov", **settings), PARAMETERS, ties=[TIE]
    )
    seconds = time.perf_counter() - began
    worst, outside = 0.0, 0
    for path, value in truth.items():
        each = found[path]
        assert each.value is not None
        assert each.interval is not None
        assert each.deviation is not None
        worst = max(worst, abs(each.value - value) / each.deviation)
        outside += not each.interval[0] <= value <= each.interval[1]
    note = (
        f"{len(PARAMETERS) + 1} numbers and 12 of the start from 60 s in {seconds:.0f} s; the worst is {worst:.1f} "
        f"standard deviations off, {outside} of {len(PARAMETERS)} 95 % intervals miss the truth"
    )
    pictures = [
        (draw_fit("bluerov: fit", found, 0), "Measured and fitted motion, and residuals over noise."),
        (draw_correlation("bluerov: fit", found), "Correlation of what was found."),
    ]
    return Finding(worst <= SURE, note, pictures)


FITTING = Check(
    id="rov.fit",
    title="Numbers out of free motion (self-consistency)",
    text=(
        "Added inertia, drag and thrust of BlueROV from 60 s of poses with 1 mm and 0.2 deg of noise, made up by the "
        "model itself; the fit starts from numbers that are 40 % too large. What the tank cannot tell, such as added "
        "mass without accelerations (section 3.1.1), motion does."
    ),
    find=find,
)
