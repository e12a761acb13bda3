"""Makers of requests, which the tables of every language share."""

from __future__ import annotations

import re
from collections.abc import Callable

from desktop_app.assistant.starter.asked.hints import read_hint
from desktop_app.assistant.starter.asked.introductions import Parted, parted
from desktop_app.assistant.starter.asked.requested import (
    Forward,
    Reply,
    Request,
    Rewrite,
    Summarise,
    Tell,
)
from desktop_app.assistant.starter.wording.days import CALENDARS, read_days
from desktop_app.assistant.starter.wording.instructions import Introduced

NAME = r"\S+@\S+|(?-i:[A-ZÀ-Ý])[\w.'-]+(?: (?-i:[A-ZÀ-Ý])[\w.'-]+)?"
"""An address, or one or two words with a capital."""

_NO_NAME = (
    r"(?!(?:a|an|the|this|that|it|him|her|them|me|us|everyone|everybody|all|something|anything|back"
    r"|to|from|about|if|whether"
    r"|ihm|ihr|ihnen|ihn|sie|mir|allen|alle|ein|eine|einen|das|dass|was|etwas|lui|leur|un|une|que"
    r"|quelque|moi|tous|le|la|les"
    r"|una|uno|algo|esto|todos|lo|an|au|à|el|los|las|nach|wann|wo|wie|wer|warum|ob|quoi|qui|quand"
    r"|quel\w*|si|qué|cuál\w*|quién\w*"
    r"|cuándo|cómo|dónde|cuánt\w*|when|what|where|who|how|why|which|his|my|your|our|for|of|with|on"
    r"|in|at|by|zurück|noch|auch|mal|bitte|doch|nur|schon|kurz|dazu|bescheid|also|just|only|aussi"
    r"|juste|también)\b)"
)
LOOSE = (
    rf"{NAME}|{_NO_NAME}[\w.'-]+(?: (?!(?:and|that|to|und|dass|ob|et|y|que|a|mail|an?|about"
    rf"|bescheid|mal|bitte|noch|yes|no|ja|nein|oui|non|sí|thanks|happy|sorry|i|we|he|she|it"
    rf"|they|you|the|his|her|their|my)\b)[\w'-]+)??"
)
"""As `NAME`, or one or two words in small letters, where a pattern says what follows."""

PEOPLE = rf"(?:{LOOSE})(?:(?:,| and|, and| &| und| et| y) (?:{LOOSE}))*"
"""One or several."""

_SUBJECT = re.compile(
    r",?\s*(?:with (?:the )?|mit (?:dem )?|avec (?:le |l')?|con (?:el )?)?\b(?:subject(?: line)?"
    r"|betreff|objet|sujet|asunto)"
    r"\s*[:=]?\s*(?P<subject>[\"“„«][^\"”“»]+[\"”“»]|[^,;:.]+)(?:[,;:.]\s*|$)",
    re.I,
)
_ADDRESS = re.compile(r"[^\s,;:<>]+@[^\s,;:<>]+\.\w+")
_NO_WORDS = re.compile(
    r"[,;]?\s*(?:but |and |aber |et |y )?(?:without (?:any |a )?(?:comments?|words?|text|note"
    r"|message)|no (?:comments?|words|text|note)|as is"
    r"|ohne (?:kommentar|worte|text)|kommentarlos|sans (?:commentaires?|mots?|texte)"
    r"|sin (?:comentarios?|texto|palabras))[\s.!]*$",
    re.I,
)

WAITING = "is:waiting"
"""Query for conversations in which nobody has answered the person."""

NEEDS_REPLY = "is:needs-reply"
"""Query of the sidebar's list of what needs a reply."""

Found = dict[str, str]
Make = Callable[[Found], Request]
Rows = tuple[tuple[re.Pattern[str], Make], ...]


def table(*rows: tuple[str, Make]) -> Rows:
    """Patterns that have to fit a whole sentence, but for the sign at its end."""
    return tuple(
        (re.compile(rf"(?:{pattern})[\s.!?]*$", re.I | re.S), make) for pattern, make in rows
    )


def hint_or_this(hint: str) -> str:
    """Hint, or nothing where it only means the mail that is open."""
    plain = hint.strip(" .?!\"'“”")
    return "" if read_hint(plain).is_this else plain


_IN = re.compile(
    r"\b(?:in |auf |en )(?P<name>english|german|french|spanish|englisch|deutsch"
    r"|französisch|spanisch"
    r"|anglais|allemand|français|espagnol|inglés|alemán|francés|español)\b",
    re.I,
)
_LANGUAGE_NAMES = {
    "en": ("english", "englisch", "anglais", "inglés"),
    "de": ("german", "deutsch", "allemand", "alemán"),
    "fr": ("french", "französisch", "français", "francés"),
    "es": ("spanish", "spanisch", "espagnol", "español"),
}
_HOW = re.compile(
    r"^(?:(?:politely|kindly|briefly|shortly|quickly|nicely|back|again|höflich|freundlich|kurz"
    r"|bitte|poliment|gentiment|brièvement|amablemente|brevemente)\b\s*)+"
    r"|\b(?:(?:all|her|his|their|these|the)\s+)+questions?$",
    re.I,
)


