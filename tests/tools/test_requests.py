"""What becomes of a request: kept, told to who asked alone, and not consumed by failing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, CheckLevel, DraftState, Origin
from desktop_app.model.errors import Conflict, KnownError, NotFound, StorageError
from desktop_app.model.request import RequestState
from desktop_app.settings import Settings
from desktop_app.store.mail.told_ids import sealed_ids
from desktop_app.store.programs.requests import EXPIRES_DAYS, Requests
from desktop_app.store.store import Store
from desktop_app.tools.answers.request_outcomes import RequestOutcome
from desktop_app.tools.calls.base import Decision, ToolResult
from desktop_app.tools.person import draft_review
from desktop_app.tools.runner import Runner
from tests.fakes.house import TestHouse, WatchedPostman, mail
from tests.tools.asking import answer, cards
from tests.tools.test_leaving_lists import WEB

DAY = 86_400


@pytest.fixture
def program(house: TestHouse) -> Runner:
    house.settings.change("policy.mcp_draft", "ask")
    return house.runner(Origin.MCP, "Claude", caller="claude")


def ask(runner: Runner, tool: str, /, **arguments: object) -> ToolResult[object]:
    _, result = runner.call_by_name(tool, arguments)
    assert result.decision is Decision.ASK
    return result


def outcome(runner: Runner, request_id: int) -> RequestOutcome:
    _, result = runner.call_by_name("get_request", {"request_id": request_id})
    found = result.unwrap()
    assert isinstance(found, RequestOutcome)
    return found


def test_an_allowed_reply_is_the_askers_with_its_sources_and_checks(
    house: TestHouse, program: Runner
) -> None:
    message = house.add(mail(body="When can you deliver?"))
    program.call_by_name("get_message", {"message_id": str(message.id)})
    words = "We deliver in the [delivery window] for 4,711 pounds."
    asked = ask(program, "draft_reply", message_id=str(message.id), body=words)
    answer(house, asked.request_id, allow=True)
    [draft] = house.store.drafts.in_state((DraftState.PROPOSED,))
    assert draft.author == Author(Origin.MCP, "Claude", "claude")
    assert [source.ref for source in draft.sources] == [str(message.id)]
    review = (
        house.runner()
        .call(draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=draft.id))
        .unwrap()
    )
    assert any(check.level is CheckLevel.BLOCK for check in review.checks)
    assert [claim.words for claim in review.doubts] == ["4,711 pounds"]
    assert outcome(program, asked.request_id).draft_id == draft.id


def test_rows_and_hints_mean_what_they_meant_when_it_was_asked(
    house: TestHouse, program: Runner
) -> None:
    first = house.add(mail("Budget"))
    second = house.add(mail("Plan", message_id="two@lee.example"))
    program.call_by_name("search_messages", {"query": "subject:budget"})
    asked = ask(program, "draft_reply", number=1, body="Yes.")
    program.call_by_name("search_messages", {"query": "subject:plan"})
    house.runner().call_by_name("search_messages", {"query": "subject:plan"})
    answer(house, asked.request_id, allow=True)
    [draft] = house.store.drafts.in_state((DraftState.PROPOSED,))
    assert draft.reply_to_id == first.id != second.id


def test_an_ambiguous_hint_asks_nothing(house: TestHouse, program: Runner) -> None:
    house.add(mail())
    house.add(mail("Budget again", message_id="two@lee.example"))
    _, result = program.call_by_name("draft_reply", {"from_": "dana", "body": "Yes."})
    assert result.decision is Decision.ALLOW
    assert len(result.unwrap().candidates) == 2
    assert house.store.requests.open() == []


def test_what_cannot_be_done_is_said_when_it_is_asked(house: TestHouse, program: Runner) -> None:
    with pytest.raises(KnownError, match="no address"):
        program.call_by_name("create_draft", {"to": ["no address"], "body": "x"})
    assert house.store.requests.open() == []


def test_who_asked_learns_each_outcome(house: TestHouse, program: Runner) -> None:
    message = house.add(mail())
    states = {}
    for action, allow in (("star", True), ("archive", False)):
        asked = ask(program, "modify_messages", ids=[str(message.id)], action=action)
        assert outcome(program, asked.request_id).state == "waiting"
        assert f"request {asked.request_id}" in asked.reason
        answer(house, asked.request_id, allow=allow)
        states[action] = outcome(program, asked.request_id).state
    assert states == {"star": "allowed", "archive": "refused"}


def test_a_request_is_told_to_nobody_else(house: TestHouse, program: Runner) -> None:
    message = house.add(mail())
    asked = ask(program, "modify_messages", ids=[str(message.id)], action="star")
    others = (
        house.runner(Origin.MCP, "Claude", caller="another"),
        house.runner(Origin.MCP, "Named otherwise", caller="claude"),
        house.runner(Origin.ASSISTANT, "Claude"),
    )
    for other in others:
        with pytest.raises(NotFound):
            outcome(other, asked.request_id)
    assert outcome(house.runner(), asked.request_id).state == "waiting"


def test_what_fails_stays_with_its_reason_and_can_be_tried_again(
    house: TestHouse, program: Runner
) -> None:
    asked = ask(program, "create_label", name="Clients")
    house.store.labels.create("work", "Clients")
    done = answer(house, asked.request_id, allow=True)
    assert done.failed == 1
    assert "already a label" in outcome(program, asked.request_id).reason
    [card] = cards(house)
    assert not card.can_allow
    house.store.labels.delete("work", "Clients")
    [card] = cards(house)
    assert card.can_allow
    assert answer(house, asked.request_id, allow=True).failed == 0
    assert outcome(program, asked.request_id).state == "allowed"


class Cut(Exception):
    """The end of the process, as far as the database is concerned."""


def everything(house: TestHouse) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    names = house.store.db.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {name: house.store.db.rows(f"SELECT * FROM {name}") for (name,) in names}


CALLS: dict[str, dict[str, object]] = {
    "modify_messages": {"action": "star"},
    "delete_messages": {},
    "create_label": {"name": "Clients"},
    "rename_label": {"label_id": "Kept", "name": "Clients"},
    "delete_label": {"label_id": "Kept"},
    "draft_reply": {"body": "Yes"},
    "create_draft": {"to": "dana@lee.example", "subject": "s", "body": "b"},
}


@pytest.mark.parametrize("tool", CALLS)
@pytest.mark.parametrize("place", ["before the answer", "after it, before the commit"])
def test_what_is_done_and_what_is_told_of_it_are_one_commit(
    house: TestHouse, program: Runner, tool: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = house.add(mail())
    house.store.labels.create("work", "Kept")
    arguments = dict(CALLS[tool])
    if tool in {"modify_messages", "delete_messages"}:
        arguments["ids"] = [str(message.id)]
    elif tool == "draft_reply":
        arguments["message_id"] = str(message.id)
    asked = ask(program, tool, **arguments)
    before = everything(house)

    stored = Requests.answer

    def cut(*given: Any, **more: Any) -> None:
        if place != "before the answer":
            stored(*given, **more)
        raise Cut

    with monkeypatch.context() as patch:
        patch.setattr(Requests, "answer", cut)
        with pytest.raises(Cut):
            answer(house, asked.request_id, allow=True)
    assert everything(house) == before
    assert answer(house, asked.request_id, allow=True).failed == 0
    assert everything(house) != before
    assert outcome(program, asked.request_id).state == "allowed"


def test_of_what_a_stranger_s_server_is_told_the_doubt_is_told(
    house: TestHouse, program: Runner
) -> None:
    """It takes part in no commit, so that what is known is that it was begun."""

    def gone(url: str) -> None:
        raise Cut

    house.unsubscribe = gone
    message = house.add(mail("News", more=WEB))
    asked = ask(program, "ask_to_unsubscribe", message_id=str(message.id))
    with pytest.raises(Cut):
        answer(house, asked.request_id, allow=True)
    told = outcome(program, asked.request_id)
    assert told.state == "failed"
    assert "is not known" in told.reason


def test_a_fault_of_the_disk_consumes_nothing(
    house: TestHouse, program: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ask(program, "create_label", name="Clients")

    def full(*_: object) -> None:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(type(house.store.labels), "create", full)
        answer(house, asked.request_id, allow=True)
    assert outcome(program, asked.request_id).reason == "The disk is full."
    answer(house, asked.request_id, allow=True)
    assert "Clients" in {label.name for label in house.store.labels.list("work")}


def test_mail_that_has_gone_is_said_and_the_rest_can_be_allowed(
    house: TestHouse, program: Runner
) -> None:
    kept = house.add(mail())
    gone = house.add(mail("Gone", message_id="two@lee.example"))
    ids = [str(kept.id), str(gone.id)]
    asked = ask(program, "modify_messages", ids=ids, action="star")
    house.store.messages.drop([gone.id])
    [card] = cards(house)
    assert (card.can_allow, card.gone) == (True, (str(gone.id),))
    assert [each.message_id for each in card.mails] == [str(kept.id)]
    answer(house, asked.request_id, allow=True, without=card.gone)
    assert house.store.messages.get(kept.id).starred
    assert "left out 1" in outcome(program, asked.request_id).reason


def test_it_survives_a_restart_and_is_carried_out_as_it_was_asked(
    house: TestHouse, program: Runner
) -> None:
    message = house.add(mail())
    program.call_by_name("get_message", {"message_id": str(message.id)})
    asked = ask(program, "draft_reply", message_id=str(message.id), body="Yes.")
    house.store.close()
    store = Store(house.profile, clock=house.clock)
    again = TestHouse(house.profile, store, Settings(house.profile, {}), WatchedPostman())
    again.runner(Origin.MCP, "Claude", caller="claude")
    [card] = cards(again)
    assert card.draft is not None
    assert card.draft.body == "Yes."
    answer(again, asked.request_id, allow=True)
    [draft] = store.drafts.in_state((DraftState.PROPOSED,))
    assert (draft.author.name, len(draft.sources)) == ("Claude", 1)
    store.close()


def test_a_request_changed_on_the_disk_is_not_carried_out(
    house: TestHouse, program: Runner
) -> None:
    first, second = house.add(mail()), house.add(mail("Two", message_id="two@lee.example"))
    asked = ask(program, "modify_messages", ids=[str(first.id)], action="trash")
    with closing(sqlite3.connect(house.profile / "mail.db")) as other:
        other.execute(
            "UPDATE request SET arguments = replace(arguments, ?, ?)",
            (str(first.id), str(second.id)),
        )
        other.commit()
    answer(house, asked.request_id, allow=True)
    assert "not what was asked for" in outcome(program, asked.request_id).reason
    for message in (first, second):
        assert house.store.messages.get(message.id).labels == message.labels


def test_carried_out_twice_a_draft_is_one(house: TestHouse, program: Runner) -> None:
    """As after a crash between the draft and the answer."""
    asked = ask(program, "create_draft", to=["dana@lee.example"], subject="Hi", body="x")
    answer(house, asked.request_id, allow=True)
    with house.store.requests._db.write(Changes()) as connection:
        connection.execute("UPDATE request SET state = 'waiting'")
    answer(house, asked.request_id, allow=True)
    assert len(house.store.drafts.in_state((DraftState.PROPOSED,))) == 1


def test_an_answered_request_takes_no_second_answer(house: TestHouse, program: Runner) -> None:
    message = house.add(mail())
    asked = ask(program, "modify_messages", ids=[str(message.id)], action="star")
    answer(house, asked.request_id, allow=False)
    for allow in (True, False):
        with pytest.raises(NotFound, match="answered already"):
            answer(house, asked.request_id, allow=allow)
    assert not house.store.messages.get(message.id).starred


def test_a_second_answer_to_a_mail_is_not_asked_for(house: TestHouse, program: Runner) -> None:
    message = house.add(mail())
    asked = ask(program, "draft_reply", message_id=str(message.id), body="Yes.")
    with pytest.raises(Conflict, match=f"request {asked.request_id}"):
        program.call_by_name("draft_reply", {"message_id": str(message.id), "body": "No."})
    answer(house, asked.request_id, allow=True)
    with pytest.raises(Conflict, match="There is a draft already"):
        program.call_by_name("draft_reply", {"message_id": str(message.id), "body": "No."})


def test_nobody_answers_for_a_month_and_it_expires(house: TestHouse, program: Runner) -> None:
    message = house.add(mail())
    asked = ask(program, "modify_messages", ids=[str(message.id)], action="star")
    for day in range(EXPIRES_DAYS + 1):
        house.store.days.note(house.now + day * DAY)
        house.store.requests.expire(now=house.now + day * DAY)
        assert outcome(program, asked.request_id).state == "waiting"
    house.store.days.note(house.now + (EXPIRES_DAYS + 1) * DAY)
    house.store.requests.expire(now=house.now + (EXPIRES_DAYS + 1) * DAY)
    found = outcome(program, asked.request_id)
    assert (found.state, "30 days" in found.reason) == (RequestState.EXPIRED, True)
    assert cards(house) == ()


def test_a_program_that_lost_the_account_is_not_served(house: TestHouse) -> None:
    allowed = {"work"}
    runner = house.runner(Origin.MCP, "Claude", scope=lambda: frozenset(allowed), caller="claude")
    message = house.add(mail())
    told = sealed_ids(house.store.db).message(message.id)
    asked = ask(runner, "modify_messages", ids=[told], action="star")
    allowed.clear()
    assert answer(house, asked.request_id, allow=True).failed == 1
    assert not house.store.messages.get(message.id).starred


def test_removing_an_account_removes_what_was_asked_about_it_alone(
    house: TestHouse, program: Runner
) -> None:
    other = Identity(Address("Al", "al@other.example"), "", True)
    house.store.accounts.add(Account("other", LOCAL, "Other", (other,)))
    message = house.add(mail())
    mine = ask(program, "modify_messages", ids=[str(message.id)], action="star")
    theirs = ask(program, "create_label", name="Clients", account="other")
    house.runner().call_by_name("remove_account", {"account": "other"})
    assert [r.id for r in house.store.requests.open()] == [mine.request_id]
    with pytest.raises(NotFound):
        house.store.requests.get(theirs.request_id)


def test_the_trail_names_who_asked_and_that_it_was_asked(house: TestHouse, program: Runner) -> None:
    message = house.add(mail())
    asked = ask(program, "modify_messages", ids=[str(message.id)], action="star")
    answer(house, asked.request_id, allow=True)
    rows = [(r.origin, r.tool, r.decision, r.outcome) for r in house.store.audit.newest(limit=3)]
    assert ("mcp", "modify_messages", "ask", "done") in rows
    assert ("user", "answer_requests", "allow", "done") in rows
