"""Label changes of mails with what takes them back, for every verb that organises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop_app.model.draft import Origin
from desktop_app.model.label_difference import LabelDifference
from desktop_app.model.message import MessageId, ThreadId
from desktop_app.model.sign_in import Permission
from desktop_app.tools.calls.context import Context

PORTION = 1000
"""Mails that are changed in one transaction: other writers go in between."""


@dataclass(slots=True)
class Outcome:
    """What has changed so far. `threads` are those of all mails that were there."""

    changes: dict[MessageId, LabelDifference] = field(default_factory=dict)
    threads: dict[MessageId, ThreadId] = field(default_factory=dict)
    undo: str = ""
    """Key that takes the changes back; empty where nothing has changed."""

    @property
    def conversations(self) -> tuple[int, int]:
        """How many conversations have changed, and how many are as they were."""
        changed = {self.threads[id_] for id_ in self.changes}
        return len(changed), len(set(self.threads.values()) - changed)

    @property
    def mails(self) -> tuple[int, int]:
        """How many mails have changed, and how many are as they were."""
        return len(self.changes), len(self.threads) - len(self.changes)


def relabel(
    context: Context, ids: Sequence[MessageId], *, add: frozenset[str], remove: frozenset[str]
) -> Outcome:
    """Change the labels of mails; what has changed can be taken back by one key, which is stored
    with the last portion."""
    outcome, store = Outcome(), context.store
    for start in range(0, len(ids), PORTION):
        with store.one_commit():
            done = store.messages.modify(ids[start : start + PORTION], add=add, remove=remove)
            outcome.changes |= done.changes
            outcome.threads |= done.threads
            if outcome.changes and start + PORTION >= len(ids):
                outcome.undo = store.undos.keep(outcome.changes, now=context.clock())
    return outcome


def want_permission(context: Context, outcome: Outcome) -> None:
    """Note that the accounts want a permission: the person marks as read by a press. Opening a mail
    makes the same change and notes nothing (see `mark_opened`)."""
    if context.origin is Origin.USER:
        changed = context.store.messages.get_many(outcome.changes)
        for account_id in {message.account_id for message in changed}:
            context.store.sign_ins.note_wanted(account_id, Permission.ORGANISE)
