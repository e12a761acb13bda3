"""Validation, policy and the trail: what every call goes through."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import cast

import pytest

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import (
    BadInput,
    Cancelled,
    DiskFull,
    KnownError,
    Refused,
    StorageError,
)
from desktop_app.model.message import SystemLabel
from desktop_app.tools.calls.base import Decision, Effect, Group, Params
from desktop_app.tools.calls.summary import summary
from desktop_app.tools.catalogue import ALL_TOOLS
from desktop_app.tools.person import activity, mail_list
from desktop_app.tools.policy import EDITABLE, POLICY, Cell, granted
from desktop_app.tools.verbs import modify_messages
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.tools.asking import answer

ASSISTANTS = [Origin.ASSISTANT, Origin.MCP]


def test_an_unknown_argument_is_refused_by_name(house: TestHouse) -> None:
    with pytest.raises(BadInput, match="colour"):
        house.runner(Origin.MCP).call_by_name("search_messages", {"query": "x", "colour": "red"})


def test_a_wrong_value_is_refused_with_the_arguments_there_are(house: TestHouse) -> None:
    with pytest.raises(BadInput) as caught:
        house.runner(Origin.MCP).call_by_name("search_messages", {"max_results": 501})
    assert "max_results" in caught.value.next_step


def test_an_unknown_tool_is_refused(house: TestHouse) -> None:
    with pytest.raises(BadInput, match="no tool named fly"):
        house.runner(Origin.MCP).call_by_name("fly", {})


@pytest.mark.parametrize("origin", ASSISTANTS)
def test_tools_of_the_window_do_not_exist_for_assistants(house: TestHouse, origin: Origin) -> None:
    runner = house.runner(origin)
    with pytest.raises(BadInput):
        runner.call_by_name("search_threads", {})
    direct = runner.call(mail_list.SEARCH_THREADS, mail_list.SearchThreads())
    assert direct.decision is Decision.DENY


def test_a_change_by_the_assistant_is_asked_for_and_happens_when_allowed(house: TestHouse) -> None:
    message = house.add(mail())
    arguments = {"ids": [str(message.id)], "action": "star"}
    _, result = house.runner(Origin.ASSISTANT).call_by_name("modify_messages", arguments)
    assert result.decision is Decision.ASK
    assert not house.store.messages.get(message.id).starred
    [request] = house.store.requests.open()
    answer(house, request.id, allow=True)
    assert house.store.messages.get(message.id).starred
    assert house.store.requests.open() == []


def test_a_refused_request_changes_nothing(house: TestHouse) -> None:
    message = house.add(mail())
    house.runner(Origin.MCP).call_by_name(
        "modify_messages", {"ids": [str(message.id)], "action": "trash"}
    )
    [request] = house.store.requests.open()
    answer(house, request.id, allow=False)
    assert house.store.messages.get(message.id).labels == message.labels


def test_the_same_request_again_is_one_request(house: TestHouse) -> None:
    message = house.add(mail())
    runner = house.runner(Origin.ASSISTANT)
    for _ in range(3):
        runner.call_by_name("modify_messages", {"ids": [str(message.id)], "action": "star"})
    assert len(house.store.requests.open()) == 1


@pytest.mark.parametrize("origin", ASSISTANTS)
def test_nobody_but_the_person_deletes_for_good(house: TestHouse, origin: Origin) -> None:
    message = house.add(mail())
    _, result = house.runner(origin).call_by_name("delete_messages", {"ids": [str(message.id)]})
    assert result.decision is Decision.ASK
    assert house.store.messages.get(message.id)
    [request] = house.store.requests.open()
    assert request.call.tool == "delete_messages"


def test_a_setting_can_deny_reading(house: TestHouse) -> None:
    house.settings.change("policy.assistant_read", "deny")
    _, result = house.runner(Origin.ASSISTANT).call_by_name("search_messages", {})
    assert result.decision is Decision.DENY


def test_a_group_that_is_switched_off_is_refused_to_assistants_alone(house: TestHouse) -> None:
    house.settings.change("tools.assistant_off", "drafts, organising")
    call = ("create_draft", {"to": ["dana@lee.example"], "subject": "x", "body": "y"})
    _, result = house.runner(Origin.ASSISTANT).call_by_name(*call)
    assert result.decision is Decision.DENY
    assert "switched off" in result.reason
    for origin in (Origin.MCP, Origin.USER):
        assert house.runner(origin).call_by_name(*call)[1].decision is Decision.ALLOW


def test_no_setting_lets_an_assistant_send(house: TestHouse) -> None:
    with pytest.raises(KeyError):
        house.settings.change("policy.assistant_send", "allow")


def test_calls_of_assistants_are_written_down_without_written_text(house: TestHouse) -> None:
    house.runner(Origin.MCP, "Inspector").call_by_name(
        "create_draft", {"to": ["dana@lee.example"], "subject": "Secret", "body": "words"}
    )
    [row] = house.store.audit.newest(limit=5)
    assert (row.origin, row.client, row.tool, row.outcome) == (
        "mcp", "Inspector", "create_draft", "done",
    )  # fmt: skip
    assert "Secret" not in row.summary
    assert "words" not in row.summary


def test_no_secret_is_written_down() -> None:
    named = [
        (tool, field)
        for tool in ALL_TOOLS
        for field in tool.params.__struct_fields__
        if any(word in field for word in ("password", "secret", "token", "key"))
    ]
    assert {(tool.name, field) for tool, field in named} >= {
        ("add_mailbox", "password"), ("keep_model_key", "key"),
    }  # fmt: skip
    for tool, field in named:
        planted = SimpleNamespace(**{"__struct_fields__": (field,), field: "planted"})
        assert summary(cast("Params", planted)) == "", f"{tool.name} writes {field} down"


def test_what_a_person_reads_is_nobodys_trail(house: TestHouse) -> None:
    house.runner().call(mail_list.SEARCH_THREADS, mail_list.SearchThreads())
    assert house.store.audit.newest(limit=5) == []


def test_without_a_record_assistants_do_nothing_and_the_person_everything(
    house: TestHouse, caplog: pytest.LogCaptureFixture
) -> None:
    (house.profile / "audit.db").mkdir()
    message = house.add(mail(), labels=frozenset({"INBOX"}))
    draft = ("create_draft", {"to": ["dana@lee.example"], "subject": "Hello", "body": "words"})
    for origin in (Origin.MCP, Origin.ASSISTANT):
        with pytest.raises(StorageError, match="activity record"):
            house.runner(origin).call_by_name(*draft)
    assert house.store.drafts.in_state(tuple(DraftState)) == []
    archive = {"ids": [str(message.id)], "remove_label_ids": ["INBOX"]}
    house.runner().call_by_name("modify_messages", archive)
    assert "INBOX" not in house.store.messages.get(message.id).labels
    assert "modify_messages was not written down" in caplog.text


def test_what_an_assistant_did_is_told_although_its_record_failed_and_what_it_read_is_not(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before, it was told that nothing was saved, and wrote the draft again."""

    def full(*_: object, **__: object) -> None:
        raise DiskFull("The disk is full: the last change was not saved.")

    house.add(mail())
    monkeypatch.setattr(house.store.audit, "add", full)
    runner = house.runner(Origin.MCP)
    draft = {"to": ["dana@lee.example"], "subject": "Hello", "body": "words"}
    _, result = runner.call_by_name("create_draft", draft)
    assert there(result.value).draft_id
    assert "create_draft was not written down" in caplog.text
    with pytest.raises(DiskFull):
        runner.call_by_name("search_messages", {"query": "budget"})


