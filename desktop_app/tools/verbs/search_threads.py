"""Conversations for the list: a folder is a query too."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.search.parser import parse
from desktop_app.store.drafts import OPEN_STATES
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.list_results import ThreadPage


class SearchThreads(Params, frozen=True, kw_only=True):
    query: str = ""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 50
    before: int = 0
    account: str = ""
    include_spam_trash: bool = False
    typing: bool = False


def run(context: Context, params: SearchThreads) -> ThreadPage:
    """One page, newest first. `typing` reads an unfinished query leniently. Raises `QueryError`,
    `Cancelled` when a newer keystroke superseded it."""
    found = context.store.finder.threads(
        parse(params.query, typing=params.typing),
        limit=params.limit,
        before=params.before or None,
        account_id=params.account,
        include_spam_trash=params.include_spam_trash,
        cancelled=context.cancelled,
    )
    waiting = frozenset(d.thread_id for d in context.store.drafts.in_state(OPEN_STATES))
    before = found[-1].newest_id if len(found) == params.limit else 0
    return ThreadPage(tuple(found), before, params.query, waiting - {0})


TOOL = Tool(
    name="search_threads",
    title="Find conversations",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Conversations for the list: a folder is a query too.",
    params=SearchThreads,
    result=ThreadPage,
    run=run,
    origins=PERSON,
)
