"""Who writes most: senders with their numbers, when they were last written to, and their mail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from desktop_app.model.address import Address
from desktop_app.model.message import Message, ThreadId
from desktop_app.model.query import And, Node, Query, Term
from desktop_app.search.parser import parse
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

PAGE = 500
MOST_THREADS = 1000
"""Conversations that one press labels or archives."""


class SenderRow(Result, frozen=True):
    """One sender to one account. `last` and `answered` are in seconds since the epoch: the newest
    mail of theirs, and the person's newest to them from any account (0: never)."""

    address: Address
    account_id: str
    account: str
    count: int
    last: int
    answered: int


class SenderList(Result, frozen=True):
    """`several` accounts are counted, so that a row has to say of which it is."""

    rows: tuple[SenderRow, ...]
    several: bool


class SenderThreads(Result, frozen=True):
    """The newest conversations with mail of a sender; `more` when there are others."""

    thread_ids: tuple[ThreadId, ...]
    more: bool


class ListSenders(Params, frozen=True, kw_only=True):
    query: str = ""
    account: str = ""
    limit: Annotated[int, Meta(ge=1, le=500)] = 100


class FindSenderThreads(Params, frozen=True, kw_only=True):
    """`inbox`: those in the inbox alone."""

    address: str
    account: str
    inbox: bool = False


def list_senders(context: Context, params: ListSenders) -> SenderList:
    """The senders with most mail, own addresses left out. Raises `QueryError`, `Cancelled`."""
    found = context.store.finder.senders(
        parse(params.query),
        limit=params.limit,
        account_id=params.account,
        cancelled=context.cancelled,
    )
    answered: dict[str, int] = {}
    written = context.store.people.last_written(each.address.key for each in found)
    for (_, key), at in written.items():
        answered[key] = max(answered.get(key, 0), at)
    names = {account.id: account.name for account in context.store.accounts.list()}
    rows = tuple(
        SenderRow(
            each.address,
            each.account_id,
            names.get(each.account_id, ""),
            each.count,
            each.last,
            answered.get(each.address.key, 0),
        )
        for each in found
    )
    return SenderList(rows, len(names) > 1 and not params.account)


def find_sender_threads(context: Context, params: FindSenderThreads) -> SenderThreads:
    """The conversations a press is about. Raises `NotFound` for an unknown account, `Cancelled`."""
    context.store.accounts.get(params.account)
    nodes: list[Node] = [Term("from", params.address)]
    if params.inbox:
        nodes.append(Term("in", "inbox"))
    wanted, ids = Address("", params.address).key, dict[ThreadId, None]()
    for message in _matches(context, Query("", And(tuple(nodes))), params.account):
        if message.sender.key == wanted:  # a search also finds longer addresses, and names
            ids[message.thread_id] = None
        if len(ids) > MOST_THREADS:
            break
    return SenderThreads(tuple(ids)[:MOST_THREADS], len(ids) > MOST_THREADS)


def _matches(context: Context, query: Query, account: str) -> Iterator[Message]:
    """All matches in one account, newest first."""
    before: int | None = None
    while True:
        page = context.store.finder.messages(
            query, limit=PAGE, before=before, account_id=account, cancelled=context.cancelled
        )
        yield from page
        if len(page) < PAGE:
            return
        before = page[-1].id


LIST_SENDERS = person_tool(list_senders, Effect.READ, ListSenders)
FIND_SENDER_THREADS = person_tool(find_sender_threads, Effect.READ, FindSenderThreads)

TOOLS = (LIST_SENDERS, FIND_SENDER_THREADS)
