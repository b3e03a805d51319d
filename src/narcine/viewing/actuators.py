"""Screws, control surfaces, what is pumped and what is deployed, over time."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.recording.trajectory import Array
from narcine.viewing.figures import INK, Key, look, name_of, span_time, span_values, stack

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Kind:
    """A kind of actuator and how it is shown."""

    title: str
    state: str
    """how the name of its state ends"""
    label: str
    per_unit: float
    """what is shown over SI"""
    least: float
    """span, as shown, below which a curve counts as flat"""
    commanded: bool = True
    """whether the command is of the same kind as the state, and so is shown beside it"""
    target: str = ""
    """how the name of the state ends that is shown in place of the command, where a gait moves it"""


PROPELLERS = Kind("propellers", "speed", "speed (rpm)", 30.0 / np.pi, 10.0)
PULSES = Kind("pulses of thrusters, with what holds add", "pulse", "pulse (us)", 1.0, 10.0)
SHAFTS = Kind("speeds of thrusters", "speed", "speed (rpm)", 30.0 / np.pi, 10.0, commanded=False)
SURFACES = Kind("control surfaces", "angle", "angle (deg)", 180.0 / np.pi, 1.0)
MOTORS = Kind("motors, with their targets", "angle", "angle (deg)", 180.0 / np.pi, 1.0, target="target")
TENSIONS = Kind("tendons", "tension", "tension (N)", 1.0, 1.0, commanded=False)
VOLUMES = Kind("buoyancy engines", "volume", "volume (ml)", 1e6, 10.0)
DEPLOYMENTS = Kind("deployment", "deployment", "deployed (%)", 100.0, 10.0)
STATE: dict[str, Any] = {"linewidth": 3.0, "alpha": 0.5}
COMMAND: dict[str, Any] = {"linewidth": 1.0, "linestyle": "--"}


def actuators_of(run: "xarray.Dataset") -> list[tuple[Kind, list[str]]]:
    """Return the kinds of actuators that a run has, with their names."""
    states = {str(name) for name in run["actuator"].values}
    inputs = [str(name) for name in run["input"].values]
    thrusters = [name for name in inputs if f"{name}.pulse" in states]
    motors = [name for name in inputs if {f"{name}.torque", f"{name}.angle"} <= states]
    tendons = [name.removesuffix(".tension") for name in states if name.endswith(".tension")]
    names = {
        PROPELLERS: [str(name) for name in run["propeller"].values if name not in thrusters],
        PULSES: thrusters,
        SHAFTS: thrusters,
        MOTORS: motors,
        TENSIONS: sorted(tendons),
        SURFACES: [name for name in inputs if f"{name}.angle" in states and name not in motors],
        VOLUMES: [name for name in inputs if f"{name}.volume" in states],
        DEPLOYMENTS: [name for name in inputs if f"{name}.deployment" in states],
    }
    return [(kind, members) for kind, members in names.items() if members]


def draw_actuators(run: "xarray.Dataset") -> "Figure":
    """Draw propellers, thrusters, motors, tendons, control surfaces and what deploys, each with its command."""
    kinds = actuators_of(run)
    time = run["time"].values
    everyone = dict.fromkeys(name for _, names in kinds for name in names)
    colours = {name: look(number)["color"] for number, name in enumerate(everyone)}
    key: Key = {name: {"color": colour, **STATE} for name, colour in colours.items()}
    key["command or target"] = {"color": INK, **COMMAND}
    figure, panels = stack(f"{name_of(run)}: actuators", (2.1,) * len(kinds), key)
    for axes, (kind, names) in zip(panels, kinds, strict=True):
        states, commands = _states_and_commands(run, kind, names)
        for name, state, command in zip(names, states.T, commands.T, strict=True):
            axes.plot(time, state, color=colours[name], **STATE)
            if kind.commanded:
                drawn = "default" if kind.target else "steps-post"
                axes.plot(time, command, color=colours[name], drawstyle=drawn, **COMMAND)
        axes.set(title=kind.title, ylabel=kind.label)
        span_values(axes, np.concatenate([states, commands]) if kind.commanded else states, kind.least)
    span_time(panels[-1], time)
    return figure


def _states_and_commands(run: "xarray.Dataset", kind: Kind, names: list[str]) -> tuple[Array, Array]:
    states = run["actuator_state"].sel(actuator=[f"{name}.{kind.state}" for name in names])
    commands = run["command"].sel(input=names) if kind.commanded else states
    if kind.target:
        commands = run["actuator_state"].sel(actuator=[f"{name}.{kind.target}" for name in names])
    return kind.per_unit * states.values, kind.per_unit * commands.values
