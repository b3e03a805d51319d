"""Towing runs with thrusters turning whose truth is known."""

import numpy as np
from scipy.signal import lfilter

from narcine.identification.towing.tow_runs import TowRun

FORWARD, REVERSE = (3.7e-4, -0.038), (2.96e-4, -0.0306)
"""T_ww (kg m), T_wu (kg)."""
DRAG = (34.96, 2.0)
"""c1 (kg/m), c2 (kg/s)."""
TRUTH = {
    "forward.thrust": FORWARD[0],
    "forward.advance": FORWARD[1],
    "reverse.thrust": REVERSE[0],
    "reverse.advance": REVERSE[1],
    "c1": DRAG[0],
    "c2": DRAG[1],
}
PULSES = (1200, 1300, 1350, 1400, 1440, 1500, 1560, 1600, 1650, 1700, 1750, 1800)
SPEEDS = (-0.6, 0.0, 0.3, 0.6, 0.9)
THRUSTERS = 2
RATE, REST, RAMP, LENGTH = 10.0, 3.0, 2.0, 17.0
MEMORY = 0.5
"""Time for which a part of the noise lingers (s)."""


def shaft_of(pulse):
    """Return the shaft speed of a pulse (rad/s)."""
    x = abs(pulse - 1500.0)
    if x <= 28.0:
        return 0.0
    return 10.7 * x**0.615 - 54.9 if pulse > 1500.0 else -(13.7 * x**0.576 - 66.3)


def thrust_of(shaft, speed, forward=FORWARD, reverse=REVERSE):
    """Return the thrust of one thruster."""
    ww, wu = np.where(shaft > 0.0, forward[0], reverse[0]), np.where(shaft > 0.0, forward[1], reverse[1])
    return ww * shaft * np.abs(shaft) + wu * np.abs(shaft) * speed


def driven_campaign(rng, pulses=PULSES, speeds=SPEEDS, repeats=2, noise=1.0, early=False, way=1.0):
    """Return runs: rest, a ramp, a plateau; white and lingering noise, a zero of each run, noise of speed and shaft.

    `early`: shafts turn halfway through the rest already. `way`: -1 where pulses above neutral push against the axis.
    """
    time = np.arange(0.0, LENGTH, 1.0 / RATE)
    course = np.clip((time - REST) / RAMP, 0.0, 1.0)
    a = np.exp(-1.0 / (RATE * MEMORY))
    runs = []
    for _ in range(repeats):
        for pulse in pulses:
            for nominal in speeds:
                if pulse == 1500 and nominal == 0.0:
                    continue
                begins = 0.5 * REST if early else REST
                shaft, speed = shaft_of(pulse) * (time >= begins), nominal * course
                thrust = THRUSTERS * way * thrust_of(shaft, way * speed)
                force = DRAG[0] * np.abs(speed) * speed + DRAG[1] * speed - thrust
                force += 10.0 * nominal / RAMP * ((course > 0.0) & (course < 1.0))
                lingering = lfilter([1.0], [1.0, -a], 0.3 * np.sqrt(1.0 - a * a) * rng.normal(size=len(time)))
                force += noise * (0.8 * rng.normal(size=len(time)) + lingering) + rng.normal()
                runs.append(
                    TowRun(
                        f"surge_{len(runs):03d}",
                        "surge",
                        time,
                        speed + 0.001 * noise * rng.normal(size=len(time)),
                        force,
                        np.full(len(time), float(pulse)),
                        shaft + 0.5 * noise * rng.normal(size=len(time)) * (shaft != 0.0),
                    )
                )
    return runs
