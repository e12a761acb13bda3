"""What the window asks about the assistant: conversations, what was sent, models and their keys."""

from __future__ import annotations

import pytest

from desktop_app.model.conversation import KeptTurn, SentPayload
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput, NoKeyring, NotFound
from desktop_app.tools.calls.base import Group, NoParams
from desktop_app.tools.calls.summary import summary
from desktop_app.tools.catalogue import BY_NAME, listed
from desktop_app.tools.person import conversations, language_models
from desktop_app.tools.verbs import create_draft
from tests.fakes.house import NOW, TestHouse

KEY = "sk-this-is-a-secret"
NAMES = (
    "list_conversations",
    "open_conversation",
    "delete_conversation",
    "list_payloads",
    "read_payload",
    "find_models",
    "keep_model_key",
    "forget_model_key",
    "model_providers",
)


def keep(house: TestHouse, name: str, prompt: str, events: bytes = b"[]") -> None:
    turn = KeptTurn(prompt, events, b"[1]", prompt, ("work",))
    house.store.conversations.keep_turn(name, "Model", turn, at=NOW)


def sent(house: TestHouse, name: str, body: bytes) -> int:
    endpoint = "https://api.example/v1/chat"
    return house.store.conversations.keep_payload(SentPayload(name, NOW, endpoint, "m", body))


@pytest.mark.parametrize("name", NAMES)
def test_they_are_for_the_person_alone(name: str) -> None:
    assert BY_NAME[name].group is Group.WINDOW
    for origin in (Origin.ASSISTANT, Origin.MCP):
        assert name not in {tool.name for tool in listed(origin)}


def test_conversations_are_listed_searched_opened_and_deleted(house: TestHouse) -> None:
    runner = house.runner()
    keep(house, "a", "Find the budget")
    keep(house, "b", "Reply to Dana")
    everything = conversations.ListConversations()
    found = runner.call(conversations.LIST_CONVERSATIONS, everything).unwrap().conversations
    assert {row.id for row in found} == {"a", "b"}
    narrow = conversations.ListConversations(words="dana")
    [row] = runner.call(conversations.LIST_CONVERSATIONS, narrow).unwrap().conversations
    opened = runner.call(
        conversations.OPEN_CONVERSATION, conversations.OpenConversation(conversation_id=row.id)
    ).unwrap()
    assert [turn.prompt for turn in opened.turns] == ["Reply to Dana"]
    assert (opened.history, opened.accounts) == (b"[1]", ("work",))
    gone = conversations.DeleteConversation(conversation_id=row.id)
    runner.call(conversations.DELETE_CONVERSATION, gone)
    [left] = runner.call(conversations.LIST_CONVERSATIONS, everything).unwrap().conversations
    assert left.id == "a"
    with pytest.raises(NotFound):
        runner.call(
            conversations.OPEN_CONVERSATION, conversations.OpenConversation(conversation_id="b")
        )


def test_what_was_sent_is_read_byte_for_byte(house: TestHouse) -> None:
    runner, body = house.runner(), '{"a": "é"}  '.encode()
    number = sent(house, "a", body)
    sent(house, "b", b"{}")
    mine = conversations.ListPayloads(conversation_id="a")
    [row] = runner.call(conversations.LIST_PAYLOADS, mine).unwrap().payloads
    assert (row.id, row.size) == (number, len(body))
    every = runner.call(conversations.LIST_PAYLOADS, conversations.ListPayloads()).unwrap().payloads
    assert len(every) == 2
    read = conversations.ReadPayload(payload_id=number)
    assert runner.call(conversations.READ_PAYLOAD, read).unwrap().body == body


def test_what_was_sent_for_a_draft_is_that_of_the_conversation_that_proposed_it(
    house: TestHouse,
) -> None:
    runner = house.runner()
    made = create_draft.CreateDraft(to=("dana@lee.example",), subject="Hi", body="Hi")
    draft = runner.call(create_draft.TOOL, made).unwrap()
    proposal = f'[["Proposal",{{"draft_id":"{draft.draft_id}","revision":1}}]]'.encode()
    read = f'[["ToolFinished",{{"references":[{{"opens":"draft","id":"{draft.draft_id}"}}]}}]]'
    keep(house, "reader", "What did I draft?", read.encode())
    keep(house, "writer", "Write to Dana", proposal)
    for name in ("reader", "writer"):
        sent(house, name, name.encode())
    mine = conversations.ListPayloads(draft_id=draft.draft_id)
    [row] = runner.call(conversations.LIST_PAYLOADS, mine).unwrap().payloads
    assert house.store.conversations.payload(row.id) == b"writer"


def test_a_key_is_kept_and_is_in_no_record(house: TestHouse) -> None:
    params = language_models.KeepModelKey(provider="openai", key=KEY)
    house.runner().call(language_models.KEEP_MODEL_KEY, params)
    assert house.models.keys == {"openai": KEY}
    find = language_models.FindModels(provider="openai", key=KEY)
    house.runner().call(language_models.FIND_MODELS, find)
    assert house.models.asked == [("openai", "", KEY)]
    rows = house.store.audit.newest(limit=50, before=0, origin="")
    assert [row.tool for row in rows] == ["keep_model_key"]
    for text in (repr(rows), repr(params), repr(find), summary(params), summary(find)):
        assert KEY not in text
    assert KEY.encode() not in (house.profile / "mail.db").read_bytes()


def test_without_a_keyring_the_person_may_keep_it_for_the_session(house: TestHouse) -> None:
    house.models.keyring = NoKeyring("There is no system keyring.")
    runner = house.runner()
    with pytest.raises(NoKeyring):
        runner.call(
            language_models.KEEP_MODEL_KEY, language_models.KeepModelKey(provider="openai", key=KEY)
        )
    assert house.models.keys == {}
    session = language_models.KeepModelKey(provider="openai", key=KEY, session_only=True)
    runner.call(language_models.KEEP_MODEL_KEY, session)
    assert house.models.for_this_session == {"openai"}
    runner.call(language_models.FORGET_MODEL_KEY, language_models.ForgetModelKey(provider="openai"))
    assert house.models.keys == {}


def test_providers_say_whether_a_key_is_kept_and_what_runs_here(house: TestHouse) -> None:
    house.models.found = ("qwen3:8b",)
    house.models.keys["openai"] = KEY
    found = house.runner().call(language_models.MODEL_PROVIDERS, NoParams()).unwrap()
    assert found.found == ("qwen3:8b",)
    assert [p.name for p in found.providers if p.key_kept] == ["openai"]
    assert KEY not in repr(found)


def test_what_is_wrong_with_a_connection_is_said(house: TestHouse) -> None:
    house.models.error = BadInput("Give the server's address.")
    with pytest.raises(BadInput, match="address"):
        house.runner().call(
            language_models.FIND_MODELS, language_models.FindModels(provider="openai")
        )