def test_an_error_is_written_down_too(house: TestHouse) -> None:
    with pytest.raises(KnownError):
        house.runner(Origin.MCP).call_by_name("get_message", {"message_id": "12345"})
    assert house.store.audit.newest(limit=1)[0].outcome == "not_found"


def test_a_search_that_is_called_off_is_written_down_as_cancelled(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.store.mail.finder._STEPS_BETWEEN_LOOKS", 100)
    for number in range(100):
        house.add(mail(f"Budget {number}", message_id=f"{number}@lee.example"))
    cancelled, program = threading.Event(), house.runner(Origin.MCP)
    arguments = {"query": "budget -zebra -(yak OR xerus)", "max_results": 50}
    cancelled.set()
    with pytest.raises(Cancelled):
        program.call_by_name("search_messages", arguments, cancelled=cancelled)
    assert program.conversation.rows == ()
    assert house.store.audit.newest(limit=1)[0].outcome == "cancelled"
    assert program.call_by_name("search_messages", arguments)[1].unwrap().count == 50


def test_a_change_can_be_undone_exactly_and_once(house: TestHouse) -> None:
    message = house.add(mail(), labels=frozenset({"INBOX", "UNREAD", "Clients"}))
    runner = house.runner()
    done = runner.call(
        modify_messages.TOOL,
        modify_messages.ModifyMessages(ids=(str(message.id),), action="trash"),
    ).unwrap()
    assert SystemLabel.TRASH in house.store.messages.get(message.id).labels
    runner.call(activity.UNDO_CHANGE, activity.UndoChange(undo=done.undo))
    assert house.store.messages.get(message.id).labels == message.labels
    with pytest.raises(KnownError):
        runner.call(activity.UNDO_CHANGE, activity.UndoChange(undo=done.undo))


def test_only_the_person_may_bring_a_permit(house: TestHouse) -> None:
    from desktop_app.model.draft import SendPermit

    with pytest.raises(Refused):
        house.runner(Origin.ASSISTANT).call(
            mail_list.SEARCH_THREADS,
            mail_list.SearchThreads(),
            permit=SendPermit("d", 1, "x", "n"),
        )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("gmail_search_messages", {"q": "budget", "maxResults": 3}),
        ("list_emails", {"limit": 5}),
        ("getLatestEmail", {}),
        ("gmail_list_labels", {}),
    ],
)
def test_a_name_of_another_family_is_answered(
    house: TestHouse, name: str, arguments: dict[str, object]
) -> None:
    house.add(mail())
    _, result = house.runner(Origin.MCP).call_by_name(name, arguments)
    assert result.decision is Decision.ALLOW


