"""Find mail with Gmail's query language, for assistants and programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.message import MessageSummary
from desktop_app.model.query import And, Query, Term
from desktop_app.search.parser import parse
from desktop_app.tools import rows
from desktop_app.tools.base import Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import MessageList

MOST_BROUGHT = 10
"""Most mails that one search fetches from a server."""


class SearchMessages(Params, frozen=True, kw_only=True):
    query: str = ""
    max_results: Annotated[int, Meta(ge=1, le=500)] = 20
    page: Annotated[int, Meta(ge=1, le=10_000)] = 1
    label_ids: tuple[str, ...] = ()
    include_spam_trash: bool = False
    account: str = ""


def run(context: Context, params: SearchMessages) -> MessageList:
    """One page of messages, newest first. Raises `QueryError`."""
    found = _page(context, params)
    searched = "all mail here"
    if len(found) <= params.max_results and params.query and not params.label_ids:
        asked, brought = _from_server(context, params, params.max_results - len(found))
        searched += asked
        if brought:
            found = _page(context, params)
    shown = found[: params.max_results]
    listed = rows.message_rows(shown)
    context.conversation.show(tuple(m.id for m in shown))
    more = len(found) > params.max_results
    head = f"{len(listed)} found" if not more else f"{len(listed)} shown, there are more"
    return MessageList(
        display="\n".join([f"{head} for “{params.query}”.", *(rows.line(r) for r in listed)]),
        query=params.query,
        count=len(listed),
        page=params.page,
        has_more=more,
        searched=searched + ("" if params.include_spam_trash else ", not spam or trash"),
        results=listed,
    )


def _page(context: Context, params: SearchMessages) -> Sequence[MessageSummary]:
    """The page's messages and one more where there is one; notes where the next page begins."""
    asked = (params.query, params.label_ids, params.account, params.include_spam_trash)
    cursors = context.conversation.cursors.setdefault((*asked, params.max_results), {1: 0})
    before = cursors.get(params.page)
    skip = 0 if before is not None else (params.page - 1) * params.max_results
    found = context.store.finder.summaries(
        _with_labels(parse(params.query), params.label_ids),
        limit=skip + params.max_results + 1,
        before=before or None,
        account_id=params.account,
        include_spam_trash=params.include_spam_trash,
        cancelled=context.cancelled,
    )[skip:]
    if len(found) > params.max_results:
        cursors[params.page + 1] = found[params.max_results - 1].id
    return found


def _from_server(context: Context, params: SearchMessages, room: int) -> tuple[str, int]:
    """Fetch mail that only the servers have, as far as the page has room; the words about it, and
    the number of mails fetched."""
    told, brought = "", 0
    for account in context.store.accounts.list():
        searches = context.ports.accounts.capabilities(account).server_search
        if not searches or params.account not in {"", account.id} or room <= 0:
            continue
        try:
            refs = context.ports.sync.missing(
                account.id, params.query, limit=min(room, MOST_BROUGHT), cancelled=context.cancelled
            )
            if refs:
                sync = context.ports.sync
                brought += len(sync.bring(account.id, refs, cancelled=context.cancelled))
            told += f", and on the server of {account.name}"
        except Cancelled:
            raise
        except KnownError as error:
            told += f" (the server of {account.name} could not be asked: {error.sentence})"
    return told, brought


def _with_labels(query: Query, label_ids: tuple[str, ...]) -> Query:
    """Condition that all labels hold, as Gmail reads several `labelIds`."""
    if not label_ids:
        return query
    terms = tuple(Term("label", label) for label in label_ids)
    root = And(terms) if query.root is None else And((query.root, *terms))
    return Query(query.text, root)


TOOL = Tool(
    name="search_messages",
    title="Search mail",
    done="Searched mail",
    effect=Effect.READ,
    group=Group.READING,
    description=(
        "Search all mail with Gmail's query language (from: to: subject: is:unread in:inbox "
        'has:attachment newer_than:7d label: -word "phrase" OR). Newest first, numbered rows.'
    ),
    params=SearchMessages,
    result=MessageList,
    run=run,
)
