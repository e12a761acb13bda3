"""One mailbox: a display name and an addr-spec (RFC 5322 section 3.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """`name` may be empty; `email` is the addr-spec as written (not lower-cased)."""

    name: str
    email: str

    @property
    def key(self) -> str:
        """Lower-cased addr-spec, equal for all spellings of one mailbox."""
        return self.email.strip().lower()

    @property
    def domain(self) -> str:
        return self.key.rpartition("@")[2]

    @property
    def label(self) -> str:
        """What a list shows: the name, or else the address."""
        return self.name or self.email

    @property
    def first_name(self) -> str:
        """The given name where it can be told (`Lee, Dana` gives Dana), else the local part."""
        name = self.name.strip().strip("\"'")
        if "," in name:
            last, _, first = name.partition(",")
            name = f"{first.strip()} {last.strip()}".strip()
        return name.split()[0] if name.split() else self.email.partition("@")[0]

    def __str__(self) -> str:
        """Text for reading. Headers are encoded by `mail.drafts.compose`."""
        return f"{self.name} <{self.email}>" if self.name else self.email


def without_tag(key: str) -> str:
    """The key of the mailbox behind a tagged address: `me@x.example` for `me+shop@x.example`; the
    key itself where it has no tag (RFC 5233)."""
    local, at, domain = key.rpartition("@")
    plain = local.partition("+")[0]
    return f"{plain}{at}{domain}" if plain else key


def is_among(key: str, keys: Collection[str]) -> bool:
    """Whether an address is one of these mailboxes, with a tag or without."""
    return key in keys or without_tag(key) in keys


def unique(addresses: Iterable[Address]) -> tuple[Address, ...]:
    """The addresses in order, each mailbox once."""
    seen: dict[str, Address] = {}
    for address in addresses:
        seen.setdefault(address.key, address)
    return tuple(seen.values())


def people(
    addresses: Iterable[Address], *, most: int = 1, named: Collection[str] | None = None
) -> str:
    """Short phrase with the names: `Dana`, `Dana + 2`. With `named`, whoever's key is not among
    them is called by the address: a display name may be anybody's."""
    found = unique(addresses)
    shown = ", ".join(
        a.first_name if a.name and (named is None or a.key in named) else a.email
        for a in found[:most]
    )
    return shown if len(found) <= most else f"{shown} + {len(found) - most}"


def addressed(
    to: Collection[Address],
    cc: Collection[Address],
    bcc: Collection[Address],
    *,
    most: int = 2,
    named: Collection[str] | None = None,
) -> str:
    """Phrase with every field that has somebody: `To Dana + 2, Cc Sam, Bcc ruth@x.example`."""
    fields = (("To", to), ("Cc", cc), ("Bcc", bcc))
    said = [f"{name} {people(found, most=most, named=named)}" for name, found in fields if found]
    return ", ".join(said) or "To nobody yet"
