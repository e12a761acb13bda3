"""Readiness: may this mail leave, and if not, what is shown next? The one judge. No widgets.

The buttons, the key, a press and the answer to a press ask here, each with the facts of its moment.
The tool layer and the outbox judge again what is stored (`tools/policy.py`, `workers/postman.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from desktop_app.model.address import Address
from desktop_app.model.draft import Check
from desktop_app.ui.review.draft import sentences


class Step(Enum):
    """What a press on Send does."""

    NOTHING = auto()
    """The press does not count: no draft is open for editing, or another press is under way."""
    EXPLAIN = auto()
    """The note is read out."""
    WORDS = auto()
    """The first of somebody else's words, or files, that was not seen comes into view."""
    PEOPLE = auto()
    """The recipients who were not seen are unfolded."""
    CHECK = auto()
    """The first check that keeps the mail here gets the focus."""
    SEND = auto()
    """What is shown is stored and read back, judged again, and leaves."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of the draft that is shown.

    `editable`: it can be changed and sent from here; `can_send`: its account can send at all;
    `words_seen`, `everyone_seen`: all that has to be seen was on the screen; `closed`: the guard
    lets no press count; `sending`: a press is being answered; `stored`: what is shown is stored, so
    that the checks are about it.
    """

    editable: bool = False
    can_send: bool = True
    words_seen: bool = True
    everyone_seen: bool = True
    blocking: tuple[Check, ...] = ()
    unconfirmed: tuple[Check, ...] = ()
    closed: bool = False
    sending: bool = False
    stored: bool = True

    def answered(self) -> Facts:
        """The facts for the press that is being answered: it does not stand in its own way."""
        return replace(self, closed=False, sending=False, stored=True)


@dataclass(frozen=True, slots=True)
class Readiness:
    """`allowed`: Send can be pressed with the mouse; `unread`: words have still to be seen;
    `reason`: why the mail does not leave as it is, empty where it does; `aside`: the draft can be
    put aside."""

    step: Step
    allowed: bool
    unread: bool
    reason: str
    aside: bool


def judge(facts: Facts) -> Readiness:
    """May this mail leave, and what is shown next?"""
    unread = facts.editable and not facts.words_seen
    unseen = facts.editable and not facts.everyone_seen
    waits = sentences.READ_FIRST if unread else sentences.OPEN_FIRST if unseen else ""
    kept = bool(facts.blocking) or unread or unseen
    free = facts.editable and not facts.sending and not facts.closed
    return Readiness(
        step=_step(facts, free=free),
        allowed=free and facts.can_send and not kept,
        unread=unread,
        reason=sentences.reason_to_wait(facts.blocking, facts.unconfirmed, waits),
        aside=not facts.closed,
    )


def _step(facts: Facts, *, free: bool) -> Step:
    """The first that keeps the mail here."""
    asked = facts.stored and bool(facts.blocking or facts.unconfirmed)
    steps = (
        (not free, Step.NOTHING),
        (not facts.can_send, Step.EXPLAIN),
        (not facts.words_seen, Step.WORDS),
        (not facts.everyone_seen, Step.PEOPLE),
        (asked, Step.CHECK),
    )
    return next((step for keeps, step in steps if keeps), Step.SEND)


@dataclass(frozen=True, slots=True)
class BarState:
    """All that the action bar shows. `named` are the keys of the recipients who may be called by
    their name; `delivery` says what Send does where people expect something else; `when` says when
    it leaves, empty for at once."""

    ready: Readiness
    editable: bool = False
    proposed: bool = False
    can_archive: bool = False
    refinable: bool = False
    recipients: tuple[Address, ...] = ()
    named: frozenset[str] = frozenset()
    delivery: str = ""
    when: str = ""
