"""narcine: bio-inspired and articulated underwater vehicles, described in a file, swimming."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from pathlib import Path

    from narcine.simulation.simulation import Simulation

_PUBLIC = {
    "Simulation": "narcine.simulation.simulation",
    "RunStopped": "narcine.simulation.failure",
    "Vehicle": "narcine.description.vehicle",
    "Scenario": "narcine.description.scenario",
    "DescriptionError": "narcine.description.problems",
}
__all__ = ["DescriptionError", "RunStopped", "Scenario", "Simulation", "Vehicle", "__version__", "load"]


def load(name: "str | Path", **settings: Any) -> "Simulation":
    """Return a vehicle or scenario, by the name of one that ships or by a path, ready to run.

    Settings change values of the file by their path, with `__` for the dots: `load("raybot", gait__frequency=1.5)`.
    """
    from os import PathLike, fspath

    from narcine.description.load import load_description
    from narcine.simulation.simulation import Simulation

    if not isinstance(name, str | PathLike):
        raise TypeError(f"a vehicle or scenario is loaded by its name or path, not by {name!r}")
    return Simulation(
        load_description(fspath(name), {path.replace("__", "."): value for path, value in settings.items()})
    )


def __getattr__(name: str) -> Any:
    """Import public names when they are first used, so that `import narcine` stays quick."""
    if name in _PUBLIC:
        from importlib import import_module

        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'narcine' has no attribute {name!r}")
