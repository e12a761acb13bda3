"""Answers prepared by themselves: only when switched on, so many a day, once a mail, and whatever a
mail says, nothing but a proposal comes of it."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest

from desktop_app.assistant import model_outage, prepared_queue
from desktop_app.assistant.providers import cannot_prepare
from desktop_app.assistant.transcript import Agent, Emit, Ended
from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftState, Origin, SourceKind
from desktop_app.model.errors import Refused, Unavailable
from desktop_app.model.outbox import OutboxState
from desktop_app.model.prepared import PreparedRound, WantsAnswer
from desktop_app.model.progress import Progress
from desktop_app.store.triage import prepared
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import prepared_answers, triage
from tests.assistant.preparing import OBEYING, Desk, answer, ask, obeyed
from tests.assistant.talking import Call
from tests.fakes.house import TestHouse, mail

DOWN = "The model can't be reached."


def no_progress(_: Progress) -> None:
    """Nobody looks."""


def test_it_is_off_until_it_is_switched_on(house: TestHouse) -> None:
    assert house.settings.flag("assistant.prepare") is False
    ask(house, "Can you come?")
    desk = Desk(house, answer)
    desk.queue.start()
    house.store.announce(Changes(triage=True))
    desk.queue.shutdown()
    assert desk.drafts() == []


def test_switched_on_it_proposes_with_its_sources_and_nothing_is_sent(house: TestHouse) -> None:
    [asked] = ask(house, "Can you come?")
    desk = Desk(house, answer)
    made = Event()
    house.store.subscribe(lambda changes: made.set() if changes.drafts and desk.drafts() else None)
    desk.queue.start()
    house.settings.change("assistant.prepare", True)
    assert made.wait(20)
    desk.queue.shutdown()
    [draft] = desk.drafts()
    assert draft.state is DraftState.PROPOSED
    assert draft.author.origin is Origin.ASSISTANT
    assert draft.reply_to_id == asked
    assert str(asked) in {source.ref for source in draft.sources}
    assert [a.email for a in draft.content.to] == ["dana@lee.example"]
    assert house.store.outbox.in_state(list(OutboxState)) == []


def test_no_mail_is_prepared_for_twice_and_no_more_than_a_day_allows(house: TestHouse) -> None:
    house.settings.change("assistant.prepare_a_day", 2)
    ids = ask(house, "Can you come?", "Shall I bring Kim?", "When does it begin?")
    desk = Desk(house, answer)
    assert desk.queue.work().drafts == 2
    assert {draft.reply_to_id for draft in desk.drafts()} == set(ids[1:]), "the newest first"
    assert desk.queue.work().drafts == 0
    house.now += 86_401
    assert desk.queue.work().drafts == 1
    for draft in desk.drafts():
        house.store.drafts.ignore(draft.id, now=house.now)
    house.now += 86_401
    assert desk.queue.work().drafts == 0


def test_news_and_thanks_are_never_prepared_for(house: TestHouse) -> None:
    ask(house, "Can you buy it?", more="List-Unsubscribe: <https://x.example>\r\n")
    ask(house, "Thanks a lot.")
    desk = Desk(house, answer)
    assert desk.queue.work().drafts == 0
    assert desk.scripts == []


def test_a_model_may_say_that_no_answer_is_needed(house: TestHouse) -> None:
    ask(house, "Shall we say that it is settled?")
    done = Desk(house, lambda _: ["No answer is needed."]).queue.work()
    assert (done.drafts, done.without) == (0, 1)


def test_a_trouble_with_the_model_ends_the_round(house: TestHouse) -> None:
    ask(house, "Can you come?", "When does it begin?")
    desk = Desk(house, answer)

    broken(desk, Unavailable(DOWN))
    done = desk.queue.work()
    assert (done.without, done.left, done.trouble) == (0, 2, DOWN)
    assert desk.queue.trouble == DOWN
    del desk.agent
    assert desk.queue.work() == PreparedRound(trouble=DOWN), "it is left alone for a while"
    house.now += model_outage.PAUSES[0]
    assert desk.queue.work().drafts == 1, "the other one"
    assert desk.queue.trouble == ""
    assert desk.queue.work().drafts == 0, "not yet"
    house.now += prepared.PAUSES[0]
    assert desk.queue.work().drafts == 1, "it is tried again"


def broken(desk: Desk, error: Exception) -> None:
    def raises(message: int) -> Agent:
        raise error

    desk.agent = raises  # type: ignore[method-assign]


def test_a_model_that_is_down_uses_up_nothing_of_the_day_and_is_told_once(house: TestHouse) -> None:
    house.settings.change("assistant.prepare_a_day", 2)
    ask(house, "Can you come?", "When does it begin?", "Shall I bring Kim?")
    desk = Desk(house, answer)
    broken(desk, Unavailable(DOWN))
    for _ in range(12):
        desk.queue.work()
        house.now += 3_600
    assert desk.told == [DOWN]
    del desk.agent
    assert desk.queue.work().drafts == 2
    assert desk.told == [DOWN, ""]


def test_draft_replies_for_all_takes_what_failed_and_asks_a_model_that_was_down(
    house: TestHouse,
) -> None:
    ask(house, "Can you come?", "When does it begin?")
    desk = Desk(house, answer)
    broken(desk, Unavailable(DOWN))
    desk.queue.work()
    del desk.agent
    assert desk.queue.prepare_now(Event(), no_progress).drafts == 2
    assert desk.queue.trouble == ""


def test_a_mail_that_was_being_written_when_the_program_stopped_is_written_later(
    house: TestHouse,
) -> None:
    [asked] = ask(house, "Can you come?")
    desk = Desk(house, answer)

    class Stopped:
        def run(self, ask: object, emit: Emit, cancelled: Event) -> None:
            desk.queue._thread.stopping.set()
            emit(Ended(stopped=True))

    desk.agent = lambda _: Stopped()  # type: ignore[method-assign,assignment,return-value]
    assert desk.queue.work().drafts == 0
    next_start = Desk(house, answer)
    assert next_start.queue.work().drafts == 1
    assert [draft.reply_to_id for draft in next_start.drafts()] == [asked]


@pytest.mark.logs_errors
def test_a_mail_that_breaks_the_run_is_passed_by_and_the_others_go_on(house: TestHouse) -> None:
    [_, newest] = ask(house, "Can you come?", "When does it begin?")
    desk = Desk(house, answer)
    whole = desk.agent

    def breaks(message: int) -> Agent:
        if message == newest:
            raise ZeroDivisionError
        return whole(message)

    desk.agent = breaks  # type: ignore[method-assign]
    done = desk.queue.work()
    assert (done.drafts, done.left, done.trouble) == (1, 1, "")
    house.now += prepared.PAUSES[0]
    desk.agent = whole  # type: ignore[method-assign]
    assert desk.queue.work().drafts == 1


def test_a_model_that_says_nothing_at_all_has_given_no_reason(house: TestHouse) -> None:
    ask(house, "Can you come?")
    desk = Desk(house, lambda _: [""] * 10)
    assert desk.queue.work().without == 0
    desk.steps = answer
    house.now += prepared.PAUSES[0]
    assert desk.queue.work().drafts == 1


def test_reasoning_is_no_reason(house: TestHouse) -> None:
    ask(house, "Can you come?")
    desk = Desk(house, lambda _: ["They ask whether I can come. </think> It is a newsletter."])
    assert desk.queue.work().without == 1
    [row] = house.store.db.rows("SELECT outcome FROM prepared")
    assert row[0] == f"{prepared_queue.NO_ANSWER}It is a newsletter."


def test_a_reminder_that_could_not_be_drafted_is_tried_again(house: TestHouse) -> None:
    sent(house, 9)
    desk = Desk(house, answer, why_not="No model is chosen.")
    whole = desk.remind

    def failing(mail: WantsAnswer) -> str:
        raise Unavailable("The disk is full.")

    desk.remind = failing  # type: ignore[method-assign]
    desk.queue.work()
    assert desk.drafts() == []
    desk.remind = whole  # type: ignore[method-assign]
    desk.queue.work()
    assert desk.drafts() == [], "not yet"
    house.now += prepared.PAUSES[0]
    desk.queue.work()
    assert len(desk.drafts()) == 1


def test_where_there_is_no_model_the_person_is_told_so(house: TestHouse) -> None:
    why = cannot_prepare(house.settings)
    assert "starter assistant can't write answers" in why
    with pytest.raises(Refused) as refused:
        Desk(house, answer, why_not=why).queue.prepare_now(Event(), no_progress)
    assert "Settings" in refused.value.next_step
    with pytest.raises(Unavailable):
        house.runner().call(prepared_answers.PREPARE_ANSWERS, NoParams())


def test_the_press_prepares_for_all_whatever_a_day_allows(house: TestHouse) -> None:
    house.settings.change("assistant.prepare_a_day", 1)
    ask(house, "Can you come?", "Shall I bring Kim?", "When does it begin?")
    told: list[Progress] = []
    done = Desk(house, answer).queue.prepare_now(Event(), told.append)
    assert done.drafts == 3
    assert [(p.done, p.total) for p in told] == [(0, 3), (1, 3), (2, 3)]
    assert prepared_answers.words(done) == "3 answers wait in To review."


@pytest.mark.parametrize("call", OBEYING, ids=lambda call: f"{call.tool}")
def test_a_model_that_obeys_a_mail_gets_nothing_but_its_one_reply(
    house: TestHouse, call: Call
) -> None:
    assert obeyed(house, call) == []


@pytest.mark.parametrize(
    "from_",
    [
        '"dana@lee.example" <dana@elsewhere.example>',
        "Dаna Lee <dana@lee.example>",
        "No reply <no-reply@lee.example>",
    ],
)
def test_who_poses_as_another_gets_no_answer_prepared(house: TestHouse, from_: str) -> None:
    ask(house, "Needs reply: can you confirm this today?", from_=from_)
    desk = Desk(house, answer)
    assert desk.queue.work().drafts == 0
    assert desk.scripts == []


def sent(house: TestHouse, day: int, text: str = "When do the boards come?") -> int:
    """A mail of the person's own of September 2026 that asks Dana something."""
    raw = mail(
        text[:9],
        text,
        from_="Alex Morgan <alex@fernhill.example>",
        to="Dana Lee <dana@lee.example>",
        message_id=f"{day}@fernhill.example",
        date=f"{day} Sep 2026 09:00:00 +0000",
    )
    id_ = house.add(raw, frozenset({"SENT"})).id
    house.runner().call(triage.SORT_MAIL, NoParams()).unwrap()
    return id_


