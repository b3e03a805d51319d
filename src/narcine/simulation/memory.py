"""Whether what a run records fits into this machine's memory."""

import os

from narcine.simulation.model import Model

COPIES = 3
"""Copies of a record that exist at once while it becomes a Dataset and a file."""


def check_memory(model: Model, records: int) -> None:
    """Refuse a run whose records need more memory than is free."""
    numbers = 2 * model.states + 13 * len(model.bodies) + 4 * len(model.coordinates) + len(model.inputs) + 20
    needed = 8 * COPIES * numbers * records
    free = _free_memory()
    if free is not None and needed > free:
        raise MemoryError(
            f"{records} records of this run need about {needed / 2**30:.3g} GiB, and {free / 2**30:.3g} GiB are free; "
            "record less often (run.record) or run for a shorter time"
        )


def _free_memory() -> int | None:
    """Return the bytes that are free, where the system tells."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            table = dict(line.split(":", 1) for line in lines)
        return 1024 * int(table["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):
        pass
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return None
