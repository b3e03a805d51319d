"""Bodies of round sections along an axis: cylinders (round or elliptic), capsules, hulls from a profile."""

from itertools import pairwise
from math import pi
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from narcine.description.quantities import Length, Quantity, fail
from narcine.description.shapes.geometry import AXES, Array, Axis, Cut, Geometry

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(3)
CAP_SECTIONS = 24
"""Frusta that make up the half sphere at each end of a capsule."""


class RoundSections(Geometry):
    """A row of cone frusta along an axis, whose round sections may be stretched across it."""

    axis: Axis = Field("forward", description="along which its length lies")

    @property
    def axis_index(self) -> int:
        """Index of the body axis along which it lies."""
        return AXES[self.axis]

    @property
    def stretch(self) -> Array:
        """What the radius is multiplied by along each axis."""
        return np.ones(3)

    @property
    def stations(self) -> Array:
        """Stations and radii of the ends of its frusta (n, 2), in the shape's frame, growing."""
        raise NotImplementedError

    def _summed(self, function: Any) -> float:
        """Return the integral of a function of station and radius, exact for polynomials of fifth order."""
        total = 0.0
        for (x0, r0), (x1, r1) in pairwise(self.stations):
            shares = (_NODES + 1.0) / 2.0
            values = function(x0 + shares * (x1 - x0), r0 + shares * (r1 - r0))
            total += float((x1 - x0) / 2.0 * np.sum(_WEIGHTS * values))
        return total

    @property
    def _across(self) -> float:
        return float(np.prod(np.delete(self.stretch, self.axis_index)))

    @property
    def volume(self) -> float:
        """Enclosed volume."""
        return self._across * pi * self._summed(lambda x, r: r**2)

    @property
    def _middle(self) -> float:
        return self._summed(lambda x, r: r**2 * x) / self._summed(lambda x, r: r**2)

    @property
    def centroid(self) -> Array:
        """Centroid of the volume."""
        centroid = np.zeros(3)
        centroid[self.axis_index] = self._middle
        return centroid

    @property
    def inertia_per_mass(self) -> Array:
        """Moments of inertia of a unit mass."""
        area = self._summed(lambda x, r: r**2)
        squares = self.stretch**2 * self._summed(lambda x, r: r**4) / area / 4.0
        middle = self._middle
        squares[self.axis_index] = self._summed(lambda x, r: r**2 * (x - middle) ** 2) / area
        return np.diag(squares.sum() - squares)

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height."""
        extents: Array = self.stretch * self.stations[:, 1].max()
        extents[self.axis_index] = np.ptp(self.stations[:, 0]) / 2.0
        return extents

    @property
    def bounds(self) -> Array:
        """Lowest and highest coordinates from the centroid."""
        bounds = np.stack([-self.half_extents, self.half_extents])
        bounds[:, self.axis_index] = self.stations[[0, -1], 0] - self._middle
        return bounds

    @property
    def water_centre(self) -> Array:
        """Its middle."""
        return np.asarray(self.bounds.mean(axis=0))

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width at stations along an axis."""
        station = np.asarray(station)
        x, r = self.stations.T
        k = self.axis_index
        if axis == k:
            radius = np.interp(station + self._middle, x, r, left=0.0, right=0.0)
            return np.asarray(self.stretch[across] * radius)
        relative = np.abs(station) / self.stretch[axis]
        if across != k:
            return np.asarray(self.stretch[across] * np.sqrt(np.clip(r.max() ** 2 - relative**2, 0.0, None)))
        # how much of the length is as wide as the station lies out
        fine = np.linspace(x[0], x[-1], 2001)
        wide = np.interp(fine, x, r)[None] >= relative[..., None]
        return np.asarray(0.5 * wide.mean(axis=-1) * (x[-1] - x[0]))

    @property
    def cut(self) -> Cut:
        """How the surface cuts it."""
        ends = self.stations - [self._middle, 0.0]
        return Cut("frusta", self.stretch, self.axis_index, np.concatenate([ends[:-1], ends[1:]], axis=1))

    @property
    def hull_points(self) -> Array:
        """Points on the rims of its frusta."""
        angles = np.linspace(0.0, 2.0 * pi, 32, endpoint=False)
        i, j = (self.axis_index + 1) % 3, (self.axis_index + 2) % 3
        rims = []
        for x, r in self.stations - [self._middle, 0.0]:
            rim = np.zeros((32, 3))
            rim[:, self.axis_index] = x
            rim[:, i], rim[:, j] = r * self.stretch[i] * np.cos(angles), r * self.stretch[j] * np.sin(angles)
            rims.append(rim)
        return np.concatenate(rims)


