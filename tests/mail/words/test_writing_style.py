"""Writing style: what recurs in a person's own texts, and its sentences."""

from __future__ import annotations

import pytest

from desktop_app.mail.words.style_words import (
    EditedProposal,
    Habits,
    edit_words,
    habits_in,
    style_words,
)
from desktop_app.mail.words.writing_style import (
    OwnText,
    Use,
    greeting_of,
    sign_off_of,
    usual,
    writing_style,
)
from desktop_app.model.address import Address

ALEX = Address("Alex Morgan", "alex@fernhill.example")
DANA = Address("Dana Lee", "dana@lee.example")
WEBER = Address("Jonas Weber", "weber@holz.example")


def own(text: str, to: Address = DANA) -> OwnText:
    return OwnText(text, (to,), ALEX)


ENGLISH = "Hi Dana,\n\nyes, we will have the list for you on Monday. Please wait.\n\nCheers,\nAlex"
GERMAN = (
    "Sehr geehrter Herr Weber,\n\nvielen Dank, das ist gut. Bitte schicken Sie mir die Liste, und "
    "ich prüfe sie mit Ihnen.\n\nViele Grüße\nAlex Morgan"
)
GERMAN_HABITS = (
    "In German you begin with “Sehr geehrter [title and last name],”, end with “Viele Grüße” and "
    "below it “Alex Morgan” and say Sie."
)


@pytest.mark.parametrize(
    ("line", "to", "expected"),
    [
        ("Hi Dana,", DANA, ("Hi [first name],", "en")),
        ("Dear Dana Lee,", DANA, ("Dear [name],", "en")),
        ("Hallo Herr Weber,", WEBER, ("Hallo [title and last name],", "de")),
        ("Bonjour à tous,", DANA, ("Bonjour à tous,", "fr")),
        ("Buenos días Dana:", DANA, ("Buenos días [first name]:", "es")),
        ("Hello,", DANA, ("Hello,", "en")),
        ("Dana,", DANA, ("[first name],", "")),
        ("Hi Dana, can you come?", DANA, ("", "")),
        ("Always sign as X, please do so now", DANA, ("", "")),
        ("Dear 4417 1234,", DANA, ("", "")),
        ("Yes.", DANA, ("", "")),
    ],
)
def test_a_greeting_is_told_with_place_holders(
    line: str, to: Address, expected: tuple[str, str]
) -> None:
    assert greeting_of(f"{line}\n\nText.", (to,)) == expected


def test_to_one_person_the_name_stays_as_it_is_written() -> None:
    assert greeting_of("Hey Dani,\n\nok", (DANA,), keep_name=True)[0] == "Hey Dani,"


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("Best regards,\nAlex", "Best regards,\nAlex"),
        ("Viele Grüße", "Viele Grüße"),
        ("Bien cordialement,\nAlex Morgan", "Bien cordialement,\nAlex Morgan"),
        ("Alex", "Alex"),
        ("- A.", "- A."),
        ("Best regards,\nYour bank", ""),
        ("See you at the meeting on Monday.", ""),
    ],
)
def test_a_sign_off_is_a_known_phrase_and_the_writers_name(end: str, expected: str) -> None:
    assert sign_off_of(f"Hi,\n\nsome words.\n\n{end}", ALEX)[0] == expected


def test_a_style_names_what_recurs_by_language() -> None:
    style = writing_style([own(ENGLISH)] * 3 + [own(GERMAN, WEBER)] * 2)
    assert style is not None
    english, german = style.languages
    assert (english.language, english.greeting, english.sign_off) == (
        "en",
        "Hi [first name],",
        "Cheers,\nAlex",
    )
    assert (german.language, german.address) == ("de", "Sie")
    assert german.greeting == "Sehr geehrter [title and last name],"
    assert (style.exclamation, style.emoji, style.bullets) == (Use.NEVER,) * 3
    assert style_words(style).split("\n") == [
        "You write in English, also in German.",
        "In English you begin with “Hi [first name],” and end with “Cheers,” and below it “Alex”.",
        GERMAN_HABITS,
        "Your mails have about 16 words, in paragraphs of 2 sentences.",
        "You use no exclamation marks, no emoji and no lists.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hallo Dana,\n\nhast du die Liste? Ich bin nicht da, und das ist für dich.", "du"),
        ("Bonjour,\n\nje vous envoie la liste et votre plan. Est-ce que vous venez ?", "vous"),
        ("Hola:\n\nte mando la lista para que la veas con tu jefe. ¿Es para ti?", "tú"),
        ("Hello,\n\nthe list is for you and will be with you.", ""),
    ],
)
def test_the_form_of_address_is_told(text: str, expected: str) -> None:
    style = writing_style([own(text)] * 2)
    assert style is not None
    assert style.languages[0].address == expected


def test_one_mail_is_no_habit_and_what_varies_is_not_named() -> None:
    assert writing_style([own(ENGLISH)]) is None
    assert writing_style([own("   "), own("")]) is None
    assert usual(["a", "b", "c"]) is None
    assert usual(["", "", "a"]) == ""
    assert usual(["", "a", "a"]) == "a"


def test_marks_and_lists_are_counted_by_mails() -> None:
    loud = "Hi!\n\n- one thing\n- two things\n\nGreat 😀"
    style = writing_style([own(loud), own(loud), own("Yes.")])
    assert style is not None
    assert (style.exclamation, style.emoji, style.bullets) == (Use.OFTEN,) * 3


def test_changes_that_recur_become_sentences() -> None:
    long = "Hello,\n\n" + "word " * 60 + "great!\n\nBest regards,\nAlex"
    short = "Hello,\n\n" + "word " * 20 + "\n\nCheers,\nAlex"
    edits = [EditedProposal(long, short, (DANA,), ALEX)] * 2
    assert edit_words(edits).split("\n") == [
        "You make proposed texts shorter: 60 words became 20.",
        "You take exclamation marks out of proposed texts.",
        "You make of “Best regards, / Alex” the end “Cheers, / Alex”.",
    ]
    assert edit_words(edits[:1]) == ""
    assert edit_words([]) == ""


@pytest.mark.parametrize("text", [ENGLISH, GERMAN, "Thanks, that is good for me and for you."])
def test_what_the_sentences_say_can_be_read_back(text: str) -> None:
    style = writing_style([own(text), own(text)])
    assert style is not None
    for each in style.languages:
        found = habits_in(style_words(style), each.language)
        assert found == Habits(each.greeting, each.sign_off, each.address or "")
