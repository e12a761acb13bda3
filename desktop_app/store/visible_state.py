"""State of the mail and drafts of some accounts, for programs that are told of changes."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from desktop_app.model.draft import DraftState
from desktop_app.model.visible_state import Seen
from desktop_app.store.store import Store

_OPEN = (DraftState.PROPOSED, DraftState.EDITED, DraftState.APPROVED)
MOST_DRAFTS = 500


def visible_state(store: Store, accounts: AbstractSet[str]) -> Seen | None:
    """The state of what lies in `accounts`; None where that is all there is, and every change
    concerns it. Of mail it is the counts of the labels: a change that keeps all of them is not
    seen."""
    there = [account.id for account in store.accounts.list()]
    allowed = [id_ for id_ in there if id_ in accounts]
    if allowed and len(allowed) == len(there):
        return None
    labels = tuple(
        (label.account_id, label.id, label.total, label.unread)
        for id_ in allowed
        for label in store.labels.list(id_)
    )
    drafts = tuple(
        (draft.id, draft.revision, draft.state)
        for id_ in allowed
        for draft in store.drafts.in_state(_OPEN, account_id=id_, limit=MOST_DRAFTS)
    )
    return Seen(labels, drafts)
