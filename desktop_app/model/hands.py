"""Hands in a draft: who set each part of it last, and who may change it by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from desktop_app.model.draft import Author, DraftContent, DraftVersion, Hand, Origin, Part

FIELDS: Mapping[Part, tuple[str, ...]] = MappingProxyType(
    {
        Part.FROM: ("from_", "signature", "formatted_signature", "signature_below"),
        Part.TO: ("to",),
        Part.CC: ("cc",),
        Part.BCC: ("bcc",),
        Part.SUBJECT: ("subject",),
        Part.TEXT: ("body", "content_type", "quoted"),
        Part.FILES: ("attachments",),
    }
)
"""The fields of a `DraftContent` that each part is made of. Threading headers are nobody's: they
follow from the mail that is answered."""


def changed_parts(before: DraftContent, after: DraftContent) -> tuple[Part, ...]:
    """The parts in which two contents differ, in the order of the review."""
    return tuple(
        part
        for part, names in FIELDS.items()
        if any(getattr(before, name) != getattr(after, name) for name in names)
    )


def first_hands(author: Author) -> tuple[Hand, ...]:
    """The hands of a draft that has just been made: all of it is its author's."""
    return tuple(Hand(part, author) for part in Part)


def next_hands(
    hands: Iterable[Hand], before: DraftContent, after: DraftContent, author: Author
) -> tuple[Hand, ...]:
    """The hands once `author` has changed `before` to `after`."""
    changed = changed_parts(before, after)
    return tuple(Hand(h.part, author) if h.part in changed else h for h in hands)


def hands_in(versions: Sequence[DraftVersion]) -> tuple[Hand, ...]:
    """The hands as the kept versions tell them, oldest first: for drafts that were stored before
    hands were."""
    hands = first_hands(versions[0].author)
    for before, after in pairwise(versions):
        hands = next_hands(hands, before.content, after.content, after.author)
    return hands


def before_newest_hand(versions: Sequence[DraftVersion]) -> DraftVersion | None:
    """The newest version of another author than the newest of all; None where one wrote all.
    `versions` are oldest first."""
    newest = versions[-1].author
    return next((v for v in reversed(versions) if v.author != newest), None)


def may_change(author: Author, authors: Iterable[Author]) -> bool:
    """Whether `author` may change a draft of these authors by themselves: the person may, everyone
    else while nobody but the same running program has written in it."""
    return author.origin is Origin.USER or all(each.runs_on(author) for each in authors)
