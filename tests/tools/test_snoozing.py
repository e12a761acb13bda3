"""Assistants snooze and mute: asked for, carried out as it was asked, undone like any change."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.model.local_forms import PLAIN
from desktop_app.model.moments import MORNING, moment, wall
from desktop_app.search.parser import parse
from desktop_app.tools.calls.base import Decision, ToolResult
from desktop_app.tools.person import activity, later
from desktop_app.tools.runner import Runner
from tests.fakes.house import NOW, TestHouse, mail
from tests.tools.asking import answer, cards

DAY = 86_400
SENT_BY_ME = "Alex Morgan <alex@fernhill.example>"


@pytest.fixture
def program(house: TestHouse) -> Runner:
    house.add(mail("Budget"))
    references = "References: <one@lee.example>\r\n"
    mine = mail("Re: Budget", from_=SENT_BY_ME, message_id="re@x", more=references)
    house.add(mine, frozenset({"SENT"}))
    return house.runner(Origin.MCP, "Claude", caller="claude")


def call(runner: Runner, **arguments: Any) -> ToolResult[Any]:
    return runner.call_by_name("modify_messages", arguments)[1]


def snoozed(house: TestHouse) -> list[int]:
    return [row.id for row in house.store.finder.threads(parse("in:snoozed"), limit=9)]


def test_a_program_asks_and_the_person_sees_until_when(house: TestHouse, program: Runner) -> None:
    day = wall(NOW + 3 * DAY).date()
    asked = call(program, query="subject:budget", action="snooze", snooze_until=str(day))
    assert asked.decision is Decision.ASK
    assert snoozed(house) == []
    [card] = cards(house)
    assert card.words == f"Snooze until {PLAIN.weekday_in_words(day)}, 08:00"
    answer(house, asked.request_id, allow=True)
    [thread] = snoozed(house)
    at = moment(day, MORNING)
    assert house.store.later.snoozed_until([thread]) == {thread: at}
    sent = [m for m in house.store.threads.get(thread).messages if "SENT" in m.labels]
    assert [m.labels for m in sent] == [{"SENT"}]


def test_a_new_time_takes_the_place_of_the_old_one_and_undo_takes_it_back(
    house: TestHouse,
) -> None:
    house.add(mail("Budget"))
    runner = house.runner()
    first = wall(NOW + DAY).isoformat(timespec="minutes")
    second = wall(NOW + 2 * DAY).isoformat(timespec="minutes")
    call(runner, query="budget", action="snooze", snooze_until=first).unwrap()
    done = call(runner, query="budget", action="snooze", snooze_until=second).unwrap()
    [thread] = snoozed(house)
    [until] = house.store.later.snoozed_until([thread]).values()
    assert until == datetime.fromisoformat(second).timestamp()
    runner.call(activity.UNDO_CHANGE, activity.UndoChange(undo=done.undo)).unwrap()
    [until] = house.store.later.snoozed_until([thread]).values()
    assert until == datetime.fromisoformat(first).timestamp()
    call(runner, query="budget", action="inbox").unwrap()
    assert snoozed(house) == []


@pytest.mark.parametrize(
    "words",
    [
        *("yesterday", "2020-01-01", "0001-01-01T00:00", "9999-12-31T23:59", "2026-13-01", "T"),
        *("2026-11-30T08:00:00+99:00", "\ud800", "٢٠٢٧-٠١-٠١"),
    ],
)
def test_what_is_no_time_ahead_is_refused_and_nothing_changes(
    house: TestHouse, program: Runner, words: str
) -> None:
    with pytest.raises(BadInput):
        call(program, query="budget", action="snooze", snooze_until=words)
    with pytest.raises(BadInput):
        call(program, query="budget", action="archive", snooze_until="2027-01-01")
    assert house.store.requests.count_open() == 0


def test_mute_and_unmute_are_labels_like_others(house: TestHouse) -> None:
    house.add(mail("Budget"))
    runner = house.runner()
    assert call(runner, query="budget", action="mute").unwrap().display == "Muted: 1 mail."
    assert house.store.finder.count(parse("is:muted -in:inbox")) == 1
    done = call(runner, query="budget", action="mute").unwrap()
    assert done.display == "Nothing was changed: the mail is muted already."
    call(runner, query="budget", action="unmute").unwrap()
    assert house.store.finder.count(parse("is:muted")) == 0


def test_the_window_refuses_a_reminder_where_the_person_wrote_nothing(house: TestHouse) -> None:
    house.add(mail("Budget"))
    [row] = house.store.finder.threads(parse("budget"), limit=1)
    params = later.RemindIfUnanswered(thread_id=row.id, days=3)
    with pytest.raises(BadInput):
        house.runner().call(later.REMIND_IF_UNANSWERED, params).unwrap()


def test_a_draft_s_reminder_is_kept_until_it_has_left(house: TestHouse) -> None:
    runner = house.runner()
    given = {"to": ["dana@lee.example"], "subject": "Doors", "body": "Which colour?"}
    draft = runner.call_by_name("create_draft", given)[1].unwrap().draft_id
    params = later.RemindIfUnanswered(draft_id=draft, days=3)
    runner.call(later.REMIND_IF_UNANSWERED, params).unwrap()
    assert house.store.later.wanted_reminder(draft) == 3 * DAY
    none = later.RemindIfUnanswered(draft_id=draft, days=0)
    runner.call(later.REMIND_IF_UNANSWERED, none).unwrap()
    assert house.store.later.wanted_reminder(draft) == 0


def test_many_conversations_are_snoozed_in_portions_and_undone_by_one_key(
    house: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(later, "PORTION", 2)
    mails = [house.add(mail(f"Mail {n}", message_id=f"{n}@x")) for n in range(5)]
    threads = tuple(m.thread_id for m in mails)
    runner = house.runner()
    kept = runner.call(later.SNOOZE, later.Snooze(thread_ids=threads, until=NOW + DAY)).unwrap()
    assert (kept.conversations, kept.conversations_left) == (5, 0)
    assert len(snoozed(house)) == 5
    runner.call(activity.UNDO_CHANGE, activity.UndoChange(undo=kept.undo)).unwrap()
    assert snoozed(house) == []
    assert house.store.finder.count(parse("in:inbox")) == 5
