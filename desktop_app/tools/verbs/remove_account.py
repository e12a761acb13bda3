"""Remove an account and everything of it from this computer's disk."""

from __future__ import annotations

import shutil

from desktop_app.model.errors import Refused
from desktop_app.model.outbox import OutboxState
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class RemoveAccount(Params, frozen=True, kw_only=True):
    account: str


def run(context: Context, params: RemoveAccount) -> Done:
    """Mail, index, drafts, requests, saved attachments and the sign-in go; the mail at its source
    stays.

    Raises `NotFound`, `Refused` while one of its mails is on its way, `NoKeyring` while its
    sign-in can't be taken out of the keyring."""
    account = context.store.accounts.get(params.account)
    if any(e.account_id == account.id for e in context.store.outbox.in_state(_UNDER_WAY)):
        raise Refused("A mail of this account is on its way.", next_step="Wait, or undo the send.")
    context.ports.enrolment.forget(account.id)
    context.store.requests.clear()
    context.store.audit.forget_words()
    context.store.accounts.remove(account.id)
    shutil.rmtree(context.profile / "attachments" / account.id, ignore_errors=True)
    return Done(f"{account.name} has been removed from this computer.", 1)


_UNDER_WAY = (OutboxState.QUEUED, OutboxState.SENDING)


TOOL = Tool(
    name="remove_account",
    title="Remove an account",
    effect=Effect.DESTROY,
    group=Group.WINDOW,
    description="Remove an account and everything of it from this computer's disk.",
    params=RemoveAccount,
    result=Done,
    run=run,
    origins=PERSON,
)
