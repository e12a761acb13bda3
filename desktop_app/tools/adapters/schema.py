"""Schemas of the adapters' arguments, as a program is listed them: whole, with their defaults."""

from __future__ import annotations

from typing import Any

import msgspec

from desktop_app.tools.calls.base import Params

_TEXT = {"type": "string"}


def family_schema(params: type[Params]) -> dict[str, Any]:
    """The arguments as an object schema (JSON Schema 2020-12) that allows nothing else."""
    (_,), components = msgspec.json.schema_components([params], ref_template="{name}")
    whole: dict[str, Any] = _plain(components[params.__name__], components)
    return whole


def _plain(schema: Any, components: dict[str, Any]) -> Any:
    """The schema without titles and null alternatives, objects in the place of references."""
    if isinstance(schema, list):
        return [_plain(item, components) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        more = {key: value for key, value in schema.items() if key != "$ref"}
        return _plain({**components[schema["$ref"]], **more}, components)
    kept = {
        key: _plain(value, components)
        for key, value in schema.items()
        if key != "title" or isinstance(value, dict)
    }
    alternatives = [a for a in kept.get("anyOf", ()) if a != {"type": "null"}]
    if len(alternatives) == 1:
        del kept["anyOf"]
        kept.update(alternatives[0])
    kept = _fillable(kept)
    if kept.get("type") == "array" and kept.get("items") == _TEXT:
        return _one_or_several(kept)
    if kept.get("type") == "object" and "properties" in kept:
        kept.pop("description", None)
        if not kept.get("required"):
            kept.pop("required", None)
    return kept


def _fillable(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with what a host fills in that must give every argument: 0 for a number that may
    be left out, and the choice that holds where none is made as the first."""
    if "default" in schema and schema["default"] in (None, [], ()):
        del schema["default"]
    if "default" in schema and schema.get("minimum"):
        schema["minimum"] = 0
    if choices := schema.get("enum"):
        schema["enum"] = sorted(choices, key=lambda each: each != schema.get("default"))
    return schema


def _one_or_several(array: dict[str, Any]) -> dict[str, Any]:
    """A list of texts may come as one text."""
    about = {key: array[key] for key in ("description",) if key in array}
    bounds = {key: value for key, value in array.items() if key not in about}
    return {**about, "anyOf": [_TEXT, bounds]}
