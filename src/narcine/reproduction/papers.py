"""The papers that can be reproduced, and what words on the command line choose from them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from narcine.description.problems import DescriptionError, Problem
from narcine.description.quantities import suggestion
from narcine.reproduction.catshark import PAPER as CATSHARK
from narcine.reproduction.experiment import Check, Experiment, Paper
from narcine.reproduction.minifish import PAPER as MINIFISH
from narcine.reproduction.morpheus import PAPER as MORPHEUS
from narcine.reproduction.raybot import PAPER as RAYBOT
from narcine.reproduction.rov import PAPER as ROV
from narcine.reproduction.snake import PAPER as SNAKE

PAPERS: dict[str, Paper] = {paper.name: paper for paper in (RAYBOT, MINIFISH, ROV, SNAKE, CATSHARK, MORPHEUS)}


class Chosen(NamedTuple):
    """A paper and those of its rows and checks that are to be run."""

    paper: Paper
    parts: tuple[Experiment | Check, ...]


def choose(words: Sequence[str], papers: Mapping[str, Paper] = PAPERS) -> list[Chosen]:
    """Return what ids and names of papers choose, each once, in the order of the papers; without words everything."""
    ids = [part.id for paper in papers.values() for part in paper.parts]
    known = list(dict.fromkeys([*papers, *(each.partition(".")[0] for each in ids), *ids]))
    problems = [
        Problem((), f"there is no paper, row or check {word!r}{suggestion(word, known)}; there are {', '.join(known)}")
        for word in words
        if word not in known
    ]
    if problems:
        raise DescriptionError(problems)
    chosen = []
    for name, paper in papers.items():
        whole = not words or name in words
        parts = tuple(part for part in paper.parts if whole or {part.id, part.id.partition(".")[0]} & set(words))
        if parts:
            chosen.append(Chosen(paper, parts))
    return chosen
