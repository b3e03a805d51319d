"""`narcine added-inertia`: solve for the added inertia of bodies, and keep it in files that a vehicle can name."""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.description.body import Body
    from narcine.description.solved_inertia import SolvedInertia
    from narcine.description.vehicle import Vehicle

FEWEST_PANELS, MOST_PANELS = 200, 12_000
"""What resolves a shape at all, and what needs some 5 GB of memory: 40 bytes per pair of panels."""
DOUBTFUL = 0.1
"""Difference between few and many panels from which on more are advised."""
MOTIONS = ("forward", "starboard", "down", "roll", "pitch", "yaw")
UNITS = ("kg", "kg", "kg", "kg m2", "kg m2", "kg m2")


def added_inertia_command(
    source: str,
    bodies: Annotated[list[str] | None, Parameter(negative=())] = None,
    /,
    *,
    panels: int = 2000,
    out: Path | None = None,
) -> int:
    """Solve for the added inertia of bodies in unbounded water, by boundary elements (capytaine).

    Each goes into a file that the body can name: added_inertia: {file: NAME.added.yaml}. A solve of 2000 panels takes
    some seconds; four times as many panels take some 30 times as long. What was solved before is not solved again.

    Parameters
    ----------
    source
        vehicle: a file, or the name of one that ships
    bodies
        which of its bodies; all that have a shape other than a thin plate when not given
    panels
        about how many panels to draw round each shape; a second solve with a quarter of them tells the error
    out
        file to write, for one body; VEHICLE_BODY.added.yaml beside the vehicle file when not given

    """
    from rich.console import Console

    from narcine.hydrodynamics.boundary_elements import INSTALL, is_installed

    file, vehicle = _vehicle(source)
    chosen = _chosen(vehicle, bodies or [])
    if not FEWEST_PANELS <= panels <= MOST_PANELS:
        raise _problem("--panels", f"must lie between {FEWEST_PANELS} and {MOST_PANELS}", panels)
    if out is not None and len(chosen) > 1:
        raise _problem("--out", f"is one file, and there are {len(chosen)} bodies: name one of {', '.join(chosen)}")
    folder = Path() if file.stem == source else file.parent
    console = Console(highlight=False, soft_wrap=True)
    jobs = [
        _Job(vehicle, name, out or folder / f"{file.stem}_{name}.added.yaml", panels, source, file) for name in chosen
    ]
    known = [job.known() for job in jobs]
    if not all(known) and not is_installed():
        sys.stderr.write(f"{INSTALL}\n")
        return 2
    for job, solved in zip(jobs, known, strict=True):
        if solved is not None:
            console.print(f"\n{job.target}: cached, {solved.panels} panels")
        else:
            solved = job.solve()
            console.print(f"\n{job.target}: {solved.panels} panels; {solved.source}")
        _show(job, solved, console)
    return 0


def _problem(place: str, message: str, value: Any = None) -> Exception:
    from narcine.description.problems import DescriptionError, Place, Problem

    return DescriptionError([Problem((), message, Place(place if value is None else f"{place} {value}"))])


def _vehicle(source: str) -> tuple[Path, "Vehicle"]:
    """Return the file of a vehicle and its records, whatever added inertia it names now."""
    from narcine.description.library import find_file
    from narcine.description.load import load_description
    from narcine.description.references import resolve_parts
    from narcine.description.tree import read_file

    file = find_file(source)
    tree = read_file(file)
    if isinstance(tree.value, dict) and "vehicles" in tree.value:
        raise _problem(str(file), "is a scenario; name the vehicle whose bodies are to be solved for")
    if isinstance(tree.value, dict):
        resolve_parts(tree, file)
    bodies = tree.value.get("bodies") if isinstance(tree.value, dict) else None
    names = [name for name, body in bodies.items() if isinstance(body, dict)] if isinstance(bodies, dict) else []
    description = load_description(source, {f"bodies.{name}.added_inertia": "none" for name in names})
    (placed,) = description.scenario.vehicles.values()
    return file, placed.vehicle


def _chosen(vehicle: "Vehicle", asked: list[str]) -> list[str]:
    """Return the names of the bodies to solve for; one that was asked for and cannot be solved is a problem."""
    from narcine.description.quantities import suggestion

    for name in asked:
        if name not in vehicle.bodies:
            near = suggestion(name, list(vehicle.bodies))
            raise _problem(vehicle.name, f"has no body {name!r}; it has {', '.join(vehicle.bodies)}{near}")
        reason = _unsolvable(vehicle.bodies[name])
        if reason:
            raise _problem(f"{vehicle.name}: {name}", reason)
    chosen = asked or [name for name, body in vehicle.bodies.items() if not _unsolvable(body)]
    if not chosen:
        reasons = "; ".join(f"{name} {_unsolvable(body)}" for name, body in vehicle.bodies.items())
        raise _problem(vehicle.name, f"has no body to solve for: {reasons}")
    return list(dict.fromkeys(chosen))


def _unsolvable(body: "Body") -> str:
    """Return why a body cannot be solved for, or nothing."""
    if body.shape is None:
        return "has no shape"
    if body.shape.plate is not None:
        return (
            "is a thin plate: panels on its two faces lie too close to one another to be solved for; "
            "`from_shape` has the rule that was made for it"
        )
    return ""


