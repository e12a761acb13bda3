"""What the record holds of a call besides: size and digest of what was given, the mails in it, the
words where the person keeps them, and what became of a draft."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import KnownError, StorageError
from desktop_app.store.programs.exchange import MOST_KEPT
from desktop_app.store.programs.record_check import check
from desktop_app.tools.calls.exchange_of import exchange_of
from desktop_app.tools.person import activity
from desktop_app.tools.person.seen_mail import LIST_SEEN_MAIL, ListSeenMail, SeenMail
from tests.fakes.house import TestHouse, mail
from tests.store.records import lines_of

HIDDEN = "Xylophonist"


def rows_of(house: TestHouse) -> list[dict[str, Any]]:
    lines = lines_of(house.store)
    assert check(lines).fault is None
    return [json.loads(line) for line in lines[1:-1]]


def proposed(house: TestHouse) -> str:
    arguments = {"to": ["dana@lee.example"], "subject": "Hello", "body": HIDDEN}
    _, result = house.runner(Origin.MCP).call_by_name("create_draft", arguments)
    return str(result.unwrap().draft_id)


def test_size_and_digest_of_what_was_given_are_recorded_and_no_words(house: TestHouse) -> None:
    house.add(mail(HIDDEN))
    _, result = house.runner(Origin.MCP).call_by_name("search_messages", {"query": "lease"})
    [row] = rows_of(house)
    gave = msgspec.json.encode(result.value, enc_hook=repr)
    digest = sha256(row["words"]["salt"].encode() + gave).hexdigest()
    assert row["facts"]["gave"] == {"bytes": len(gave), "digest": digest}
    assert set(row["facts"]) == {"given", "gave"}
    assert HIDDEN not in json.dumps(row)


def test_the_mails_in_an_answer_are_recorded_by_their_ids_as_the_store_has_them(
    house: TestHouse,
) -> None:
    added = [house.add(mail(f"Budget {n}", message_id=f"{n}@lee.example")).id for n in range(3)]
    house.add(mail("Lease", message_id="other@lee.example", body="no such word"))
    house.runner(Origin.MCP).call_by_name("search_messages", {"query": "subject:budget"})
    [row] = rows_of(house)
    assert sorted(row["words"]["mails"]) == sorted(added)


def test_an_answer_that_names_a_field_of_ours_in_its_text_names_no_mail() -> None:
    exchange = exchange_of({}, {"display": '"message_id":"7"'}, mail_of=int, keeps_words=False)
    assert exchange.mails == ()
    assert exchange_of({}, {"message_id": "7"}, mail_of=int, keeps_words=False).mails == (7,)


def test_words_are_kept_where_the_person_keeps_them_and_within_bounds(house: TestHouse) -> None:
    house.settings.change("record.keeps_words", True)
    house.runner(Origin.MCP).call_by_name("search_messages", {"query": HIDDEN})
    body = "many words " * MOST_KEPT
    arguments = {"to": ["dana@lee.example"], "subject": "Hello", "body": body[:40_000]}
    house.runner(Origin.MCP).call_by_name("create_draft", arguments)
    search, draft = rows_of(house)
    assert json.loads(search["words"]["given"])["query"] == HIDDEN
    assert len(draft["words"]["given"]) == MOST_KEPT
    assert draft["facts"]["given"]["bytes"] > 40_000


def test_kept_words_go_when_an_account_is_removed(house: TestHouse) -> None:
    house.settings.change("record.keeps_words", True)
    house.runner(Origin.MCP).call_by_name("search_messages", {"query": HIDDEN})
    files = list(house.profile.glob("audit.db*"))
    assert any(HIDDEN.encode() in path.read_bytes() for path in files)
    house.store.audit.forget_words()
    assert house.store.audit.sweep()
    assert not any(HIDDEN.encode() in path.read_bytes() for path in files)
    assert rows_of(house)[0]["words"] is None


def test_nothing_that_a_person_gives_is_recorded(house: TestHouse) -> None:
    message = house.add(mail(), labels=frozenset({"INBOX"}))
    house.settings.change("record.keeps_words", True)
    arguments = {"ids": [str(message.id)], "action": "archive"}
    house.runner().call_by_name("modify_messages", arguments)
    [row] = rows_of(house)
    assert (row["origin"], row["facts"]) == ("user", {})
    assert set(row["words"]) == {"salt", "summary"}


def test_an_error_that_was_told_is_what_it_gave(house: TestHouse) -> None:
    with pytest.raises(KnownError) as caught:
        house.runner(Origin.MCP).call_by_name("get_message", {"message_id": "12345"})
    [row] = rows_of(house)
    assert row["facts"]["gave"]["bytes"] == len(msgspec.json.encode(caught.value.sentence))


def test_what_became_of_a_draft_refers_to_the_row_it_came_of(house: TestHouse) -> None:
    draft_id = proposed(house)
    assert house.store.note_proposals() == 0
    house.store.drafts.ignore(draft_id, now=1.0)
    assert house.store.note_proposals() == 1
    assert house.store.note_proposals() == 0
    house.store.drafts.restore(draft_id, now=2.0)
    house.store.note_proposals()
    house.store.drafts.delete(draft_id)
    house.store.note_proposals()
    house.store.note_proposals()
    made, *became = rows_of(house)
    assert made["facts"]["draft"] == draft_id
    assert [(row["kind"], row["facts"]["of"]) for row in became] == [("proposal", 1)] * 3
    states = [row["outcome"] for row in became]
    assert (states[0], states[-1]) == (DraftState.IGNORED, "deleted")


def test_what_changed_while_nobody_looked_is_written_at_the_next_look(house: TestHouse) -> None:
    """As after a crash between the change of the draft and its row: two files, two commits."""
    draft_id = proposed(house)
    house.store.drafts.ignore(draft_id, now=1.0)
    assert len(rows_of(house)) == 1
    listed = house.runner().call(activity.LIST_AUDIT, activity.ListAudit()).unwrap()
    assert (listed.rows[0].tool, listed.rows[0].outcome) == (activity.PROPOSAL, "ignored")
    assert [row["outcome"] for row in rows_of(house)[1:]] == ["ignored"]


def test_a_persons_own_draft_is_not_followed(house: TestHouse) -> None:
    arguments = {"to": ["dana@lee.example"], "subject": "Hello", "body": "words"}
    _, result = house.runner().call_by_name("create_draft", arguments)
    house.store.drafts.delete(result.unwrap().draft_id)
    assert house.store.note_proposals() == 0
    assert rows_of(house) == []


def test_a_result_that_is_no_json_is_recorded_all_the_same() -> None:
    exchange = exchange_of({1: object()}, "half \ud83d", mail_of=int, keeps_words=True)
    assert exchange.gave
    assert json.loads(exchange.words())


def seen(house: TestHouse, origin: str = "", client: str = "") -> SeenMail:
    params = ListSeenMail(since=0.0, until=9e12, origin=origin, client=client)
    return house.runner().call(LIST_SEEN_MAIL, params).unwrap()


def test_what_somebody_saw_is_told_by_conversation(house: TestHouse) -> None:
    for number in range(2):
        house.add(mail("Budget", message_id=f"{number}@lee.example"))
    lease = house.add(mail("Lease", message_id="other@lee.example", body="another"))
    house.runner(Origin.MCP).call_by_name("search_messages", {"query": "subject:budget"})
    house.runner(Origin.ASSISTANT).call_by_name("get_message", {"message_id": str(lease.id)})
    everybody = seen(house)
    assert sum(each.mails for each in everybody.conversations) == 3
    assert {seer.origin for seer in everybody.seers} == {"mcp", "assistant"}
    [program] = [seer for seer in everybody.seers if seer.origin == "mcp"]
    subjects = {each.subject for each in seen(house, "mcp", program.client).conversations}
    assert subjects == {"Budget"}
    house.store.messages.delete([lease.id])
    assert seen(house).gone == 1


def test_what_was_seen_is_of_the_time_that_was_asked_about(house: TestHouse) -> None:
    house.add(mail("Budget"))
    house.runner(Origin.MCP).call_by_name("search_messages", {"query": "subject:budget"})
    params = ListSeenMail(since=0.0, until=1.0)
    assert house.runner().call(LIST_SEEN_MAIL, params).unwrap() == SeenMail((), (), False, 0)


def test_what_was_seen_before_words_were_forgotten_is_not_told(house: TestHouse) -> None:
    house.add(mail("Budget"))
    house.runner(Origin.MCP).call_by_name("search_messages", {"query": "subject:budget"})
    house.store.audit.forget_words()
    assert seen(house).conversations == ()


def test_what_has_happened_is_recorded_where_its_details_can_not_be_read(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change is told as done; a reading that can't be recorded is not answered."""

    def broken(*_: object, **__: object) -> None:
        raise StorageError("The disk is gone.")

    monkeypatch.setattr("desktop_app.tools.calls.exchange_of.exchange_of", broken)
    proposed(house)
    [row] = rows_of(house)
    assert (row["tool"], row["facts"]) == ("create_draft", {})
    with pytest.raises(StorageError):
        house.runner(Origin.MCP).call_by_name("search_messages", {"query": "lease"})
