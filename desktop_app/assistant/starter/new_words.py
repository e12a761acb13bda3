"""What goes into a draft of the person's words: for whom, in which language, and what is left."""

from __future__ import annotations

import re
from dataclasses import replace

from desktop_app.assistant.starter.letter import MANNERS
from desktop_app.assistant.starter.wording.composing import Voice, Words
from desktop_app.assistant.starter.wording.languages import language_of_words
from desktop_app.assistant.style import habits_of
from desktop_app.mail.words.style_phrases import LANGUAGES
from desktop_app.mail.words.style_words import habits_in
from desktop_app.model.address import Address
from desktop_app.tools.person.writing_styles import HowYouWrite

FAMILIAR = frozenset({"du", "tu", "tú"})


def left_to_you(words: Words, voice: Voice) -> list[str]:
    """What stands in the draft for the person to rewrite, and why."""
    told = []
    if voice.mail and voice.mail != voice.writes and words.text:
        name = LANGUAGES.get(voice.mail, "another language")
        told.append(f"The mail is in {name}, which I don't write: the words are as you gave them.")
    if words.left:
        told.append(
            f"I could not make sentences of {_quoted(words.left)}: in the draft it stands in "
            "brackets, for you to write. A language model could do it (Settings → Assistant)."
        )
    if words.foreign:
        told.append(
            f"The reply is in {LANGUAGES[voice.writes]} and I can't translate "
            f"{_quoted(words.foreign)}: in the draft it stands in brackets, for you to "
            "write. A language model could do it "
            "(Settings → Assistant)."
        )
    return told


def to_reader(message: str, reader: Address | None) -> str:
    """`Sam's invoice` in an instruction about Sam's own is `his invoice`."""
    if reader is None or not reader.name:
        return message
    names = "|".join(re.escape(name) for name in (reader.name, reader.first_name) if name)
    return re.sub(rf"\b(?:{names})['’]s\b", "his", message)


def voice_to(language: str, learned: HowYouWrite) -> Voice:
    """Voice of a new mail: du, tu or tú where that is what the person says to them."""
    address = habits_of(learned, language, one_person=True).address
    return Voice(language, language, address in FAMILIAR)


def used_to(voice: Voice, learned: HowYouWrite) -> Voice:
    """The voice with the du, tu or Sie that the person is used to with this reader, where that is
    known; else as the mail has it."""
    address = habits_in(learned.to_them, voice.writes).address
    return replace(voice, familiar=address in FAMILIAR) if address else voice


def says_address(learned: HowYouWrite, language: str) -> bool:
    """Whether it is known how the person addresses this reader."""
    return bool(habits_in(learned.to_them, language).address)


def manner(voice: Voice, words: Words) -> str:
    """Language of greeting and sign-off: the mail's own where it is known and the words are not
    clearly in another."""
    if voice.mail in MANNERS and language_of_words(words.text) != voice.writes:
        return voice.mail
    return voice.writes


def subject(words: Words) -> str:
    """Subject made of the first words: at most 60 characters, cut at a word; a placeholder makes
    none."""
    first = words.text.split("\n", maxsplit=1)[0]
    first = "" if first.startswith("[") else re.split(r"(?<=[.?!])\s", first)[0].rstrip(".!")
    if len(first) <= 60:
        return first
    return first[:60].rsplit(" ", 1)[0] + "…"


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f"“{each}”" for each in words)
