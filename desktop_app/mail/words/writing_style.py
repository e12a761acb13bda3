"""Writing style: what a handful of a person's own texts have in common, told by rules.

Only what recurs counts. Of a text nothing is kept but a greeting and a sign-off that stand in the
tables of style_phrases.py, with the name beside them; all else is numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median

from desktop_app.mail.words.language import guess_language
from desktop_app.mail.words.style_phrases import ADDRESS, CLOSINGS, EVERYONE, OPENINGS, TITLES
from desktop_app.model.address import Address

LEAST = 2
"""Texts, or occurrences, below which nothing counts as usual."""

LONGEST_LINE = 40
FIRST_NAME, NAME, TITLE_AND_NAME = "[first name]", "[name]", "[title and last name]"
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]|(?<!\\w)[:;]-?[)D(P](?!\\w)")
_BULLET = re.compile(r"^[^\S\n]*+(?:[-*•–]|\d{1,2}[.)])\s++\S", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<![.!?…。！？])[.!?…。！？]++(?=\s|$)")
_WORD = re.compile(r"\w[\w'’-]*")


class Use(Enum):
    """How often something is done."""

    NEVER = "never"
    SOMETIMES = "sometimes"
    OFTEN = "often"


@dataclass(frozen=True, slots=True)
class OwnText:
    """The person's `own_words` of one mail, who they wrote to, and as whom."""

    text: str
    to: tuple[Address, ...]
    writer: Address


@dataclass(frozen=True, slots=True)
class LanguageStyle:
    """Habits in one language (ISO 639-1). `greeting`, `sign_off` and `address` are empty where the
    person uses none, None where it varies. A sign-off may have two lines."""

    language: str
    count: int
    greeting: str | None
    sign_off: str | None
    address: str | None


@dataclass(frozen=True, slots=True)
class WritingStyle:
    """Habits found in `count` texts; `words` of a text and `sentences` of a paragraph are
    medians."""

    count: int
    languages: tuple[LanguageStyle, ...]
    words: int
    sentences: int
    exclamation: Use
    emoji: Use
    bullets: Use


@dataclass(frozen=True, slots=True)
class _Read:
    """One text, taken apart."""

    language: str
    greeting: str
    sign_off: str
    text: str


def writing_style(texts: Sequence[OwnText], *, one_person: bool = False) -> WritingStyle | None:
    """What the texts have in common, None where there are too few. `one_person`: all are to the
    same person, so that names in greetings stay as they are."""
    found = [_read(own, one_person=one_person) for own in texts if own.text.strip()]
    if len(found) < LEAST:
        return None
    bodies = [each.text for each in found]
    return WritingStyle(
        len(found),
        _languages(found),
        round(median(len(_WORD.findall(text)) for text in bodies)),
        max(1, round(median(_sentences(text) for text in bodies))),
        _use(["!" in text for text in bodies]),
        _use([_EMOJI.search(text) is not None for text in bodies]),
        _use([len(_BULLET.findall(text)) > 1 for text in bodies]),
    )


def _languages(found: Sequence[_Read]) -> tuple[LanguageStyle, ...]:
    """The commonest first; one that occurs once is left out."""
    counts = Counter(each.language for each in found if each.language)
    styles = []
    for language, count in counts.most_common():
        of_it = [each for each in found if each.language == language]
        if count >= LEAST:
            greeting = usual([each.greeting for each in of_it])
            sign_off = usual([each.sign_off for each in of_it])
            address = _address(language, "\n".join(each.text for each in of_it))
            styles.append(LanguageStyle(language, count, greeting, sign_off, address))
    return tuple(styles)


def usual(values: Sequence[str]) -> str | None:
    """The commonest value where it recurs in a third or more, None where there is no such one. The
    empty value is usual only where it is in two thirds."""
    [(value, count)] = Counter(values).most_common(1) or [("", 0)]
    if not value and count * 3 < len(values) * 2:
        [(value, count)] = Counter(filter(None, values)).most_common(1)
    return value if count >= LEAST and count * 3 >= len(values) else None


