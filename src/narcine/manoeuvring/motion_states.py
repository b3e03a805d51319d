"""The motion of a free vehicle by speeds, angular rates and Euler angles, and its rates with exact derivatives.

    z = (u, v, w, p, q, r, roll, pitch, heading, depth, all other entries of the state)

Rates are those of the compiled step; complex entries of z pass through it, so that a derivative is the imaginary part
over an imaginary step that is too small to round.
"""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import narcine
from narcine.compiled import cache_folder
from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model
from narcine.simulation.observe import Observation, empty_observation, observe
from narcine.spatial.vectors import Array
from narcine.tables import Table

TINY = 1e-30
"""The imaginary step: its square is lost in rounding, so nothing is subtracted."""
MOTION = ("u", "v", "w", "p", "q", "r", "roll", "pitch", "heading", "depth")
UNITS = ("m/s", "m/s", "m/s", "rad/s", "rad/s", "rad/s", "rad", "rad", "rad", "m")
ROLL, PITCH, HEADING, DEPTH = (MOTION.index(name) for name in ("roll", "pitch", "heading", "depth"))
RATES = 6
"""Entries of z whose rates are accelerations."""


@dataclass(frozen=True)
class Seen:
    """Rows of motions under their commands."""

    rates: Array
    """(row, z)"""
    wrench: Array
    """(row, term, link, 6), each in the axes of its link, at its origin"""
    place: Array
    """(row, link, 3)"""
    attitude: Array
    """(row, link, 3, 3), link to world"""


class MotionStates:
    """How z stands for the state of a model with one free root."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.root = model.vehicles[0].root
        first = int(model.layout[model.link_columns.position + self.root])
        self._place = np.arange(first, first + 3)
        self._turn = np.arange(first + 3, first + 7)
        begin = model.positions + model.velocity_of(self.root)
        self._motion = np.arange(begin, begin + 6)
        taken = {*self._place, *self._turn, *self._motion}
        self.rest = np.array([k for k in range(model.states) if k not in taken], np.int64)
        self.links = np.array([link for link, owner in enumerate(model.link_roots) if owner == self.root], np.int64)
        self.names = (*MOTION, *(model.state_names[k] for k in self.rest))

    @property
    def size(self) -> int:
        """Length of z."""
        return len(self.names)

    def index_of(self, state: int) -> int:
        """Return where an entry of the state that is no motion of the root stands in z."""
        return len(MOTION) + int(np.flatnonzero(self.rest == state)[0])

    def followers(self) -> list[tuple[int, int]]:
        """Return pairs of an entry of z and the command that it comes to rest at."""
        layout, found = self.model.layout, []
        for table in (Table.SURFACES, Table.PROPELLERS, Table.DEPLOYMENTS):
            columns = read_columns(layout, table)
            for row in range(int(layout[3 * table])):
                found.append((self.index_of(int(layout[columns.state + row])), int(layout[columns.command + row])))
        return found

    def at_rest(self, commands: Array) -> Array:
        """Return z at no speed where the model starts, actuators where commands send them."""
        z = np.zeros(self.size)
        z[DEPTH] = self.model.initial_state[self._place[2]]
        z[len(MOTION) :] = self.model.initial_state[self.rest]
        for entry, command in self.followers():
            z[entry] = commands[command]
        return z

    def states(self, z: Array) -> Array:
        """Return rows of the state of rows of z, real or complex."""
        x = np.zeros((len(z), self.model.states), z.dtype)
        x[:, self._place[2]] = z[:, DEPTH]
        half = 0.5 * z[:, ROLL : HEADING + 1]
        (cr, cp, cy), (sr, sp, sy) = np.cos(half).T, np.sin(half).T
        x[:, self._turn] = np.stack(
            [
                cr * cp * cy + sr * sp * sy,
                sr * cp * cy - cr * sp * sy,
                cr * sp * cy + sr * cp * sy,
                cr * cp * sy - sr * sp * cy,
            ],
            axis=1,
        )
        x[:, self._motion] = z[:, :6]
        x[:, self.rest] = z[:, len(MOTION) :]
        return x

    def motions(self, x: Array) -> Array:
        """Return rows of z of rows of the state, real."""
        w, a, b, c = x[:, self._turn].T
        z = np.zeros((len(x), self.size))
        z[:, :6] = x[:, self._motion]
        z[:, ROLL] = np.arctan2(2.0 * (w * a + b * c), 1.0 - 2.0 * (a * a + b * b))
        z[:, PITCH] = np.arcsin(np.clip(2.0 * (w * b - c * a), -1.0, 1.0))
        z[:, HEADING] = np.arctan2(2.0 * (w * c + a * b), 1.0 - 2.0 * (b * b + c * c))
        z[:, DEPTH] = x[:, self._place[2]]
        z[:, len(MOTION) :] = x[:, self.rest]
        return z

    def see(self, z: Array, commands: Array, parameters: Array | None = None) -> Seen:
        """Return the rates of rows of z, and what makes them, exact in imaginary parts; rows of commands likewise."""
        model = self.model
        p = (model.parameters if parameters is None else parameters).astype(complex)
        z = z.astype(complex)
        out: Observation = empty_observation(model.layout, len(z), complex)
        observe(p, model.layout, self.states(z), np.ascontiguousarray(commands.astype(complex)), out, model.coupled)
        rates = np.zeros(z.shape, complex)
        rates[:, :RATES] = out.rates[:, self._motion]
        sine, cosine, tangent = np.sin(z[:, ROLL]), np.cos(z[:, ROLL]), np.tan(z[:, PITCH])
        _, _, _, p_, q, r = z[:, :6].T
        rates[:, ROLL] = p_ + tangent * (q * sine + r * cosine)
        rates[:, PITCH] = q * cosine - r * sine
        rates[:, HEADING] = (q * sine + r * cosine) / np.cos(z[:, PITCH])
        rates[:, DEPTH] = out.rates[:, self._place[2]]
        rates[:, len(MOTION) :] = out.rates[:, self.rest]
        return Seen(rates, out.wrench, out.place, out.attitude.reshape(*out.place.shape, 3))

    def slopes(
        self, z: Array, commands: Array, directions: Array, parameters: Array | None = None
    ) -> tuple[Seen, Seen]:
        """Return what is seen at one z, and its derivatives along rows of directions in (z, commands)."""
        moved = np.concatenate([z, commands])[None] + 1j * TINY * np.vstack([np.zeros(directions.shape[1]), directions])
        seen = self.see(moved[:, : self.size], moved[:, self.size :], parameters)
        here = Seen(*(np.asarray(part[:1].real) for part in vars(seen).values()))
        there = Seen(*(np.asarray(part[1:].imag / TINY) for part in vars(seen).values()))
        return here, there


def slopes_are_compiled() -> bool:
    """Say whether what differentiates rates has been compiled on this machine before."""
    return _mark().exists()


def note_slopes() -> None:
    """Note that what differentiates rates has been compiled."""
    _mark().touch()


def _mark() -> Path:
    """Return the note's file, which tells copies of the package apart as those of the engine do."""
    copy = hashlib.sha256(os.fsencode(Path(narcine.__file__).parent.absolute())).hexdigest()[:8]
    return cache_folder() / f"slopes_{copy}"
