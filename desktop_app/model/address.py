"""One mailbox: a display name and an addr-spec (RFC 5322 section 3.4)."""

from __future__ import annotations

from collections.abc import Iterable
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
        """Text for reading. Headers are encoded by `mime.compose`."""
        return f"{self.name} <{self.email}>" if self.name else self.email


def unique(addresses: Iterable[Address]) -> tuple[Address, ...]:
    """The addresses in order, each mailbox once."""
    seen: dict[str, Address] = {}
    for address in addresses:
        seen.setdefault(address.key, address)
    return tuple(seen.values())


def people(addresses: Iterable[Address], *, most: int = 1) -> str:
    """Short phrase with the names: `Dana`, `Dana + 2`."""
    found = unique(addresses)
    shown = ", ".join(a.first_name if a.name else a.email for a in found[:most])
    return shown if len(found) <= most else f"{shown} + {len(found) - most}"
