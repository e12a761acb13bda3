"""Addresses that pass for somebody else's: a known name with another address, and look-alikes.

Pure: whom the person knows is given. Letters and domains are compared as a person reads them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from rapidfuzz.distance import OSA

from desktop_app.mail.senders.domains import as_read, owner, registered
from desktop_app.mail.senders.public_mail import is_public
from desktop_app.mail.senders.sender_names import key_words
from desktop_app.model.address import Address, unique

LEAST_LETTERS = 5
"""Letters of a part below which one letter more or less makes another word."""

_LOOKS: tuple[tuple[str, str], ...] = (
    ("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("5", "s"), ("-", ""), ("_", "."),
)  # fmt: skip


class Acquaintances:
    """People by what others can be mistaken for: looking at everybody for each address is slow."""

    def __init__(self, people: Iterable[Address]) -> None:
        self._everyone = unique(people)
        self._by_local: dict[str, list[Address]] = {}
        self._by_public: dict[str, list[Address]] = {}
        self._by_word: dict[str, list[Address]] = {}
        self._names: dict[str, set[str]] = {}
        for person in self._everyone:
            local, _, host = person.key.rpartition("@")
            self._by_local.setdefault(_words_of(local), []).append(person)
            if is_public(host):
                self._by_public.setdefault(host, []).append(person)
            self._names.setdefault(person.key, set()).add(person.name)
            for word in set(key_words(person.name)):
                self._by_word.setdefault(word, []).append(person)

    def namesakes(self, address: Address) -> Iterator[Address]:
        """The people for whom `address`, which is none of theirs, passes: first those whose address
        it looks like, then those of the same name."""
        for person in self._alike(address.key):
            if person.key != address.key and looks_like(address.key, person.key):
                yield person
        for word in key_words(address.name)[:1]:
            for person in self._by_word.get(word, ()):
                if person.key != address.key and same_name(address.name, person.name):
                    yield person

    def knows(self, key: str) -> bool:
        return key in self._names

    def goes_by(self, address: Address) -> bool:
        """Whether the address is known by that name, or is given without one."""
        names = self._names.get(address.key, set())
        return not key_words(address.name) or any(same_name(address.name, n) for n in names)

    def _alike(self, key: str) -> Iterable[Address]:
        """Those whom it may look like."""
        local, _, host = key.rpartition("@")
        if not as_read(key).isascii():
            return self._everyone
        return (*self._by_local.get(_words_of(local), ()), *self._by_public.get(host, ()))


def same_name(name: str, known: str) -> bool:
    """Whether every word of a display name is one of the known name's: `Dana` and `Lee, Dana` are
    Dana Lee's. An address as a name is no name."""
    words, theirs = set(key_words(name)), set(key_words(known))
    return bool(words) and "@" not in name and words <= theirs


def looks_like(key: str, known: str) -> bool:
    """Whether one address (small letters) can be taken for another: the same after letters that
    look alike are made one, one letter more, less or other, the same name at a house whose domain
    is like the other's, or with another top-level domain."""
    (local, _, host), (theirs, _, their_host) = key.rpartition("@"), known.rpartition("@")
    if not local or not theirs:
        return False
    host, their_host = as_read(host), as_read(their_host)
    one, other = f"{local}@{host}", f"{theirs}@{their_host}"
    if _seen(one) == _seen(other) or _differs_in_foreign_letters(one, other):
        return True
    if registered(host) == registered(their_host):
        public = is_public(registered(host))
        return public and _near(local, theirs)
    return _same_local(local, theirs) and _like_domain(host, their_host)


def _same_local(local: str, theirs: str) -> bool:
    return _words_of(local) == _words_of(theirs)


def _words_of(local: str) -> str:
    """A local part, whatever parts its words."""
    return _seen(local).replace(".", "")


def _like_domain(host: str, theirs: str) -> bool:
    """Whether one registered domain is like another: the same name under another top, one letter
    apart, or with the whole of the other in it."""
    one, other = owner(host), owner(theirs)
    if is_public(registered(theirs)) and is_public(registered(host)):
        return False
    if _seen(one) == _seen(other) or _near(one, other):
        return True
    inner = theirs.replace(".", "-")
    return (len(other) >= LEAST_LETTERS and other in one) or inner in host.replace(".", "-")


def _near(one: str, other: str) -> bool:
    least = min(len(one), len(other))
    return least >= LEAST_LETTERS and OSA.distance(one, other, score_cutoff=1) <= 1


def _seen(text: str) -> str:
    """The text with letters that look alike made one."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    for look, meant in _LOOKS:
        plain = plain.replace(look, meant)
    return plain


def _differs_in_foreign_letters(one: str, other: str) -> bool:
    """Whether all that differs are letters of which one is not Latin: `а` (Cyrillic) and `a`."""
    if len(one) != len(other) or one == other or (one.isascii() and other.isascii()):
        return False
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(pairs) * 2 <= len(one) and all(a.isascii() != b.isascii() for a, b in pairs)
