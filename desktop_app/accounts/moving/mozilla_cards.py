"""People of a Thunderbird address book as vCards, from the rows of its SQLite file.

Since version 102 a card is kept as a vCard; older ones are properties. Source:
https://searchfox.org/comm-central/source/mailnews/addrbook/modules/SQLiteDirectory.sys.mjs
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from desktop_app.mail.cards.card_lines import escaped

PROPERTIES = "SELECT card, name, value FROM properties ORDER BY card"
LISTS = (
    "SELECT lists.name, list_cards.card FROM lists JOIN list_cards ON list_cards.list = lists.uid"
    " ORDER BY list_cards.card"
)
"""Queries whose rows `cards_of` reads."""

Row = tuple[object, ...]
_LONGEST = 1_000_000
_OTHER = (
    ("CellularNumber", "TEL;TYPE=CELL"),
    ("WorkPhone", "TEL;TYPE=WORK"),
    ("HomePhone", "TEL;TYPE=HOME"),
    ("Company", "ORG"),
    ("JobTitle", "TITLE"),
    ("Notes", "NOTE"),
    ("NickName", "NICKNAME"),
    ("WebPage1", "URL"),
)


def cards_of(properties: Iterable[Row], lists: Iterable[Row]) -> Iterator[bytes]:
    """Lines of vCards, a card each; the mailing lists of a book are groups of its people."""
    member_of: dict[str, list[str]] = {}
    for name, card, *_ in lists:
        member_of.setdefault(str(card), []).append(str(name))
    for card, rows in groupby(properties, key=lambda row: row[0]):
        named = {str(name): str(value)[:_LONGEST] for _, name, value, *_ in rows}
        groups = member_of.get(str(card), [])
        yield from _lines(named, groups)


def _lines(named: Mapping[str, str], groups: list[str]) -> Iterator[bytes]:
    lines = named.get("_vCard", "").replace("\r\n", "\n").split("\n")
    lines = [line for line in lines if line.strip()]
    if not lines or lines[0].strip().upper() != "BEGIN:VCARD":
        lines = list(_written(named))
    if not lines:
        return
    if groups:
        categories = f"CATEGORIES:{','.join(escaped(group) for group in groups)}"
        lines.insert(len(lines) - 1, categories)
    for line in lines:
        yield f"{line}\r\n".encode("utf-8", "replace")


def _written(named: Mapping[str, str]) -> Iterator[str]:
    """A card of properties alone."""
    names = (named.get("FirstName", ""), named.get("LastName", ""))
    name = named.get("DisplayName", "") or " ".join(filter(None, names))
    mails = [named.get(key, "") for key in ("PrimaryEmail", "SecondEmail")]
    if not name and not any(mails):
        return
    yield "BEGIN:VCARD"
    yield "VERSION:3.0"
    yield f"FN:{escaped(name or mails[0])}"
    if any(names):
        yield f"N:{escaped(names[1])};{escaped(names[0])};;;"
    for mail in filter(None, mails):
        yield f"EMAIL:{escaped(mail)}"
    for key, field in _OTHER:
        if named.get(key, "").strip():
            yield f"{field}:{escaped(named[key])}"
    yield "END:VCARD"
