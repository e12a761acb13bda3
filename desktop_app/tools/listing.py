"""Listing of the tools as assistants get it: names, descriptions, JSON schemas.

It is constant: nothing of a mail, a profile or a person enters it. It is small, because every model
carries it in its context.
"""

from __future__ import annotations

from typing import Any

import msgspec

from desktop_app.model.draft import Origin
from desktop_app.tools.calls.base import AnyTool
from desktop_app.tools.catalogue import listed

_NOISE = frozenset({"title", "minLength", "maxLength", "minItems", "maxItems"})
LARGE = 10_000
ELSEWHERE = "As in "
"""How an argument is described whose parts another tool of the list describes."""

_OBVIOUS: tuple[object, ...] = ("", 0, 1, False, None, [], ())
"""Defaults that go without saying: nothing, no, and the first page."""


def listing(origin: Origin, without: frozenset[str] = frozenset()) -> list[dict[str, Any]]:
    """One entry a tool: name, title, description, inputSchema (JSON Schema 2020-12)."""
    return [
        {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": listed_schema(tool),
        }
        for tool in listed(origin, without)
    ]


def input_schema(tool: AnyTool) -> dict[str, Any]:
    """The parameters as an object schema that allows nothing else."""
    (_,), components = msgspec.json.schema_components([tool.params], ref_template="{name}")
    schema = _lean(_whole(components[tool.params.__name__], components))
    schema.pop("description", None)
    for name in tool.unlisted:
        del schema["properties"][name]
    if needed := [*schema.get("required", ()), *tool.needs]:
        schema["required"] = needed
    return {**schema, "additionalProperties": False}


def listed_schema(tool: AnyTool) -> dict[str, Any]:
    """`input_schema` without the arguments that another says too."""
    schema = input_schema(tool)
    kept = {k: v for k, v in schema["properties"].items() if k not in tool.other_ways}
    return {**schema, "properties": kept}


def _whole(schema: Any, components: dict[str, Any]) -> Any:
    """Schema with objects in the place of references to them."""
    if isinstance(schema, list):
        return [_whole(item, components) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        inner = _whole(components[schema["$ref"]], components)
        return {k: v for k, v in inner.items() if k not in {"description", "additionalProperties"}}
    return {key: _whole(value, components) for key, value in schema.items()}


def _elsewhere(schema: dict[str, Any]) -> dict[str, Any]:
    """Schema whose parts another tool describes."""
    if "items" in schema:
        return {**schema, "items": {"type": "object"}}
    return {key: value for key, value in schema.items() if key not in {"properties", "required"}}


def _lean(schema: Any) -> Any:
    """Schema without titles, lengths, null alternatives, large maxima, and defaults that go without
    saying. Calls are validated as before. What a host fills in that must give every argument stays:
    0 for a number that may be left out, the choice of nothing, and as the first choice the one that
    holds where none is made."""
    if isinstance(schema, list):
        return [_lean(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        key: _lean(value)
        for key, value in schema.items()
        if not (key in _NOISE and not isinstance(value, dict))
    }
    if "default" in kept and "minimum" in kept:
        least = kept.pop("minimum")
        kept |= {"minimum": 0} if least else {}
    if isinstance(most := kept.get("maximum"), int) and most >= LARGE:
        del kept["maximum"]
    if choices := kept.get("enum"):
        kept["enum"] = sorted(choices, key=lambda each: each != kept.get("default"))
        kept.pop("default", None)
    if "default" in kept and kept["default"] in _OBVIOUS:
        del kept["default"]
    alternatives = [a for a in kept.get("anyOf", ()) if a != {"type": "null"}]
    if len(alternatives) == 1:
        del kept["anyOf"]
        kept = {**alternatives[0], **kept}
    if str(kept.get("description", "")).startswith(ELSEWHERE):
        kept = _elsewhere(kept)
    if kept.get("type") == "object" and not kept.get("required"):
        kept.pop("required", None)
    return kept