def _two_radii(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value, value]


_RADIUS = Quantity("length", above=0.0)
Radii = Annotated[
    tuple[float, float],
    Quantity("length", above=0.0, size=2),
    BeforeValidator(_two_radii),
    WithJsonSchema({"anyOf": [_RADIUS.json_schema(), Quantity("length", above=0.0, size=2).json_schema()]}),
]


class Cylinder(RoundSections):
    """A cylinder with flat ends, round or of elliptic section.

    An elliptic section has two radii, along the other two body axes in the order forward, starboard, down.
    """

    radius: Radii = Field(description="one radius, or the two of an elliptic section")
    length: Length
    paddles: Annotated[float, Quantity("length", at_least=0.0)] = Field(
        0.0,
        description="height of thin paddles on all sides of a round one: they displace nothing, but widen `section`",
    )

    @model_validator(mode="after")
    def _paddles_on_what_is_round(self) -> "Cylinder":
        if self.paddles > 0.0 and self.radius[0] != self.radius[1]:
            raise fail("has paddles: these are for a round section, with one radius")
        return self

    @property
    def section(self) -> float:
        """Return mu_A, its effective cross-section with paddles of height w over that without: (r + w) / r."""
        return 1.0 + self.paddles / self.radius[0]

    @property
    def stretch(self) -> Array:
        """Its radii."""
        return np.insert(np.array(self.radius), self.axis_index, 1.0)

    @property
    def stations(self) -> Array:
        """Its two ends."""
        return np.array([[-self.length / 2.0, 1.0], [self.length / 2.0, 1.0]])

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width at stations along an axis."""
        if across == self.axis_index:
            return np.where(np.abs(np.asarray(station)) <= self.half_extents[axis], self.length / 2.0, 0.0)
        return super().half_width(axis, across, station)


class Capsule(RoundSections):
    """A cylinder with half spheres at its ends; its length is overall."""

    radius: Length
    length: Length

    @model_validator(mode="after")
    def _longer_than_wide(self) -> "Capsule":
        if self.length < 2.0 * self.radius:
            raise fail(f"is shorter ({self.length:g} m) than its two half spheres ({2.0 * self.radius:g} m)")
        return self

    @property
    def stations(self) -> Array:
        """Frusta inscribed in the half spheres, made as much wider as brings the volume back."""
        r = self.radius
        angles = np.linspace(0.0, pi / 2.0, CAP_SECTIONS + 1)
        nose = np.stack([self.length / 2.0 - r + r * np.sin(angles), r * np.cos(angles)], axis=1)
        nose[-1, 1] = 0.0
        profile = np.concatenate([nose[::-1] * [-1.0, 1.0], nose])
        exact = r**2 * (self.length - 2.0 * r) + 4.0 / 3.0 * r**3
        steps, ends = np.diff(profile[:, 0]), (profile[:-1, 1], profile[1:, 1])
        inscribed = float(np.sum(steps * (ends[0] ** 2 + ends[0] * ends[1] + ends[1] ** 2)) / 3.0)
        profile[:, 1] *= np.sqrt(exact / inscribed)
        return np.asarray(profile[np.append(True, steps > 0.0)])


class Revolution(RoundSections):
    """A body of revolution from its profile: straight from each station and radius to the next."""

    profile: tuple[Annotated[tuple[float, float], Quantity("length", size=2)], ...] = Field(
        min_length=2, description="[station, radius] from one end to the other"
    )

    @model_validator(mode="after")
    def _drawn_once(self) -> "Revolution":
        x, r = np.array(self.profile).T
        if np.any(r < 0.0):
            raise fail("has a negative radius")
        if not (np.all(np.diff(x) > 0.0) or np.all(np.diff(x) < 0.0)):
            raise fail("stations must grow or fall from one end to the other")
        if r.max() <= 0.0:
            raise fail("has no volume: all its radii are zero")
        return self

    @property
    def stations(self) -> Array:
        """Its profile, growing."""
        profile = np.array(self.profile)
        return profile if profile[0, 0] < profile[-1, 0] else profile[::-1]
