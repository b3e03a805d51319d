"""`narcine list`, `narcine new`, `narcine schema`: what ships, a file to start from, what editors need."""

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number


def list_command() -> int:
    """List the vehicles, scenarios, missions and measurements that ship.

    Example: narcine list
    """
    from rich.console import Console
    from rich.table import Table

    from narcine.description.library import (
        ABOUT,
        SAMPLES,
        shipped_missions,
        shipped_samples,
        shipped_scenarios,
        shipped_vehicles,
    )
    from narcine.description.tree import read_file

    table = Table(box=None, pad_edge=False)
    for heading in ("name", "kind", "about"):
        table.add_column(heading, style="bold" if heading == "name" else "")
    kinds = {"vehicle": shipped_vehicles(), "scenario": shipped_scenarios(), "mission": shipped_missions()}
    for kind, files in kinds.items():
        for name, file in files.items():
            table.add_row(name, kind, str(read_file(file).value.get("about", "")))
    said = read_file(SAMPLES / ABOUT).value
    for name in shipped_samples():
        table.add_row(name, "data", said[name])
    console = Console(highlight=False)
    console.print(table)
    console.print(
        "\nRun a vehicle or a scenario with `narcine run NAME`, fly a mission with `narcine mission NAME`; "
        "`narcine identify --help` tells what data are for.",
        soft_wrap=True,
    )
    return 0


def new_command(
    file: Path,
    /,
    *,
    like: str | None = None,
    modules: Annotated[int | None, Parameter(validator=Number(gte=2, lte=500))] = None,
) -> int:
    """Write a commented vehicle file to start from, a fish or a snake, or a copy of what ships.

    Examples: narcine new my_fish.yaml, then narcine run my_fish.yaml; narcine new snake --modules 16, which writes
    snake.yaml; narcine new my_snake.yaml --modules 6; narcine new my_ray.yaml --like raybot;
    narcine new my_mission.yaml --like zigzag_base

    Parameters
    ----------
    file
        name of the new file, or fish or snake; an existing file is never touched
    like
        a vehicle, scenario or mission that ships (narcine list), or a file: it is copied, under the new file's name
    modules
        makes it a snake of so many modules

    """
    from narcine.description.library import find_file, shipped_missions
    from narcine.description.template import KINDS, MODULES, renamed, template

    kind = "snake" if modules is not None else "fish"
    if file.name in KINDS:
        file = file.with_suffix(".yaml")
    if file.stem in KINDS:
        kind = file.stem
    if file.suffix not in (".yaml", ".yml"):
        sys.stderr.write(f"{file}: a vehicle file ends in .yaml; {' and '.join(KINDS)} are what it can start from\n")
        return 2
    if modules is not None and (kind != "snake" or like is not None):
        sys.stderr.write("--modules makes a snake: leave --like or fish out\n")
        return 2
    if like is None:
        text = template(file.stem, kind, modules or MODULES)
    else:
        source = shipped_missions().get(like) or find_file(like)
        text = renamed(source.read_text(encoding="utf-8"), file.stem)
    try:
        with file.open("x", encoding="utf-8") as handle:
            handle.write(text)
    except FileExistsError:
        sys.stderr.write(f"{file} exists already and is left as it is; choose another name\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{file} cannot be written: {error.strerror}\n")
        return 2
    word = shlex.quote(str(file))
    tries = "".join(f"  narcine {each}\n" for each in _tries(file, word))
    sys.stdout.write(f"{file} written. Try:\n{tries}")
    return 0


def _tries(file: Path, word: str) -> list[str]:
    """Return the commands to go on with from a new file."""
    from narcine.description.load import is_mission
    from narcine.description.problems import DescriptionError
    from narcine.description.references import resolve_parts
    from narcine.description.tree import read_file

    tries = [f"check {word}", f"run {word}"]
    try:
        tree = read_file(file)
        resolve_parts(tree, file)
    except DescriptionError:
        return tries
    if is_mission(tree.value):
        return [f"mission {word}"]
    if isinstance(tree.value, dict) and "frontseat" in tree.value:
        tries.append(f"mission depth_steps --set vehicle={word}")
    return tries


def schema_command(
    kind: Literal["vehicle", "scenario", "mission"] = "vehicle", /, *, out: Annotated[Path | None, Parameter()] = None
) -> int:
    """Write the JSON schema of vehicle, scenario or mission files, so that editors complete and check them.

    Example: narcine schema --out vehicle.schema.json; then, in the first line of a file,
    # yaml-language-server: $schema=vehicle.schema.json

    Parameters
    ----------
    kind
        vehicle, scenario or mission
    out
        file to write; the screen when not given

    """
    from narcine.description.schema import json_schema
    from narcine.recording.write import whole_file

    text = json.dumps(json_schema(kind), indent=1) + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        with whole_file(out) as unfinished:
            unfinished.write_text(text, encoding="utf-8")
    return 0
