"""A row of modules from head to tail, as of a snake."""

from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StringConstraints, model_validator

from narcine.description.names import NAME_PATTERN
from narcine.description.outline import Outline
from narcine.description.quantities import Direction, Position, fail
from narcine.description.record import Record

Block = dict[str, Any]
AXES: dict[str, Any] = {"pitch": "starboard", "yaw": "down"}
DEFAULT_DRIVE: Block = {"type": "prescribed"}


class Chain(Record):
    """Modules that are joined end to end along their forward axes, the first at the head.

    Bodies are called NAME_1 and so on, joints NAME_joint_1 and so on, both counted from the head.
    """

    count: StrictInt = Field(ge=1, le=500, description="how many modules")
    module: Block = Field({}, description="the keys of a body: each module")
    outline: Outline | None = Field(None, description="from which modules are cut, each with its own shape and mass")
    axes: dict[Annotated[str, StringConstraints(pattern=NAME_PATTERN)], Direction] = Field(
        AXES,
        description="about which each joint turns: one, of a hinge, or two, of a universal joint",
        validate_default=True,
    )
    joint: Block = Field({}, description="stiffness, damping, limits and so on of each axis")
    drive: Block | Literal["none"] = Field(DEFAULT_DRIVE, description="of each axis; none: they are passive")
    body: str | None = Field(None, description="on which the chain hangs; its first module is free when not given")
    at: Position = Field((0.0, 0.0, 0.0), description="where on that body")

    @model_validator(mode="after")
    def _joined(self) -> "Chain":
        if len(self.axes) not in (1, 2):
            raise fail("must have one axis or two, for example {pitch: starboard, yaw: down}")
        if self.body is None and self.count < 2:
            raise fail("needs two modules or more, or a body to hang on")
        if self.body is None and any(self.at):
            raise fail("has a place `at` and no `body` to hang on")
        if self.outline is not None and "shape" in self.module:
            raise fail("has a shape of its modules and an outline, which gives each its own; leave one out")
        return self

    @property
    def blocks(self) -> list[Block]:
        """Return what is said of each module."""
        cut = self.outline.modules(self.count) if self.outline is not None else [Block()] * self.count
        return [{**each, **self.module} for each in cut]

    @property
    def driving(self) -> Block | None:
        """Return the drive of each coordinate, or none; what says no kind changes the usual one."""
        if isinstance(self.drive, str):
            return None
        return self.drive if "type" in self.drive else {**DEFAULT_DRIVE, **self.drive}

    def modules(self, name: str) -> tuple[str, ...]:
        """Return the names of the modules from head to tail."""
        return tuple(f"{name}_{number + 1}" for number in range(self.count))

    def joints(self, name: str) -> tuple[str, ...]:
        """Return the names of the joints from head to tail."""
        return tuple(f"{name}_joint_{number + 1}" for number in range(self.count - (self.body is None)))

    def coordinates(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return the coordinates about each axis from head to tail."""
        joints = self.joints(name)
        if len(self.axes) == 1:
            return dict.fromkeys(self.axes, joints)
        return {axis: tuple(f"{joint}.{axis}" for joint in joints) for axis in self.axes}