def test_where_nobody_has_answered_a_reminder_is_proposed_once_and_takes_no_model(
    house: TestHouse,
) -> None:
    asked = sent(house, 10)
    sent(house, 19, "Do you have oak?")
    desk = Desk(house, answer, why_not="No model is chosen.")
    desk.queue.work()
    [draft] = desk.drafts()
    assert (draft.reply_to_id, draft.state) == (asked, DraftState.PROPOSED)
    assert draft.author.origin is Origin.ASSISTANT
    assert [a.email for a in draft.content.to] == ["dana@lee.example"]
    assert [source.ref for source in draft.sources] == [str(asked)]
    house.store.drafts.ignore(draft.id, now=house.now)
    desk.queue.work()
    assert len(desk.drafts()) == 1
    assert house.store.outbox.in_state(list(OutboxState)) == []


@pytest.mark.parametrize(("allowed", "state"), [("work", True), ("other", False)])
def test_a_reminder_is_drafted_in_the_accounts_that_may_be_read_and_in_no_other(
    house: TestHouse, allowed: str, state: bool
) -> None:
    thread = house.store.messages.get(sent(house, 10)).thread_id
    runner = house.runner(Origin.ASSISTANT, "Model", scope=lambda: frozenset({allowed}))
    wanted = triage.DraftNudge(thread_id=thread)
    if state:
        assert runner.call(triage.DRAFT_NUDGE, wanted).unwrap().draft_id
    else:
        with pytest.raises(Refused):
            runner.call(triage.DRAFT_NUDGE, wanted)


