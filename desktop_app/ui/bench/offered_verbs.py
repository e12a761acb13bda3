"""Which verbs make sense for the conversations that an action is about, where they lie.

Pure: what lies where is given as labels. A verb that would change nothing is not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.model.message import SystemLabel, shown_labels
from desktop_app.ui.bench.action_table import Need

INBOX, UNREAD = str(SystemLabel.INBOX), str(SystemLabel.UNREAD)
SYSTEM = frozenset(str(label) for label in SystemLabel)
SPAM, TRASH = str(SystemLabel.SPAM), str(SystemLabel.TRASH)
SENT = str(SystemLabel.SENT)
SNOOZED, MUTED = str(SystemLabel.LATER_SNOOZED), str(SystemLabel.LATER_MUTED)
REMINDED = str(SystemLabel.LATER_REMINDED)
IN_TRASH, IN_SPAM = "in:trash", "in:spam"
PLACE_LABELS: Mapping[str, str] = MappingProxyType({IN_TRASH: TRASH, IN_SPAM: SPAM})
"""Places from where mail is deleted for good, each with the label of what lies there."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A conversation: the labels that any of its mails has, and those of each mail where they are
    known."""

    labels: frozenset[str]
    mails: tuple[frozenset[str], ...] = ()


Rule = Callable[[str, Lying], bool]


def may_archive(place: str, labels: frozenset[str]) -> bool:
    """Whether *Archive* makes sense for a conversation that is listed in a place."""
    return INBOX in labels and place not in PLACE_LABELS


def _may_leave_for(label: str, place: str, lying: Lying) -> bool:
    """Whether something of it is not there yet."""
    if PLACE_LABELS.get(place) == label:
        return False
    return not lying.mails or any(label not in mail for mail in lying.mails)


def _may_come_back(place: str, lying: Lying) -> bool:
    del place
    away = INBOX not in lying.labels or TRASH in lying.labels
    return away and SPAM not in lying.labels


def _kept(place: str, lying: Lying) -> bool:
    """Whether something of it lies neither in Trash nor in Spam."""
    if place in PLACE_LABELS:
        return False
    mails = lying.mails or (lying.labels,)
    return any(not mail & {SPAM, TRASH} for mail in mails)


RULES: Mapping[Need, Rule] = MappingProxyType(
    {
        Need.ARCHIVABLE: lambda place, lying: may_archive(place, lying.labels),
        Need.TRASHABLE: lambda place, lying: _may_leave_for(TRASH, place, lying),
        Need.REPORTABLE: lambda place, lying: _may_leave_for(SPAM, place, lying),
        Need.NO_SPAM: lambda _, lying: SPAM in lying.labels,
        Need.MOVABLE: _may_come_back,
        Need.UNREAD: lambda _, lying: UNREAD in lying.labels,
        Need.LABELLED: lambda _, lying: bool(shown_labels(lying.labels) - SYSTEM),
        Need.KEPT: _kept,
        Need.SNOOZED: lambda _, lying: SNOOZED in lying.labels and INBOX not in lying.labels,
        Need.ANSWERABLE: lambda place, lying: SENT in lying.labels and _kept(place, lying),
        Need.REMINDED: lambda _, lying: REMINDED in lying.labels,
    }
)


def met(place: str, conversations: Iterable[Lying]) -> frozenset[Need]:
    """What is there for at least one of the conversations."""
    about = tuple(conversations)
    return frozenset(need for need, rule in RULES.items() if any(rule(place, c) for c in about))
