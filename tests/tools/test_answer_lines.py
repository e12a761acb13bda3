"""Answers to lines of a mail, gathered in one draft."""

from __future__ import annotations

import pytest

from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.person.answer_lines import ANSWER_LINE, AnswerLine
from desktop_app.tools.verbs import draft_reply
from tests.fakes.house import TestHouse, mail


def test_a_draft_of_an_assistant_is_left_alone(house: TestHouse) -> None:
    message = house.add(mail())
    params = draft_reply.DraftReply(message_id=str(message.id), body="Proposed.")
    house.runner(Origin.ASSISTANT).call(draft_reply.TOOL, params)
    wanted = AnswerLine(message_id=message.id, line="Could you?", words="Yes.")
    made = house.runner().call(ANSWER_LINE, wanted).unwrap()
    bodies = {d.id: d.content.body for d in house.store.drafts.in_thread(message.thread_id)}
    assert bodies.pop(made.draft_id) == "> Could you?\nYes."
    assert list(bodies.values()) == ["Proposed."]


def test_lines_and_their_signs_stay_one_quoted_line(house: TestHouse) -> None:
    message = house.add(mail())
    line = "First\nsecond\u2029third " + "x" * 900
    wanted = AnswerLine(message_id=message.id, line=line, words="  Yes.\n")
    made = house.runner().call(ANSWER_LINE, wanted).unwrap()
    quote, words = made.own_words.split("\n")
    assert quote.startswith("> First second third x")
    assert len(quote) <= 502
    assert words == "Yes."


def test_without_words_nothing_is_made(house: TestHouse) -> None:
    message = house.add(mail())
    with pytest.raises(BadInput):
        house.runner().call(ANSWER_LINE, AnswerLine(message_id=message.id, line="A", words=" "))


def test_no_assistant_answers_for_the_person(house: TestHouse) -> None:
    message = house.add(mail())
    wanted = AnswerLine(message_id=message.id, line="A", words="B")
    result = house.runner(Origin.ASSISTANT).call(ANSWER_LINE, wanted)
    assert result.decision is Decision.DENY
