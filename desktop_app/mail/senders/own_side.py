"""What the person's own side knows of a mail: the only evidence that may take a bar away.

What a sender writes may raise a bar and never takes one away. So the rules of `senders` are given
a letterhead that can only speak against a mail, and what excuses it is asked of a `Standing` alone,
which is made here, of the own server's findings and of whom the person has written to.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from desktop_app.mail.senders.authentication import Proof, Verdict, verdict
from desktop_app.mail.senders.domains import same_house
from desktop_app.mail.senders.letterhead import MOST_SENDERS, Letterhead, read_letterhead
from desktop_app.mail.senders.public_mail import is_public
from desktop_app.mail.wire.tree import read_tree

_UNKNOWN = Verdict(Proof.UNKNOWN)


@dataclass(frozen=True, slots=True)
class OwnSide:
    """`server` is the domain of the account's own mail server, empty where it is not known (see
    `authentication.learned`); `below`: it writes its results below Received fields of its own.
    `written` are the keys, of the addresses a mail names, to which the person has written."""

    server: str = ""
    below: bool = False
    written: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Standing:
    """How a mail stands with the own side. `known`: the own server vouches for a sender to whom the
    person has written, or who is of the server's own house. `list_of_theirs`: the mail came through
    a house to which the person has written."""

    found: Verdict = _UNKNOWN
    known: bool = False
    list_of_theirs: bool = False

    @property
    def passed(self) -> bool:
        """Whether the own server vouches for the sender."""
        return self.found.proof is Proof.PASSED

    @property
    def unknown(self) -> bool:
        """Whether no own server is known, or the mail did not come through it."""
        return self.found.proof is Proof.UNKNOWN

    @property
    def silent(self) -> bool:
        """Whether no own server has spoken."""
        return self.found.proof in {Proof.UNKNOWN, Proof.MISSING}


STRANGER = Standing()


def side_of(own: OwnSide | str) -> OwnSide:
    """A bare domain stands for a server of which no more is known."""
    return OwnSide(own) if isinstance(own, str) else own


def asked_about(own: OwnSide, raw: bytes) -> tuple[frozenset[str], str]:
    """Whom it matters, for the standing of `raw`, that the person has written to: the keys of the
    senders whom the server vouches for, or the house that the mail came through."""
    found = verdict(raw, own.server, below=own.below)
    if found.proof is not Proof.PASSED:
        return frozenset(), "" if is_public(found.via) else found.via
    head = read_letterhead(read_tree(raw)[0].headers)
    return frozenset(sender.key for sender in head.senders[:MOST_SENDERS]), ""


def standing_of(head: Letterhead, raw: bytes, own: OwnSide) -> Standing:
    """The standing of the message `raw`, whose letterhead is `head`."""
    found = verdict(raw, own.server, below=own.below)
    if found.proof is Proof.PASSED and {each.domain for each in head.senders} != {found.domain}:
        found = replace(found, proof=Proof.UNPROVEN)  # it speaks of another than is shown
    keys = {sender.key for sender in head.senders}
    of_the_house = same_house(found.domain, own.server) and not is_public(found.domain)
    theirs = keys <= own.written or of_the_house
    through = _written_of(found.via, own.written)
    return Standing(found, found.proof is Proof.PASSED and theirs, through)


def _written_of(house: str, written: Collection[str]) -> bool:
    """Whether the person has written to somebody of a house, which is not everybody's."""
    if not house or is_public(house):
        return False
    return any(same_house(key.rpartition("@")[2], house) for key in written)