@dataclass(frozen=True)
class _Job:
    """One body, and the file of its added inertia."""

    vehicle: "Vehicle"
    name: str
    target: Path
    panels: int
    source: str
    file: Path

    @property
    def body(self) -> "Body":
        return self.vehicle.bodies[self.name].model_copy(update={"added_inertia": None})

    def known(self) -> "SolvedInertia | None":
        """Return what the file holds already, if it fits; a file that is not this body's own is never touched."""
        from pydantic_core import PydanticCustomError

        from narcine.description.solved_inertia import read_solved
        from narcine.hydrodynamics.panels import panels_of

        if not self.target.exists():
            return None
        try:
            solved = read_solved(self.target)
        except PydanticCustomError:
            message = "exists already, is no file of added inertia and is left as it is; choose another with --out"
            raise _problem(str(self.target), message) from None
        if (solved.vehicle, solved.body) != (self.vehicle.name, self.name):
            message = f"belongs to {solved.body} of {solved.vehicle} and is left as it is; choose another with --out"
            raise _problem(str(self.target), message)
        assert self.body.shape is not None, "only bodies with a shape are chosen"
        fits = solved.holds_for(self.body.shape)
        return solved if fits and solved.panels == len(panels_of(self.body.shape.geometry, self.panels)) else None

    def solve(self) -> "SolvedInertia":
        """Solve, write the file, and return what it holds."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        from narcine.description.solved_inertia import SolvedInertia, fingerprint
        from narcine.hydrodynamics.boundary_elements import solve_body, solver_name

        body = self.body
        assert body.shape is not None, "only bodies with a shape are chosen"
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(f"{self.name}, {self.panels} panels", total=1.0)
            found = solve_body(body, self.panels, lambda done: progress.update(task, completed=done))
        solved = SolvedInertia.model_validate(
            {
                "vehicle": self.vehicle.name,
                "body": self.name,
                "source": solver_name(),
                "shape": fingerprint(body.shape),
                "panels": found.panels,
                "per_density": _digits(found.fine),
                "coarse_panels": found.coarse_panels,
                "coarse_per_density": _digits(found.coarse),
                "error": float(f"{found.error:.2g}"),
            }
        )
        write_solved(solved, self.target)
        return solved

    @property
    def line(self) -> str:
        """Return what the vehicle file is to say."""
        same_folder = self.target.resolve().parent == self.file.resolve().parent
        name = self.target.name if same_folder else str(self.target.resolve())
        return f"added_inertia: {{file: {shlex.quote(name)}}}"


def _digits(matrix: Any) -> list[list[float]]:
    """Return rows with ten digits of the largest entry, symmetric as they stand."""
    scale = np.abs(matrix).max()
    return [[float(f"{value:.10g}") if abs(value) > 1e-12 * scale else 0.0 for value in row] for row in matrix]


def write_solved(solved: "SolvedInertia", target: Path) -> None:
    """Write a file of solved added inertia."""
    from ruamel.yaml import YAML

    from narcine.recording.write import whole_file

    writer = YAML()
    writer.default_flow_style = None
    writer.width = 200
    plain = solved.model_dump()
    for key in ("per_density", "coarse_per_density"):
        plain[key] = [list(row) for row in plain[key]]
    with whole_file(target) as unfinished, unfinished.open("w", encoding="utf-8") as handle:
        handle.write("# Written by narcine added-inertia: m3, m4, m5 about the body's origin, times the density.\n")
        writer.dump(plain, handle)


def _show(job: _Job, solved: "SolvedInertia", console: "Console") -> None:
    """Print the diagonal beside that of the rule for the shape, and the line for the vehicle file."""
    from rich.table import Table

    from narcine.hydrodynamics.added_inertia import added_inertia

    density = job.vehicle.run.water.density
    fine, coarse = (density * np.diag(np.array(rows)) for rows in (solved.per_density, solved.coarse_per_density))
    rule = np.diag(added_inertia(job.body, density))
    table = Table(box=None, pad_edge=False)
    table.add_column(f"{job.name}, {density:g} kg/m3", style="bold")
    for heading in ("solved", "", f"{solved.coarse_panels} panels", "from_shape", "of solved"):
        table.add_column(heading, justify="right")
    for k, motion in enumerate(MOTIONS):
        block = fine[:3] if k < 3 else fine[3:]
        shown = fine[k] > 1e-4 * block.max()
        cells = (f"{100.0 * (coarse[k] / fine[k] - 1.0):+.1f} %", f"{rule[k] / fine[k]:.2f}") if shown else ("-", "-")
        table.add_row(motion, f"{fine[k]:.4g}", UNITS[k], cells[0], f"{rule[k]:.4g}", cells[1])
    console.print(table)
    console.print(f"fewer panels differ by {100.0 * solved.error:.2g} % of the largest entry")
    if solved.error > DOUBTFUL:
        console.print("that is much: try more --panels", style="yellow")
    console.print(f"in {job.file}, under bodies: {job.name}:\n  {job.line}")
