"""What missions leave in a folder: which folder each has, what is theirs, and what an earlier mission left there."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from narcine.mission.preparing import Prepared

LOG, RUN, PAGE = "mission.mcap", "run.nc", "mission.html"
LEFT = (RUN, LOG, PAGE, "track.png", "turn_rate.png", "turns.png", "control.png")
"""All files of a mission."""
HOLDS = (RUN, LOG, PAGE, f"*/{RUN}", f"*/{LOG}", f"*/{PAGE}")
"""By which a folder is known to hold missions."""
LIST = ".narcine.missions"
"""File that names the folders of several missions, so that nobody else's are taken for them."""


def folders(missions: "Sequence[Prepared]", folder: Path) -> list[Path]:
    """Return the folder of each mission: the one for all where it is alone."""
    if len(missions) == 1:
        return [folder]
    names = {mission.description.mission.name for mission in missions}
    return [
        folder / (mission.description.run if len(names) == 1 else mission.title.replace(", ", "_"))
        for mission in missions
    ]


def tidy(folder: Path, places: "Sequence[Path]") -> None:
    """Take away what an earlier mission left that these do not write anew, and note whose the folders in it are."""
    for place in {folder, *places, *_listed(folder)}:
        for name in LEFT:
            if place not in places or name not in (RUN, LOG):
                (place / name).unlink(missing_ok=True)
        if place not in (folder, *places):
            with suppress(OSError):  # something else lies there, too
                place.rmdir()
    inside = [place.name for place in places if place != folder]
    if inside:
        (folder / LIST).write_text("\n".join([*inside, ""]), encoding="utf-8")
    else:
        (folder / LIST).unlink(missing_ok=True)


def written(folder: Path, places: "Sequence[Path]") -> list[str]:
    """Return the files of missions in their folders, relative to that of all."""
    found = {place / name for place in (folder, *places) for name in LEFT}
    return sorted(str(file.relative_to(folder)) for file in found if file.is_file())


def _listed(folder: Path) -> list[Path]:
    """Return the folders of several missions that were flown into this one before."""
    try:
        names = (folder / LIST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    listed = [folder / name for name in names if name not in ("", ".", "..") and Path(name).name == name]
    return [place for place in listed if place.is_dir() and not place.is_symlink()]
