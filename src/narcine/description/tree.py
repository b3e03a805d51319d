"""Reading YAML 1.2 into plain values, and remembering where each stands.

A duplicate key is an error, `1e-3` is a number, `yes` is a word, and nothing but the types of JSON is known.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from narcine.description.problems import DescriptionError, Path, Place, Problem
from narcine.description.spreadsheet import Cells

_TAG = "tag:yaml.org,2002:"
DEEPEST, LARGEST = 50, 1_000_000
"""Most blocks inside one another and most values of a file: more is an alias that holds itself, or a mistake."""

MISSING = object()
"""What `entry` returns where there is nothing."""


def entry(value: Any, part: str | int) -> Any:
    """Return the entry of a block or list, or MISSING."""
    if isinstance(value, dict):
        return value.get(part, MISSING)
    if isinstance(value, list) and isinstance(part, int) and part < len(value):
        return value[part]
    return MISSING


@dataclass
class Tree:
    """Plain values (dicts, lists, numbers, words) and the place of each, by its path."""

    value: Any
    places: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)
    """places of keys, where they differ from those of their values"""
    problems: list[Problem] = field(default_factory=list)
    """what is wrong with the text itself, such as duplicate keys and parts that do not exist"""
    unfinished: set[Path] = field(default_factory=set)
    """blocks whose parts could not be put in place: what they lack is no problem of its own"""
    cells: dict[Path, Cells] = field(default_factory=dict)
    """where the rows of tables stand that other files hold"""

    def place(self, path: Path) -> Place | None:
        """Return the place of a value, or of the nearest block around it."""
        for length in range(len(path), -1, -1):
            if length and path[: length - 1] in self.cells and isinstance(row := path[length - 1], int):
                return self.cells[path[: length - 1]].place(row)
            if path[:length] in self.places:
                return self.places[path[:length]]
        return None

    def at(self, path: Path) -> Any:
        """Return the value at a path, or None."""
        value = self.value
        for part in path:
            value = entry(value, part)
        return None if value is MISSING else value

    def graft(self, path: Path, branch: "Tree") -> None:
        """Put another tree in place of the value at a path."""
        if path:
            self.at(path[:-1])[path[-1]] = branch.value
        else:
            self.value = branch.value
        for known in [known for known in self.cells if known[: len(path)] == path]:
            del self.cells[known]
        self.cells.update({path + relative: cells for relative, cells in branch.cells.items()})
        for table, other in ((self.places, branch.places), (self.keys, branch.keys)):
            for known in [known for known in table if known[: len(path)] == path and len(known) > len(path)]:
                del table[known]
            table.update({path + relative: place for relative, place in other.items()})
        self.problems += [replace(problem, path=path + problem.path) for problem in branch.problems]
        self.unfinished |= {path + relative for relative in branch.unfinished}

    def is_unfinished(self, path: Path) -> bool:
        """Say whether a path lies in a block that lacks its parts."""
        return any(path[: len(block)] == block for block in self.unfinished)


def read_tree(text: str, file: str) -> Tree:
    """Return the tree of a YAML text."""
    reader = YAML(typ="safe", pure=True)
    try:
        node = reader.compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(file, mark.line + 1, mark.column + 1) if mark is not None else Place(file)
        hint = "; indent with spaces, not with tabs" if "\\t" in str(error.problem) else ""
        raise DescriptionError([Problem((), f"is not YAML: {error.problem or error.context}{hint}", place)]) from None
    except YAMLError as error:
        raise DescriptionError([Problem((), f"is not YAML: {error}", Place(file))]) from None
    except RecursionError:
        raise DescriptionError([Problem((), "is nested too deeply", Place(file))]) from None
    if node is None:
        raise DescriptionError([Problem((), "is empty", Place(file))])
    tree = Tree(None)
    tree.value = _value(node, (), file, tree)
    return tree


def read_file(path: FilePath) -> Tree:
    """Return the tree of a file."""
    try:
        return read_tree(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise DescriptionError([Problem((), f"cannot be read: {error.strerror}", Place(str(path)))]) from None
    except UnicodeDecodeError as error:
        raise DescriptionError([Problem((), f"is not text in UTF-8: {error.reason}", Place(str(path)))]) from None


def _value(node: Node, path: Path, file: str, tree: Tree) -> Any:
    place = Place(file, node.start_mark.line + 1, node.start_mark.column + 1)
    if len(path) > DEEPEST or len(tree.places) > LARGEST:
        raise DescriptionError([Problem(path[:3], "is nested too deeply", place)])
    if path in tree.keys and isinstance(node, ScalarNode) and not node.value:
        place = tree.keys[path]
    tree.places[path] = place
    if isinstance(node, ScalarNode):
        return _scalar(node, path, place, tree.problems)
    if isinstance(node, SequenceNode):
        return [_value(item, (*path, index), file, tree) for index, item in enumerate(node.value)]
    assert isinstance(node, MappingNode), "YAML has no other nodes"
    mapping: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key_place = Place(file, key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        if not isinstance(key_node, ScalarNode):
            tree.problems.append(Problem(path, "keys must be words", key_place))
            continue
        key = str(key_node.value)
        if key == "<<":
            tree.problems.append(
                Problem(path, "merge keys are not known; share parts with `use: file.yaml#part`", key_place)
            )
            continue
        if key in mapping:
            first = tree.keys[(*path, key)]
            tree.problems.append(
                Problem((*path, key), f"duplicate key; it stands first in line {first.line}", key_place)
            )
            continue
        tree.keys[(*path, key)] = key_place
        mapping[key] = _value(value_node, (*path, key), file, tree)
    return mapping


def _scalar(node: ScalarNode, path: Path, place: Place, problems: list[Problem]) -> Any:
    tag, text = str(node.tag).removeprefix(_TAG), node.value
    try:
        if tag == "int":
            return int(text.replace("_", ""), 0 if text.lstrip("+-")[:2].lower() in ("0x", "0o") else 10)
        if tag == "float":
            lowered = text.lower()
            return float(lowered.replace(".inf", "inf").replace(".nan", "nan").replace("_", ""))
    except ValueError:
        problems.append(Problem(path, "is not a number that is understood", place, text))
        return None
    if tag == "bool":
        return text.lower() == "true"
    if tag == "null":
        return None
    if tag in ("str", "timestamp"):
        return text
    problems.append(Problem(path, f"the tag {node.tag} is not known here", place))
    return None
