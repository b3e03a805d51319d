"""What decides about the last bit of a run: kernels, model, processor and libraries."""

import hashlib
import platform
from typing import Any

import numba
import numpy as np

from narcine.compiled import source_hash
from narcine.simulation.model import Model

_CONFIG: Any = numba.config

WORDS = {
    "kernels": "kernels",
    "model": "model",
    "compiled": "compiled kernels",
    "cpu": "processor",
    "cpu_features": "features of the processor",
    "system": "system",
    "libc": "C library",
    "numba": "numba",
    "numpy": "numpy",
    "llvmlite": "llvmlite",
}
"""What people call each entry."""


def arithmetic(model: Model) -> dict[str, Any]:
    """Return what must be the same for a run to repeat bit for bit."""
    import llvmlite
    from llvmlite import binding

    features = _CONFIG.CPU_FEATURES or binding.get_host_cpu_features().flatten()
    return {
        "kernels": source_hash(),
        "model": model_hash(model),
        "compiled": not _CONFIG.DISABLE_JIT,
        "cpu": _CONFIG.CPU_NAME or binding.get_host_cpu_name(),
        "cpu_features": hashlib.sha256(features.encode()).hexdigest()[:16],
        "system": f"{platform.system()} {platform.machine()}",
        "libc": " ".join(platform.libc_ver()).strip(),
        "numba": numba.__version__,
        "numpy": np.__version__,
        "llvmlite": llvmlite.__version__,
    }


def model_hash(model: Model) -> str:
    """Return a hash over all numbers that a run starts from."""
    digest = hashlib.sha256()
    for numbers in (model.parameters, model.layout, model.initial_state):
        digest.update(np.ascontiguousarray(numbers).tobytes())
    return digest.hexdigest()[:16]


def arithmetic_differences(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    """Return in words what is not the same."""
    return [
        f"{word} {there.get(key, 'unknown')} there, {here[key]} here"
        for key, word in WORDS.items()
        if there.get(key) != here[key]
    ]
