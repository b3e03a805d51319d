"""`narcine stability`: whether a vehicle keeps its course, how it turns, and what forward fins do for it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.manoeuvring.assessment import Assessment
    from narcine.manoeuvring.derivatives import Derivatives
    from narcine.manoeuvring.steady import Aim

NUMBERS = "stability.json"


def stability_command(
    source: str,
    /,
    *,
    speed: str | None = None,
    thrust: str | None = None,
    fin_position: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    fin_size: str | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    out: str | None = None,
    overwrite: Annotated[bool, Parameter(negative=())] = False,
    json_: Annotated[Path | None, Parameter(name="--json")] = None,
) -> int:
    """Tell whether a vehicle keeps its course, how fast it turns, and what forward fins change in that.

    The motion is linearised about a steady straight run, exactly, through the simulator. Coefficients of sway and yaw
    are told by what makes them; stability index, turn rate and roots stand beside the closed forms of the theory of
    forward fins (Randeni et al. 2022, appendix, corrected). Pictures sweep position and size of the fins, the size of
    the rudder and its angle. A vehicle without forward fins is judged with fins that it does not have: as large as its
    rudder. The first call compiles derivatives, which takes a minute or two.

    Examples
    --------
      narcine stability remus100
      narcine stability remus100 --speed 1.5m/s --fin-position 0:0.8:17 --fin-size 0.5,1,2
      narcine stability remus100 --thrust "1400 rpm" --set actuators.rudder.inflow=local --out results/remus
      narcine stability my_torpedo.yaml --thrust 20N --json stability.json

    Parameters
    ----------
    source
        name of a vehicle that ships, or a file
    speed
        of the straight run (m/s): the propeller is adjusted. What the file commands when neither this nor thrust is
        given, 1.5 m/s where its propeller stands
    thrust
        of the straight run: of all propellers on the hull (`20 N`), or the speed of their shafts (`1400 rpm`)
    fin_position
        where the fins are tried, m ahead of the origin of the vehicle's axes, within its hull: from:to:count or
        value,value,...
    fin_size
        how large they are tried, over their own area: from:to:count or value,value,...
    set_
        change a value of the vehicle: path=value, as often as you like
    out
        folder for pictures and numbers; runs/NAME_stability with the next free number when not given
    overwrite
        write into a folder that holds an assessment already
    json_
        also write all numbers to this file

    """
    from rich.console import Console

    from narcine.cli.folder import results_folder
    from narcine.cli.run import say_if_compiling
    from narcine.cli.stability_tables import show
    from narcine.cli.typed import vehicle
    from narcine.manoeuvring.assessment import assess
    from narcine.manoeuvring.verdict import verdict
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.manoeuvring import PICTURES

    console = Console(highlight=False, soft_wrap=True)
    aim = typed_aim(speed, thrust)
    places, sizes = _tried(fin_position, fin_size)
    simulation = vehicle(source, set_)
    say_if_compiling(Console(stderr=True, highlight=False), simulation.coupled)
    say_if_deriving(Console(stderr=True, highlight=False))
    name = f"{simulation.scenario.name}_stability"
    with results_folder(out, name, overwrite) as folder:
        _keep(folder, overwrite)
        found = assess(simulation, aim, places, sizes)
        note_derived()
        said = verdict(found)
        with style():
            for picture, draw in PICTURES.items():
                with whole_file(folder / f"{picture}.png") as unfinished:
                    draw(found).savefig(unfinished, dpi=110)
        numbers = {**_numbers(found), "verdict": list(said)}
        for file in (folder / NUMBERS, *([json_] if json_ is not None else [])):
            with whole_file(file) as unfinished:
                unfinished.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
        show(found, said, console)
        console.print(f"{folder}: {', '.join(f'{each}.png' for each in PICTURES)}, {NUMBERS}", markup=False)
    return 0


def typed_aim(speed: str | None, thrust: str | None) -> "Aim":
    """Return how fast the run is to be, as typed."""
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import quantity
    from narcine.description.quantities import UNITS, number_and_unit
    from narcine.manoeuvring.steady import Aim

    if speed is not None and thrust is not None:
        raise refuse("--speed, --thrust", "say the same thing twice; give one of them")
    if speed is not None:
        return Aim(speed=quantity("--speed", speed, "speed", above=0.0))
    if thrust is None:
        return Aim()
    written = number_and_unit(thrust)
    if written is not None and written[1] in UNITS["rate"]:
        return Aim(shaft=quantity("--thrust", thrust, "rate", above=0.0))
    return Aim(thrust=quantity("--thrust", thrust, "force", above=0.0))


def _tried(position: str | None, size: str | None) -> tuple[list[float] | None, list[float] | None]:
    """Return where and how large fins are tried, as typed."""
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import values

    places = None if position is None else sorted(set(values("--fin-position", position, "length")))
    sizes = None if size is None else sorted(set(values("--fin-size", size, "ratio")))
    if places is not None and len(places) < 2:
        raise refuse(f"--fin-position {position}", "needs two places at least")
    if sizes is not None and not all(0.0 < each <= 100.0 for each in sizes):
        raise refuse(f"--fin-size {size}", "must lie above 0, up to 100 times the fins' own area")
    return places, sizes


def _keep(folder: Path, overwrite: bool) -> None:
    """Refuse a folder that holds an assessment."""
    from narcine.cli.pictures import refuse

    if (folder / NUMBERS).exists() and not overwrite:
        raise refuse(str(folder), "holds an assessment already; choose another folder, or add --overwrite")


def _numbers(found: "Assessment") -> dict[str, Any]:
    """Return all numbers as JSON has them."""
    import numpy as np

    from narcine.manoeuvring.assessment import as_numbers

    def of(each: "Derivatives", linear: Any) -> dict[str, Any]:
        whole, steered = each.whole, each.steered
        return {
            "speed": each.speed,
            "parts": {name: part.tolist() for name, part in each.parts.items()},
            "per_angle": {name: force.tolist() for name, force in each.per_angle.items()},
            "rigid_inertia": each.rigid.tolist(),
            "added_inertia": each.added.tolist(),
            "Y_v": whole.Y_v,
            "Y_r": whole.Y_r,
            "N_v": whole.N_v,
            "N_r": whole.N_r,
            "C": whole.stability_index,
            "C_body": each.bare.stability_index,
            "C_dimensionless": whole.dimensionless_index(found.density, found.fitted.length),
            "x_r": whole.rotation_centre,
            "x_AC": whole.aerodynamic_centre,
            "A": steered.rudder,
            "xi": steered.astern,
            "B": steered.fins,
            "eta": steered.ahead,
            "rudder_incidence": steered.incidence,
            "roots": [[float(root.real), float(root.imag)] for root in each.roots],
            "linear": {
                "states": list(linear.states),
                "inputs": list(linear.inputs),
                "A": linear.A.tolist(),
                "B": linear.B.tolist(),
            },
        }

    def curve(each: Any) -> dict[str, Any]:
        return {key: value if key == "name" else as_numbers(value) for key, value in vars(each).items()}

    def turns(each: Any) -> dict[str, Any]:
        told = ("yaw_rate", "speed", "radius", "roll", "sink_rate", "drift")
        return {name: as_numbers(getattr(each, name)) for name in told}

    return {
        "vehicle": found.vehicle,
        "length": found.fitted.length,
        "fins": "supposed" if found.fitted.supposed else list(found.fitted.out.controls.fins.names),
        "directionally_stable": found.is_stable,
        "pitch_stable": found.pitch_is_stable,
        "away": of(found.away, found.linear_away),
        "out": of(found.out, found.linear_out),
        "compared": [{**vars(each), "turned": as_numbers(np.array(each.turned))[0]} for each in found.compared],
        "over_fin_position": [curve(each) for each in found.over_position],
        "over_fin_size": [curve(each) for each in found.over_size],
        "over_stern_size": [curve(each) for each in found.over_stern],
        "over_deflection": [
            {
                "name": each.name,
                "angles": as_numbers(each.angles),
                "linear": as_numbers(each.linear),
                "fixed": turns(each.turns),
                "level": turns(each.level),
            }
            for each in found.over_angle
        ],
    }


def say_if_deriving(console: "Console") -> None:
    """Tell what takes so long the first time."""
    from narcine.manoeuvring.motion_states import slopes_are_compiled

    if not slopes_are_compiled():
        console.print("Compiling exact derivatives for this machine; this happens once and takes about a minute ...")


def note_derived() -> None:
    """Note that exact derivatives have been compiled."""
    from narcine.compiled import note_compiled
    from narcine.manoeuvring.motion_states import note_slopes

    note_compiled(False)
    note_slopes()
