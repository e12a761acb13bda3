"""Names of two steps with *ask*: the request is the whole call, and so is what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from desktop_app.mail.drafts.compose import body_text
from desktop_app.model.draft import DraftState, Origin
from desktop_app.tools.calls.base import Decision
from tests.fakes.house import TestHouse
from tests.tools.adapters.contract import World, world
from tests.tools.asking import answer

WANTED = {"subject": "Own", "body": "Yes.", "to": "x@x.example", "cc": "c@x.example"}
ASKING: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("gmail_send", WANTED),
    ("gmail_send_message", {**WANTED, "bcc": ["b@x.example"]}),
    ("sendConfirm", WANTED),
    ("replyConfirm", {**WANTED, "messageId": "{lease}"}),
)
DRAFTING: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("replyPreview", {**WANTED, "messageId": "{lease}"}),
    ("create_draft", {**WANTED, "in_reply_to": 5, "reply_all": True}),
)


def allow(known: World) -> None:
    [request] = known.house.store.requests.open(limit=5)
    answer(known.house, request.id, allow=True)


@pytest.mark.parametrize(("name", "arguments"), [*ASKING, *DRAFTING])
def test_what_is_allowed_is_the_whole_call(
    house: TestHouse, name: str, arguments: Mapping[str, Any]
) -> None:
    known = world(house)
    house.settings.change("policy.mcp_draft", "ask")
    decision, _, _ = known.call(name, arguments)
    assert decision is Decision.ASK
    assert not house.store.drafts.in_state(list(DraftState))
    allow(known)
    draft = known.newest_draft()
    content = draft.content
    assert [a.email for a in content.to] == ["x@x.example"]
    assert [a.email for a in content.cc] == ["c@x.example"]
    assert (content.subject, body_text(content)) == ("Own", "Yes.")
    assert draft.asks_to_send is ((name, arguments) in ASKING)
    assert draft.author.origin is Origin.MCP
    assert house.store.outbox.count_open() == 0


@pytest.mark.parametrize(("name", "arguments"), ASKING)
def test_allowed_at_once_it_comes_to_the_same(
    house: TestHouse, name: str, arguments: Mapping[str, Any]
) -> None:
    known = world(house)
    decision, _, _ = known.call(name, arguments)
    assert decision is Decision.ASK
    draft = known.newest_draft()
    assert [a.email for a in draft.content.cc] == ["c@x.example"]
    assert draft.asks_to_send


def test_a_change_that_asks_is_one_request_too(house: TestHouse) -> None:
    known = world(house)
    known.call("gmail_draft_create", {"to": "a@x.example", "subject": "Hi", "body": "Hello."})
    house.settings.change("policy.mcp_draft", "ask")
    known.call("gmail_send", {"draftId": "{draft}", "body": "Better."})
    assert not known.newest_draft().asks_to_send
    allow(known)
    draft = known.newest_draft()
    assert (draft.content.body, draft.asks_to_send) == ("Better.", True)
