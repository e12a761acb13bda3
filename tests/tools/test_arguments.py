"""Arguments mean one thing, however the program that calls writes them."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.arguments import params_of
from desktop_app.tools.catalogue import ALL_TOOLS
from desktop_app.tools.verbs import (
    create_draft,
    draft_reply,
    search_messages,
    update_draft,
)
from tests.fakes.house import TestHouse

TEXTS = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20)
NAMES = TEXTS.filter(lambda text: text.strip()[:1] not in {"", "[", "{"})


@given(st.lists(TEXTS, max_size=5), st.sampled_from(["to", "cc", "bcc", "attachments"]))
def test_a_list_as_the_text_of_one_is_that_list(values: list[str], name: str) -> None:
    as_list = params_of(create_draft.TOOL, {name: values})
    for spaces in ("", " ", "\n"):
        as_text = params_of(create_draft.TOOL, {name: spaces + json.dumps(values) + spaces})
        assert as_text == as_list


@given(NAMES)
def test_any_other_text_is_a_list_of_one(text: str) -> None:
    assert params_of(create_draft.TOOL, {"to": text}).to == (text,)


@given(st.lists(TEXTS, max_size=4) | st.dictionaries(TEXTS, TEXTS, max_size=3))
def test_free_text_is_never_read_as_anything_else(value: object) -> None:
    words = json.dumps(value)
    params = params_of(create_draft.TOOL, {"subject": words, "body": words})
    assert (params.subject, params.body) == (words, words)


@pytest.mark.parametrize(
    "tool", [create_draft.TOOL, draft_reply.TOOL, update_draft.TOOL, search_messages.TOOL]
)
def test_null_is_not_given(tool: Any) -> None:
    needed = {"draft_id": "d", "base_revision": 3} if tool is update_draft.TOOL else {}
    plain = params_of(tool, needed)
    for field in msgspec.structs.fields(tool.params):
        if field.encode_name not in needed:
            assert params_of(tool, needed | {field.encode_name: None}) == plain


def test_null_for_what_is_needed_says_what_is_missing() -> None:
    with pytest.raises(BadInput, match="draft_id"):
        params_of(update_draft.TOOL, {"draft_id": None, "base_revision": 1})


def test_objects_may_come_as_text_and_have_null_in_them() -> None:
    file = {"filename": "a.txt", "content": "YQ==", "mime_type": None}
    wanted = params_of(create_draft.TOOL, {"files": [{"filename": "a.txt", "content": "YQ=="}]})
    for given_files in ([file], json.dumps([file]), json.dumps(file)):
        assert params_of(create_draft.TOOL, {"files": given_files}) == wanted
    assert params_of(create_draft.TOOL, {"files": "[]"}).files == ()
    assert params_of(create_draft.TOOL, {"files": ""}).files == ()


@pytest.mark.parametrize("text", ["[", "[1, ", '["a"', "{", "[Work]", '{"a": 1}', "[a@x.example]"])
def test_what_only_looks_like_a_list_is_a_text(text: str) -> None:
    assert params_of(create_draft.TOOL, {"to": text}).to == (text,)


@pytest.mark.parametrize(
    "text", ["[[1]]", "[" * 50 + "]" * 50, '[{"a": 1}]', "[null]", f"[{2**60}]"]
)
def test_a_list_of_the_wrong_things_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        params_of(create_draft.TOOL, {"to": text})
    assert "to" in refused.value.sentence


def test_no_tool_takes_null_for_a_value_of_its_own() -> None:
    for tool in ALL_TOOLS:
        for field in msgspec.structs.fields(tool.params):
            if type(None) in getattr(field.type, "__args__", ()):
                assert field.default is None, (tool.name, field.name)


def test_null_makes_no_call_that_of_another_family(house: TestHouse) -> None:
    runner = house.runner(Origin.MCP)
    plain: dict[str, Any] = {"to": ["dana@lee.example"], "subject": "s", "body": "b"}
    for name, more in (
        ("create_draft", {"in_reply_to": None, "folder": None, "cc": None}),
        ("gmail_create_draft", {"recipient": None, "htmlBody": None, "cc": None}),
    ):
        tool, result = runner.call_by_name(name, plain | more)
        assert tool.name
        assert result.value is not None
    kept = house.store.drafts.in_state([DraftState.PROPOSED])
    assert len(kept) == 2
    for draft in kept:
        assert [a.email for a in draft.content.to] == ["dana@lee.example"]
