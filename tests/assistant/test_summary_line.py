"""A line about a conversation by a model: what it is given, and what becomes of its answer."""

from __future__ import annotations

from threading import Event

import pytest

from desktop_app.assistant.chosen import ChosenAgent
from desktop_app.assistant.model.summary_line import TOLD
from desktop_app.model.errors import Unavailable
from desktop_app.tools.calls.base import Tool
from desktop_app.tools.person.mail_view import MARK_OPENED, MarkOpened
from desktop_app.tools.person.summaries import (
    KEEP_SUMMARY,
    LONGEST,
    SUMMARY_OF,
    KeepSummary,
    SummaryOf,
)
from tests.assistant.talking import Talk, talk
from tests.assistant.threads import long_thread
from tests.fakes.house import TestHouse, mail


def summed(house: TestHouse, *answers: str) -> tuple[Talk, str, str]:
    thread = str(long_thread(house, 8).messages[0].thread_id)
    house.settings.change("assistant.cloud_summaries", True)
    one = talk(house, *answers)
    return one, thread, one.agent.summary(thread, Event())


def test_a_model_reads_the_conversation_without_a_tool(house: TestHouse) -> None:
    one, _, line = summed(house, "Delivery moves to Thursday.")
    assert line == "Delivery moves to Thursday."
    assert one.script.tools == [[]]
    assert one.script.instructions == [TOLD.strip()]
    assert "The delivery of the oak boards" in repr(one.script.seen[0].messages)


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("<think>Hm.</think> Delivery moves.", "Delivery moves."),
        ("Here is a summary of the text:\n\nDelivery moves.", "Delivery moves."),
        ('"Delivery moves."', "Delivery moves."),
        ("**Delivery moves.**", "Delivery moves."),
        ("Delivery moves.\n\nKim waits.", "Delivery moves. Kim waits."),
        ("I'm sorry, but I can't assist with that.", ""),
    ],
)
def test_what_is_said_is_one_line(house: TestHouse, answer: str, line: str) -> None:
    assert summed(house, answer)[2] == line


def test_a_line_has_an_end(house: TestHouse) -> None:
    assert len(summed(house, "word " * 400)[2]) <= LONGEST


def test_it_leaves_nothing_in_the_conversation_with_the_person(house: TestHouse) -> None:
    one, thread, _ = summed(house, "Delivery moves.")
    made = talk(house, "Delivery moves.")
    chosen = ChosenAgent(house.settings, lambda: made.agent, one.agent.gate)
    before = one.agent.runner.conversation.sources
    chosen.summary(thread, Event())
    assert one.agent.runner.conversation.sources == before
    assert one.agent.memory() is None


def test_a_model_elsewhere_is_asked_only_where_the_person_says_so(house: TestHouse) -> None:
    one, thread, _ = summed(house, "Delivery moves.", "Never.")
    house.settings.change("assistant.cloud_summaries", False)
    assert one.agent.summary(thread, Event()) == ""
    house.settings.change("assistant.cloud_summaries", True)
    house.settings.change("assistant.ask_before_sending", True)
    assert one.agent.summary(thread, Event()) == ""
    assert len(one.script.seen) == 1


def test_the_limit_of_a_day_holds(house: TestHouse) -> None:
    one, thread, _ = summed(house, "Delivery moves.")
    house.settings.change("assistant.day_tokens", 1_000)
    one.agent.notebook.keep_spent("x", "m", _spent(), at=house.now)
    with pytest.raises(Unavailable, match="of 1,000 allowed"):
        one.agent.summary(thread, Event())


def _spent():  # type: ignore[no-untyped-def]
    from desktop_app.model.conversation import Spent

    return Spent(1, 5_000, 5_000, None)


def call(house: TestHouse, tool: Tool, params: object):  # type: ignore[no-untyped-def, type-arg]
    return house.runner().call(tool, params).unwrap()


def test_a_line_is_kept_until_the_conversation_changes(house: TestHouse) -> None:
    messages = long_thread(house, 3).messages
    thread = messages[0].thread_id
    assert call(house, SUMMARY_OF, SummaryOf(thread_id=thread)).line == ""
    kept = KeepSummary(
        thread_id=thread, newest=messages[-1].id, mails=3, model="m", line="It\nmoves. " * 90
    )
    assert call(house, KEEP_SUMMARY, kept).count == 1
    found = call(house, SUMMARY_OF, SummaryOf(thread_id=thread))
    assert (found.model, found.line[:9], len(found.line) <= LONGEST) == ("m", "It moves.", True)
    more = "In-Reply-To: <0@lee.example>\r\nReferences: <0@lee.example>\r\n"
    house.add(mail("Re: Oak boards", "More.", message_id="new@lee.example", more=more))
    assert call(house, SUMMARY_OF, SummaryOf(thread_id=thread)).line == ""
    call(house, KEEP_SUMMARY, kept)
    late = call(house, SUMMARY_OF, SummaryOf(thread_id=thread))
    assert late.line == "", "a line of what it was before, kept when it came at last"


def test_reading_a_mail_does_not_cost_the_line(house: TestHouse) -> None:
    messages = long_thread(house, 3).messages
    thread, newest = messages[0].thread_id, messages[-1].id
    kept = KeepSummary(thread_id=thread, newest=newest, mails=3, model="m", line="It moves.")
    call(house, KEEP_SUMMARY, kept)
    call(house, MARK_OPENED, MarkOpened(ids=(str(newest),)))
    assert call(house, SUMMARY_OF, SummaryOf(thread_id=thread)).line == "It moves."


def test_nothing_is_kept_of_what_is_gone(house: TestHouse) -> None:
    kept = KeepSummary(thread_id=999, newest=1, mails=1, model="m", line="x")
    assert call(house, KEEP_SUMMARY, kept).count == 0
