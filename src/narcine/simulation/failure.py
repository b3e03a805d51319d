"""A run that turned non-finite or exploded: when, which body, which force."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.simulation.model import Model
from narcine.simulation.record import TERM_NAMES, observation
from narcine.spatial.vectors import Array

if TYPE_CHECKING:
    import xarray


class RunStopped(Exception):
    """A run that could not go on; `dataset` holds what was computed until then."""

    def __init__(self, time: float, body: str, cause: str, advice: str) -> None:
        self.time = time
        self.body = body
        self.cause = cause
        self.dataset: xarray.Dataset = None  # type: ignore[assignment]  # the run fills it before anyone sees it
        super().__init__(f"the run stopped at t = {time:.6g} s: {body} left all bounds; {cause} dominated. {advice}")


def diagnose(model: Model, time: float, state: Array, command: Array, step: float) -> RunStopped:
    """Return the failure of the step that follows the last sound state."""
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
    return RunStopped(time, model.bodies[worst].name, cause, advice)
