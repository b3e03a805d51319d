"""Gazebo's Hydrodynamics plugin: added inertia and drag from SNAME derivatives, in our axes.

Gazebo applies the force Ma nu_dot + (X_u + X_uabsu |u|) u ... at the link's origin: derivatives as in Fossen, negative
where water adds inertia and takes energy. Forward, port, up becomes forward, starboard, down by F = diag(1, -1, -1, 1,
-1, -1): F M F, and since |nu| nu is odd also F Q F.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.description.importing.frames import FLIP, as_written
from narcine.description.importing.xml import Node

Array = NDArray[np.float64]
FORCES, VELOCITIES = "xyzkmn", "UVWPQR"
TURN = np.diag([1.0, -1.0, -1.0, 1.0, -1.0, -1.0])
KNOWN = ("link_name", "namespace", "default_current", "water_density", "disable_coriolis", "disable_added_mass")


def is_hydrodynamics(plugin: Node) -> bool:
    """Say whether a plugin is Gazebo's Hydrodynamics, under its new name or its old one."""
    return plugin.attributes.get("name", "").split("::")[-1] == "Hydrodynamics"


def take_hydrodynamics(plugin: Node, body: dict[str, Any], link: str, left_out: list[str]) -> None:
    """Put the added inertia and the drag of a plugin into a body's block."""
    added, linear, quadratic = (np.zeros((6, 6)) for _ in range(3))
    places: dict[str, tuple[Array, int, int]] = {}
    for i, force in enumerate(FORCES):
        for j, velocity in enumerate(VELOCITIES):
            places[f"{force}Dot{velocity}"] = added, i, j
            places[f"{force}{velocity}"] = linear, i, j
            places[f"{force}{velocity}abs{velocity}"] = quadratic, i, j
    unknown = []
    for child in plugin.children:
        if child.tag in places:
            matrix, i, j = places[child.tag]
            matrix[i, j] = -child.floats(child.text, 1)[0]
        elif child.tag not in KNOWN:
            unknown.append(child.tag)
    if unknown:
        left_out.append(f"hydrodynamics of {link}: {', '.join(unknown)}")
    if np.any(added) and not plugin.says("disable_added_mass"):
        both = TURN @ (added + added.T) / 2.0 @ TURN
        if np.abs(added - added.T).max() > 1e-9 * np.abs(added).max():
            left_out.append(f"hydrodynamics of {link}: what is not symmetric in its added mass; the mean stands for it")
        if np.linalg.eigvalsh(both)[0] < -1e-9 * np.abs(both).max():
            left_out.append(
                f"hydrodynamics of {link}: its added mass, which would be negative; derivatives such as xDotU are "
                "negative numbers"
            )
        else:
            body["added_inertia"] = {"matrix": diagonal_or_rows(both)}
            if plugin.says("disable_coriolis"):
                body["added_inertia"]["coriolis"] = "none"
    drag = {"linear": linear, "quadratic": quadratic}
    taken = {key: diagonal_or_rows(TURN @ matrix @ TURN) for key, matrix in drag.items() if np.any(matrix)}
    if np.any(np.diag(linear) < 0.0) or np.any(np.diag(quadratic) < 0.0):
        left_out.append(
            f"hydrodynamics of {link}: its drag, which would push; derivatives such as xU and xUabsU are negative"
        )
    elif taken:
        body["drag"] = taken


def water_of(plugin: Node) -> dict[str, Any]:
    """Return what a plugin says about the water."""
    water: dict[str, Any] = {}
    for tag in ("water_density", "uniform_fluid_density"):
        if plugin.child(tag) is not None:
            water["density"] = plugin.inner(tag)
    current = plugin.child("default_current")
    if current is not None and np.any(current.floats(current.text, 3)):
        water["current"] = as_written(FLIP @ current.floats(current.text, 3))
    return water


def diagonal_or_rows(matrix: Array) -> Any:
    """Return a matrix as people write it."""
    off_diagonal = np.any(matrix - np.diag(np.diag(matrix)))
    return as_written(matrix if off_diagonal else np.diag(matrix))
