"""A run that turned non-finite or exploded: when, which body, which force."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model
from narcine.simulation.record import TERM_NAMES, observation
from narcine.spatial.vectors import Array
from narcine.tables import Table

if TYPE_CHECKING:
    import xarray


class RunStopped(Exception):
    """A run that could not go on; `dataset` holds what was computed until then."""

    def __init__(self, time: float, body: str, cause: str, message: str) -> None:
        self.time = time
        self.body = body
        """the body that left all bounds, or the joint or coupling that did not hold"""
        self.cause = cause
        self.dataset: xarray.Dataset = None  # type: ignore[assignment]  # the run fills it before anyone sees it
        super().__init__(f"the run stopped at t = {time:.6g} s: {message}")


def diagnose(model: Model, time: float, state: Array, command: Array, loose: int, step: float) -> RunStopped:
    """Return the failure of the step that follows the last sound state; `loose` is the row that did not hold, or -1."""
    return _exploded(model, time, state, command, step) if loose < 0 else _came_loose(model, time, loose, step)


def _came_loose(model: Model, time: float, row: int, step: float) -> RunStopped:
    """Return the failure of a coupling that does not hold."""
    name = model.couplings[int(model.layout[read_columns(model.layout, Table.SLOTS).coupling + row])]
    impulse = read_columns(model.layout, Table.IMPULSE)
    if impulse.rows:
        limit, tolerance = model.layout[impulse.iterations], model.parameters[impulse.tolerance]
        cause = f"{limit} iterations did not bring it within {tolerance:g}"
        message = (
            f"joint {name} does not hold: {cause} (m, rad); allow more `impulse.iterations`, "
            f"a larger `impulse.tolerance`, or a shorter step than {step:g} s; "
            "none of these helps a loop near the end of its reach"
        )
    else:
        cause = "no motion of its bodies satisfies it"
        message = (
            f"coupling {name} does not hold: {cause}. Its loop may be asked to go farther than it reaches, "
            f"or a shorter step than {step:g} s may help"
        )
    return RunStopped(time, name, cause, message)


def _exploded(model: Model, time: float, state: Array, command: Array, step: float) -> RunStopped:
    """Return the failure of a body that left all bounds."""
    seen = observation(model, state[None], command[None])
    links = [body.link for body in model.bodies]
    with np.errstate(all="ignore"):
        change = np.linalg.norm(np.nan_to_num(seen.acceleration[0, links]), axis=-1)
        worst = int(np.argmax(change))
        link = links[worst]
        strength = np.linalg.norm(np.nan_to_num(seen.wrench[0, :, link]), axis=-1)
        efforts = np.abs(np.nan_to_num(np.stack([seen.spring[0], seen.drive[0]])))
    causes = {f"the force of {name}": float(size) for name, size in zip(TERM_NAMES, strength, strict=True)}
    owners = [(c.name, c.velocity) for c in model.coordinates]
    for kind, row in zip(("spring", "drive"), efforts, strict=True):
        for name, velocity in owners:
            causes[f"the {kind} of joint {name}"] = float(row[velocity])
    cause = max(causes, key=lambda name: causes[name])
    advice = f"A shorter step than {step:g} s may help; `narcine check` shows what is stiff."
    body = model.bodies[worst].name
    return RunStopped(time, body, cause, f"{body} left all bounds; {cause} dominated. {advice}")
