"""Letter without a model: greeting, the person's words, sign-off, as the person writes them where
that was learned.

The signature is not part of it: it stands outside the body and comes from the identity.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.assistant.starter.asked import phrases
from desktop_app.assistant.starter.asked.requested import Add
from desktop_app.assistant.starter.wording.composing import Voice, Words, compose
from desktop_app.assistant.starter.wording.languages import (
    LANGUAGES,
    is_familiar,
    language_of_mail,
    language_of_words,
)
from desktop_app.assistant.style import habits_of
from desktop_app.assistant.transcript import Refine
from desktop_app.assistant.turn import Writer
from desktop_app.mail.words.style_phrases import CLOSINGS
from desktop_app.mail.words.style_words import Habits, made_of
from desktop_app.mail.words.writing_style import FIRST_NAME, LONGEST_LINE, NAME
from desktop_app.model.address import Address
from desktop_app.tools.person.writing_styles import HowYouWrite

UNKNOWN = HowYouWrite()


@dataclass(frozen=True, slots=True)
class Manner:
    """Greetings and sign-offs of one language; `{name}` is the first name."""

    greeting: str
    greeting_unknown: str
    sign_off: str


MANNERS: Mapping[str, Manner] = MappingProxyType(
    {
        "en": Manner("Hi {name},", "Hello,", "Best regards,"),
        "de": Manner("Hallo {name},", "Guten Tag,", "Viele Grüße"),
        "fr": Manner("Bonjour {name},", "Bonjour,", "Cordialement,"),
        "es": Manner("Hola {name}:", "Hola:", "Saludos,"),
        "it": Manner("Ciao {name},", "Buongiorno,", "Cordiali saluti"),
        "pt": Manner("Olá {name},", "Olá,", "Cumprimentos,"),
        "nl": Manner("Hallo {name},", "Goedendag,", "Met vriendelijke groet,"),
    }
)
_GREETED = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[r]?"
    r"|guten (?:tag|morgen|abend)"
    r"|sehr geehrte\w*|bonjour|bonsoir|ch(?:er|ère)|hola|buen[oa]s \w+|estimad[oa]|querid[oa])\b"
    r"[^.,:!?\n]{0,40}[,:!\n]",
    re.I,
)
_SIGNED_OFF = re.compile(
    r"(?:^|[.!?,\n]\s*)(?:(?:kind|best|warm) (?:regards|wishes)|best|regards|cheers|sincerely|yours"
    r"|(?:viele|liebe|beste|mit freundlichen) grüße\w*|cordialement|bien à vous|saludos|un saludo)"
    r"[,.!]?\s*(?:[\w'-]+\s*){0,3}[.!]?$",
    re.I,
)


def letter(
    words: str,
    to: Address | None,
    writer: Writer,
    language: str = "en",
    learned: HowYouWrite = UNKNOWN,
) -> str:
    """The body: greeting line, `words`, sign-off; what `words` bring of these, and a sign-off that
    opens the signature, is not added again.

    `to` is the first recipient, None when there are several. `learned` is how the person writes:
    its greeting and sign-off stand where it has them in `language`. An empty `words` leaves a
    placeholder, which blocks sending until it is filled.
    """
    habits = habits_of(learned, language, one_person=to is not None)
    sentences = f"{learned.to_them if to is not None else ''}\n{learned.general}"
    if language == "de":
        words = small_after_comma(words)
    closed = _SIGNED_OFF.search(words) or _SIGNED_OFF.match(_first_line(writer.signature))
    parts = [
        "" if _GREETED.match(words) else _greeting(to, language, habits, sentences),
        words or "[your answer]",
        "" if closed else _closing(writer, language, habits, sentences),
    ]
    return "\n\n".join(part for part in parts if part)


_SMALL = frozenset(
    "ich wir er es das die der den dem des ein eine einen einem einer mein meine meinen unser"
    " unsere dein deine deinen du ihr ja nein "
    "nicht vielen besten herzlichen danke dankeschön leider gerne gern am um im in an auf bei bis"
    " ab zu zum zur von vom mit nach seit für "
    "ohne wegen aus könnten könntest können kannst könnte würden würdest würde sind bist bin ist"
    " war waren hat haben habe hast kann muss "
    "möchte möchten möchtest wann wo wie was wer warum wieso welche welcher welches wieviel bitte"
    " alles beides beide noch nur erst schon "
    "klar prima super perfekt passt passen geht kommt komme kommen machen mache tut schade"
    " natürlich selbstverständlich morgen heute "
    "übermorgen nächste nächsten sehr so da dann aber und oder hier dieser diese dieses brauchen"
    " brauchst stimmt reicht wäre wären hätte "
    "hätten darf dürfen soll sollen will wollen werde werden wird bekomme bekommen bestätige nehme"
    " freue hoffe melde sage".split()
)
"""German words that no letter begins with a capital for, behind the comma of its greeting."""


def small_after_comma(words: str) -> str:
    """The words as they go on after `Hallo Lena,`: small, but for a noun and for Sie and its forms.
    Words that bring a greeting of their own stay."""
    first = re.match(r"[^\W\d_]+", words)
    if first is None or _GREETED.match(words) or first[0].lower() not in _SMALL:
        return words
    if first[0] == "Ihr":  # of you, or to her: formal as it is written
        return words
    return words[:1].lower() + words[1:]


def _greeting(to: Address | None, language: str, habits: Habits, sentences: str) -> str:
    """The learned greeting, where everything it wants filled in is known; else the usual one."""
    names = {FIRST_NAME: to.first_name, NAME: to.name} if to is not None and to.name else {}
    manner = MANNERS.get(language, MANNERS["en"])
    usual = manner.greeting.format(name=FIRST_NAME) if names else manner.greeting_unknown
    for template in (habits.greeting, made_of(sentences, "beginning", usual), usual):
        if template is None:
            continue
        filled = template
        for mark, name in names.items():
            filled = filled.replace(mark, name)
        if "[" not in filled:
            return filled
    return manner.greeting_unknown


def _closing(writer: Writer, language: str, habits: Habits, sentences: str) -> str:
    signs = writer.address.first_name if writer.address.name else ""
    usual = "\n".join(filter(None, (MANNERS.get(language, MANNERS["en"]).sign_off, signs)))
    closing = made_of(sentences, "end", usual) if habits.sign_off is None else habits.sign_off
    above, _, last = closing.rpartition("\n")
    return above if last.casefold() == _first_line(writer.signature).casefold() else closing


def _first_line(text: str) -> str:
    return text.strip().split("\n", maxsplit=1)[0]


def voice_for(text: str, subject: str, asked_in: str, wanted: str = "") -> Voice:
    """Voice for an answer to a mail: in the language `wanted`, else the mail's where the starter
    writes it, else that of the request."""
    found = wanted or language_of_mail(text, subject)
    writes = found if found in LANGUAGES else asked_in
    return Voice(asked_in, writes, is_familiar(text, writes), found)


def add_to_letter(body: str, words: str) -> str:
    """`body` with a further paragraph before its sign-off, or at its end where there is none."""
    paragraphs = body.rstrip().split("\n\n")
    if len(paragraphs) < 2 or not _signs_off(paragraphs[-1]):
        return f"{body.rstrip()}\n\n{words}".lstrip()
    return "\n\n".join([*paragraphs[:-1], words, paragraphs[-1]])


def _signs_off(paragraph: str) -> bool:
    """Whether a last paragraph is a sign-off: a known one, or a few short lines that are no
    sentence."""
    lines = paragraph.strip().split("\n")
    if lines[0].rstrip(",.!;: ").lower() in CLOSINGS:
        return True
    short = len(lines) <= 3 and max(map(len, lines)) <= LONGEST_LINE
    return short and not any(line.rstrip().endswith((".", "?", "!", "…", "]")) for line in lines)


def addition(asked: Add, body: str) -> Words:
    """What is to be added, in the language of the draft."""
    writes = language_of_words(body) or asked.language
    voice = Voice(asked.language, writes, is_familiar(body, writes))
    return compose(asked.message, voice, asked.introduced)


def with_addition(request: Refine) -> str:
    """The words of a request with what it says to add; empty when it says anything else."""
    asked = phrases.understand(request.instruction)
    if not isinstance(asked, Add):
        return ""
    words_added = addition(asked, request.text).text
    if request.words == request.text:
        return add_to_letter(request.text, words_added)
    words = request.words.rstrip()
    return f"{words} {words_added}{request.words[len(words) :]}"
