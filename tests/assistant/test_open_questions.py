"""Questions instead of guesses: what is asked before a draft, and what an answer makes of it."""

from __future__ import annotations

import re
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.assistant.questions import answers_in, read_questions, reply_of
from desktop_app.assistant.starter.open_questions import answered, asked_in
from desktop_app.assistant.starter.starter import StarterAssistant
from desktop_app.assistant.starter.wording.composing import Voice
from desktop_app.assistant.transcript import AgentEvent, Ask, Proposal, Question, Questions
from desktop_app.mail.drafts.checks_text import found_in
from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.model.message import Message
from tests.assistant.offer_cases import AFTERWARDS, FIRST
from tests.fakes.house import TestHouse, mail

WORDS = (
    "or oder ou o and , : ? . \n \n- 11 18 March März mars marzo Tuesday Dienstag mardi "
    "martes at um à "
    "10 14:30 Uhr h € 1,200 EUR which welche quel cuál the blue der par por 11. 1. possible "
    "a) Is Können"
).split(" ")

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
    assert words(talk.draft) == "ja, am Mittwoch um 15 Uhr passt es mir."


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


@pytest.mark.parametrize(("language", "text", "expected"), [*FIRST, *AFTERWARDS])
def test_what_the_mail_lets_choose_from_is_offered(
    language: str, text: str, expected: tuple[tuple[str, ...], ...]
) -> None:
    assert tuple(question.answers for question in asked_in(text, language)) == expected


@pytest.mark.parametrize(("language", "text", "expected"), [*FIRST, *AFTERWARDS])
def test_every_word_that_is_offered_stands_in_the_mail(
    language: str, text: str, expected: tuple[tuple[str, ...], ...]
) -> None:
    del expected
    said = set(re.findall(r"\w+", text))
    for question in asked_in(text, language):
        for answer in set(question.answers) - {"Yes", "No"}:
            assert set(re.findall(r"\w+", answer)) <= said


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from(["en", "de", "fr", "es"]))
def test_no_mail_makes_an_offer_of_words_it_does_not_have(words: list[str], language: str) -> None:
    text = " ".join(words)
    said = set(re.findall(r"\w+", text))
    for question in asked_in(text, language):
        assert len(question.answers) <= 6
        for answer in set(question.answers) - {"Yes", "No"}:
            assert set(re.findall(r"\w+", answer)) <= said
            assert len(answer) <= 120


def test_a_choice_of_the_mails_is_said_in_its_words_in_its_language(house: TestHouse) -> None:
    body = (
        "Hallo Alex, wie sollen wir Ihnen die Rechnung schicken? Per Post oder per Mail "
        "wäre möglich."
    )
    talk = Talk(house, house.add(mail(body=body)))
    talk.say("reply")
    assert talk.asked.questions[0].answers == ("Per Post", "per Mail")
    talk.say("per Mail", talk.asked.message_id)
    assert words(talk.draft) == "Per Mail."


def test_one_of_the_dates_that_the_next_sentence_names_suits(house: TestHouse) -> None:
    body = (
        "Could you give me one date for the delivery? Possible are 11 March or 18 March.\n\nThe "
        "truck needs an hour."
    )
    talk = Talk(house, house.add(mail(body=body)))
    talk.say("draft a reply")
    assert talk.asked.questions[0].answers == ("11 March", "18 March")
    talk.say("18 March", talk.asked.message_id)
    assert words(talk.draft) == "18 March works for me."


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            "Is 1 May all right, and do you want both?",
            ["Is 1 May all right?", "Do you want both?"],
        ),
        ("de", "Passt Ihnen das, und sind Sie bereit?", ["Passt Ihnen das?", "Sind Sie bereit?"]),
        (
            "fr",
            "Pouvez-vous venir et avez-vous la clé ?",
            ["Pouvez-vous venir?", "Avez-vous la clé?"],
        ),
        ("es", "¿Está bien y puede venir?", ["¿Está bien?", "¿Puede venir?"]),
    ],
)
def test_two_questions_in_one_sentence_are_asked_one_by_one(
    language: str, text: str, expected: list[str]
) -> None:
    asked = asked_in(text, language)
    assert [question.text for question in asked] == expected
    assert [question.answers for question in asked] == [("Yes", "No")] * 2
