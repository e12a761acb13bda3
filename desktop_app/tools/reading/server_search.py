"""Mail that only the servers have: found by them, and fetched as far as an answer has room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.model.account import Account
from desktop_app.model.errors import Cancelled, KnownError, NeedsSignIn, SlowDown
from desktop_app.model.message import MessageId
from desktop_app.model.query import Query
from desktop_app.model.remote import RemoteRef
from desktop_app.search.gmail_only import gmail_only, refusal
from desktop_app.search.in_files import asked_of_files, looks_inside
from desktop_app.search.triage_condition import known_here_alone
from desktop_app.tools.calls.context import Context

MOST_BROUGHT = 20
"""Most mails that one call fetches from one account: a host gives a call up after a minute."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What servers are asked: `account_id` is empty for all of them."""

    query: Query
    labels: Sequence[str] = ()
    account_id: str = ""
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Served:
    """What the servers added. `matched` are mails here that Gmail says match; `horizon` is the
    oldest fetched one, where older ones were left there; `waiting` says how many were, `at least`
    so many with `more`. `told` is about all of it, in words; `answered`: a server was asked;
    `trouble` names those that could not be, `slow` is why one of them wants to be asked later."""

    matched: frozenset[MessageId] = frozenset()
    brought: int = 0
    horizon: MessageId = 0
    waiting: int = 0
    more: bool = False
    told: str = ""
    answered: bool = False
    trouble: str = ""
    slow: SlowDown | None = None

    @property
    def has_more(self) -> bool:
        return self.more or self.waiting > 0


def from_servers(context: Context, asked: Asked, room: int) -> Served:
    """Ask the accounts' servers, and fetch the newest matches that are not here, at most `room`
    of an account. A server that can't be asked is named. Raises `QueryError` where only Gmail can
    answer and no account is there, `KnownError` where the one that is there can't be reached."""
    part = gmail_only(asked.query.root)
    only_here = known_here_alone(asked.query.root) or looks_inside(asked.query.root)
    if only_here or not context.searches_servers:
        return Served()
    served, troubles = [], []
    for account in context.store.accounts.list():
        if asked.account_id not in {"", account.id}:
            continue
        if not context.ports.accounts.capabilities(account).server_search:
            if part is not None:
                told = f", not in {account.name}, which is not at Gmail"
                served.append(Served(told=told))
            continue
        try:
            served.append(_from_server(context, account, asked, room))
        except Cancelled:
            raise
        except KnownError as error:
            troubles.append(error)
            told = f" (the server of {account.name} could not be asked: {error.sentence})"
            trouble = f"The server of {account.name} could not be asked: {error.sentence}"
            slow = error if isinstance(error, SlowDown) else None
            served.append(Served(told=told, trouble=trouble, slow=slow))
    if part is not None and not any(one.answered for one in served):
        passing = (e for e in troubles if e.retryable or isinstance(e, NeedsSignIn))
        raise next(passing, None) or refusal(part, asked.query, "an account that is not at Gmail")
    return _together(served)


def _from_server(context: Context, account: Account, asked: Asked, room: int) -> Served:
    room = min(room, MOST_BROUGHT)
    found = context.ports.sync.find(
        account.id,
        asked.query.text,
        labels=asked.labels,
        everywhere=asked.everywhere,
        enough=room,
        cancelled=context.cancelled,
    )
    wanted = found.missing[:room]
    ids, trouble = _brought(context, account, wanted)
    waiting = len(found.missing) - (0 if trouble else len(wanted))
    told = f", and on the server of {account.name}"
    if found.missing:
        least = "at least " if found.more else ""
        left = f", {least}{waiting} more there" if waiting else ""
        told += f": {len(ids)} fetched{left}{trouble}"
    if found.by_gmail and asked_of_files(asked.query) is not None:
        told += " (Gmail looks inside attachments too)"
    return Served(
        matched=frozenset((*found.here, *ids)) if found.by_gmail else frozenset(),
        brought=len(ids),
        horizon=min(ids) if ids and (waiting or found.more) else 0,
        waiting=waiting,
        more=found.more,
        told=told,
        answered=True,
    )


def _brought(
    context: Context, account: Account, refs: Sequence[RemoteRef]
) -> tuple[tuple[MessageId, ...], str]:
    """The fetched mails, and what was in the way."""
    try:
        return _bring(context, account, refs), ""
    except Cancelled:
        raise
    except KnownError as error:
        return (), f" (not all could be fetched: {error.sentence})"


def _bring(context: Context, account: Account, refs: Sequence[RemoteRef]) -> tuple[MessageId, ...]:
    if not refs:
        return ()
    return context.ports.sync.bring(account.id, refs, cancelled=context.cancelled)


def _together(served: Sequence[Served]) -> Served:
    return Served(
        matched=frozenset().union(*(one.matched for one in served)),
        brought=sum(one.brought for one in served),
        horizon=max((one.horizon for one in served), default=0),
        waiting=sum(one.waiting for one in served),
        more=any(one.more for one in served),
        told="".join(one.told for one in served),
        trouble=" ".join(one.trouble for one in served if one.trouble),
        slow=next((one.slow for one in served if one.slow is not None), None),
    )


def rest_of_conversation(
    context: Context, account: Account, message: RemoteRef, known: Sequence[str]
) -> tuple[int, int]:
    """Fetch the mails of a conversation that are not here; how many came, and how many are left
    there. Raises `KnownError`."""
    refs = context.ports.sync.conversation(account.id, message, known, cancelled=context.cancelled)
    ids = _bring(context, account, refs[:MOST_BROUGHT])
    return len(ids), max(0, len(refs) - MOST_BROUGHT)
