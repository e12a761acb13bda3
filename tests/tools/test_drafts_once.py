"""A draft that is refused is none, and what is asked for twice with one key is done once."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.model.account import Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import BadInput, Conflict, KnownError
from desktop_app.store.drafts.drafts import Drafts
from desktop_app.tools.calls.context import Conversation, Recent
from desktop_app.tools.drafting import request_keys
from tests.depths import one_in
from tests.fakes.house import TestHouse, mail

FILE = {"filename": "plan.txt", "content": base64.b64encode(b"Three rooms.").decode()}


def call(house: TestHouse, name: str, **arguments: Any) -> Any:
    _, found = house.runner(Origin.MCP, "Claude", caller="c").call_by_name(name, arguments)
    return found.unwrap()


def test_a_key_used_again_attaches_once_whatever_became_of_the_draft(house: TestHouse) -> None:
    given = {"subject": "Plan", "files": [FILE], "request_key": "k"}
    first = call(house, "create_draft", **given)
    again = call(house, "create_draft", **given)
    assert (again.draft_id, again.revision) == (first.draft_id, 1)
    draft = house.store.drafts.get(first.draft_id)
    assert [f.filename for f in draft.content.attachments] == ["plan.txt"]
    without = call(house, "update_draft", draft_id=first.draft_id, base_revision=1, subject="So")
    bare = replace(draft.content, attachments=())
    author = house.runner().author
    house.store.drafts.save(first.draft_id, without.revision, bare, author, now=house.now)
    call(house, "create_draft", **given)  # the person took the file off: it stays off
    assert house.store.drafts.get(first.draft_id).content.attachments == ()
    with house.store.db.reading() as connection:
        assert connection.execute("SELECT count(*) FROM draft_file").get == 1


@pytest.mark.parametrize("name", ["draft_reply", "draft_forward"])
def test_replies_and_forwards_with_a_key_are_one(house: TestHouse, name: str) -> None:
    given = {"message_id": str(house.add(mail()).id), "body": "Yes", "request_key": "k"}
    given |= {"to": "kim@park.example"} if name == "draft_forward" else {}
    assert call(house, name, **given).draft_id == call(house, name, **given).draft_id
    assert len(house.store.drafts.in_state(list(DraftState))) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"files": [FILE, {"filename": "b", "content": "no base64!"}]},
        {"files": [FILE], "attachments": ["12345/1"]},
        {"files": [FILE], "to": ["nobody"]},
        {"files": [FILE], "account": "elsewhere"},
        {"files": [FILE], "reply_to_message_id": "12345"},
        {"files": [FILE], "references": ["no id"]},
    ],
)
def test_a_refused_draft_is_not_there(house: TestHouse, wrong: dict[str, Any]) -> None:
    with pytest.raises(KnownError):
        call(house, "create_draft", **wrong)
    assert house.store.drafts.in_state(list(DraftState)) == []


def test_a_file_that_cannot_be_stored_leaves_no_draft(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop_app.store.drafts import drafts

    def full(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(drafts, "store_files", full)
    with pytest.raises(OSError, match="disk full"):
        call(house, "create_draft", files=[FILE])
    assert house.store.drafts.in_state(list(DraftState)) == []
    assert isinstance(house.store.drafts, Drafts)


@pytest.mark.parametrize("name", ["draft_reply", "draft_forward"])
@pytest.mark.parametrize("asks", [False, True])
def test_words_given_as_the_hint_are_refused_and_told_where_they_go(
    house: TestHouse, name: str, asks: bool
) -> None:
    if asks:
        house.settings.change("policy.mcp_draft", "ask")
    message = house.add(mail())
    with pytest.raises(BadInput, match="text is a hint") as refused:
        call(house, name, message_id=str(message.id), text="I will, on Friday.")
    assert "as body" in refused.value.next_step
    assert house.store.drafts.in_state(list(DraftState)) == []


def test_a_hint_finds_its_mail_as_ever(house: TestHouse) -> None:
    house.add(mail(body="Could you look at the budget?"))
    assert call(house, "draft_reply", text="budget", body="Yes").revision == 1


def test_a_conversation_without_an_end_keeps_the_newest(house: TestHouse) -> None:
    known: Recent[int, int] = Recent()
    for n in range(2 * Recent.MOST):
        known[n] = n
    assert len(known) == Recent.MOST
    assert min(known) == Recent.MOST
    assert Conversation().continued().sources == ()


def test_a_key_of_before_an_update_still_names_its_draft(house: TestHouse) -> None:
    """Versions before schema 21 said neither which program it was nor what was asked for."""
    given = {"subject": "Plan", "body": "b", "request_key": "k"}
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    _, made = program.call_by_name("create_draft", given)
    with house.store.db.write(Changes()) as connection:
        connection.execute("UPDATE draft SET request_key = 'mcp:Claude:k', request_digest = ''")
    _, again = program.call_by_name("create_draft", given)
    assert again.unwrap().draft_id == made.unwrap().draft_id
    other = house.runner(Origin.MCP, "Claude", caller="another")
    _, of_another = other.call_by_name("create_draft", given)
    assert of_another.unwrap().draft_id != made.unwrap().draft_id


EVENT = {"title": "Visit", "start": "2026-12-01T10:00:00+00:00"}
OTHER_FILE = {**FILE, "content": base64.b64encode(b"Four rooms.").decode()}
NEW: dict[str, Any] = {"to": "a@x.example", "subject": "Plan", "body": "b", "files": [FILE],
                       "event": EVENT}  # fmt: skip
SAID_OTHERWISE: dict[str, list[dict[str, Any]]] = {
    "create_draft": [
        {"to": "b@x.example"},
        {"cc": "b@x.example"},
        {"subject": "Plans"},
        {"body": "c"},
        {"content_type": "text/html"},
        {"files": []},
        {"files": [OTHER_FILE]},
        {"files": [{**FILE, "filename": "other.txt"}]},
        {"files": [{**FILE, "mime_type": "text/html"}]},
        {"attachments": ["{mail}/2"]},
        {"event": {**EVENT, "place": "Unit 4"}},
        {"event": {**EVENT, "end": "2026-12-01T10:30:00+00:00"}},
        {"event": None},
        {"send_as": "sales@fernhill.example"},
        {"references": ["one@x.example"]},
        {"reply_to_message_id": "{mail}"},
    ],
    "draft_reply": [
        {"body": "No"},
        {"reply_all": True},
        {"files": [FILE]},
        {"attachments": ["{mail}/2"]},
        {"send_as": "sales@fernhill.example"},
        {"message_id": "{other}"},
    ],
    "draft_forward": [
        {"body": "No"},
        {"to": "b@x.example"},
        {"send_as": "sales@fernhill.example"},
        {"message_id": "{other}"},
    ],
}
BEGUN: dict[str, dict[str, Any]] = {
    "create_draft": NEW,
    "draft_reply": {"message_id": "{mail}", "body": "Yes"},
    "draft_forward": {"message_id": "{mail}", "to": "a@x.example", "body": "Yes"},
}


@pytest.fixture
def put(house: TestHouse) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Puts the ids of two mails with a file into arguments."""
    work = house.store.accounts.get("work")
    sales = Identity(Address("Sales", "sales@fernhill.example"))
    house.store.accounts.update(replace(work, identities=(*work.identities, sales)))
    ids = [
        str(house.add(mail(message_id=f"{n}@lee.example").partition(b"Content-Type")[0] + MIXED).id)
        for n in range(2)
    ]

    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return value.replace("{mail}", ids[0]).replace("{other}", ids[1])
        return [filled(each) for each in value] if isinstance(value, list) else value

    return lambda given: {name: filled(value) for name, value in given.items()}


