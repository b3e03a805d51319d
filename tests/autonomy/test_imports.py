"""Autonomy must run on a vehicle's small computer."""

import subprocess
import sys

HEAVY = ("numba", "xarray", "viser", "pydantic", "scipy", "matplotlib", "ruamel")
SCRIPT = """
import importlib, pkgutil, sys
import narcine.autonomy
for module in pkgutil.walk_packages(narcine.autonomy.__path__, "narcine.autonomy."):
    importlib.import_module(module.name)
ours = [name for name in sys.modules if name.startswith("narcine.") and not name.startswith("narcine.autonomy")]
print(*sorted({name.partition(".")[0] for name in sys.modules} & set(sys.argv[1:])), *ours)
"""


def test_importing_all_of_it_loads_nothing_heavy_and_nothing_else_of_narcine():
    told = subprocess.run([sys.executable, "-c", SCRIPT, *HEAVY], capture_output=True, text=True, check=True)
    assert told.stdout.split() == []
