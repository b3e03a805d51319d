"""Settings of a frontseat from a JSON file, for a computer that has no pydantic to read vehicle files with.

The file is written where there is one, with every field and its default: `settings.model_dump_json()` of the record
that a vehicle file's `frontseat` becomes.
"""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from narcine.description.frontseat import Frontseat as Settings

PARTS = ("control", "modes", "map", "drivers", "rules")


def read_settings(path: str | Path) -> "Settings":
    """Return the settings that a JSON file holds; what the file says is taken as it is, in SI units and radians."""
    try:
        values = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is no JSON: {error}") from None
    missing = [part for part in PARTS if not isinstance(values, dict) or part not in values]
    if missing:
        raise ValueError(f"{path} lacks {', '.join(missing)}; write it with model_dump_json() of the whole frontseat")
    settings = _as_object(values)
    settings.modes = {name: _as_object(mode) for name, mode in values["modes"].items()}
    return cast("Settings", settings)


def _as_object(value: Any) -> Any:
    """Return objects in place of dictionaries, all the way down."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: _as_object(each) for key, each in value.items()})
    return value
