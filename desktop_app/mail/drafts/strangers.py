"""Recipients to whom the person has never written: where each comes from, and what the review says
of them. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.model.address import Address
from desktop_app.model.draft import Check, CheckLevel

MOST_TOLD = 4
"""Strangers whom the check names with where they come from; the chips say it of each."""


class Whence(StrEnum):
    """Where the address of a recipient comes from, the gravest first."""

    TEXT = "text"
    """It stands in the text of a mail or of a file that was read, and in no head around."""
    CALLER = "caller"
    """Nothing that was read has it: an assistant or a program brought it."""
    LINK = "link"
    """A link or a command that the draft began with has it."""
    HEAD = "head"
    """It stands in the head of a mail of others, besides the answered conversation."""
    REPLY_TO = "reply-to"
    """The answered mail wants answers there, and came from elsewhere."""
    COPIED = "copied"
    """It stands in To or Cc of a mail of the conversation, or somebody there wrote from it."""
    PERSON = "person"
    """The person typed it, or named it when they asked."""
    SENDER = "sender"
    """The answered mail came from it."""


GRAVITY = tuple(Whence)


@dataclass(frozen=True, slots=True)
class Stranger:
    """A recipient to whom the person has never written. `words` say where the address comes from,
    after a comma; `by_person` is whether the person put it in."""

    address: Address
    whence: Whence
    words: str
    by_person: bool = False

    @property
    def asks(self) -> bool:
        """Whether the person has to say that it is right. Who wrote the answered mail needs no
        word, nor does who takes part in a conversation that the person answers themself."""
        if self.whence is Whence.SENDER:
            return False
        return not (self.whence is Whence.COPIED and self.by_person)


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A recipient who passes for `known`, to whom or from whom there is mail."""

    address: Address
    known: Address


@dataclass(frozen=True, slots=True)
class RecipientsKnown:
    """What is known of a draft's recipients. `hidden_copies` are addresses in Bcc that somebody
    else than the person put there, with who did; `named` the keys of those who may be called by
    their name, `typed` of those whom the person named when they asked."""

    strangers: tuple[Stranger, ...] = ()
    mistaken: tuple[Mistaken, ...] = ()
    hidden_copies: tuple[tuple[Address, str], ...] = ()
    named: frozenset[str] = frozenset()
    typed: frozenset[str] = frozenset()


def stranger_checks(strangers: Sequence[Stranger]) -> Iterator[Check]:
    """One finding for all of them, and the gravest first in it."""
    if not strangers:
        return
    ordered = sorted(strangers, key=lambda each: (not each.asks, GRAVITY.index(each.whence)))
    level = CheckLevel.CONFIRM if ordered[0].asks else CheckLevel.NOTE
    code = "only_in_text" if ordered[0].whence is Whence.TEXT else "new_recipient"
    if len(ordered) == 1:
        (one,) = ordered
        sentence = f"You have never written to {one.address.email}, {one.words}."
        yield Check(code, level, sentence, "Remove it", one.address.email)
        return
    told = "; ".join(f"{each.address.email}, {each.words}" for each in ordered[:MOST_TOLD])
    more = len(ordered) - MOST_TOLD
    rest = f"; and {more} more" if more > 0 else ""
    sentence = f"{len(ordered)} people you have never written to: {told}{rest}."
    yield Check(code, level, sentence, "Show", "", tick="They are right")


def mistaken_checks(mistaken: Sequence[Mistaken]) -> Iterator[Check]:
    """A finding for each, with both addresses."""
    for each in mistaken:
        here, there = each.address, each.known
        if here.name and there.name:
            sentence = (
                f"{here.name} is {here.email} here. {there.name} whom you know is {there.email}."
            )
        else:
            sentence = f"{here.email} is not {there.email}, whom you know, and looks like it."
        yield Check("mistaken", CheckLevel.CONFIRM, sentence, "Remove it", here.email)


def hidden_copy_checks(put_in: Sequence[tuple[Address, str]]) -> Iterator[Check]:
    """Addresses in Bcc that somebody else than the person put there, with who did."""
    for address, who in put_in:
        sentence = (
            f"{who} put {address.email} into Bcc: they get this mail, and the others do not see it."
        )
        yield Check("hidden_copy", CheckLevel.CONFIRM, sentence, "Remove it", address.email)
