"""Fields of a template: `{first name}` and its like, filled from the conversation in one pass.

A value is somebody's words: it is put in as one short line, without signs that could be a field or
a placeholder, and never looked through again. In an address it is one part of it. A field without a
value becomes `[first name]`, which keeps the mail here until the person has written it.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.mail.reader.links import safe_target
from desktop_app.mail.rich.document import Cell, Document, Inline, Picture, normal
from desktop_app.mail.rich.plain import words
from desktop_app.mail.wire.percent import decoded, encoded
from desktop_app.mail.words.language import guess_language
from desktop_app.model.address import Address
from desktop_app.model.calendar_names import MONTHS

LONGEST_VALUE = 100
"""Characters of a value; a longer one is none: it would be cut somewhere."""

_LONGEST_NAME = 40


class Field(StrEnum):
    """What can be filled in; the value is its name in English."""

    FIRST_NAME = "first name"
    LAST_NAME = "last name"
    NAME = "name"
    ADDRESS = "address"
    SUBJECT = "subject"
    DATE = "date"
    MY_NAME = "my name"
    MY_FIRST_NAME = "my first name"


_NAMES: Mapping[Field, tuple[str, ...]] = MappingProxyType(
    {
        Field.FIRST_NAME: ("first name", "firstname", "vorname", "prénom", "nombre"),
        Field.LAST_NAME: ("last name", "surname", "nachname", "nom de famille", "apellido"),
        Field.NAME: ("name", "full name", "nom", "nombre completo"),
        Field.ADDRESS: ("address", "email", "e-mail", "adresse", "dirección"),
        Field.SUBJECT: ("subject", "betreff", "objet", "asunto"),
        Field.DATE: ("date", "today", "datum", "fecha"),
        Field.MY_NAME: ("my name", "mein name", "mon nom", "mi nombre completo"),
        Field.MY_FIRST_NAME: ("my first name", "mein vorname", "mon prénom", "mi nombre"),
    }
)
"""Names of each field in English, German, French and Spanish, in small letters."""

FIELDS: Mapping[str, Field] = MappingProxyType(
    {name: field for field, names in _NAMES.items() for name in names}
)

MISSING = "[fill in {}]"
"""What a field without a value is in the target of a link: a name in brackets may belong there."""

_FIELD = re.compile(
    r"(?P<address>\b(?:https?://|mailto:)(?:[^\s{}<>\"]|\{{1,2}[^{}\n]{1,80}\}{1,2})+)"
    r"|\{(?P<open>\{?)(?P<name>[^{}\n]{1,80})\}(?P<close>\}?)",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(
    r"((?:\{|%7B){1,2})((?:[^{}%\n]|%(?!7[BD])[0-9A-F]{2}){1,80})((?:\}|%7D){1,2})", re.IGNORECASE
)
_WHERE = re.compile(r"https?://[^/?#\\]*", re.IGNORECASE)
"""A web address as far as its host, which no field changes."""
_BARRED = str.maketrans("", "", "{}[]")
_DATE_LANGUAGE = MappingProxyType({"datum": "de", "fecha": "es"})
_DATES = MappingProxyType(
    {
        "en": "{day} {month} {year}",
        "de": "{day}. {month} {year}",
        "fr": "{day} {month} {year}",
        "es": "{day} de {month} de {year}",
    }
)
_CAPITAL_MONTHS = frozenset({"en", "de"})


@dataclass(frozen=True, slots=True)
class Known:
    """What the fields are filled from. `person` is the only recipient in To, None where there are
    none or several: a name would be wrong for the others. `subject` is the conversation's."""

    me: Address
    today: date
    person: Address | None = None
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """`unfilled` are the placeholders that stand for what is not known."""

    text: str
    unfilled: tuple[str, ...] = ()


def fill(text: str, known: Known, *, as_html: bool = False) -> Filled:
    """The text with its fields filled. Braces with anything else in them stay as they are."""
    unfilled: list[str] = []
    text = _put_in(text, known, guess_language(text), unfilled, as_html=as_html)
    return Filled(text, tuple(dict.fromkeys(unfilled)))


def _put_in(
    text: str, known: Known, language: str, unfilled: list[str], *, as_html: bool = False
) -> str:
    """The text with its fields filled; what has no value is noted in `unfilled`."""
    filling = _Filling(known, language, unfilled)

    def put(found: re.Match[str]) -> str:
        if found["address"]:
            return filling.address(found["address"], "[{}]")
        written = field_name(found["name"])
        value = filling.value(written)
        if value is None or len(found["open"]) != len(found["close"]):
            return found[0]
        if not value:
            unfilled.append(f"[{written}]")
            return unfilled[-1]
        return html.escape(value) if as_html else value

    return _FIELD.sub(put, text)


