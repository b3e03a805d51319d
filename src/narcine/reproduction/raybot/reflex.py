"""How the live ray steers up and down with its fins: gliding at a trim, or swimming at a depth."""

from collections.abc import Mapping

import numpy as np

from narcine.reproduction.raybot.flock import Flock, Law, attitude_angles
from narcine.spatial.vectors import Array

PITCH, RATE, ATTACK = 2.0, 0.2, 1.0
"""Fin angle per pitch and per angle of attack away from the accustomed ones, and per pitch rate (s).

Chosen so that all glides of the sweep are stable: with less, those near stall sway about their steady state.
"""
ACCUSTOMED = 20.0
"""Time (s) in which pitch and angle of attack become the accustomed ones: a steady glide hangs on the trim alone."""
LARGEST = np.radians(55.0)
"""Fin angle; joints end at 60 deg."""
PERIOD = 0.02
"""Time (s) between two looks."""
DEPTH, SINKING, DRIFTING = 3.0, 3.0, 0.3
"""Pitch that is wanted per depth (rad/m), per speed downwards (rad s/m) and per depth and time (rad/m/s)."""
STEEPEST = np.radians(30.0)
"""Pitch that swimming at a depth may take."""
TRIMMING = 1.0
"""Fin angle per pitch and time (1/s) that swimming adds until the pitch is the wanted one."""
SIDES = ("starboard", "port")


def nose_up(angle: Array) -> dict[str, Array]:
    """Return fin angles that bring the nose up: margins of the bow raised, leading edges of the pelvic fins lowered."""
    angle = np.clip(angle, -LARGEST, LARGEST)
    return {f"{fin}_{side}": sign * angle for fin, sign in (("front", 1.0), ("pelvic", -1.0)) for side in SIDES}


def trimmed(trim: Array) -> Law:
    """Return the law of rays with a pectoral trim each (rad; positive brings the nose up)."""
    accustomed: dict[str, Array] = {}

    def law(flock: Flock) -> Mapping[str, Array]:
        attack = np.arctan2(flock["disc.down_velocity"], flock["disc.forward_velocity"])
        seen = {"pitch": attitude_angles(flock)[1], "attack": attack}
        for name, value in seen.items():
            before = accustomed.get(name, value)
            accustomed[name] = before + PERIOD / ACCUSTOMED * (value - before)
        surprise = {name: value - accustomed[name] for name, value in seen.items()}
        reflex = PITCH * surprise["pitch"] + ATTACK * surprise["attack"] + RATE * flock["disc.pitch_rate"]
        return nose_up(trim - reflex)

    return law


def at_depth(depth: float) -> Law:
    """Return the law of rays that swim at a depth (m)."""
    memory = {"depth": np.zeros(1), "pitch": np.zeros(1)}

    def law(flock: Flock) -> Mapping[str, Array]:
        pitch, attack = (
            attitude_angles(flock)[1],
            np.arctan2(flock["disc.down_velocity"], flock["disc.forward_velocity"]),
        )
        speed = np.hypot(flock["disc.down_velocity"], flock["disc.forward_velocity"])
        too_deep, sinking = flock["disc.down"] - depth, speed * np.sin(attack - pitch)
        memory["depth"] = np.clip(memory["depth"] + PERIOD * DRIFTING * too_deep, -STEEPEST, STEEPEST)
        wanted = np.clip(DEPTH * too_deep + SINKING * sinking + memory["depth"], -STEEPEST, STEEPEST)
        missing = wanted - pitch
        memory["pitch"] = np.clip(memory["pitch"] + PERIOD * TRIMMING * missing, -LARGEST, LARGEST)
        return nose_up(PITCH * missing + memory["pitch"] - RATE * flock["disc.pitch_rate"])

    return law