def _manner(hint: str) -> tuple[str, str]:
    """The hint without how the answer should be, and the language it should be in."""
    match = _IN.search(hint)
    name = match["name"].lower() if match is not None else ""
    writes = next((key for key, names in _LANGUAGE_NAMES.items() if name in names), "")
    return _HOW.sub("", _IN.sub("", hint).strip()).strip(), writes


def replied(language: str) -> Make:
    def make(found: Found) -> Request:
        rest = re.sub(r"^(?:to|auf|an|à|au|a)\s+(?=\S)", "", found["rest"])
        parts = parted(rest, language)
        hint, writes = _manner(parts.hint)
        if not parts.message and any(read_days(hint, each) is not None for each in CALENDARS):
            parts, hint = Parted("", hint, Introduced.COLON), ""
        return Reply(
            hint_or_this(hint),
            parts.message,
            reply_all=bool(found.get("all")),
            introduced=parts.introduced,
            language=language,
            writes=writes,
        )

    return make


def told(language: str, template: str, worded: Callable[[str], str] = str) -> Make:
    """Something for a person; the template makes an instruction without their name of it, and
    `worded` puts a word for them in the name's place where one is needed."""

    def make(found: Found) -> Request:
        verb = {"verb": found["verb"].lower()} if "verb" in found else {}
        rest = worded(found["rest"])
        message = template.format(f" {rest}" if template.endswith("k{}") and rest else rest, **verb)
        several = re.search(r",| and |&", found["person"])
        if several and language == "en":
            message = _to_them(message)
        return Tell(found["person"].rstrip(",:"), message, language=language)

    return make


def _to_them(message: str) -> str:
    """`ask if they come` to several people is `ask them if they come`."""
    verb = re.match(r"(?:ask|remind|thank|congratulate|invite|wish)\b", message, re.I)
    if verb is None:
        return f"tell them {message}"
    return f"{verb[0]} them{message[verb.end() :]}"


def written_to(language: str) -> Make:
    def make(found: Found) -> Request:
        rest, title = _without_subject(found["rest"])
        parts = parted(rest, language)
        person, message, introduced = parts.hint, parts.message, parts.introduced
        address = _ADDRESS.search(person)
        name = address or re.match(rf"(?:{NAME})(?=\s)", person)
        if name is not None and name[0] != person:
            message = f"{person[name.end() :].strip(' ,:')} {message}".strip()
            person = name[0]
        return Tell(person, message, introduced, language, title)

    return make


def _without_subject(rest: str) -> tuple[str, str]:
    """The words without the subject that they name, and the subject."""
    match = _SUBJECT.search(rest)
    if match is None:
        return rest, ""
    left = f"{rest[: match.start()]}, {rest[match.end() :]}".strip(" ,")
    return left, match["subject"].strip(' "“”„«»')


def sent_to(language: str) -> Make:
    """`send Tom a mail saying …`: the person is named before the mail."""

    def make(found: Found) -> Request:
        parts = parted(f"it {found['rest']}", language)
        message = parts.message or found["rest"]
        return Tell(found["person"], message, parts.introduced, language)

    return make


_OF_READER = re.compile(
    r"^(?P<wh>(?:(?:what|when|where|why|how(?: \w+)?|which \w+) )?)(?P<verb>does|do|did|is|are|was"
    r"|were|has|have|can|could|will|would|should) (?:he|she|they)\b(?P<rest>[^,;.?!]*)\??$",
    re.I,
)
_SECOND = {"does": "do", "is": "are", "was": "were", "has": "have"}


def _to_reader(question: str) -> str:
    """`what does he think` behind a forward, as it is asked of whom it goes to."""
    match = _OF_READER.match(question.strip())
    if match is None:
        return question
    verb = match["verb"].lower()
    return f"{match['wh']}{_SECOND.get(verb, verb)} you{match['rest']}?"


def forwarded(language: str) -> Make:
    def make(found: Found) -> Request:
        rest = _NO_WORDS.sub("", found["rest"])
        message = _NO_WORDS.sub("", found.get("message", ""))
        bare = (rest, message) != (found["rest"], found.get("message", ""))
        parts = parted(rest, language)
        person, introduced = parts.hint, parts.introduced
        message = message or parts.message
        address = _ADDRESS.search(rest)
        if address is not None and address[0] != person:
            person, message = address[0], rest[address.end() :].strip(" ,:")
            introduced = Introduced.COLON
        if language == "en" and (asked := _to_reader(message)) != message:
            message, introduced = asked, Introduced.SAYING
        return Forward(hint_or_this(found["hint"]), person, message, introduced, language, bare)

    return make


def summarised(found: Found) -> Request:
    return Summarise(hint_or_this(found["hint"]))


def rewritten(found: Found) -> Request:
    return Rewrite(found.get("wish", ""))
