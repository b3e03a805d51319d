"""What all records of a description have in common."""

from typing import Any

from pydantic import BaseModel, ConfigDict

PROVENANCE_KEYS = ("source", "assumed")
"""Keys that any block may carry: where its plain numbers come from. The reader takes them out and keeps them."""


def _allow_what_readers_take(schema: dict[str, Any]) -> None:
    """Let editors accept the keys that the reader takes out: provenance, and parts used from elsewhere."""
    known = {key: {"type": "string"} for key in (*PROVENANCE_KEYS, "use")}
    schema.setdefault("properties", {}).update(known)
    if "required" in schema:
        schema["anyOf"] = [{"required": schema.pop("required")}, {"required": ["use"]}]


class Record(BaseModel):
    """A frozen block of a description that knows all its keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, json_schema_extra=_allow_what_readers_take)
