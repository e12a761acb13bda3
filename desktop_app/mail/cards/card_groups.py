"""Groups as cards of their own: KIND:group with MEMBER (RFC 6350 sections 6.1.4 and 6.6.5), and as
phones write them in older versions.

A member is named by the UID of their card or by an address. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from desktop_app.mail.cards.card_lines import escaped, folded, unescaped
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.mail.wire.percent import decoded, encoded
from desktop_app.model.address import Address
from desktop_app.model.contact import CardField, Contact

MOST = 200_000
"""Members of all groups, and cards by UID, that are kept while files are read."""

LONGEST_NAME = 100
_KINDS = ("KIND", "X-ADDRESSBOOKSERVER-KIND")
_MEMBERS = ("MEMBER", "X-ADDRESSBOOKSERVER-MEMBER")
_ALSO_PLAIN = b"@!$'*+"
"""What also stands in a mailto address as it is (RFC 6068 section 2)."""
_URN, _MAIL = "urn:uuid:", "mailto:"


@dataclass(frozen=True, slots=True)
class GroupCard:
    """A group as a card tells it; `members` as they are named there."""

    name: str
    members: tuple[str, ...]


def group_of(fields: Sequence[CardField]) -> GroupCard | None:
    """The group whose card this is; None for the card of anybody."""
    if not any(f.name in _KINDS and f.value.strip().lower() == "group" for f in fields):
        return None
    name = next((" ".join(unescaped(f.value).split()) for f in fields if f.name == "FN"), "")
    members = (unescaped(f.value).strip() for f in fields if f.name in _MEMBERS)
    return GroupCard(name.replace("\0", "")[:LONGEST_NAME].strip(), tuple(filter(None, members)))


def uid_of(fields: Iterable[CardField]) -> str:
    """What members are named by, in one form."""
    return next((_uid(unescaped(f.value)) for f in fields if f.name == "UID"), "")


def _uid(value: str) -> str:
    return value.strip().lower().removeprefix(_URN)


@dataclass(slots=True)
class GroupMembers:
    """Groups of files that are being read, until everybody's card was seen: a group may stand
    before its members."""

    _people: dict[str, Contact] = field(default_factory=dict)
    _groups: list[tuple[str, GroupCard]] = field(default_factory=list)
    _count: int = 0

    def note(self, uid: str, person: Contact) -> None:
        """Somebody's card was read."""
        if uid and len(self._people) < MOST:
            first = person.addresses[:1]
            self._people[uid] = Contact(0, addresses=first) if first else person

    def add(self, where: str, group: GroupCard) -> bool:
        """A group's card was read; whether there is room for it."""
        self._count += len(group.members)
        if self._count <= MOST:
            self._groups.append((where, group))
        return self._count <= MOST

    def groups(self) -> Iterator[tuple[str, str, list[Contact], int]]:
        """Where each stands, its name, its members as people who are in it, and how many more it
        names that nobody knows."""
        for where, group in self._groups:
            found = [person for one in group.members if (person := self._person(one)) is not None]
            into = [replace(one, groups=(*one.groups, group.name)) for one in found]
            yield where, group.name, into, len(group.members) - len(found)

    def _person(self, member: str) -> Contact | None:
        if member[: len(_MAIL)].lower() == _MAIL:
            email = decoded(member[len(_MAIL) :].partition("?")[0]).strip()
            return Contact(0, addresses=(Address("", email),)) if valid_address(email) else None
        return self._people.get(_uid(member))


def write_groups(people: Iterable[Contact]) -> str:
    """A card of each group of these people (version 4.0), with those who have an address or a
    card of their own with a UID."""
    members: dict[str, tuple[str, list[str]]] = {}
    for one in people:
        named = _named(one)
        for name in one.groups if named else ():
            members.setdefault(name.casefold(), (name, []))[1].append(named)
    return "".join(_card(name, named) for _, (name, named) in sorted(members.items()))


def _named(person: Contact) -> str:
    if person.addresses:
        return _MAIL + encoded(person.addresses[0].email, _ALSO_PLAIN)
    uid = next((unescaped(f.value).strip() for f in person.rest if f.name == "UID"), "")
    return uid if not uid or uid.lower().startswith(_URN) else f"{_URN}{uid}"


def _card(name: str, members: Iterable[str]) -> str:
    lines = ("BEGIN:VCARD", "VERSION:4.0", "KIND:group", f"FN:{escaped(name)}")
    whole = (*lines, *(f"MEMBER:{escaped(one)}" for one in members), "END:VCARD")
    return "".join(f"{folded(line)}\r\n" for line in whole)
