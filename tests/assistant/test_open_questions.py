"""Questions instead of guesses: what is asked before a draft, and what an answer makes of it."""

from __future__ import annotations

from threading import Event

import pytest

from desktop_app.assistant.open_questions import answered, asked_in
from desktop_app.assistant.questions import answers_in, read_questions, reply_of
from desktop_app.assistant.starter import StarterAssistant
from desktop_app.assistant.transcript import AgentEvent, Ask, Proposal, Question, Questions
from desktop_app.assistant.wording.composing import Voice
from desktop_app.mime.checks_text import found_in
from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.model.message import Message
from tests.fakes.house import TestHouse, mail

TWO = "Is 1 February all right? The rent stays. Shall we meet on Tuesday or on Thursday at 10 am?"


class Talk:
    """A conversation about one mail."""

    def __init__(self, house: TestHouse, message: Message) -> None:
        self.house, self.message = house, message
        self.agent = StarterAssistant(house.runner(Origin.ASSISTANT, "Starter assistant"))
        self.events: list[AgentEvent] = []

    def say(self, prompt: str, message_id: str = "") -> list[AgentEvent]:
        self.events = []
        ask = Ask(prompt, thread_id=str(self.message.thread_id), message_id=message_id)
        self.agent.run(ask, self.events.append, Event())
        return self.events

    @property
    def asked(self) -> Questions:
        [found] = [e for e in self.events if isinstance(e, Questions)]
        return found

    @property
    def draft(self) -> Draft:
        [found] = [e for e in self.events if isinstance(e, Proposal)]
        return self.house.store.drafts.get(found.draft_id)

    def drafts(self) -> list[Draft]:
        return self.house.store.drafts.in_state(list(DraftState))


def words(draft: Draft) -> str:
    return "\n\n".join(draft.content.body.split("\n\n")[1:-1])


def test_a_reply_that_hangs_on_yes_or_no_is_asked_for_before_it_is_drafted(
    house: TestHouse,
) -> None:
    talk = Talk(house, house.add(mail(body="The lease is ready. Do you want the parking spaces?")))
    talk.say("draft a reply")
    assert talk.asked.questions == (Question("Do you want the parking spaces?", ("Yes", "No")),)
    assert talk.drafts() == []
    talk.say("No", talk.asked.message_id)
    assert words(talk.draft) == "No, I am afraid not."


def test_days_the_mail_names_are_the_answers(house: TestHouse) -> None:
    body = "Hallo Alex, passt Ihnen Dienstag oder Mittwoch um 15 Uhr für das Treffen bei uns?"
    talk = Talk(house, house.add(mail(body=body)))
    talk.say("reply")
    [question] = talk.asked.questions
    assert question.answers == ("Dienstag", "Mittwoch um 15 Uhr", "No")
    talk.say("Mittwoch um 15 Uhr", talk.asked.message_id)
    assert words(talk.draft) == "Ja, am Mittwoch um 15 Uhr passt es mir."


def test_several_answers_stand_below_the_questions_they_answer(house: TestHouse) -> None:
    talk = Talk(house, house.add(mail(body=TWO)))
    talk.say("draft a reply")
    asked = talk.asked
    answers = ("Yes", "Thursday at 10 am")
    assert [q.answers for q in asked.questions] == [("Yes", "No"), ("Tuesday", answers[1], "No")]
    talk.say(reply_of(asked.questions, answers), asked.message_id)
    assert words(talk.draft) == (
        "> Is 1 February all right?\nYes.\n\n"
        "> Shall we meet on Tuesday or on Thursday at 10 am?\nYes, Thursday at 10 am works for me."
    )


def test_an_answer_typed_freely_is_what_the_draft_says(house: TestHouse) -> None:
    talk = Talk(house, house.add(mail(body=TWO)))
    talk.say("draft a reply")
    talk.say("only after the roof is mended")
    assert words(talk.draft) == "Only after the roof is mended."


def test_another_request_leaves_the_questions_behind(house: TestHouse) -> None:
    talk = Talk(house, house.add(mail(body=TWO)))
    talk.say("draft a reply")
    asked = talk.asked
    talk.say("summarise this thread")
    assert talk.drafts() == []
    talk.say(reply_of(asked.questions, ("Yes", "No")), asked.message_id)
    assert talk.drafts() == []


def test_words_given_with_the_request_are_not_asked_for(house: TestHouse) -> None:
    talk = Talk(house, house.add(mail(body=TWO)))
    talk.say("reply saying both are fine")
    assert words(talk.draft) == "Both are fine."


def test_what_only_words_can_answer_is_left_open_in_the_draft(house: TestHouse) -> None:
    talk = Talk(house, house.add(mail(body="What do you think of the colours?")))
    talk.say("draft a reply")
    assert found_in(talk.draft.content.body).placeholder == "[your answer]"


def test_a_question_either_or_gets_no_yes_and_no(house: TestHouse) -> None:
    del house
    asked = asked_in("Shall we plane all four sides, or only two?", "en")
    assert [q.answers for q in asked] == [()]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_no_answer_adds_a_day_or_a_number(language: str) -> None:
    questions = (Question("Is it?", ("Yes", "No")), Question("When?", ("later",)))
    came = answered(questions, ("Yes", "No"), Voice("en", language))
    assert not any(c.isdigit() for c in came.text)


@pytest.mark.parametrize(
    "answers", [("Yes", "Tuesday"), ("Something: with ? signs", "a"), ("x", "y z")]
)
def test_answers_are_read_back_as_they_were_pressed(answers: tuple[str, ...]) -> None:
    questions = (Question("Is it?"), Question("When?"))
    assert answers_in(questions, reply_of(questions, answers)) == answers
    assert answers_in(questions[:1], reply_of(questions[:1], answers[:1])) == answers[:1]
    assert answers_in(questions, "anything else") is None


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"questions": None},
        {"questions": []},
        {"questions": [5]},
        {"questions": [{"question": 5}]},
        {"questions": [{"question": " "}]},
        {"questions": [{"question": "Q", "answers": "abc"}]},
        {"questions": [{"question": "Q", "answers": [None]}]},
        {"questions": [{"question": "Q", "colour": "red"}]},
        {"questions": [{"question": "Q"}], "more": 1},
    ],
)
def test_questions_of_any_other_shape_are_corrected(arguments: dict[str, object]) -> None:
    assert read_questions(arguments) is None


def test_questions_are_bounded_and_the_same_answer_stands_once() -> None:
    asked = read_questions(
        {"questions": [{"question": "Q" * 999, "answers": ["a" * 999, "b", "b", " "]}] * 9}
    )
    assert asked is not None
    assert len(asked.questions) == 3
    assert len(asked.questions[0].text) == 200
    assert asked.questions[0].answers == ("a" * 120, "b")
