"""Reading XML with the place of every element, so that what is wrong can be shown where it stands."""

from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from xml.parsers import expat

import numpy as np
from numpy.typing import NDArray

from narcine.description.problems import DescriptionError, Place, Problem

Array = NDArray[np.float64]


@dataclass
class Node:
    """An element with its attributes, its text and the elements in it."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list["Node"] = field(default_factory=list)
    text: str = ""

    def child(self, tag: str) -> "Node | None":
        """Return the first element of a tag, or None."""
        return next((each for each in self.children if each.tag == tag), None)

    def all(self, tag: str) -> list["Node"]:
        """Return the elements of a tag."""
        return [each for each in self.children if each.tag == tag]

    def problem(self, message: str) -> DescriptionError:
        """Return what is wrong with the element, as an error."""
        return DescriptionError([Problem((), f"<{self.tag}> {message}", self.place)])

    def name(self) -> str:
        """Return the name that the element must have."""
        return self.attribute("name")

    def attribute(self, key: str) -> str:
        """Return an attribute that must be there."""
        if not self.attributes.get(key, "").strip():
            raise self.problem(f"has no {key}")
        return self.attributes[key].strip()

    def floats(self, text: str, size: int, of: str = "") -> Array:
        """Return so many numbers, or say what stands there instead."""
        words = text.split()
        try:
            values = [float(word) for word in words]
        except ValueError:
            values = []
        if len(words) != size or len(values) != size or not all(isfinite(value) for value in values):
            wanted = "a number" if size == 1 else f"{size} numbers"
            raise self.problem(f"{of + ' ' if of else ''}must be {wanted}, not {text.strip()!r}")
        return np.array(values)

    def numbers(self, key: str, default: str) -> Array:
        """Return the numbers of an attribute, as many as its default has."""
        return self.floats(self.attributes.get(key, default), len(default.split()), key)

    def number(self, key: str, default: float | None = None) -> float:
        """Return the number of an attribute, which must be there without a default."""
        if default is not None and key not in self.attributes:
            return default
        return float(self.floats(self.attribute(key), 1, key)[0])

    def inner(self, tag: str, default: float | None = None) -> float:
        """Return the number in an inner element, which must be there without a default."""
        found = self.child(tag)
        if found is None:
            if default is None:
                raise self.problem(f"has no <{tag}>")
            return default
        return float(found.floats(found.text, 1)[0])

    def inner_text(self, tag: str) -> str:
        """Return the words in an inner element that must be there."""
        found = self.child(tag)
        if found is None or not found.text.strip():
            raise self.problem(f"has no <{tag}>")
        return found.text.strip()

    def says(self, tag: str) -> bool:
        """Say whether an inner element is there and true."""
        found = self.child(tag)
        return found is not None and found.text.strip().lower() in ("true", "1")


def read_xml(file: Path) -> Node:
    """Return the outermost element of a file."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    outside = Node("", {}, Place(str(file)))
    open_nodes = [outside]

    def start(tag: str, attributes: dict[str, str]) -> None:
        place = Place(str(file), parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        node = Node(tag, attributes, place)
        if tag.startswith("xacro:"):
            written = file.with_suffix("") if file.suffix == ".xacro" else file.with_suffix(".expanded.urdf")
            written = written if written.suffix == ".urdf" else written.with_suffix(".urdf")
            hint = f"`xacro {file.name} > {written.name}` makes a URDF of it"
            raise DescriptionError([Problem((), f"is xacro, which is a program that writes URDF; {hint}", place)])
        open_nodes[-1].children.append(node)
        open_nodes.append(node)

    def end(tag: str) -> None:
        open_nodes.pop()

    def text(words: str) -> None:
        open_nodes[-1].text += words

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, text
    try:
        parser.Parse(file.read_bytes(), True)
    except expat.ExpatError as error:
        place = Place(str(file), error.lineno, error.offset + 1)
        raise DescriptionError([Problem((), f"is not XML: {expat.ErrorString(error.code)}", place)]) from None
    except OSError as error:
        raise DescriptionError([Problem((), f"cannot be read: {error.strerror}", Place(str(file)))]) from None
    return outside.children[0]
