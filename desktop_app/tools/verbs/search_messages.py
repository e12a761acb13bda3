"""Find mail with Gmail's query language, for assistants and programs."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from desktop_app.model.draft import Origin
from desktop_app.model.message import MessageId, MessageSummary, SystemLabel
from desktop_app.model.query import And, Query, Term
from desktop_app.search.gmail_only import gmail_only
from desktop_app.search.not_operators import read_as_words
from desktop_app.search.parser import parse
from desktop_app.search.sql import asks_for_all
from desktop_app.search.triage_condition import asks_triage
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.coverage import ALL, covers, inside_files
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import MessageList, MessageRow
from desktop_app.tools.calls.search_pages import SearchPages, pages_of
from desktop_app.tools.names import named_labels
from desktop_app.tools.names.plain_words import refuse_unknown
from desktop_app.tools.reading.close_rows import FEW, close_rows
from desktop_app.tools.reading.server_search import Asked, Served, from_servers

_AWAY = {SystemLabel.SPAM.value, SystemLabel.TRASH.value}


class SearchMessages(Params, frozen=True, kw_only=True):
    query: str = ""
    max_results: Annotated[int, Meta(ge=1, le=500)] = 20
    page: Annotated[int, Meta(ge=1, le=10_000)] = 1
    label_ids: tuple[str, ...] = ()
    include_spam_trash: bool = False
    account: str = ""


def run(context: Context, params: SearchMessages) -> MessageList:
    """One page of messages, newest first. Raises `QueryError`, and `SlowDown` where a server wants
    to be asked later and nothing is here."""
    query = _asked(context, params)
    key = (params.query, params.label_ids, params.account, params.include_spam_trash)
    pages = pages_of(context.conversation.searches, (*key, params.max_results))
    page = _Page(context, params, query, pages)
    served = Served()
    if not page.is_full():
        given = named_labels.of_query(context, parse(params.query), params.account)
        asked = Asked(given, params.label_ids, params.account, params.include_spam_trash)
        served = from_servers(context, asked, page.room())
    shown, more = page.take(served)
    if not shown and served.slow is not None and context.origin is not Origin.USER:
        raise served.slow  # nothing is here, and what is there is not known yet
    listed = rows.message_rows(context, shown)
    searched = f"all mail here{served.told}"
    if asks_triage(query.root):
        listed = rows.with_reasons(context, listed, shown)
        searched += _not_judged(context)
    searched += inside_files(context, query)
    searched += "" if params.include_spam_trash else ", not spam or trash"
    here = covers(context, params.account)
    head = f"{len(listed)} shown, there are more" if more else f"{len(listed)} found"
    foot = f"Searched {searched}." + (f" Here: {here}." if here != ALL else "")
    foot += f" page={params.page + 1} reads on." if more else ""
    note = "" if listed else _why_empty(context, params, query, served)
    foot += f" {note}" if note else ""
    near = _close(context, params, query, shown) if not more else ()
    context.conversation.show((*(m.id for m in shown), *(id_ for _, id_ in near)))
    closest = tuple(row for row, _ in near)
    close = ["Close, with other words:", *_fenced(closest)] if closest else []
    return MessageList(
        display="\n".join([f"{head} for “{params.query}”.", *_fenced(listed), *close, foot]),
        query=params.query,
        count=len(listed),
        page=params.page,
        has_more=more,
        searched=searched,
        results=listed,
        covers=here,
        brought=served.brought,
        note=note,
        close=closest,
    )


def _close(
    context: Context, params: SearchMessages, query: Query, shown: Sequence[MessageSummary]
) -> tuple[tuple[MessageRow, MessageId], ...]:
    """Mails close to the search, where its first page has few."""
    if params.page > 1 or len(shown) >= FEW or gmail_only(query.root) is not None:
        return ()
    return close_rows(
        context,
        query,
        shown,
        account_id=params.account,
        include_spam_trash=params.include_spam_trash,
    )


def _why_empty(context: Context, params: SearchMessages, query: Query, served: Served) -> str:
    """Why nothing was found, where that need not mean that there is no such mail."""
    told = (
        read_as_words(query),
        named_labels.not_known_yet(context, query, params.label_ids, params.account),
        served.trouble,
    )
    return " ".join(filter(None, told))


def _fenced(listed: Sequence[MessageRow]) -> list[str]:
    return Fence().around("\n".join(rows.search_lines(listed)))


def _not_judged(context: Context) -> str:
    due = context.store.triage.due()
    return f" (of {due:,} conversations it is not worked out yet)" if due else ""


class _Page:
    """One page: what is found here, and what Gmail says matches, newest first."""

    def __init__(
        self, context: Context, params: SearchMessages, query: Query, pages: SearchPages
    ) -> None:
        self._context, self._params, self._query, self._pages = context, params, query, pages
        self._start = pages.starts.get(params.page)
        self._skip = 0 if self._start is not None else (params.page - 1) * params.max_results
        self._most = self._skip + params.max_results
        self._only_gmail = gmail_only(query.root) is not None
        self._here = self._found_here()

    def is_full(self) -> bool:
        return len(self._here) > self._most

    def room(self) -> int:
        return max(1, self._most - len(self._here))

    def take(self, served: Served) -> tuple[Sequence[MessageSummary], bool]:
        """The page's messages, and whether there are more anywhere. Messages older than what
        waits on a server come after it."""
        self._pages.matched |= served.matched
        if served.brought:
            self._here = self._found_here()
        found = {m.id: m for m in (*self._here, *self._matched())}
        ranked = sorted(found.values(), key=lambda m: -m.id)[self._skip :]
        ready = [m for m in ranked if m.id >= served.horizon]
        shown = ready[: self._params.max_results]
        more = len(ready) > len(shown) or len(ranked) > len(ready) or served.has_more
        end = shown[-1].id if shown else 0
        if served.horizon and len(ready) == len(shown):
            end = served.horizon
        self._pages.note(self._params.page, self._not_before(end), shown)
        return shown, more

    def _not_before(self, end: MessageId) -> MessageId:
        """Where the next page begins: what was found late, among newer mail, goes back nowhere."""
        return min((id_ for id_ in (end, self._start) if id_), default=0)

    def _found_here(self) -> Sequence[MessageSummary]:
        if self._only_gmail:
            return ()
        return self._context.store.finder.summaries(
            self._query,
            limit=self._most + 1,
            before=self._start or None,
            account_id=self._params.account,
            include_spam_trash=self._params.include_spam_trash,
            cancelled=self._context.cancelled,
        )

    def _matched(self) -> list[MessageSummary]:
        """Mails here that Gmail says match, and that no earlier page has shown."""
        left = self._pages.matched - self._pages.before(self._params.page)
        newest = heapq.nlargest(self._most + 1, left)
        away = set() if self._shows_all() else _AWAY
        found = self._context.store.messages.get_many(newest)
        return [m.summary for m in found if not away & m.labels]

    def _shows_all(self) -> bool:
        return self._params.include_spam_trash or asks_for_all(self._query.root)


def _asked(context: Context, params: SearchMessages) -> Query:
    """Raises `NotFound` for a label that is not there, `QueryError`."""
    query = parse(params.query)
    refuse_unknown(context, query)
    query = named_labels.of_query(context, query, params.account)
    labels = named_labels.searched(context, params.label_ids, params.account)
    return _with_labels(query, labels) if labels else query


def _with_labels(query: Query, label_ids: tuple[str, ...]) -> Query:
    """Condition that all labels hold, as Gmail reads several `labelIds`."""
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
        "Search mail with Gmail's query language (from: to: subject: is:unread in:inbox "
        'in:attachments has:attachment newer_than:7d label: -word "phrase" OR), is:needs-reply '
        "(waits for the person's answer), is:waiting (for others), is:news. Newest first, numbered."
    ),
    params=SearchMessages,
    result=MessageList,
    run=run,
)