def test_a_reminder_is_withdrawn_when_the_answer_comes(house: TestHouse) -> None:
    asked = sent(house, 10)
    desk = Desk(house, answer, why_not="No model is chosen.")
    desk.queue.work()
    came = mail(
        "Re: When do t",
        "On Tuesday.",
        message_id="answer@lee.example",
        date="Sun, 20 Sep 2026 09:00:00 +0000",
        more="In-Reply-To: <10@fernhill.example>\r\n",
    )
    house.add(came)
    house.runner().call(triage.SORT_MAIL, NoParams()).unwrap()
    house.store.prepared.withdraw()
    [draft] = desk.drafts()
    assert draft.reply_to_id == asked
    assert draft.state is DraftState.IGNORED


def test_so_many_a_day_counts_reminders_too(house: TestHouse) -> None:
    house.settings.change("assistant.prepare_a_day", 1)
    sent(house, 9)
    sent(house, 10, "Is the glue dry?")
    desk = Desk(house, answer, why_not="No model is chosen.")
    desk.queue.work()
    assert len(desk.drafts()) == 1


def test_what_the_application_asks_is_no_source(house: TestHouse) -> None:
    ask(house, "Can you come?")
    desk = Desk(house, answer)
    desk.queue.work()
    [draft] = desk.drafts()
    assert {source.kind for source in draft.sources} == {SourceKind.MESSAGE}


def test_the_sample_mailbox_is_prepared_for_only_when_the_person_asks(house: TestHouse) -> None:
    [account] = house.store.accounts.list()
    house.store.accounts.update(replace(account, sample=True))
    ask(house, "Can you come?")
    desk = Desk(house, answer)
    assert desk.queue.work().drafts == 0
    assert desk.queue.prepare_now(Event(), no_progress).drafts == 1