@dataclass(frozen=True, slots=True)
class _Filling:
    """Values of fields for words in a language."""

    known: Known
    language: str
    unfilled: list[str]

    def value(self, written: str) -> str | None:
        """The value of a field by its name, empty where it is not known; None for no field."""
        field = FIELDS.get(written)
        if field is Field.DATE:
            return in_words(self.known.today, _DATE_LANGUAGE.get(written, self.language))
        return None if field is None else values_of(self.known).get(field, "")

    def address(self, target: str, missing: str) -> str:
        """A web or mail address with the fields behind its host filled. A value is one part of it
        (RFC 3986, 2.1), whatever signs it has: somebody's name never says where it leads."""
        mail = target[:7].lower() == "mailto:"

        def put(found: re.Match[str]) -> str:
            written = field_name(decoded(found[2]))
            value = self.value(written)
            if value is None or len(decoded(found[1])) != len(decoded(found[3])):
                return found[0]
            if value:
                person = mail and FIELDS[written] is Field.ADDRESS
                return encoded(value, b"@" if person else b"")
            self.unfilled.append(missing.format(written))
            return self.unfilled[-1]

        start = _WHERE.match(target)
        kept = start.end() if start else 0
        return target[:kept] + _IN_ADDRESS.sub(put, target[kept:])


def fill_document(document: Document, known: Known) -> tuple[Document, tuple[str, ...]]:
    """Formatted words with their fields filled, and the placeholders in them. What is put in is
    words, whatever signs it has."""
    unfilled: list[str] = []
    language = guess_language(words(document))

    filling = _Filling(known, language, unfilled)

    def inline(one: Inline) -> Inline:
        link = safe_target(filling.address(one.link, MISSING)) if one.link else ""
        if isinstance(one, Picture):
            return replace(one, link=link)
        return replace(one, text=_put_in(one.text, known, language, unfilled), link=link)

    def line(inlines: Cell) -> Cell:
        return tuple(map(inline, inlines))

    blocks = [
        replace(
            block,
            inlines=line(block.inlines),
            rows=tuple(tuple(map(line, row)) for row in block.rows),
        )
        for block in document.blocks
    ]
    return normal(blocks), tuple(dict.fromkeys(unfilled))


def field_name(written: str) -> str:
    """The name between two braces as it is looked up."""
    composed = unicodedata.normalize("NFC", written)
    return " ".join(composed.split()).lower() if len(composed) <= _LONGEST_NAME else ""


def values_of(known: Known) -> dict[Field, str]:
    """Value of each field but the date, empty where it is not known."""
    person = known.person
    name = _name(person)
    return {
        Field.FIRST_NAME: _first(person),
        Field.LAST_NAME: _last(person),
        Field.NAME: name,
        Field.ADDRESS: as_value(person.email) if person is not None else "",
        Field.SUBJECT: as_value(known.subject),
        Field.MY_NAME: _name(known.me),
        Field.MY_FIRST_NAME: _first(known.me),
    }


def as_value(words: str) -> str:
    """Somebody's words as a value: one line, nothing that is not seen, no brackets; empty where
    there is no letter or digit in them, and where they are too long to be a name or a title."""
    line = " ".join(without_invisible(words).translate(_BARRED).split())
    line = "".join(c for c in line if unicodedata.category(c) not in {"Cc", "Cs"})
    if len(line) > LONGEST_VALUE or not any(c.isalnum() for c in line):
        return ""
    return line


def in_words(day: date, language: str) -> str:
    """`27 November 2026`, in the language where it is one of four, else in English."""
    language = language if language in _DATES else "en"
    month = MONTHS[language][day.month - 1]
    month = month.capitalize() if language in _CAPITAL_MONTHS else month
    number = "1er" if language == "fr" and day.day == 1 else str(day.day)
    return _DATES[language].format(day=number, month=month, year=day.year)


def _name(person: Address | None) -> str:
    """A display name; an address in the place of one is none."""
    if person is None or "@" in person.name:
        return ""
    return as_value(person.name.strip().strip("\"'"))


def _first(person: Address | None) -> str:
    return as_value(person.first_name) if person is not None and _name(person) else ""


def _last(person: Address | None) -> str:
    """The family name where it can be told: what stands before a comma, else the last word of
    two."""
    name = _name(person)
    if "," in name:
        return as_value(name.partition(",")[0])
    words = name.split()
    return words[1] if len(words) == 2 else ""
