"""State of the mail and drafts of some accounts, for programs that are told of changes."""

from __future__ import annotations

from desktop_app.model.bridge import BridgeClient
from desktop_app.model.draft import DraftState
from desktop_app.model.visible_state import Seen
from desktop_app.store.store import Store

_OPEN = (DraftState.PROPOSED, DraftState.EDITED, DraftState.APPROVED)
MOST_DRAFTS = 500


def visible_state(store: Store, client: BridgeClient) -> Seen:
    """The state of what the program may see, and of what it is listed. Where it may not see all
    accounts, that of mail is the counts of the labels: a change that keeps all of them is not
    seen. Drafts are told apart always: requests of other programs change nothing in them."""
    there = [account.id for account in store.accounts.list()]
    allowed = [id_ for id_ in there if id_ in client.accounts]
    if client.grant.narrows:
        from desktop_app.store.scoped_store import scoped

        store = scoped(store, frozenset(allowed), program=client.id, grant=client.grant)
    all_mail = bool(allowed) and len(allowed) == len(there) and not client.grant.narrows
    labels = tuple(
        (label.account_id, label.id, label.total, label.unread)
        for id_ in (() if all_mail else allowed)
        for label in store.labels.list(id_)
    )
    drafts = tuple(
        (draft.id, draft.revision, draft.state)
        for id_ in allowed
        for draft in store.drafts.in_state(_OPEN, account_id=id_, limit=MOST_DRAFTS)
    )
    tools = (tuple(allowed), client.groups_off, client.family, client.grant)
    return Seen(labels, drafts, tools, all_mail)
