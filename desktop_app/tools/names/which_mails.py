"""The mails that a change is about: by ids, by conversations, or all that a query finds."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.model.errors import BadInput
from desktop_app.model.message import MessageId
from desktop_app.search.gmail_only import gmail_only
from desktop_app.search.not_operators import read_as_words
from desktop_app.search.parser import parse
from desktop_app.tools.calls.context import Context
from desktop_app.tools.names import named_labels
from desktop_app.tools.names.plain_words import refuse_unknown
from desktop_app.tools.names.reference import message_number
from desktop_app.tools.names.resolving import message_ids

MOST = 1000
"""Mails of one change: as many as the person can look through before they allow it."""


def meant(
    context: Context,
    ids: tuple[str, ...],
    thread_ids: tuple[str, ...],
    query: str,
    *,
    account: str = "",
) -> Sequence[MessageId]:
    """The mails, newest first where they are found. What lies in spam or trash is found where the
    query asks for it. Raises `NotFound`, `QueryError`, `BadInput` where nothing or several things
    are named, where nothing fits, or more than `MOST` do."""
    if sum(map(bool, (ids, thread_ids, query.strip()))) != 1:
        raise BadInput("Say which mails: ids, thread_ids or query, one of them.")
    if ids:
        return message_ids(context, ids)
    if thread_ids:
        threads = (message_number(each, "thread_id") for each in thread_ids)
        mails = [m.id for t in threads for m in context.store.threads.get(t).messages]
        return _bounded(tuple(dict.fromkeys(mails)), "These conversations have", "")
    return _found(context, query, account)


def _found(context: Context, query: str, account: str) -> Sequence[MessageId]:
    wanted = parse(query)
    refuse_unknown(context, wanted)
    wanted = named_labels.of_query(context, wanted, account)
    if gmail_only(wanted.root) is not None:
        raise BadInput(
            "Only Gmail can find that, so nothing is changed by it.",
            next_step="Search for it, then give the ids.",
        )
    finder, cancelled = context.store.finder, context.cancelled
    found = finder.summaries(wanted, limit=MOST + 1, account_id=account, cancelled=cancelled)
    if not found:
        why = f"{read_as_words(wanted)} Search with fewer words.".strip()
        raise BadInput(f"No mail here fits “{query[:200]}”.", next_step=why)
    count = len(found)
    if count > MOST:
        count = finder.count(wanted, account_id=account, cancelled=cancelled)
    ids = tuple(message.id for message in found)
    return _bounded(ids, f"“{query[:200]}” finds", "Narrow it: older_than:, before:, from:.", count)


def _bounded(
    ids: tuple[MessageId, ...], what: str, next_step: str, count: int = 0
) -> tuple[MessageId, ...]:
    count = count or len(ids)
    if count > MOST:
        raise BadInput(
            f"{what} {count:,} mails; one change is about {MOST:,} at most.", next_step=next_step
        )
    return ids
