"""Two that may be one person, for the person to decide: nobody is ever merged by this.

Only whom the person has written to, or noted, is offered: a stranger who takes a name is not. Two
addresses of which one can be taken for the other are a forger's sign and are never offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from desktop_app.mail.senders.domains import registered
from desktop_app.mail.senders.namesakes import looks_like
from desktop_app.mail.senders.public_mail import is_public
from desktop_app.model.contact import MergeOffer, PersonRow
from desktop_app.search.fold import words
from desktop_app.store.contacts.contacts import Contacts
from desktop_app.store.contacts.people_page import EverybodyListed

MOST_PEOPLE, MOST_OF_A_NAME, MOST_OFFERS = 20_000, 6, 50
LEAST_WORDS = 2
"""Words of a name: a first name alone is anybody's."""


def offers(listed: EverybodyListed, contacts: Contacts) -> tuple[MergeOffer, ...]:
    """The offers, those of people met last first. Reads everybody; for a job."""
    apart, by_name = contacts.apart(), dict[tuple[str, ...], list[PersonRow]]()
    for row in listed.page(limit=MOST_PEOPLE).rows:
        name = tuple(sorted(words(row.name)))
        if len(name) >= LEAST_WORDS and row.addresses:
            by_name.setdefault(name, []).append(row)
    found: list[MergeOffer] = []
    for people in by_name.values():
        if 1 < len(people) <= MOST_OF_A_NAME:
            found.extend(_offered(people, apart))
        if len(found) >= MOST_OFFERS:
            break
    return tuple(found[:MOST_OFFERS])


def _offered(people: list[PersonRow], apart: frozenset[tuple[str, str]]) -> Iterator[MergeOffer]:
    for one, other in combinations(people, 2):
        pairs = [(a.key, b.key) for a in one.addresses for b in other.addresses]
        if any(tuple(sorted(pair)) in apart for pair in pairs):
            continue
        if any(looks_like(a, b) or looks_like(b, a) for a, b in pairs):
            continue
        why = next((said for pair in pairs if (said := _why(*pair, one.name))), "")
        if why:
            addresses = (*one.addresses, *other.addresses)
            yield MergeOffer(one.ref, other.ref, one.name, addresses, why)


def _why(one: str, other: str, name: str) -> str:
    """What two addresses have in common; empty for nothing."""
    (local, _, host), (theirs, _, their_host) = one.rpartition("@"), other.rpartition("@")
    here, there = registered(host), registered(their_host)
    if here == there and not is_public(here):
        return f"The same name, both at {here}."
    parts = set(words(name))
    made_of = [bool(parts & set(words(each))) or _joined(parts, each) for each in (local, theirs)]
    if all(made_of):
        return "The same name."
    return ""


def _joined(parts: set[str], local: str) -> bool:
    """Whether an address is two words of the name in one: `danalee`, `dlee`."""
    plain = "".join(words(local))
    return any(
        plain in {a + b, a[:1] + b, a + b[:1]} for a in parts for b in parts if a != b and a and b
    )