def test_mark_as_read_takes_one_id(house: TestHouse) -> None:
    message = house.add(mail(), labels=frozenset({"INBOX", "UNREAD"}))
    house.settings.change("policy.mcp_organise", "allow")
    house.runner(Origin.MCP).call_by_name("markAsRead", {"messageId": str(message.id)})
    assert not house.store.messages.get(message.id).unread


def test_a_name_that_sends_elsewhere_makes_the_draft_and_asks(house: TestHouse) -> None:
    _, result = house.runner(Origin.MCP, "Some client").call_by_name(
        "gmail_send_message", {"to": "dana@lee.example", "subject": "Hi", "body": "Now."}
    )
    assert result.decision is Decision.ASK
    assert house.store.outbox.waiting() == []
    [draft] = house.store.drafts.in_state([DraftState.PROPOSED])
    assert draft.asks_to_send


@pytest.mark.parametrize("origin", ASSISTANTS)
def test_no_model_reaches_a_tool_by_name_that_it_was_not_told_of(
    house: TestHouse, origin: Origin
) -> None:
    """Some of the window's tools are also the built-in assistant's own."""
    for tool in ALL_TOOLS:
        if tool.group is Group.WINDOW:
            with pytest.raises(BadInput, match="There is no tool named"):
                house.runner(origin).call_by_name(tool.name, {})


STRICTER = {Decision.ALLOW: 0, Decision.ASK: 1, Decision.DENY: 2}


@pytest.mark.parametrize("cell", POLICY)
def test_a_grant_allows_nothing_that_the_settings_could_not(cell: Cell) -> None:
    """Every cell with everything that is said of it and wished for it."""
    could = EDITABLE.get(cell, frozenset()) | {POLICY[cell]}
    for said in could:
        assert granted(said, None, cell) is said
        for wish in Decision:
            now = granted(said, wish, cell)
            assert now in could | {Decision.DENY, Decision.ASK}
            if STRICTER[now] < STRICTER[said]:
                assert (wish, now) == (Decision.ALLOW, Decision.ALLOW)
                assert Decision.ALLOW in EDITABLE[cell]
        assert granted(said, Decision.DENY, cell) is Decision.DENY
        if cell[1] is Effect.READ:
            assert granted(said, Decision.ASK, cell) is said, "reading is never asked for"
        elif said is not Decision.DENY:
            assert granted(said, Decision.ASK, cell) is Decision.ASK
    if cell[1] in {Effect.SEND, Effect.DESTROY} and cell[0] is not Origin.USER:
        assert granted(POLICY[cell], Decision.ALLOW, cell) is Decision.ASK
