"""A described vehicle or scenario, ready to run."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import narcine
from narcine.description.load import Description, describe_plain, describe_records
from narcine.description.problems import DescriptionError
from narcine.description.scenario import Scenario
from narcine.description.vehicle import Vehicle
from narcine.simulation.build import build
from narcine.simulation.failure import RunStopped
from narcine.simulation.model import Model
from narcine.simulation.momentum import without_momentum
from narcine.simulation.schedule import command_table
from narcine.simulation.stepper import Stepper

if TYPE_CHECKING:
    import xarray

PROGRESS_PARTS = 100
"""Parts into which a run is cut so that its progress shows."""

ControlLaw = Callable[[Stepper], None]


class Simulation:
    """A scenario and its model, from records or from a dict with the keys of a file; it waits for `run` or `start`."""

    def __init__(self, source: Description | Scenario | Vehicle | dict[str, Any]) -> None:
        if isinstance(source, dict):
            self.description = describe_plain(source)
        else:
            self.description = source if isinstance(source, Description) else describe_records(source)
        self.scenario = self.description.scenario
        self._model: Model | None = None

    @property
    def model(self) -> Model:
        """The vectors that the engine runs on, built when first asked for."""
        if self._model is None:
            model, findings = build(self.scenario)
            if findings:
                raise DescriptionError([self.description.located(*finding) for finding in findings])
            self._model = replace(model, initial_state=without_momentum(model, self.scenario))
        return self._model

    def start(self, step: float | None = None, integrator: str | None = None, record: float | None = None) -> Stepper:
        """Return a run at its start, to be stepped by hand."""
        step = self.scenario.step if step is None else step
        interval = self.scenario.record if record is None else record
        every = max(1, round(interval / step))
        return Stepper(self.model, self.scenario, step, integrator or self.scenario.integrator, every)

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
        try:
            self.swim(run, duration, control, control_period, progress)
        except RunStopped as stopped:
            stopped.dataset = run.dataset(self.attributes(run, str(stopped)))
            raise
        return run.dataset(self.attributes(run))

    def swim(
        self,
        run: Stepper,
        duration: float | None = None,
        control: ControlLaw | None = None,
        control_period: float = 0.05,
        progress: Callable[[float], None] | None = None,
    ) -> None:
        """Take a started run to its end, with the scenario's commands and a control law."""
        duration = self.scenario.duration if duration is None else duration
        total = round(duration / run.step_size)
        if total < 1:
            raise ValueError(f"the duration {duration:g} s is shorter than one step of {run.step_size:g} s")
        steps, values = command_table(self.scenario, self.model, run.step_size)
        changes = dict(zip(steps.tolist(), values, strict=True))
        control_steps = max(1, round(control_period / run.step_size)) if control is not None else total
        part = max(run.every, total // PROGRESS_PARTS // run.every * run.every)
        stops = sorted({*changes, *range(0, total, control_steps), *range(0, total, part), total})
        for stop in stops:
            if stop > total:
                break
            run.step(stop - run.steps)
            if stop in changes:
                run.command.values_array[:] = changes[stop]
            if control is not None and stop % control_steps == 0 and stop < total:
                control(run)
            if progress is not None:
                progress(stop / total)

    def attributes(self, run: Stepper, ended: str = "at its full duration") -> dict[str, Any]:
        """Return what a file of the run says about where it comes from."""
        return {
            "title": self.scenario.name,
            "summary": self.scenario.about,
            "source": f"narcine {narcine.__version__}",
            "narcine_version": narcine.__version__,
            "description": json.dumps(self.description.plain),
            "settings": json.dumps(self.description.settings),
            "integrator": run.integrator.name.lower(),
            "step": run.step_size,
            "seed": self.scenario.seed,
            "density": self.scenario.water.density,
            "gravity": self.scenario.water.gravity,
            "ended": ended,
        }
