"""Makers of requests, which the tables of every language share."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from desktop_app.assistant.starter.hints import read_hint
from desktop_app.assistant.starter.introductions import parted
from desktop_app.assistant.starter.query_words import as_query
from desktop_app.assistant.starter.requested import (
    Find,
    Forward,
    Organise,
    Reply,
    Request,
    Rewrite,
    Summarise,
    Tell,
)

NAME = r"\S+@\S+|(?-i:[A-ZÀ-Ý])[\w.'-]+(?: (?-i:[A-ZÀ-Ý])[\w.'-]+)?"
"""An address, or one or two words with a capital."""

WAITING = "is:waiting"
"""Query for conversations in which nobody has answered the person."""

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
        return Tell(found["person"].rstrip(",:"), message, language=language)

    return make


def written_to(language: str) -> Make:
    def make(found: Found) -> Request:
        parts = parted(found["rest"], language)
        person, message, introduced = parts.hint, parts.message, parts.introduced
        name = re.match(rf"(?:{NAME})(?=\s)", person)
        if name is not None and name[0] != person:
            message = f"{person[name.end() :].strip()} {message}".strip()
            person = name[0]
        return Tell(person, message, introduced, language)

    return make


def sent_to(language: str) -> Make:
    """`send Tom a mail saying …`: the person is named before the mail."""

    def make(found: Found) -> Request:
        parts = parted(f"it {found['rest']}", language)
        message = parts.message or found["rest"]
        return Tell(found["person"], message, parts.introduced, language)

    return make


def forwarded(language: str) -> Make:
    def make(found: Found) -> Request:
        parts = parted(found["rest"], language)
        message, introduced = found.get("message") or parts.message, parts.introduced
        return Forward(hint_or_this(found["hint"]), parts.hint, message, introduced, language)

    return make


def summarised(found: Found) -> Request:
    return Summarise(hint_or_this(found["hint"]))


def rewritten(found: Found) -> Request:
    return Rewrite(found.get("wish", ""))


def find(found: Found) -> Request:
    return Find(as_query(found["words"]))


def organised(actions: Mapping[str, str]) -> Make:
    return lambda found: Organise(actions[found["action"].lower()])
