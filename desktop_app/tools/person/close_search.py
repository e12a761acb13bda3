"""Conversations that are close to a search, below those that have just its words."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from desktop_app.model.thread import ThreadSummary
from desktop_app.search.gmail_only import gmail_only
from desktop_app.search.highlight import Field, Sought, spans
from desktop_app.search.parser import parse
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.reading.hit_lines import line_of


class CloseThreads(Result, frozen=True):
    """The closest first. `understood` says what stands for the words, `pressed` is the query of
    it; both are empty where nothing does and some of the words alone are found. `sought` is to be
    marked."""

    threads: tuple[ThreadSummary, ...] = ()
    understood: str = ""
    pressed: str = ""
    sought: tuple[Sought, ...] = ()


class SearchClose(Params, frozen=True, kw_only=True):
    """`shown` are the conversations that the search itself has found: all of them."""

    query: str
    account: str = ""
    include_spam_trash: bool = False
    shown: tuple[int, ...] = ()
    limit: Annotated[int, Meta(ge=1, le=200)] = 20


def search_close(context: Context, params: SearchClose) -> CloseThreads:
    """Raises `QueryError`, `Cancelled`."""
    from desktop_app.search.understood import marks, pressed, told

    query = parse(params.query, typing=True)
    if query.root is None or gmail_only(query.root) is not None:
        return CloseThreads()
    found = context.store.finder.close(
        query,
        besides=params.shown,
        limit=params.limit,
        account_id=params.account,
        include_spam_trash=params.include_spam_trash,
        cancelled=context.cancelled,
    )
    if not found.threads:
        return CloseThreads()
    said, sought = told(found.words), marks(found.words)
    threads = tuple(_with_hit(context, thread, sought) for thread in found.threads)
    return CloseThreads(threads, said, pressed(query, found.words) if said else "", sought)


def _with_hit(context: Context, thread: ThreadSummary, sought: tuple[Sought, ...]) -> ThreadSummary:
    """The conversation with the words around the hit, where its first words have none."""
    if spans(thread.subject, sought, Field.SUBJECT) or spans(thread.snippet, sought, Field.TEXT):
        return thread
    line = line_of(context, thread.newest_id, sought)
    return replace(thread, snippet=line) if line else thread


SEARCH_CLOSE = person_tool(search_close, Effect.READ, SearchClose)
TOOLS = (SEARCH_CLOSE,)
