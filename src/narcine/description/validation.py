"""From a tree to a record, with every problem said in the file's own terms."""

from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from narcine.description.names import NO_NAME
from narcine.description.problems import Path, Problem
from narcine.description.quantities import suggestion
from narcine.description.record import Record
from narcine.description.tree import MISSING, Tree, entry

AnyRecord = TypeVar("AnyRecord", bound=Record)

_PLAIN_MESSAGES = {
    "missing": "is missing",
    "dict_type": "must be a block of keys",
    "model_type": "must be a block of keys",
    "model_attributes_type": "must be a block of keys",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "string_pattern_mismatch": NO_NAME,
    "too_short": "must not be empty",
}


def validate(record_type: type[AnyRecord], tree: Tree, prefix: Path = ()) -> tuple[AnyRecord | None, list[Problem]]:
    """Return the record of the tree at a prefix and its problems.

    When some entries of it are broken, the record of the others is returned beside the problems, if there can be one.
    """
    value = tree.at(prefix)
    try:
        return record_type.model_validate(value), []
    except ValidationError as error:
        errors = _without_lists_of_broken_entries(error.errors(include_url=False))
    problems = _without_misspelt([_problem(each, record_type, tree, prefix) for each in errors])
    broken = {tuple(each["loc"][:2]) for each in errors}
    try:
        return record_type.model_validate(_pruned(value, broken)), problems
    except ValidationError:
        return None, problems


def _without_lists_of_broken_entries(errors: list[Any]) -> list[Any]:
    """Leave out lists that are too short because entries of them are broken: those say so."""

    def holds(outer: Any, inner: Any) -> bool:
        return len(inner["loc"]) > len(outer["loc"]) and inner["loc"][: len(outer["loc"])] == outer["loc"]

    return [each for each in errors if each["type"] != "too_short" or not any(holds(each, other) for other in errors)]


def _without_misspelt(problems: list[Problem]) -> list[Problem]:
    """Leave out keys that are missing because they are misspelt: the misspelt key says so."""
    unknown = [problem.path for problem in problems if problem.message.startswith("unknown key")]
    return [
        problem
        for problem in problems
        if problem.message != _PLAIN_MESSAGES["missing"]
        or not any(path[:-1] == problem.path[:-1] and suggestion(path[-1], [str(problem.path[-1])]) for path in unknown)
    ]


def _pruned(value: Any, broken: set[tuple[Any, ...]]) -> Any:
    """Return a block without its broken entries."""
    if not isinstance(value, dict):
        return value
    kept: dict[str, Any] = {}
    for key, item in value.items():
        if (key,) in broken:
            if key == "name":
                kept[key] = "unnamed"
            continue
        if isinstance(item, dict):
            entries = {name: entry for name, entry in item.items() if (key, name) not in broken}
            if entries or not item:
                kept[key] = entries
        elif not any(path[:1] == (key,) for path in broken):
            kept[key] = item
    return kept


def _problem(error: Any, record_type: type[Record], tree: Tree, prefix: Path) -> Problem:
    kind, context = error["type"], error.get("ctx") or {}
    location = _without_tags(record_type, error["loc"])
    path = prefix + _written_path(location, tree.at(prefix), kind in ("missing", "extra_forbidden"))
    value = error["input"] if not isinstance(error["input"], dict | BaseModel) else None
    place = tree.place(path)
    if kind == "narcine":
        return Problem(path, context["message"], place, value)
    if kind == "extra_forbidden":
        allowed = _keys_at(record_type, error["loc"][:-1])
        message = f"unknown key; allowed: {', '.join(allowed)}{suggestion(path[-1], allowed)}"
        return Problem(path, message, tree.keys.get(path, place))
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        key = context["discriminator"].strip("'")
        tags = _tags_at(record_type, error["loc"])
        if kind == "union_tag_not_found":
            return Problem((*path, key), f"is missing; allowed: {', '.join(tags)}", place)
        tag_path = (*path, key)
        message = f"must be one of {', '.join(tags)}{suggestion(context['tag'], tags)}"
        return Problem(tag_path, message, tree.place(tag_path), context["tag"])
    if kind == "literal_error":
        allowed = [word.strip("'") for word in context["expected"].replace(" or ", ", ").split(", ")]
        return Problem(path, f"must be one of {', '.join(allowed)}{suggestion(value, allowed)}", place, value)
    if kind == "missing":
        return Problem(path, _PLAIN_MESSAGES[kind], place)
    if kind == "too_short" and context["actual_length"] > 0:
        return Problem(path, f"needs at least {context['min_length']} entries", place, value)
    message = _PLAIN_MESSAGES.get(kind, error["msg"].removeprefix("Input should be ").lower())
    return Problem(path, message if kind in _PLAIN_MESSAGES else f"must be {message}", place, value)


def _written_path(location: Path, value: Any, names_a_key: bool) -> Path:
    """Return a location as far as the file writes it; its last part may be missing."""
    path: list[str | int] = []
    for number, part in enumerate(location):
        inner = entry(value, part)
        if inner is not MISSING:
            value = inner
            path.append(part)
        elif names_a_key and number == len(location) - 1:
            path.append(part)
    return tuple(path)


def _unwrapped(annotation: Any) -> list[Any]:
    """Return the types that an annotation allows, without None and without notes."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, UnionType):
        return [inner for each in get_args(annotation) if each is not type(None) for inner in _unwrapped(each)]
    return [annotation]


def _types_at(record_type: type[Record], location: Path) -> list[Any]:
    """Return the types that may stand at a location."""
    candidates: list[Any] = [record_type]
    for part in location:
        following = _tagged(candidates, part)
        for candidate in [] if following else candidates:
            if isinstance(candidate, type) and issubclass(candidate, BaseModel):
                if part in candidate.model_fields:
                    following += _unwrapped(candidate.model_fields[str(part)].annotation)
            elif get_origin(candidate) is dict:
                following += _unwrapped(get_args(candidate)[1])
            elif get_origin(candidate) is tuple:
                following += _unwrapped(get_args(candidate)[0])
        candidates = following
    return candidates


def _tagged(candidates: list[Any], part: str | int) -> list[Any]:
    """Return which of several kinds of records a part of a location picks by its tag; none if it is a key."""
    records = [each for each in candidates if isinstance(each, type) and issubclass(each, BaseModel)]
    return [each for each in records if _tag_of(each) == part] if len(records) > 1 else []


def _without_tags(record_type: type[Record], location: Path) -> Path:
    """Return a location without the tags that pydantic puts before the keys of one of several kinds."""
    kept = (
        part for number, part in enumerate(location) if not _tagged(_types_at(record_type, location[:number]), part)
    )
    return tuple(kept)


def _tag_of(record: type[BaseModel]) -> str | None:
    for name in ("type", "lift"):
        if name in record.model_fields:
            words = get_args(record.model_fields[name].annotation)
            if get_origin(record.model_fields[name].annotation) is Literal:
                return str(words[0])
    return None


def _keys_at(record_type: type[Record], location: Path) -> list[str]:
    keys: list[str] = []
    for candidate in _types_at(record_type, location):
        if isinstance(candidate, type) and issubclass(candidate, BaseModel):
            written = (field.alias or name for name, field in candidate.model_fields.items())
            keys += [name for name in written if name not in keys]
    return keys


def _tags_at(record_type: type[Record], location: Path) -> list[str]:
    return [tag for each in _types_at(record_type, location) if isinstance(each, type) and (tag := _tag_of(each))]