MIXED = (
    b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n'
    b"Content-Type: text/plain\r\n\r\nSee it.\r\n--b\r\nContent-Type: text/plain\r\n"
    b'Content-Disposition: attachment; filename="a.txt"\r\n\r\nInside.\r\n--b--\r\n'
)


@one_in(5)
@pytest.mark.parametrize(
    ("name", "otherwise"),
    [(name, each) for name, said in SAID_OTHERWISE.items() for each in said],
)
def test_a_key_stands_for_all_that_was_said(
    house: TestHouse,
    put: Callable[[dict[str, Any]], dict[str, Any]],
    name: str,
    otherwise: dict[str, Any],
) -> None:
    given = {**put(BEGUN[name]), "request_key": "k"}
    first = call(house, name, **given)
    house.now += 3_600  # what is made of it later is made otherwise
    assert call(house, name, **given).draft_id == first.draft_id
    with pytest.raises(Conflict, match="for something else"):
        call(house, name, **{**given, **put(otherwise)})
    assert len(house.store.drafts.in_state(list(DraftState))) == 1


def test_a_key_stands_for_one_kind_of_draft(
    house: TestHouse, put: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    for name, given in BEGUN.items():
        call(house, name, **put(given), request_key=name)
    for name, given in BEGUN.items():
        for other in BEGUN.keys() - {name}:
            with pytest.raises(Conflict):
                call(house, name, **put(given), request_key=other)


def test_a_handed_in_file_that_has_changed_is_something_else(house: TestHouse) -> None:
    (house.profile / "handed-in").mkdir()
    given = {"subject": "Plan", "attachments": ["handed-in/a.txt"], "request_key": "k"}
    (house.profile / "handed-in" / "a.txt").write_text("one")
    first = call(house, "create_draft", **given)
    assert call(house, "create_draft", **given).draft_id == first.draft_id
    (house.profile / "handed-in" / "a.txt").write_text("two")
    with pytest.raises(Conflict):
        call(house, "create_draft", **given)


def test_a_key_of_a_version_that_took_the_words_alone_still_finds_its_draft(
    house: TestHouse,
) -> None:
    given = {"subject": "Plan", "body": "b", "files": [FILE], "request_key": "k"}
    first = call(house, "create_draft", **given)
    words = request_keys.digest(["work", [[], [], []], "Plan", "b", 0])
    with house.store.db.write(Changes(drafts=True)) as connection:
        connection.execute("UPDATE draft SET request_digest = ?", (words,))
    assert call(house, "create_draft", **given).draft_id == first.draft_id
