"""What a conversation wants, for the window and for assistants: found, corrected, reminded of."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import BadInput, KnownError, Refused
from desktop_app.model.message import Message
from desktop_app.tools.calls.base import Decision, NoParams
from desktop_app.tools.person import folders, mail_list, triage
from desktop_app.tools.verbs import search_messages
from tests.fakes.house import TestHouse, mail

SENT = frozenset({"SENT"})
YESTERDAY = "Sat, 19 Sep 2026 10:00:00 +0000"
EARLIER = "Thu, 10 Sep 2026 10:00:00 +0000"
ALEX, DANA = "Alex Morgan <alex@fernhill.example>", "Dana Lee <dana@lee.example>"


def wrote(house: TestHouse, body: str, date: str = EARLIER, to: str = DANA) -> Message:
    own = mail("Doors", body, from_=ALEX, to=to, date=date, message_id=f"{body[:3]}@x")
    return house.add(own, SENT)


def sort(house: TestHouse) -> None:
    house.runner().call(triage.SORT_MAIL, NoParams()).unwrap()


def search(house: TestHouse, query: str, origin: Origin = Origin.ASSISTANT) -> Any:
    params = search_messages.SearchMessages(query=query)
    return house.runner(origin, "A").call(search_messages.TOOL, params).unwrap()


def test_an_assistant_finds_what_needs_a_reply_with_the_reason(house: TestHouse) -> None:
    asked = house.add(mail(date=YESTERDAY))
    assert "1 conversations it is not worked out yet" in search(house, "is:needs-reply").searched
    sort(house)
    found = search(house, "is:needs-reply")
    assert [row.message_id for row in found.results] == [str(asked.id)]
    assert found.results[0].reason == "Asks you a question"
    assert "Asks you a question." in found.display
    assert search(house, "budget").results[0].reason == ""


def test_no_server_is_asked_what_only_this_computer_knows(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object, **__: object) -> None:
        raise AssertionError("a server was asked")

    monkeypatch.setattr("desktop_app.tools.reading.server_search._from_server", asked)
    monkeypatch.setattr(house.directory, "capabilities", asked)
    house.add(mail(date=YESTERDAY))
    sort(house)
    params = mail_list.SearchServer(query="in:inbox -is:news")
    assert house.runner().call(mail_list.SEARCH_SERVER, params).unwrap().hits == ()


def test_the_sidebar_counts_what_waits_for_the_person_and_what_waited_for_days(
    house: TestHouse,
) -> None:
    house.add(mail(date=YESTERDAY))
    wrote(house, "Which colour do you want?")
    wrote(house, "And how high shall it be?", YESTERDAY, to="Sam <sam@lee.example>")
    sort(house)
    counts = house.runner().call(folders.SIDEBAR_COUNTS, NoParams()).unwrap()
    assert (counts.needs_reply, counts.overdue) == ({"work": 1}, {"work": 1})
    house.settings.change("mail.follow_up_days", 30)
    counts = house.runner().call(folders.SIDEBAR_COUNTS, NoParams()).unwrap()
    assert counts.overdue == {}


def correct(house: TestHouse, thread: int, kind: Any) -> str:
    params = triage.CorrectTriage(thread_ids=(thread, 999_999), kind=kind)
    undo: str = house.runner().call(triage.CORRECT_TRIAGE, params).unwrap().undo
    return undo


def test_a_correction_is_seen_at_once_and_taken_back_by_its_key(house: TestHouse) -> None:
    asked = house.add(mail(date=YESTERDAY))
    sort(house)
    undo = correct(house, asked.thread_id, "nothing")
    assert search(house, "is:needs-reply").count == 0
    house.runner().call(triage.TAKE_BACK_TRIAGE, triage.TakeBackTriage(undo=undo)).unwrap()
    assert search(house, "is:needs-reply").count == 1
    with pytest.raises(BadInput):
        house.runner().call(triage.TAKE_BACK_TRIAGE, triage.TakeBackTriage(undo="[{"))


def test_news_holds_for_the_other_mail_of_its_sender(house: TestHouse) -> None:
    first = house.add(mail(date=YESTERDAY))
    house.add(mail("Lunch", "Shall we eat?", message_id="two@lee.example", date=EARLIER))
    sort(house)
    assert search(house, "is:needs-reply").count == 2
    correct(house, first.thread_id, "news")
    sort(house)
    assert (search(house, "is:needs-reply").count, search(house, "is:news").count) == (0, 2)


@pytest.mark.parametrize("origin", [Origin.ASSISTANT, Origin.MCP])
def test_no_assistant_may_say_what_a_conversation_wants(house: TestHouse, origin: Origin) -> None:
    asked = house.add(mail(date=YESTERDAY))
    sort(house)
    params = triage.CorrectTriage(thread_ids=(asked.thread_id,), kind="news")
    try:
        result = house.runner(origin, "A").call(triage.CORRECT_TRIAGE, params)
    except KnownError:
        pass
    else:
        assert result.decision is Decision.DENY
    assert search(house, "is:needs-reply").count == 1


def test_a_reminder_is_a_draft_to_the_same_people_and_nothing_is_sent(house: TestHouse) -> None:
    mine = wrote(
        house, "Bonjour Dana, pouvez-vous me dire quelle couleur vous voulez pour la porte ?"
    )
    sort(house)
    params = triage.DraftNudge(thread_id=mine.thread_id)
    saved = house.runner().call(triage.DRAFT_NUDGE, params).unwrap()
    draft = house.store.drafts.get(saved.draft_id)
    assert [a.email for a in draft.content.to] == ["dana@lee.example"]
    assert draft.content.body.startswith("Bonjour Dana,")
    assert draft.content.subject == "Re: Doors"
    assert draft.state is DraftState.EDITED
    assert not draft.asks_to_send
    assert house.store.outbox.count_open() == 0


def test_there_is_no_reminder_of_what_was_answered_or_asked_nothing(house: TestHouse) -> None:
    told = wrote(house, "The doors are done.")
    sort(house)
    with pytest.raises(Refused):
        house.runner().call(triage.DRAFT_NUDGE, triage.DraftNudge(thread_id=told.thread_id))
