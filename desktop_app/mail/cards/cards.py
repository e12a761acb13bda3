"""vCards and what they say of people.

What is shown of a person (name, addresses, note, groups, language) is read out of a card. Every
other field is kept as it stands, and written again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_app.mail.cards.card_groups import GroupCard, group_of, uid_of
from desktop_app.mail.cards.card_lines import (
    as_version_4,
    escaped,
    fields_of,
    folded,
    raw_cards,
    unescaped,
    values_of,
)
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.address import Address, unique
from desktop_app.model.contact import (
    LANGUAGES,
    LONGEST_NAME,
    LONGEST_NOTE,
    CardField,
    Contact,
)

Version = Literal["3.0", "4.0"]
_SHOWN = frozenset({"FN", "EMAIL", "NOTE", "CATEGORIES", "LANG", "X-LANG"})
_ONCE = frozenset({"N", "UID", "BDAY", "ANNIVERSARY", "GENDER", "KIND", "REV", "PRODID"})
"""Fields that a card has once (RFC 6350 section 6)."""
_FIRST = {"FN": 0, "N": 1, "EMAIL": 2}
"""Where fields stand in a card that is written; the others keep their order behind."""
_OURS = frozenset({"BEGIN", "END", "VERSION", "PRODID"})


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One card of a file: the person it is of, or the `group`; neither where nothing could be
    read. `uid` is what groups name the person by. `problem` is a sentence about what was left out
    of it; `line` is where it begins, from 1."""

    line: int
    contact: Contact | None
    problem: str = ""
    group: GroupCard | None = None
    uid: str = ""


def read_cards(lines: Iterable[bytes]) -> Iterator[ReadCard]:
    """The people of a file, by its physical lines. Whatever is wrong with a card is said of it, and
    the next one is read."""
    for raw in raw_cards(lines):
        if raw.lost:
            yield ReadCard(raw.line, None, raw.problem)
            continue
        fields, wrong = fields_of(raw)
        if (group := group_of(fields)) is not None:
            named = "" if group.name else "A group without a name is left out."
            yield ReadCard(raw.line, None, named, group if group.name else None)
            continue
        contact, unfit = contact_of(fields)
        if contact is None:
            yield ReadCard(raw.line, None, raw.problem or "It says nothing of anybody.")
            continue
        problem = " ".join(filter(None, (raw.problem, *wrong[:1], unfit)))
        yield ReadCard(raw.line, contact, problem, uid=uid_of(fields))


def contact_of(fields: Sequence[CardField]) -> tuple[Contact | None, str]:
    """The person of a card's fields, None where they say nothing, and a sentence about what does
    not fit."""
    by_name: dict[str, list[CardField]] = {}
    for each in fields:
        by_name.setdefault(each.name, []).append(each)
    found, bad = _addresses(by_name.get("EMAIL", ()))
    name = _name(by_name)[:LONGEST_NAME].strip()
    if any(name.lower() == address.key for address in found):
        name = ""
    notes = [unescaped(each.value).strip() for each in by_name.get("NOTE", ())]
    note, language = "\n\n".join(filter(None, notes)), _language(by_name)
    groups = [g for each in by_name.get("CATEGORIES", ()) for g in values_of(each.value)]
    groups = [" ".join(g.replace("\0", "").split())[:100].strip() for g in groups]
    rest = tuple(_kept(fields, name, language, bad))
    unfit = f"{', '.join(bad[:3])}: no mail address." if bad else ""
    if len(note) > LONGEST_NOTE:
        said = f"Its note is longer than {LONGEST_NOTE:,} characters: its beginning is shown."
        unfit, rest = f"{unfit} {said}".strip(), (*rest, CardField("NOTE", escaped(note)))
    if not any((found, name, note, rest)):
        return None, unfit
    contact = Contact(
        0,
        name,
        found,
        note[:LONGEST_NOTE].strip(),
        language,
        tuple(sorted(_unique_groups(groups), key=str.casefold)),
        rest=rest,
    )
    return contact, unfit


def _unique_groups(names: Iterable[str]) -> list[str]:
    seen: dict[str, str] = {}
    for name in names:
        if name:
            seen.setdefault(name.casefold(), name)
    return list(seen.values())


def _kept(
    fields: Sequence[CardField], name: str, language: str, bad: Sequence[str]
) -> list[CardField]:
    """The fields that are kept as they stand: what is not shown, and what is shown with more about
    it than its text, which comes first."""
    several = sum(each.name == "FN" for each in fields) > 1

    def is_kept(each: CardField) -> bool:
        if each.name in _OURS:
            return False
        if each.name == "N":
            return bool(each.params or each.group) or each.value != _parts_of(name)
        if each.name in {"LANG", "X-LANG"}:
            return each.value.strip().lower() != language
        if each.name == "EMAIL" and unescaped(each.value).strip() in bad:
            return True
        if each.name in {"FN", "EMAIL"}:
            return bool(each.params or each.group) or (several and each.name == "FN")
        return each.name not in _SHOWN

    def rank(each: CardField) -> int:
        text = unescaped(each.value).strip()
        return _FIRST.get(each.name, len(_FIRST)) if text not in bad else len(_FIRST)

    return sorted(filter(is_kept, fields), key=rank)


