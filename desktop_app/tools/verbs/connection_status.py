"""Status of every account, with the one next step where something is to be done."""

from __future__ import annotations

from desktop_app.model.account import Account
from desktop_app.model.api_use import use_words
from desktop_app.model.errors import StorageError
from desktop_app.tools.answers.status_results import AccountStatus, Status
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.names.handed_in import PREFIX, handed_in_folder

WHERE = "of Draftdesk's profile, which the person sees under Settings → MCP bridge"
"""Of the folder for files handed in. A path would tell who the person is, and how the computer is
set up."""


class ConnectionStatus(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ConnectionStatus) -> Status:
    statuses = tuple(_status(context, a) for a in context.store.accounts.list())
    review = context.store.drafts.count(proposed=True)
    outbox = context.store.outbox.count_open()
    lines = [
        f"{s.name} (account={s.account}, {', '.join(s.identities)}): "
        f"{'signed in' if s.signed_in else 'not signed in'}, {s.messages} mails, "
        f"{s.last_sync}." + _used(s) + (f" Next: {s.next_step}" if s.next_step else "")
        for s in statuses
    ]
    not_sent = len(context.store.outbox.not_sent())
    lines.append(f"{review} drafts to review, {outbox} in the outbox.")
    if not_sent:
        lines.append(f"Send was pressed, and not sent: {not_sent}, on top of To review.")
    try:
        folder = handed_in_folder(context.profile).name
        lines.append(f"Files for drafts go into the folder {folder} {WHERE}, named {PREFIX}NAME.")
    except StorageError as error:
        folder = ""
        lines.append(error.sentence)
    return Status("\n".join(lines), statuses, review, outbox, folder, not_sent)


def _status(context: Context, account: Account) -> AccountStatus:
    health = context.ports.accounts.health(account)
    return AccountStatus(
        account=account.id,
        name=account.name,
        kind=account.kind,
        identities=tuple(str(i.address) for i in account.identities),
        signatures=tuple(i.signature for i in account.identities),
        signed_in=health.signed_in,
        scopes_granted=health.scopes_granted,
        scopes_missing=health.scopes_missing,
        last_sync=health.last_sync,
        quota=health.quota,
        next_step=health.next_step,
        messages=context.store.messages.count(account.id),
        asks=health.asks,
        used_last_day=context.store.api_use.last_day(account.id, now=context.clock()),
    )


def _used(status: AccountStatus) -> str:
    words = use_words(status.used_last_day)
    return f" Used in the last day: {words}." if words else ""


TOOL = Tool(
    name="connection_status",
    title="Account status",
    done="Looked at accounts",
    effect=Effect.READ,
    group=Group.READING,
    description="Per account: signed in, permissions, last sync, quota, next step.",
    params=ConnectionStatus,
    result=Status,
    run=run,
)
