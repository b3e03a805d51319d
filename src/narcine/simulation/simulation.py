"""A described vehicle or scenario, ready to run."""

import json
import warnings
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any

import narcine
from narcine.description.fastening import fastenings
from narcine.description.load import Description, describe_plain, describe_records
from narcine.description.names import Finding
from narcine.description.problems import DescriptionError
from narcine.description.scenario import Scenario
from narcine.description.vehicle import Vehicle
from narcine.simulation.assembling import assembled
from narcine.simulation.build import build
from narcine.simulation.clearance import starts_inside, starts_together, world_faults
from narcine.simulation.freeing import freed
from narcine.simulation.integrators import Integrator
from narcine.simulation.memory import check_memory
from narcine.simulation.model import Model, with_smooth_beats
from narcine.simulation.momentum import without_momentum
from narcine.simulation.piloting import Pilots, is_piloted
from narcine.simulation.planners import planner_faults
from narcine.simulation.stepper import Stepper

if TYPE_CHECKING:
    import xarray

PROGRESS_PARTS = 100
"""Parts into which a run is cut so that its progress shows."""
FULL_DURATION = "at its full duration"
SAVED = "saved at"
"""How a run that somebody saved on its way begins to tell its end."""

ControlLaw = Callable[[Stepper], None]


class Simulation:
    """A scenario and its model, from records or from a dict with the keys of a file; it waits for `run` or `start`."""

    def __init__(self, source: Description | Scenario | Vehicle | dict[str, Any]) -> None:
        if isinstance(source, dict):
            self.description = describe_plain(source)
        elif isinstance(source, Scenario | Vehicle):
            self.description = describe_records(source)
        elif isinstance(source, Description):
            self.description = source
        else:
            raise TypeError(
                f"a simulation is made of a Vehicle, a Scenario or a dict, not of {source!r}; narcine.load reads files"
            )
        self.scenario = self.description.scenario
        self._model: Model | None = None

    def __repr__(self) -> str:
        vehicles = ", ".join(placed.vehicle.name for placed in self.scenario.vehicles.values())
        return f"<Simulation {self.scenario.name}: {vehicles}; {self.scenario.duration:g} s>"

    @property
    def model(self) -> Model:
        """The vectors that the engine runs on, built when first asked for."""
        if self._model is None:
            scenario = self.scenario
            alone = self.description.kind == "vehicle"
            self._refuse(list(planner_faults(scenario, alone)))
            model = self._built("reduced")
            model, findings = assembled(replace(model, initial_state=without_momentum(model, scenario)), scenario)
            self._refuse(findings)
            self._refuse(list(world_faults(model, scenario, alone)))
            self._refuse([*starts_inside(model, scenario, alone), *starts_together(model, scenario)])
            if scenario.formulation != "reduced":
                model = freed(model, self._built(scenario.formulation))
            self._model = model
        return self._model

    @property
    def coupled(self) -> bool:
        """Whether its runs hold couplings."""
        return bool(fastenings(self.scenario)) or self.scenario.formulation != "reduced"

    def reduced(self) -> "Simulation":
        """Return the same with joints as coordinates, whatever the formulation of its runs."""
        if self.scenario.formulation == "reduced":
            return self
        scenario = self.scenario.model_copy(update={"formulation": "reduced"})
        return Simulation(replace(self.description, scenario=scenario))

    def with_smooth_beats(self) -> "Simulation":
        """Return the same with beats that are not sent in points."""
        smooth = copy(self)
        smooth._model = with_smooth_beats(self.model)
        return smooth

    def _built(self, formulation: str) -> Model:
        model, findings = build(self.scenario.model_copy(update={"formulation": formulation}))
        self._refuse(findings)
        return model

    def _refuse(self, findings: Sequence[Finding]) -> None:
        if findings:
            raise DescriptionError([self.description.located(*finding) for finding in findings])

    def start(self, step: float | None = None, integrator: str | None = None, record: float | None = None) -> Stepper:
        """Return a run at its start, to be stepped by hand."""
        step = positive("step", self.scenario.step if step is None else step)
        interval = positive("record", self.scenario.record if record is None else record)
        every = max(1, round(interval / step))
        method = Integrator.named(integrator or self.scenario.integrator)
        pilots = Pilots([self], self.model.parameters[None], step) if is_piloted(self.scenario) else None
        return Stepper(self.model, self.scenario, step, method, every, self.origin(), pilots)

    def run(
        self,
        duration: float | None = None,
        step: float | None = None,
        integrator: str | None = None,
        record: float | None = None,
        control: ControlLaw | None = None,
        control_period: float = 0.05,
        progress: Callable[[float], None] | None = None,
    ) -> "xarray.Dataset":
        """Run and return what was recorded.

        `control` is called every `control_period` seconds with the run: it looks at it and sets `run.command[name]`.
        `progress` is told the fraction done. A run that explodes raises `RunStopped`, which keeps what was computed.
        """
        run = self.start(step, integrator, record)
        self.swim(run, duration, control, control_period, progress)
        dataset = run.dataset(FULL_DURATION)
        for doubt in json.loads(dataset.attrs["warnings"]):
            warnings.warn(doubt, stacklevel=2)
        return dataset

    def swim(
        self,
        run: Stepper,
        duration: float | None = None,
        control: ControlLaw | None = None,
        control_period: float = 0.05,
        progress: Callable[[float], None] | None = None,
    ) -> None:
        """Take a started run on to the time `duration`, with a control law."""
        duration = positive("duration", self.scenario.duration if duration is None else duration)
        total = round(duration / run.step_size)
        if total < 1:
            raise ValueError(f"the duration {duration:g} s is shorter than one step of {run.step_size:g} s")
        check_memory(run.model, total // run.every)
        control_steps = total
        if control is not None:
            control_steps = round(positive("control_period", control_period) / run.step_size)
            if control_steps < 1:
                raise ValueError(f"control_period {control_period:g} s is shorter than the step {run.step_size:g} s")
            if abs(control_steps * run.step_size - control_period) > 0.01 * control_period:
                message = f"the control law is called every {control_steps * run.step_size:g} s, in whole steps"
                warnings.warn(message, stacklevel=2)
        part = max(run.every, total // PROGRESS_PARTS // run.every * run.every)
        stops = {*range(0, total, control_steps), *range(0, total, part), total}
        for stop in sorted(stop for stop in stops if stop >= run.steps):
            run.step(stop - run.steps)
            if control is not None and stop % control_steps == 0 and stop < total:
                control(run)
            if progress is not None:
                progress(stop / total)
        run.keep_now()

    def origin(self) -> dict[str, Any]:
        """Return what a file of a run says about where it comes from."""
        return {
            "title": self.scenario.name,
            "summary": self.scenario.about,
            "source": f"narcine {narcine.__version__}",
            "narcine_version": narcine.__version__,
            "description": json.dumps(self.description.plain),
            "settings": json.dumps(self.description.settings),
            "seed": self.scenario.seed,
            "density": self.scenario.water.density,
            "gravity": self.scenario.water.gravity,
            "current": list(self.scenario.water.current),
            "surface": "waves" if self.scenario.water.waves is not None else self.scenario.water.surface,
        }


def positive(name: str, value: float) -> float:
    """Return a time that makes sense."""
    if isinstance(value, str) or not (isfinite(value) and value > 0.0):
        raise ValueError(f"{name} must be a positive number of seconds, not {value!r}")
    return float(value)