def _read(own: OwnText, *, one_person: bool) -> _Read:
    text = own.text.strip()
    greeting, opened_in = greeting_of(text, own.to, keep_name=one_person)
    sign_off, closed_in = sign_off_of(text, own.writer)
    language = guess_language(text) or opened_in or closed_in
    return _Read(language, greeting, sign_off, text)


def greeting_of(
    text: str, to: Sequence[Address] = (), *, keep_name: bool = False
) -> tuple[str, str]:
    """The greeting line and its language, both empty where there is none. A place holder stands
    for a name, unless `keep_name`."""
    line = " ".join(text.strip().split("\n", 1)[0].split())
    if not line or len(line) > LONGEST_LINE:
        return "", ""
    end = line[-1] if line[-1] in ",!:.–-" else ""
    words = line.removesuffix(end).split()
    opening = next((n for n in (2, 1) if " ".join(words[:n]).lower() in OPENINGS), 0)
    named, firsts = words[opening:], {each.first_name.lower() for each in to if each.name}
    bare = bool(end) and len(named) == 1 and named[0].lower() in firsts
    if (not opening and not bare) or len(named) > 3 or not all(map(_is_name, named)):
        return "", ""
    language = OPENINGS.get(" ".join(words[:opening]).lower(), "")
    called = " ".join(named) if keep_name else _place_holder(named)
    return " ".join(filter(None, (*words[:opening], called))) + end, language


def _is_name(word: str) -> bool:
    return word.strip(".").replace("-", "").replace("'", "").isalpha()


def _place_holder(named: Sequence[str]) -> str:
    lower = [word.strip(".").lower() for word in named]
    if all(word in EVERYONE for word in lower):
        return " ".join(named)
    if lower[0] in TITLES:
        return TITLE_AND_NAME
    return FIRST_NAME if len(named) == 1 else NAME


def sign_off_of(text: str, writer: Address) -> tuple[str, str]:
    """The sign-off with the name below it, and its language, both empty where there is none."""
    last = [" ".join(line.split()) for line in text.split("\n") if line.strip()][1:][-3:]
    for place, line in enumerate(last):
        phrase = line.rstrip(",.!;: ").lower()
        below = last[place + 1 :]
        if phrase in CLOSINGS and all(_signs(each, writer) for each in below):
            return "\n".join((line, *below)), CLOSINGS[phrase]
    if last and writer.name and last[-1].strip("-– .").lower() in _names(writer):
        return last[-1], ""
    return "", ""


def _names(writer: Address) -> set[str]:
    name = writer.name.lower()
    first = writer.first_name.lower()
    return {name, first, first[:1]} - {""}


def _signs(line: str, writer: Address) -> bool:
    """Whether a line below a sign-off is the writer's name, or a form of it."""
    words = {word.strip(".,-– ") for word in line.lower().split()}
    parts = {*writer.name.lower().split(), *_names(writer)}
    return len(line) <= LONGEST_LINE and bool(words) and words <= parts


def _address(language: str, text: str) -> str | None:
    """The familiar or the formal address, empty where the language or the text has neither, None
    where both occur."""
    counts = [(len(shown.findall(text)), form) for form, shown in ADDRESS.get(language, ())]
    if not counts:
        return ""
    (most, form), (other, _) = sorted(counts, reverse=True)[:2]
    if most < LEAST:
        return ""
    return form if most >= 3 * other else None


def _sentences(text: str) -> float:
    """Sentences of a paragraph, greeting and sign-off left out where there is more."""
    paragraphs = [p for p in re.split(r"\n\s*\n", text) if len(_WORD.findall(p)) > 4]
    counts = [max(1, len(_SENTENCE_END.findall(p))) for p in paragraphs]
    return median(counts) if counts else 1


def _use(done: Sequence[bool]) -> Use:
    if not any(done):
        return Use.NEVER
    return Use.OFTEN if sum(done) * 2 >= len(done) else Use.SOMETIMES
