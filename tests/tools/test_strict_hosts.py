"""Hosts that must give every argument: whatever they fill in for what is left out means that it is
left out. Over every schema that is listed, ours and the families'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.model.draft import Origin
from desktop_app.tools.adapters.adapter import Adapter, AnyAdapter
from desktop_app.tools.adapters.schema import family_schema
from desktop_app.tools.adapters.table import ADAPTERS
from desktop_app.tools.calls.arguments import params_of
from desktop_app.tools.calls.base import AnyTool
from desktop_app.tools.catalogue import listed
from desktop_app.tools.listing import listed_schema as input_schema
from tests.depths import one_in
from tests.fakes.house import TestHouse, mail

OURS: list[AnyTool] = list(listed(Origin.MCP))
THEIRS: list[AnyAdapter] = list(ADAPTERS.values())
A_VALUE = frozenset({"days_ahead"})
"""Arguments whose 0 says something: no day ahead is today."""


def empties(schema: Mapping[str, Any]) -> Iterator[Any]:
    """What hosts fill in for a property: null, the empty value of its type, its minimum, the choice
    of nothing or the first of all, an object of empties."""
    yield None
    if "anyOf" in schema:
        for each in schema["anyOf"]:
            yield from empties(each)
        return
    if choices := schema.get("enum"):
        yield "" if "" in choices else choices[0]
        return
    match schema.get("type"):
        case "string":
            yield ""
        case "integer":
            yield from (schema.get("minimum", 0), 0)
        case "boolean":
            yield False
        case "array":
            yield []
            yield from ([each] for each in empties(schema["items"]) if each not in (None, 0))
        case "object":
            parts = schema.get("properties", {})
            yield {name: next(e for e in empties(p) if e is not None) for name, p in parts.items()}
            yield {}


def schema_of(tool: AnyTool | AnyAdapter) -> dict[str, Any]:
    return family_schema(tool.params) if isinstance(tool, Adapter) else input_schema(tool)


def needed(tool: AnyTool | AnyAdapter) -> dict[str, Any]:
    """Values for what has to be given at least."""
    kinds: dict[str, Any] = {"string": "x", "integer": 1, "array": ["x"]}
    schema = schema_of(tool)
    parts = schema["properties"]
    return {
        name: parts[name]["enum"][0] if "enum" in parts[name] else kinds[parts[name]["type"]]
        for name in schema.get("required", ())
    }


def plain(value: Any) -> Any:
    """Parameters as data: an empty text and one of none are told apart by nobody but update_draft,
    which takes them for left out."""
    return {
        name: each
        for name, each in msgspec.to_builtins(value).items()
        if each not in (None, "", [], (), {})
    }


EVERY: list[AnyTool | AnyAdapter] = [*OURS, *THEIRS]


@pytest.mark.parametrize("tool", EVERY, ids=[tool.name for tool in EVERY])
def test_what_is_filled_in_for_what_is_left_out_says_nothing(tool: AnyTool | AnyAdapter) -> None:
    least = needed(tool)
    left_out = plain(params_of(tool, least))
    for name, schema in schema_of(tool)["properties"].items():
        for value in empties(schema) if name not in {*least, *A_VALUE} else ():
            assert plain(params_of(tool, {**least, name: value})) == left_out, (name, value)


@one_in(5)
@pytest.mark.parametrize("tool", OURS, ids=[tool.name for tool in OURS])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_all_of_them_at_once_say_nothing(tool: AnyTool, data: st.DataObject) -> None:
    least = needed(tool)
    filled = {
        name: data.draw(st.sampled_from(list(empties(schema))))
        for name, schema in schema_of(tool)["properties"].items()
        if name not in A_VALUE
    }
    assert plain(params_of(tool, filled | least)) == plain(params_of(tool, least))


def test_a_schema_keeps_what_a_host_fills_in() -> None:
    """A number that may be left out may be 0, the choice of nothing stays, and the choice that
    holds where none is made is the first."""
    for tool in OURS:
        for field in msgspec.structs.fields(tool.params):
            schema = input_schema(tool)["properties"].get(field.encode_name, {})
            if field.required or field.encode_name in tool.needs:
                assert field.encode_name in input_schema(tool)["required"]
            elif schema.get("type") == "integer":
                assert schema.get("minimum", 0) == 0, (tool.name, field.name)
            elif "enum" in schema:
                assert schema["enum"][0] == field.default, (tool.name, field.name)


def test_a_draft_loses_nothing_by_what_is_filled_in(house: TestHouse) -> None:
    runner = house.runner(Origin.MCP)
    wanted = {"to": ["a@x.example"], "cc": ["c@x.example"], "subject": "Hi", "body": "Hello."}
    _, made = runner.call_by_name("create_draft", wanted)
    change = {"draft_id": made.unwrap().draft_id, "base_revision": 1, "body": "Better."}
    [update] = [tool for tool in OURS if tool.name == "update_draft"]
    filled = {
        name: next(value for value in empties(schema) if value is not None)
        for name, schema in input_schema(update)["properties"].items()
    }
    runner.call_by_name("update_draft", filled | change)
    content = house.store.drafts.get(change["draft_id"]).content
    assert [a.email for a in (*content.to, *content.cc)] == ["a@x.example", "c@x.example"]
    assert (content.subject, content.body) == ("Hi", "Better.")
    change |= {"base_revision": 2, "cc": ["nobody"]}
    runner.call_by_name("update_draft", change)
    assert house.store.drafts.get(change["draft_id"]).content.cc == ()


def test_a_label_alone_does_not_archive(house: TestHouse) -> None:
    house.settings.change("policy.mcp_organise", "allow")
    house.store.labels.create("work", "Projects")
    message = house.add(mail())
    [modify] = [tool for tool in OURS if tool.name == "modify_messages"]
    filled = {
        name: next(value for value in empties(schema) if value is not None)
        for name, schema in input_schema(modify)["properties"].items()
    }
    wanted = {"ids": [str(message.id)], "add_label_ids": ["Projects"]}
    house.runner(Origin.MCP).call_by_name("modify_messages", filled | wanted)
    assert house.store.messages.get(message.id).labels >= {"INBOX", "Projects"}
