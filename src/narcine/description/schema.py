"""The JSON schema of vehicle, scenario and mission files, with all that the reader takes out before records see it."""

from typing import Any

from narcine.description.mission import Mission
from narcine.description.picking import PICKED
from narcine.description.quantities import SOURCED_KEYS, sourced_schema
from narcine.description.record import PROVENANCE_KEYS, Record
from narcine.description.scenario import Scenario
from narcine.description.vehicle import Vehicle

RESERVED = (*PROVENANCE_KEYS, "use")
"""Keys that may stand among the names of bodies, joints and so on, and are no names."""


def json_schema(kind: str) -> dict[str, Any]:
    """Return the JSON schema of a kind of file."""
    records: dict[str, type[Record]] = {"vehicle": Vehicle, "scenario": Scenario, "mission": Mission}
    schema: dict[str, Any] = _as_written(records[kind].model_json_schema())
    if kind == "mission":
        return _of_mission(schema)
    vehicle = schema if kind == "vehicle" else schema["$defs"]["Vehicle"]
    for key in PICKED:
        vehicle["properties"][key]["anyOf"].append({"type": "string"})
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    vehicle["anyOf"].append({"required": ["name", "chains"]})
    schema["$defs"]["Point"]["anyOf"].append({"required": ["chain"]})
    for moving in ("Obstacle", "Lamp"):
        required = schema["$defs"][moving]["anyOf"][0]["required"]
        others = [key for key in required if key != "at"]
        schema["$defs"][moving]["anyOf"] += [{"required": [*others, key]} for key in ("path", "path_file")]
    if kind == "vehicle":
        _let_changes_be(schema)
    if kind == "scenario":
        placed = schema["$defs"]["PlacedVehicle"]["properties"]
        forms = [{"type": "string"}, {"$ref": "#/$defs/Vehicle"}]
        whole = {"anyOf": [{"required": ["bodies"]}, {"required": ["chains"]}]}
        changed = {"type": "object", "not": whole, "description": "what changes one of a cluster"}
        placed["vehicle"] = {"anyOf": [*forms, changed], "description": "name, file or written out"}
        cluster = schema["$defs"]["Cluster"]["properties"]
        for key in ("vehicle", "connector"):
            cluster[key] = {"anyOf": forms, "description": cluster[key].get("description", "")}
        schema["anyOf"].append({"required": ["name", "clusters"]})
    return schema


def _of_mission(schema: dict[str, Any]) -> dict[str, Any]:
    """Let the vehicle be a name or a block, and obstacles and lamps move."""
    told = schema["properties"]["vehicle"].get("description", "")
    schema["properties"]["vehicle"] = {"type": ["string", "object"], "description": told}
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema


def _let_changes_be(schema: dict[str, Any]) -> None:
    """Hold blocks to their records only in files that stand by themselves: others change parts of what they use."""
    schema["if"] = {"not": {"required": ["use"]}}
    schema["then"] = {"properties": schema["properties"]}
    schema["properties"] = {
        key: {"description": field["description"]} if "description" in field else field
        for key, field in schema["properties"].items()
    }


def _as_written(schema: Any) -> Any:
    """Let blocks of names carry provenance, and let a part stand for any of several kinds."""
    if isinstance(schema, list):
        return [_as_written(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    changed = {key: _as_written(value) for key, value in schema.items() if key != "discriminator"}
    if "oneOf" in changed:
        changed["anyOf"] = changed.pop("oneOf")
    if "patternProperties" in changed:
        changed["patternProperties"] = {
            f"^(?!({'|'.join(RESERVED)})$){pattern.removeprefix('^')}": inner
            for pattern, inner in changed["patternProperties"].items()
        }
    fields = changed.get("properties", {})
    for key in fields.keys() - set(SOURCED_KEYS) if isinstance(fields, dict) else ():
        fields[key] = _list_with_source(fields[key])
    holds_names = "patternProperties" in changed or isinstance(changed.get("additionalProperties"), dict)
    if holds_names and changed.get("type") == "object":
        changed.setdefault("properties", {}).update({key: {"type": "string"} for key in RESERVED})
    return changed


def _list_with_source(field: Any) -> Any:
    """Let a list say where it comes from, as numbers do."""
    if not isinstance(field, dict) or field.get("type") != "array":
        return field
    words = {key: field[key] for key in ("description", "title", "default") if key in field}
    plain = {key: value for key, value in field.items() if key not in words}
    return {"anyOf": [plain, sourced_schema(plain)], **words}
