"""What `narcine stability` prints: coefficients by part, the theory's numbers, closed forms beside the simulator."""

from math import pi
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.manoeuvring.assessment import Assessment
    from narcine.manoeuvring.derivatives import Derivatives

NOTHING = 1e-12
"""Size of a number that is rounding."""
INDEX = "kg2 m2/s2"
"""Unit of C."""
ORDERS = (("Y_v", 1, 1), ("Y_r", 1, 5), ("N_v", 5, 1), ("N_r", 5, 5))


def show(found: "Assessment", said: tuple[str, ...], console: "Console") -> None:
    """Print coefficients by part, closed forms beside the simulator, and the verdict."""
    run = found.fitted.away
    shafts = ", ".join(
        f"{name} {run.commands[run.inputs.index(name)] * 30.0 / pi:.0f} rpm" for name in run.controls.propellers
    )
    console.print(f"[bold]{found.vehicle}[/bold] at {run.speed:.4g} m/s, thrust {run.thrust:.4g} N ({shafts})")
    console.print(_parts_table("fins away", found.away))
    console.print(_parts_table("fins out", found.out, found.away))
    for name, force in found.out.per_angle.items():
        if name != "stern planes":
            told = f"per radian of the {name} Y_delta {_number(force[1])} N, N_delta {_number(force[5])} N m"
            console.print(told)
    console.print(_terms_table(found))
    console.print(_compared_table(found))
    console.print("")
    for sentence in said:
        console.print(f"- {sentence}", markup=False)


def _table(title: str, *headings: str) -> Any:
    from rich.table import Table

    table = Table(title=f"\n{title}", title_justify="left", box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        # Numbers stay whole; a long name takes a second line instead.
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=number > 0, overflow="fold")
    return table


def _parts_table(which: str, of: "Derivatives", before: "Derivatives | None" = None) -> Any:
    """Return the coefficients of a run, part by part; of a second run only what is new and the sum."""
    table = _table(f"Coefficients about the origin, {which} (SI)", "", *(name for name, _, _ in ORDERS), "C")
    for name, part in of.parts.items():
        numbers = [float(part[row, column]) for _, row, column in ORDERS]
        if (before is None or of.of_parts[name] == "fin") and any(abs(each) > NOTHING for each in numbers):
            table.add_row(name, *(_number(each) for each in numbers), "")
    index = _number(of.whole.stability_index)
    table.add_row("together", *(_number(of.total[row, column]) for _, row, column in ORDERS), index)
    return table


def _terms_table(found: "Assessment") -> Any:
    """Return what the appendix calls the vehicle's numbers."""
    from narcine.manoeuvring.linear import VERTICAL

    steered, length = found.out.steered, found.fitted.length
    table = _table("In the terms of the theory", "", "away", "out")
    rows = [
        ("A = Y_delta / U (kg/s)", found.away.steered.rudder, steered.rudder),
        ("xi, rudder astern (m)", found.away.steered.astern, steered.astern),
        ("B, fins (kg/s)", 0.0, steered.fins),
        ("eta, fins ahead (m)", float("nan"), steered.ahead),
        ("x_G (m)", found.away.whole.gravity_centre, found.out.whole.gravity_centre),
        ("x_r (m)", found.away.whole.rotation_centre, found.out.whole.rotation_centre),
        ("x_AC (m)", found.away.whole.aerodynamic_centre, found.out.whole.aerodynamic_centre),
        (f"C ({INDEX})", found.away.whole.stability_index, found.out.whole.stability_index),
        (
            "C over (rho / 2)^2 L^6 U^2",
            *(each.whole.dimensionless_index(found.density, length) for each in (found.away, found.out)),
        ),
        ("m - Y_vdot (kg)", *(each.plane_inertia[0, 0] for each in (found.away, found.out))),
        ("I_zz - N_rdot (kg m2)", *(each.plane_inertia[1, 1] for each in (found.away, found.out))),
        ("-Y_rdot, -N_vdot (kg m)", *(each.added[1, 5] for each in (found.away, found.out))),
    ]
    for name, away, out in rows:
        table.add_row(name, _number(away), _number(out))
    for name, which in (("roots of sway and yaw (1/s)", 0), ("", 1)):
        table.add_row(name, *(_root(each.roots[which]) for each in (found.away, found.out)))
    upright = [each.heave_pitch(each.total).stability_index for each in (found.away, found.out)]
    table.add_row(f"C of heave and pitch, no weight ({INDEX})", *map(_number, upright))
    slowest = [_root(each.roots(VERTICAL)[0]) for each in (found.linear_away, found.linear_out)]
    table.add_row("slowest root of heave and pitch (1/s)", *slowest)
    return table


def _compared_table(found: "Assessment") -> Any:
    table = _table("Closed forms beside the simulator", "", "eq", "closed form", "simulator", "its turn")
    for each in found.compared:
        turned = _number(each.turned) if each.name.startswith("r / delta") else ""
        name = f"{each.name} ({each.unit})"
        table.add_row(name, each.equation, _exact(each.closed), _exact(each.simulator), turned)
    return table


def _number(value: float) -> str:
    return "-" if value != value else f"{value:.4g}" if abs(value) > NOTHING else "0"


def _exact(value: float) -> str:
    return "-" if value != value else f"{value:.5g}"


def _root(value: complex) -> str:
    return f"{value.real:.4g}" if value.imag == 0.0 else f"{value.real:.3g} +- {abs(value.imag):.3g}i"
