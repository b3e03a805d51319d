"""Compiling kernels: once per machine, cached on disk, never served from a stale cache.

Numba's cache looks only at the file of the function it caches, not at the functions that it calls in other
files. The cache folder therefore carries a hash of every source file that the entry points reach by their imports.
"""

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., object])

KEPT_VERSIONS = 5

_PACKAGE = Path(__file__).parent
_IMPORT = re.compile(r"^from (narcine[\w.]*) import", re.MULTILINE)

_JIT: Any = numba.njit
_CONFIG: Any = numba.config
_OPTIONS = {"nogil": True, "error_model": "numpy", "fastmath": {"contract"}}


@cache
def source_hash() -> str:
    """Return a hash over all kernel sources and the versions of what compiles them."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for file, text in sorted(kernel_sources().items()):
        digest.update(f"{file.relative_to(_PACKAGE)}\n{text}".encode())
    return digest.hexdigest()[:16]


def kernel_sources() -> dict[Path, str]:
    """Return all files with entry points, and all that they import from this package, with their texts."""
    found: dict[Path, str] = {}
    texts = {file: file.read_text(encoding="utf-8") for file in _PACKAGE.rglob("*.py")}
    waiting = [file for file, text in texts.items() if "\n@entry_point\n" in text]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found[file] = texts[file]
        for module in _IMPORT.findall(texts[file]):
            parts = module.split(".")[1:]
            for candidate in (_PACKAGE.joinpath(*parts).with_suffix(".py"), _PACKAGE.joinpath(*parts, "__init__.py")):
                if candidate in texts:
                    waiting.append(candidate)
    return found


@cache
def cache_folder() -> Path:
    """Return the folder of this version's compiled kernels; `NARCINE_CACHE_DIR` moves it."""
    chosen = os.environ.get("NARCINE_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for base in (
        Path(chosen) if chosen else Path(home) / "narcine",
        Path(tempfile.gettempdir()) / f"narcine-{_user()}",
    ):
        folder = base / f"kernels-{source_hash()}"
        try:
            is_new = not folder.exists()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
            continue  # somebody else's: what lies there would be run
        if is_new:
            _remove_old_folders(base)
        return folder
    raise OSError("no folder can be written for compiled kernels; set NARCINE_CACHE_DIR to one that can")


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def _remove_old_folders(base: Path) -> None:
    """Keep the kernels of the last few versions only; each takes some ten megabytes."""
    folders = sorted(base.glob("kernels-*"), key=lambda folder: folder.stat().st_mtime)
    for folder in folders[:-KEPT_VERSIONS]:
        shutil.rmtree(folder, ignore_errors=True)


def is_compiled(coupled: bool = False) -> bool:
    """Say whether the kernels of this copy have been compiled on this machine before, with couplings or without."""
    return bool(_CONFIG.DISABLE_JIT) or (cache_folder() / _mark(coupled)).exists()


def note_compiled(coupled: bool) -> None:
    """Note that the kernels have been compiled, with couplings or without."""
    if not _CONFIG.DISABLE_JIT:
        (cache_folder() / _mark(coupled)).touch()


def _mark(coupled: bool) -> str:
    """Return the name of the note, which tells copies of the package apart: Numba compiles for each path anew."""
    path = hashlib.sha256(os.fsencode(_PACKAGE.absolute())).hexdigest()[:8]
    return f"compiled_with_couplings_{path}" if coupled else f"compiled_{path}"


def kernel(function: Function) -> Function:
    """Compile a function that other kernels call; it becomes part of the entry point that uses it.

    Inlined, since the tables of offsets that kernels pass around would cost more than the work; without reference
    counts, since kernels only borrow arrays (together 3.6 against 5.1 us per step of ten bodies).
    """
    compiled: Function = _JIT(_nrt=False, forceinline=True, **_OPTIONS)(function)
    return compiled


def shared_kernel(function: Function) -> Function:
    """Compile a kernel like others, but once for all that call it: what is large and not always needed.

    Inlined wherever it is called, it would be compiled again and again by everybody who never needs it.
    """
    compiled: Function = _JIT(_nrt=False, **_OPTIONS)(function)
    return compiled


def summing_kernel(function: Function) -> Function:
    """Compile a kernel like others, but with its own sums in any order, so that several are taken at once.

    The kernels that it calls keep their own order, which `series` needs.
    """
    options = {**_OPTIONS, "fastmath": {"contract", "reassoc"}}
    compiled: Function = _JIT(_nrt=False, forceinline=True, **options)(function)
    return compiled


def entry_point(function: Function) -> Function:
    """Compile a function that Python calls, and keep the machine code on disk."""
    if _CONFIG.DISABLE_JIT:
        return function
    folder_before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(cache_folder())
    try:
        compiled: Function = _JIT(cache=True, **_OPTIONS)(function)
        return compiled
    finally:
        _CONFIG.CACHE_DIR = folder_before
