"""Counts for any query: by sender, by day or by label."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from desktop_app.model.clock import iso
from desktop_app.model.query import Query
from desktop_app.search.not_operators import read_as_words
from desktop_app.search.parser import parse
from desktop_app.search.sql import asks_for_all
from desktop_app.tools.answers.coverage import covers
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.answers.status_results import StatRow, Stats
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.names import named_labels
from desktop_app.tools.names.plain_words import refuse_unknown


class MailboxStats(Params, frozen=True, kw_only=True):
    query: str = ""
    by: Literal["sender", "day", "label"] = "sender"
    max_results: Annotated[int, Meta(ge=1, le=500)] = 20
    account: str = ""


def run(context: Context, params: MailboxStats) -> Stats:
    """Raises `QueryError`, `NotFound` for a label that is not there."""
    query = parse(params.query)
    refuse_unknown(context, query)
    query = named_labels.of_query(context, query, params.account)
    total, counts = context.store.finder.stats(
        query,
        by=params.by,
        limit=params.max_results,
        account_id=params.account,
        cancelled=context.cancelled,
    )
    answered = _answered(context, params, [key for key, _ in counts])
    found = tuple(StatRow(key, count, answered.get(key, "")) for key, count in counts)
    counted = "mail on this computer, " + _places(query)
    counted += f". {note}" if not total and (note := read_as_words(query)) else ""
    here = covers(context, params.account)
    lines = [f"{total} mails for “{params.query}”, by {params.by}:"]
    lines += Fence().around("\n".join(f"{row.count} {row.key}{_last(row)}" for row in found))
    lines += [f"Counted: {counted}. Here: {here}."]
    return Stats("\n".join(lines), params.query, total, params.by, found, counted, here)


def _answered(context: Context, params: MailboxStats, keys: list[str]) -> dict[str, str]:
    """When the person last wrote to each of the senders."""
    if params.by != "sender":
        return {}
    newest: dict[str, int] = {}
    for (account, key), written in context.store.people.last_written(keys).items():
        if params.account in {"", account}:
            newest[key] = max(newest.get(key, 0), written)
    return {key: iso(written) for key, written in newest.items()}


def _last(row: StatRow) -> str:
    return f", last written to {row.last_answered[:10]}" if row.last_answered else ""


def _places(query: Query) -> str:
    return "spam and trash too" if asks_for_all(query.root) else "not spam or trash"


TOOL = Tool(
    name="mailbox_stats",
    title="Count mail",
    done="Counted mail",
    effect=Effect.READ,
    group=Group.READING,
    description="How many mails fit a query, and the top senders, days or labels.",
    params=MailboxStats,
    result=Stats,
    run=run,
)