def _addresses(fields: Iterable[CardField]) -> tuple[tuple[Address, ...], list[str]]:
    """The addresses in order, and what is none."""
    found, bad = [], []
    for each in fields:
        email = unescaped(each.value).strip()
        email = email.removeprefix("mailto:")
        if valid_address(email):
            found.append(Address("", email))
        elif email:
            bad.append(email)
    return unique(found), bad


def _name(by_name: dict[str, list[CardField]]) -> str:
    """The formatted name, else the name in parts, the nickname or the organisation."""
    for each in by_name.get("FN", ()):
        if text := " ".join(unescaped(each.value).split()):
            return text
    for each in by_name.get("N", ()):
        parts = [" ".join(part.split()) for part in values_of(each.value, ";")]
        family, given, middle, before, after = [*parts, "", "", "", "", ""][:5]
        if text := " ".join(filter(None, (before, given, middle, family, after))):
            return text
    for name in ("NICKNAME", "ORG"):
        for each in by_name.get(name, ()):
            if text := " ".join(filter(None, values_of(each.value, ";"))).strip():
                return text
    return ""


def _language(by_name: dict[str, list[CardField]]) -> str:
    for name in ("LANG", "X-LANG"):
        for each in by_name.get(name, ()):
            if (tag := each.value.strip().lower()) in LANGUAGES:
                return tag
    return ""


def write_card(contact: Contact, version: Version = "3.0") -> str:
    """The person as a vCard."""
    rest = list(_once(contact.rest))
    name = contact.name or next((a.email for a in contact.addresses), "")
    others = len(rest)
    fields = [_said("FN", escaped(name), rest)]
    renamed = len(rest) == others
    fields.append(_parts_of_name(contact.name, rest))
    fields += [_said("EMAIL", escaped(a.email), rest) for a in contact.addresses]
    if contact.note and not any(_begins_with(each, contact.note) for each in rest):
        fields.append(CardField("NOTE", escaped(contact.note)))
    if contact.groups:
        fields.append(CardField("CATEGORIES", ",".join(map(escaped, contact.groups))))
    if contact.language:
        fields.append(CardField("LANG" if version == "4.0" else "X-LANG", contact.language))
    fields += [each for each in rest if not _is_former(each, renamed=renamed)]
    if version == "4.0":
        fields = [as_version_4(each) for each in fields]
    lines = ("BEGIN:VCARD", f"VERSION:{version}", *map(_line, fields), "END:VCARD")
    return "".join(f"{folded(line)}\r\n" for line in lines)


def _begins_with(each: CardField, note: str) -> bool:
    """Whether a field is the whole of a note that was too long."""
    return each.name == "NOTE" and unescaped(each.value).startswith(note)


def _once(rest: Iterable[CardField]) -> Iterator[CardField]:
    """The fields without repetitions: cards of people who were merged stand behind each other."""
    seen: set[object] = set()
    for each in rest:
        key: object = each.name if each.name in _ONCE else each
        if key not in seen:
            seen.add(key)
            yield each


def _said(name: str, value: str, rest: list[CardField]) -> CardField:
    """The field that was kept with that text, which is taken out of the rest; else a plain one."""
    for place, each in enumerate(rest):
        if each.name == name and unescaped(each.value).strip() == unescaped(value):
            return rest.pop(place)
    return CardField(name, value)


def _parts_of_name(name: str, rest: list[CardField]) -> CardField:
    """The name in parts: the ones that were kept where they are of this name, else first names and
    the last word."""
    for place, each in enumerate(rest):
        if each.name == "N":
            kept = rest.pop(place)
            words = {w for part in values_of(kept.value, ";")[:2] for w in part.casefold().split()}
            if words and words <= set(name.casefold().replace(",", " ").split()):
                return kept
            break
    return CardField("N", _parts_of(name))


def _parts_of(name: str) -> str:
    """First names and the last word, as the value of N."""
    given, _, family = name.rpartition(" ")
    parts = (family, given) if given else ("", family)
    return f"{';'.join(map(escaped, parts))};;;"


def _is_former(each: CardField, *, renamed: bool) -> bool:
    """Whether a kept field says what has changed since: a name or an address that went."""
    if each.name == "EMAIL":
        return valid_address(unescaped(each.value).strip().removeprefix("mailto:"))
    return each.name == "FN" and renamed


def _line(each: CardField) -> str:
    group = f"{each.group}." if each.group else ""
    params = "".join(f";{key}={said}" if said else f";{key}" for key, said in each.params)
    return f"{group}{each.name}{params}:{each.value}"
