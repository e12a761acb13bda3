"""Habits of small models: what they write besides their answer is no answer, and a run that goes
round in circles ends with a sentence that says so."""

from __future__ import annotations

import pytest

from desktop_app.assistant.answer_events import MailWritten, Unsaid
from desktop_app.assistant.model.model_run import AS_TEXT, MOST_EMPTY
from desktop_app.assistant.transcript import Ended, TextDelta, ToolFinished, ToolStarted, Trouble
from desktop_app.assistant.transcript_json import dump_events, load_events
from desktop_app.model.draft import Author, DraftState, Origin
from tests.assistant.talking import Call, Talk, talk
from tests.fakes.house import TestHouse, mail

SEARCH = Call("search_messages", {"query": "budget"})
WRITTEN = '{"name": "search_messages", "arguments": {"query": "budget"}}'


def said(one: Talk) -> str:
    """What is on the screen at the end."""
    words = ""
    for event in one.events:
        if isinstance(event, Unsaid):
            words = ""
        elif isinstance(event, TextDelta):
            words += event.text
    return words.strip()


def test_reasoning_is_neither_said_nor_kept(house: TestHouse) -> None:
    one = talk(house, "<think> secret plans </think> It is at nine.", "So it is.")
    assert one.ask("When?") == Ended()
    assert said(one) == "It is at nine."
    assert one.ask("Sure?") == Ended()
    earlier = repr(one.script.seen[-1].messages)
    assert "It is at nine." in earlier
    assert "secret plans" not in earlier


def test_reasoning_whose_beginning_stood_in_the_prompt_is_taken_back(house: TestHouse) -> None:
    one = talk(house, "The person asks for the time. </think> It is at nine.")
    assert one.ask("When?") == Ended()
    assert said(one) == "It is at nine."
    kept = load_events(dump_events(one.events))
    assert "".join(e.text for e in kept if isinstance(e, TextDelta)).strip() == "It is at nine."


def test_reasoning_alone_is_an_empty_answer(house: TestHouse) -> None:
    one = talk(house, "<think> hm </think>", "It is at nine.")
    assert one.ask("When?") == Ended()
    assert said(one) == "It is at nine."
    assert len(one.script.seen) == 2


def test_a_call_written_as_text_is_asked_for_again_once(house: TestHouse) -> None:
    house.add(mail())
    one = talk(house, WRITTEN, SEARCH, "Found it.")
    assert one.ask("Find the budget") == Ended()
    assert said(one) == "Found it."
    assert AS_TEXT in repr(one.script.seen[1].messages)
    assert [e.title for e in one.of(ToolStarted)] == ["Searched mail: budget"]


def test_a_call_written_as_text_again_is_told(house: TestHouse) -> None:
    one = talk(house, WRITTEN, f"```json\n{WRITTEN}\n```", "Never reached.")
    ended = one.ask("Find the budget")
    assert ended.error == ("Model wrote what it wanted to look up instead of looking it up, twice.")
    assert ended.trouble is Trouble.MODEL
    assert said(one) == ""
    assert len(one.script.seen) == 2


def test_ten_empty_answers_end_a_run(house: TestHouse) -> None:
    one = talk(house, *["" for _ in range(MOST_EMPTY)], "Never reached.")
    ended = one.ask("Hello")
    assert ended.error == "Model gave no answer, ten times."
    assert len(one.script.seen) == MOST_EMPTY == 10


def test_nine_empty_answers_do_not(house: TestHouse) -> None:
    one = talk(house, *["" for _ in range(MOST_EMPTY - 1)], "There you are.")
    assert one.ask("Hello") == Ended()
    assert said(one) == "There you are."


def test_the_same_call_again_is_not_carried_out_and_then_ends_the_run(house: TestHouse) -> None:
    house.add(mail())
    one = talk(house, SEARCH, SEARCH, SEARCH, "Never reached.")
    ended = one.ask("Find the budget")
    assert ended.error == "Model asked for the same thing again and again, so it was stopped."
    assert [e.summary for e in one.of(ToolFinished)] == ["1 found", "asked for the same again"]
    assert len(one.script.seen) == 3


def test_who_goes_on_after_being_told_is_not_stopped(house: TestHouse) -> None:
    house.add(mail())
    read = Call("get_message", {"number": 1})
    one = talk(house, SEARCH, SEARCH, read, SEARCH, "Done.")
    assert one.ask("Find the budget") == Ended()
    results = one.script.seen[-1].results
    assert [each.get("error") for each in results] == [None, "repeated", None, None]


def test_equal_calls_of_one_answer_are_one_attempt(house: TestHouse) -> None:
    house.add(mail())
    one = talk(house, [SEARCH, SEARCH, SEARCH, SEARCH], "Done.")
    assert one.ask("Find the budget") == Ended()


MAIL = "Hi Dana,\n\nThursday is fine.\n\nBest,\nAlex"
ANSWER = f"Here is a reply:\n\nSubject: Thursday\n\n{MAIL}\n\nShall I save it?"


@pytest.mark.parametrize("open_mail", [True, False])
def test_a_mail_in_an_answer_becomes_a_draft_at_a_press(house: TestHouse, open_mail: bool) -> None:
    message = house.add(mail())
    one = talk(house, ANSWER)
    thread = str(message.thread_id) if open_mail else ""
    assert one.ask("Say that Thursday is fine", thread_id=thread) == Ended()
    [offer] = one.of(MailWritten)
    assert (offer.subject, offer.body) == ("Thursday", MAIL)
    assert offer.message_id == (str(message.id) if open_mail else "")
    requests = len(one.script.seen)
    assert one.ask("Make a draft of this.", written=offer) == Ended()
    assert len(one.script.seen) == requests, "no model is asked"
    [card] = one.proposals
    draft = house.store.drafts.get(card.draft_id)
    assert draft.content.body == MAIL
    assert draft.content.subject == ("Re: Budget" if open_mail else "Thursday")
    assert draft.state is DraftState.PROPOSED
    assert draft.author == Author(Origin.ASSISTANT, "Model")


def test_an_answer_after_a_draft_offers_no_other(house: TestHouse) -> None:
    house.add(mail())
    reply = Call("draft_reply", {"subject": "Budget", "body": MAIL})
    one = talk(house, reply, ANSWER)
    assert one.ask("Say that Thursday is fine") == Ended()
    assert one.of(MailWritten) == []
