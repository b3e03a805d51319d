"""The folder of a run: taken by one run at a time, and never lost to another."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from narcine.description.problems import DescriptionError, Place, Problem

LOCK = ".narcine.lock"


@contextmanager
def results_folder(out: str | None, name: str, overwrite: bool, holds: tuple[str, ...] = ("run.nc",)) -> Iterator[Path]:
    """Yield the folder for results, taken until the run is over: as asked, or runs/NAME with the next free number.

    A folder that was made here and stays empty is taken away again; one that holds any of `holds` (names, or patterns
    of names) is not touched.
    """
    if out is None:
        folder = _next_number(name)
        made = [folder, folder.parent]
    else:
        if not out.strip():
            raise DescriptionError([Problem((), "must name a folder", Place("--out"))])
        folder = Path(out)
        made = [each for each in (folder, *folder.parents) if not each.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        held = sorted({file.parent for each in holds for file in folder.glob(each)}) if not overwrite else []
        if held:
            message = "holds a run already; choose another folder, or add --overwrite"
            raise DescriptionError([Problem((), message, Place(str(each))) for each in held])
    with suppress_empty(made), locked(folder):
        yield folder


def _next_number(name: str) -> Path:
    number = 1
    while True:
        folder = Path("runs", f"{name}_{number:03d}")
        with suppress(FileExistsError):
            folder.mkdir(parents=True)
            return folder
        number += 1


@contextmanager
def suppress_empty(folders: list[Path]) -> Iterator[None]:
    """Take away folders that are still empty at the end, the innermost first."""
    try:
        yield
    finally:
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a lock on a folder; the system lets go of it when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system
        yield
        return
    lock = folder / LOCK
    with lock.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DescriptionError([Problem((), "another run writes there now", Place(str(folder)))]) from None
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)
