"""One diagram of curves beside the scene."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Panel:
    """One diagram: its title and the names of its lines."""

    title: str
    lines: tuple[str, ...]
    by_vehicle: bool = False
    """whether each line is a vehicle's, in its colour"""
    downwards: bool = False
