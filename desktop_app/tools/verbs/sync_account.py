"""Check for mail: now and in this call, or soon and in the background."""

from __future__ import annotations

from desktop_app.model.account import Account
from desktop_app.model.errors import Cancelled, KnownError, NotFound
from desktop_app.model.sync import SyncOutcome
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.sync_results import Synced, SyncFailure


class SyncAccount(Params, frozen=True, kw_only=True):
    account: str = ""
    wait: bool = True


def run(context: Context, params: SyncAccount) -> Synced:
    """One whole pass over an account (by id or name), or over every one that syncs: what ends
    one of several is told, and the others go on. Without `wait` the background does it.

    Raises `NotFound`, and what the pass meets where there is only one account.
    """
    accounts = _chosen(context, params.account)
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


TOOL = Tool(
    name="sync_account",
    title="Check for mail",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Check for mail now.",
    params=SyncAccount,
    result=Synced,
    run=run,
    origins=PERSON,
)
