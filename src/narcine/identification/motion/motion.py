"""Motion as it was measured: poses, rates and joints of one vehicle over time, and what it was commanded meanwhile."""

from dataclasses import dataclass, field
from pathlib import Path

from narcine.recording.trajectory import Array

POSITION = ("north", "east", "down")
"""Columns of a file of motion, in the axes of the world."""
CAPTURED = ("x", "y", "z")
"""The same in axes of a motion capture, which whoever reads it puts into those of the world."""
QUATERNION = ("qw", "qx", "qy", "qz")
ANGLES = ("roll", "pitch", "yaw")
VELOCITY = ("u", "v", "w")
RATES = ("p", "q", "r")
JOINT, COMMAND = "joint", "command"
"""Families of columns: joint.NAME, command.NAME."""


@dataclass(frozen=True)
class Motion:
    """What was measured of a vehicle's root, or of markers on it; nan where a sample was lost."""

    source: str
    """the file, as it was named"""
    time: Array
    """(sample,), growing"""
    position: Array | None = None
    """(sample, 3): north, east, down (m)"""
    attitude: Array | None = None
    """(sample, 4): quaternion w, x, y, z, from the body's axes to the world's"""
    velocity: Array | None = None
    """(sample, 3) over ground, in the body's own axes (m/s)"""
    angular_velocity: Array | None = None
    """(sample, 3) in the body's own axes (rad/s)"""
    joints: dict[str, Array] = field(default_factory=dict)
    """by coordinate, (sample,) (rad or m)"""
    commands: dict[str, Array] = field(default_factory=dict)
    """by input, (sample,), each held until the next sample (SI)"""
    unused: tuple[str, ...] = ()
    """columns or topics that were there and that nobody reads"""

    @property
    def file(self) -> Path:
        """Return the file that it was read from."""
        return Path(self.source)
