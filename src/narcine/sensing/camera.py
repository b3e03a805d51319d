"""A camera over the pool: where it sees a vehicle from above, frame by frame, with noise and with frames lost."""

from dataclasses import dataclass

import numpy as np

from narcine.sensing.noise import standard_normals, uniforms
from narcine.spatial.vectors import Array

NORTH, EAST, LOST = 1_000_000, 1_000_001, 1_000_002
"""Numbers of the camera's noise, beyond those of sensors."""


@dataclass(frozen=True)
class Camera:
    """What a tracking camera is."""

    frames: float = 25.0
    """a second (Hz)"""
    noise: float = 0.0
    """standard deviation of each coordinate (m)"""
    dropout: float = 0.0
    """share of frames in which the vehicle is not found"""
    pixel: float = 0.0
    """width of a pixel in the plane of the vehicle (m), to which positions are rounded; 0: none"""


@dataclass(frozen=True)
class Samples:
    """Positions in a plane at growing times."""

    time: Array
    """(samples,)"""
    place: Array
    """(samples, 2): north and east, or the x and y of a file"""
    sigma: Array | None = None
    """standard deviation of each sample, where it is known (samples,)"""


def filmed(camera: Camera, times: Array, places: Array, seed: int) -> Samples:
    """Return what a camera sees of a way given by times and places (times, 2); lost frames are left out.

    Between the given times the way is straight. Noise is independent from frame to frame.
    """
    count = int(np.floor((times[-1] - times[0]) * camera.frames + 1e-9)) + 1
    frames = times[0] + np.arange(count) / camera.frames
    seen = np.stack([np.interp(frames, times, places[:, k]) for k in (0, 1)], axis=1)
    seeds = np.full(count, seed)
    seen = seen + camera.noise * standard_normals(seeds, np.array([NORTH, EAST]), frames)
    if camera.pixel > 0.0:
        seen = np.rint(seen / camera.pixel) * camera.pixel
    found = uniforms(seeds, np.array([LOST]), frames)[:, 0] >= camera.dropout
    return Samples(frames[found], seen[found])
