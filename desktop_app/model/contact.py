"""People as the person notes them: names one gives, notes, groups, addresses of one person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from desktop_app.model.address import Address

LONGEST_NAME, LONGEST_NOTE = 200, 20_000
"""Characters of a name that is given, and of a note."""

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "": "Not said",
        "en": "English",
        "de": "German",
        "fr": "French",
        "es": "Spanish",
        "it": "Italian",
        "nl": "Dutch",
        "pt": "Portuguese",
        "pl": "Polish",
        "sv": "Swedish",
        "da": "Danish",
        "nb": "Norwegian",
        "fi": "Finnish",
        "cs": "Czech",
        "ru": "Russian",
        "uk": "Ukrainian",
        "tr": "Turkish",
        "ja": "Japanese",
        "zh": "Chinese",
        "ko": "Korean",
    }
)
"""Languages in which one writes to somebody, by their BCP 47 tag."""


@dataclass(frozen=True, slots=True)
class PersonRef:
    """Who is meant: the `contact` (0 for none), or somebody known from mail alone by the `key` of
    the address."""

    contact: int = 0
    key: str = ""


@dataclass(frozen=True, slots=True)
class CardField:
    """A field of a vCard as it stands in version 3: its value is still escaped, base64 for what is
    binary (`ENCODING=b`). `params` keep their order."""

    name: str
    value: str
    params: tuple[tuple[str, str], ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class Contact:
    """What the person noted of one person. `addresses` stand in order, the first is the one a group
    writes to; an address' own name is what its card calls it. `groups` are names. `parts` are the
    contacts merged into this one, each as it would stand alone. `rest` are fields of its cards that
    are not shown."""

    id: int
    name: str = ""
    addresses: tuple[Address, ...] = ()
    note: str = ""
    language: str = ""
    groups: tuple[str, ...] = ()
    parts: tuple[Contact, ...] = ()
    rest: tuple[CardField, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A row of the list of people. `given`: the name is one that the person gave; `called` are
    the names in their mail that say something else. `written` and `received` count mails, `last`
    is the newest either way, in seconds since the epoch (0: none)."""

    ref: PersonRef
    name: str
    addresses: tuple[Address, ...]
    given: bool = False
    called: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    written: int = 0
    received: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """`total` is how many there are beside those of the page."""

    rows: tuple[PersonRow, ...]
    total: int


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group; `without` of its `people` have no address."""

    name: str
    people: int = 0
    without: int = 0


@dataclass(frozen=True, slots=True)
class NotedAlone:
    """One contact as it lies in the store, to be put back: `joined_to` and `lead` are ids."""

    id: int
    joined_to: int
    lead: int
    kept: bool
    name: str
    note: str
    language: str
    addresses: tuple[Address, ...]
    groups: tuple[str, ...]
    rest: tuple[CardField, ...] = ()


@dataclass(frozen=True, slots=True)
class MergeOffer:
    """Two that may be one person: the same name, and addresses that have something in common.
    `why` is a plain sentence."""

    one: PersonRef
    other: PersonRef
    name: str
    addresses: tuple[Address, ...] = field(default=())
    why: str = ""
