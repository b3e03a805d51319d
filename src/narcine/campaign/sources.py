"""What results hang on beside their settings: the package's code, and files that a description names."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import narcine

PACKAGE = Path(narcine.__file__).parent


def code_digest(is_outside: Callable[[str], bool]) -> str:
    """Return a hash over the package, less the files that no result passes through, and over what it needs."""
    import numpy as np
    import scipy

    digest = hashlib.sha256(f"{narcine.__version__} {np.__version__} {scipy.__version__}".encode())
    for file in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.yaml")]):
        name = file.relative_to(PACKAGE).as_posix()
        if not is_outside(name):
            digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()


def named_files(value: Any) -> Iterator[Path]:
    """Yield the files that a description names, such as meshes."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from named_files(item)
    elif isinstance(value, str) and "/" in value and "\n" not in value and len(value) < 4096 and Path(value).is_file():
        yield Path(value)
