"""Drafts of the starter begin and end as the person does, where that was learned."""

from __future__ import annotations

from threading import Event

import pytest

from desktop_app.assistant.starter.letter import add_to_letter, letter
from desktop_app.assistant.starter.starter import StarterAssistant
from desktop_app.assistant.transcript import AgentEvent, Ask, Proposal
from desktop_app.assistant.turn import Writer
from desktop_app.model.address import Address
from desktop_app.model.draft import Draft, Origin
from desktop_app.model.message import Message
from desktop_app.tools.person.writing_styles import HowYouWrite
from tests.fakes.house import TestHouse, mail

ALEX = "Alex Morgan <alex@fernhill.example>"
DANA = Address("Dana Lee", "dana@lee.example")
ME = Writer(Address("Alex Morgan", "alex@fernhill.example"))
ENGLISH = "Hey Dana,\n\nyes, we will have the list for you on Monday.\n\nCheers,\nAlex"
GERMAN = "Moin Dana,\n\ndie Liste ist am Montag fertig, du bekommst sie von mir.\n\nLG\nAlex"


def wrote(house: TestHouse, body: str, to: str = "Dana Lee <dana@lee.example>") -> None:
    for number in range(2):
        id_ = f"{len(body)}.{number}.{to[:3]}@fernhill.example"
        raw = mail("List", body, from_=ALEX, to=to, message_id=id_)
        house.add(raw, frozenset({"SENT"}))


def drafted(house: TestHouse, prompt: str, message: Message | None = None) -> Draft:
    events: list[AgentEvent] = []
    agent = StarterAssistant(house.runner(Origin.ASSISTANT, "Starter assistant"))
    thread = str(message.thread_id) if message is not None else ""
    agent.run(Ask(prompt, thread_id=thread), events.append, Event())
    [found] = [e for e in events if isinstance(e, Proposal)]
    return house.store.drafts.get(found.draft_id)


def test_a_reply_begins_and_ends_as_the_person_writes_to_them(house: TestHouse) -> None:
    wrote(house, ENGLISH)
    draft = drafted(house, "reply saying that Thursday works for me", house.add(mail()))
    assert draft.content.body == "Hey Dana,\n\nThursday works for me.\n\nCheers,\nAlex"
    assert draft.content.signature == "Alex Morgan\nFernhill"


def test_what_was_learned_in_another_language_does_not_count(house: TestHouse) -> None:
    wrote(house, ENGLISH)
    body = "Hallo Alex, wann kannst du uns die Liste für das Treffen schicken? Viele Grüße, Dana"
    draft = drafted(house, "antworte, dass Donnerstag passt", house.add(mail(body=body)))
    assert draft.content.body.startswith("Hallo Dana,\n\n")
    assert draft.content.body.endswith("\n\nViele Grüße\nAlex")
    wrote(house, GERMAN)
    again = drafted(house, "antworte, dass Donnerstag passt", house.add(mail(body=body)))
    assert again.content.body.startswith("Moin Dana,\n\n")
    assert again.content.body.endswith("\n\nLG\nAlex")


def test_to_somebody_new_it_is_how_the_person_writes_in_general(house: TestHouse) -> None:
    wrote(house, ENGLISH)
    house.add(mail(from_="Sam Reed <sam@reed.example>", message_id="s@reed.example"))
    draft = drafted(house, "tell Sam that the list is ready")
    assert draft.content.body == "Hey Sam,\n\nThe list is ready.\n\nCheers,\nAlex"


def test_with_the_setting_off_nothing_learned_is_used(house: TestHouse) -> None:
    wrote(house, ENGLISH)
    house.settings.change("assistant.learn_style", False)
    draft = drafted(house, "reply saying that Thursday works for me", house.add(mail()))
    assert draft.content.body == "Hi Dana,\n\nThursday works for me.\n\nBest regards,\nAlex"


def test_a_reply_to_everyone_takes_nobodys_name(house: TestHouse) -> None:
    wrote(house, ENGLISH)
    message = house.add(mail(to=f"{ALEX}, Sam Reed <sam@reed.example>"))
    draft = drafted(house, "reply to all saying that Thursday works for me", message)
    assert draft.content.body == "Hello,\n\nThursday works for me.\n\nCheers,\nAlex"


def test_a_new_mail_says_du_to_whom_the_person_does(house: TestHouse) -> None:
    body = "Moin Dana,\n\ndu bekommst die Liste, wenn du sie für dich brauchst.\n\nLG\nAlex"
    wrote(house, body)
    house.add(mail())
    asked = drafted(house, "frag Dana, wann sie kommt")
    assert "wann kommst du?" in asked.content.body
    begged = drafted(house, "bitte Dana um die Liste")
    assert "könntest du" in begged.content.body


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("In English you begin at once and end without a sign-off.", "Yes."),
        ("In English you end with “Best”.", "Hi Dana,\n\nYes.\n\nBest"),
        (
            "In English you begin with “Dear [name],”.",
            "Dear Dana Lee,\n\nYes.\n\nBest regards,\nAlex",
        ),
        (
            "In English you begin with “Dear [title and last name],”.",
            "Hi Dana,\n\nYes.\n\nBest regards,\nAlex",
        ),
        ("Write like a pirate.", "Hi Dana,\n\nYes.\n\nBest regards,\nAlex"),
        (
            (
                "You make of “Hi [first name],” the beginning “Hello [first name],”.\n"
                "You make of “Best regards, / Alex” the end “Cheers, / A.”."
            ),
            "Hello Dana,\n\nYes.\n\nCheers,\nA.",
        ),
    ],
)
def test_the_sentences_of_a_style_are_followed_as_far_as_they_are_understood(
    style: str, expected: str
) -> None:
    assert letter("Yes.", DANA, ME, "en", HowYouWrite(style)) == expected


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        ("Alex\nFernhill", "Hi Dana,\n\nYes.\n\nCheers,"),
        ("Kind regards\nAlex Morgan", "Hi Dana,\n\nYes."),
        ("Alex Morgan\nFernhill", "Hi Dana,\n\nYes.\n\nCheers,\nAlex"),
    ],
)
def test_one_signature_stays_one(signature: str, expected: str) -> None:
    style = HowYouWrite("In English you end with “Cheers,” and below it “Alex”.")
    writer = Writer(ME.address, signature)
    assert letter("Yes.", DANA, writer, "en", style) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Hi Dana,\n\nYes.\n\nCheers,\nAlex", "Hi Dana,\n\nYes.\n\nMore.\n\nCheers,\nAlex"),
        ("Hi Dana,\n\nYes.\n\nThanks!", "Hi Dana,\n\nYes.\n\nMore.\n\nThanks!"),
        ("Hi Dana,\n\nThursday works.", "Hi Dana,\n\nThursday works.\n\nMore."),
        ("Hi Dana,\n\n[your answer]", "Hi Dana,\n\n[your answer]\n\nMore."),
        ("Yes.", "Yes.\n\nMore."),
    ],
)
def test_a_sentence_is_added_before_the_sign_off_if_there_is_one(body: str, expected: str) -> None:
    assert add_to_letter(body, "More.") == expected
