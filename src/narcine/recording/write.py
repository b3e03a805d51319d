"""Files that are written whole or not at all."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xarray


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a name to write to; the file takes its own name when all is written, and vanishes when something fails."""
    unfinished = _beside(path)
    try:
        yield unfinished
        unfinished.chmod(0o666 & ~_umask())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def try_to_write(path: Path) -> None:
    """Raise at once what writing a file would raise in the end."""
    _beside(path).unlink()


def _beside(path: Path) -> Path:
    """Return an empty file beside one that is to be written."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    os.close(handle)
    return Path(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_run(dataset: "xarray.Dataset", path: Path | str) -> None:
    """Write a run as netCDF."""
    with whole_file(Path(path)) as unfinished:
        dataset.to_netcdf(unfinished, engine="h5netcdf")


def read_run(path: Path | str) -> "xarray.Dataset":
    """Return a run from a file."""
    import xarray

    return xarray.load_dataset(path, engine="h5netcdf")
