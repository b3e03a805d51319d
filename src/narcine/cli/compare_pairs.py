"""What `narcine compare` holds against what: a source and its experiments, or a table of pairs."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from narcine.cli.pictures import refuse


class Pair(NamedTuple):
    """A simulation and an experiment."""

    source: str
    """a run, or a vehicle or scenario to be run"""
    experiment: Path
    name: str


def pairs_of(source: str | None, experiments: tuple[Path, ...], table: Path | None) -> list[Pair]:
    """Return what is compared, each under a name of its own."""
    if table is not None:
        if source is not None:
            raise refuse(f"--pairs {table}", "names what is compared; leave the others out")
        return _tabled(table)
    if source is None or not experiments:
        raise refuse("compare", "takes a run or a model, then experiments; or --pairs with a table of both")
    names = _own_names([file.stem for file in experiments])
    return [Pair(source, file, name) for file, name in zip(experiments, names, strict=True)]


def _tabled(file: Path) -> list[Pair]:
    from narcine.identification.columns import Column, read_table

    known = {
        "run": Column(text=True),
        "experiment": Column(text=True),
        "name": Column(text=True, gaps=True),
    }
    table = read_table(file, known, ("run", "experiment"))
    runs, experiments = table.words["run"], table.words["experiment"]
    told = table.words.get("name", [""] * len(runs))
    names = _own_names([name or Path(each).stem for name, each in zip(told, experiments, strict=True)])
    return [
        Pair(_beside(file, run), Path(_beside(file, experiment)), name)
        for run, experiment, name in zip(runs, experiments, names, strict=True)
    ]


def _beside(table: Path, name: str) -> str:
    """Return a file beside the table that names it, or the name as it stands."""
    beside = table.parent / name
    return str(beside) if beside.exists() else name


def _own_names(names: list[str]) -> list[str]:
    """Return names of which no two are the same, numbered where they were."""
    often, seen = Counter(names), Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name}_{seen[name]}" if often[name] > 1 else name)
    return found
