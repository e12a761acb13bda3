"""Sync: a pass now, how the background is getting on, and the download of older mail held back."""

from __future__ import annotations

from desktop_app.model.account import Account
from desktop_app.model.errors import Cancelled, KnownError, NotFound
from desktop_app.model.remote import RemoteRef
from desktop_app.model.sync import SyncOutcome, SyncStatus
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result


class SyncFailure(Result, frozen=True):
    """An account whose pass ended early, and why."""

    account_id: str
    code: str
    sentence: str
    next_step: str


class Synced(Result, frozen=True):
    display: str
    accounts: tuple[SyncOutcome, ...]
    failed: tuple[SyncFailure, ...] = ()


class SyncStatuses(Result, frozen=True):
    display: str
    accounts: tuple[SyncStatus, ...]
    paused: bool


class SyncAccount(Params, frozen=True, kw_only=True):
    account: str = ""
    wait: bool = True
    old_flags: bool = True
    """Compare the flags of old mail too, which is done seldom where a server counts no changes."""


class OfAccount(Params, frozen=True, kw_only=True):
    account: str


class PauseSync(Params, frozen=True, kw_only=True):
    paused: bool


def sync_account(context: Context, params: SyncAccount) -> Synced:
    """One whole pass over an account (by id or name), or over every one that syncs: what ends
    one of several is told, and the others go on. Without `wait` the background does it.

    Raises `NotFound`, and what the pass meets where there is only one account.
    """
    accounts = _chosen(context, params.account)
    for account in accounts if params.old_flags else ():
        context.store.folder_mirror(account.id).want_flags()
    if not params.wait:
        context.ports.sync.wake(params.account and accounts[0].id)
        return Synced("Checking for mail.", ())
    done: list[SyncOutcome] = []
    failed: list[SyncFailure] = []
    lines: list[str] = []
    for account in accounts:
        try:
            outcome = context.ports.sync.run_once(
                account.id, cancelled=context.cancelled, progress=context.progress
            )
        except Cancelled:
            raise
        except KnownError as error:
            if len(accounts) == 1:
                raise
            failed.append(SyncFailure(account.id, error.code, error.sentence, error.next_step))
            lines.append(f"{account.name}: {error.sentence}")
        else:
            done.append(outcome)
            lines.append(f"{account.name}: {_sentence(outcome)}")
    return Synced("\n".join(lines) or "No account here syncs.", tuple(done), tuple(failed))


def _chosen(context: Context, account: str) -> tuple[Account, ...]:
    directory = context.ports.accounts
    found = tuple(a for a in context.store.accounts.list() if account in {"", a.id, a.name})
    if account and not found:
        raise NotFound(f"There is no account {account}.")
    return tuple(a for a in found if directory.capabilities(a).syncs)


def _sentence(done: SyncOutcome) -> str:
    parts = [f"{done.fetched} new"]
    told = (
        (done.matched, "found among imported mail"),
        (done.changed, "changed"),
        (done.deleted, "deleted"),
        (done.pushed, "of your changes sent"),
        (done.refused, "of your changes refused"),
        (done.drafts, "drafts brought up to date"),
    )
    parts += [f"{count} {what}" for count, what in told if count]
    return ", ".join(parts) + "."


def sync_status(context: Context, params: NoParams) -> SyncStatuses:
    """How the background is getting on with each account's mail."""
    accounts = context.ports.sync.status()
    lines = [f"{a.account_id}: {a.phase.value}. {a.sentence}".strip() for a in accounts]
    return SyncStatuses("\n".join(lines), accounts, context.ports.sync.paused)


def pause_sync(context: Context, params: PauseSync) -> Done:
    """Hold the download of older mail back, or let it go on. Changes made here and new mail still
    go both ways."""
    context.ports.sync.pause(params.paused)
    return Done("The download is paused." if params.paused else "The download goes on.", 0)


def retry_changes(context: Context, params: OfAccount) -> Done:
    """Send what an account's server has refused once more, now."""
    count = context.store.pending.try_again(params.account)
    context.ports.sync.wake(params.account)
    return Done(f"{_mails(count)} tried again.", count)


def take_back_changes(context: Context, params: OfAccount) -> Done:
    """Take back what an account's server has refused: the mail is here as it is there."""
    store, account = context.store, params.account
    here = store.remote_mail.known(account)
    refused = store.pending.refused(account)
    for change in refused:
        if not change.deletes and change.remote_id in here:
            id_ = here[change.remote_id]
            store.messages.modify([id_], add=change.remove, remove=change.add)
    store.pending.drop_refused(account, [change.remote_id for change in refused])
    store.sync_state.want(account, [RemoteRef(c.remote_id, "") for c in refused if c.deletes])
    context.ports.sync.wake(account)
    return Done(f"{_mails(len(refused))} as on the server again.", len(refused))


def _mails(count: int) -> str:
    return "1 mail is" if count == 1 else f"{count:,} mails are"


SYNC_ACCOUNT = person_tool(sync_account, Effect.READ, SyncAccount)
SYNC_STATUS = person_tool(sync_status, Effect.READ, NoParams)
PAUSE_SYNC = person_tool(pause_sync, Effect.READ, PauseSync)
RETRY_CHANGES = person_tool(retry_changes, Effect.ORGANISE, OfAccount, "Try changes again")
TAKE_BACK_CHANGES = person_tool(
    take_back_changes, Effect.ORGANISE, OfAccount, "Take refused changes back"
)

TOOLS = (SYNC_ACCOUNT, SYNC_STATUS, PAUSE_SYNC, RETRY_CHANGES, TAKE_BACK_CHANGES)
