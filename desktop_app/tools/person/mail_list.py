"""The list of conversations: what a query finds here and on the servers, and its completion."""

from __future__ import annotations

import math
from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import Cancelled, KnownError, NotFound
from desktop_app.model.message import SystemLabel, ThreadId
from desktop_app.model.query import And, GmailOnly, Node, Or, Query, Term
from desktop_app.model.remote import RemoteRef, RemoteSummary
from desktop_app.model.thread import ThreadSummary
from desktop_app.search.gmail_only import gmail_only, refusal
from desktop_app.search.highlight import Sought, sought_by
from desktop_app.search.impossible import why_nothing
from desktop_app.search.parser import parse
from desktop_app.search.suggest import Suggestion, suggest
from desktop_app.search.triage_condition import known_here_alone
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

MOST_HIDDEN = 100
MOST_LATER = 300
"""What comes back is listed by when it does: all of it at once, as far as anybody has so much."""
_HIDING_PLACES = ((SystemLabel.SPAM, "Spam"), (SystemLabel.TRASH, "Trash"))
_SENT = frozenset({("in", "sent"), ("is", "sent"), ("is", "waiting")})
_HIDING = Or((Term("in", "spam"), Term("in", "trash")))


class ThreadPage(Result, frozen=True):
    """`before` is handed back for the next page; 0 when there is no more. `sought` is to be
    marked; `outgoing`: it lists what was sent. `reason` says why nothing is found, where it is not
    the words; `asked` is False while the query being typed asks for nothing yet."""

    threads: tuple[ThreadSummary, ...]
    before: int
    query: str
    drafts_waiting: frozenset[int] = frozenset()
    sought: tuple[Sought, ...] = ()
    outgoing: bool = False
    reason: str = ""
    asked: bool = True


class HiddenHits(Result, frozen=True):
    """How many conversations a search does not show for being in `places`; `at_least` when there
    are more than were counted."""

    count: int
    places: tuple[str, ...]
    at_least: bool = False


class Suggestions(Result, frozen=True):
    suggestions: tuple[Suggestion, ...]


class ServerHits(Result, frozen=True):
    """What only the accounts' servers have, newest first; `trouble` says in a sentence which
    server could not be asked, `heading` what the hits are."""

    display: str
    query: str
    hits: tuple[RemoteSummary, ...]
    trouble: str = ""
    heading: str = "On the server, not downloaded"


class Brought(Result, frozen=True):
    """The thread and the message that a fetched mail became."""

    thread_id: int
    message_id: int


class FoundThreads(Result, frozen=True):
    """All conversations with a match, the newest match first."""

    thread_ids: tuple[ThreadId, ...]


class FindThreads(Params, frozen=True, kw_only=True):
    query: str = ""
    account: str = ""
    include_spam_trash: bool = False
    typing: bool = False


class SearchThreads(Params, frozen=True, kw_only=True):
    query: str = ""
    limit: Annotated[int, Meta(ge=1, le=1000)] = 50
    before: int = 0
    account: str = ""
    include_spam_trash: bool = False
    typing: bool = False


class CountHidden(Params, frozen=True, kw_only=True):
    query: str
    account: str = ""
    shown: tuple[int, ...] = ()
    typing: bool = False


class SuggestSearch(Params, frozen=True, kw_only=True):
    query: str
    caret: int


class SearchServer(Params, frozen=True, kw_only=True):
    query: str
    account: str = ""
    limit: Annotated[int, Meta(ge=1, le=50)] = 20


class FetchMessage(Params, frozen=True, kw_only=True):
    account: str
    remote_id: str
    remote_thread_id: str = ""


def search_threads(context: Context, params: SearchThreads) -> ThreadPage:
    """One page of conversations, newest first; a folder is a query too. `typing` reads an
    unfinished query leniently. Raises `QueryError`, `Cancelled` when a newer keystroke superseded
    it."""
    query = parse(params.query, typing=params.typing)
    if params.typing and query.root is None:
        return ThreadPage((), 0, params.query, asked=False)
    part = gmail_only(query.root)
    if part is not None:
        return _of_gmail(context, params, query, part)
    later = _lists_later(query.root) and not params.before
    limit = max(params.limit, MOST_LATER) if later else params.limit
    found = context.store.finder.threads(
        query,
        limit=limit,
        before=params.before or None,
        account_id=params.account,
        include_spam_trash=params.include_spam_trash,
        cancelled=context.cancelled,
    )
    context.store.in_sight.note(thread.id for thread in found)
    waiting = frozenset(d.thread_id for d in context.store.drafts.in_state(OPEN_STATES))
    before = found[-1].place if len(found) == limit else 0
    found = sorted(found, key=_comes) if later else found
    reason = "" if found else _why_nothing(query, context.clock())
    sought = sought_by(query)
    outgoing = _asks_for_sent(query.root)
    return ThreadPage(tuple(found), before, params.query, waiting - {0}, sought, outgoing, reason)


def _lists_later(root: Node | None) -> bool:
    """Whether it is the place *Later*, and no more than that is asked."""
    return isinstance(root, Term) and (root.operator, root.value) == ("is", "later")


def _comes(thread: ThreadSummary) -> float:
    """When a conversation comes back, in seconds since the epoch; what waits for an answer alone
    comes last."""
    from desktop_app.model.coming_back import standing

    now = standing(thread.labels)
    return min((at for at in (now.until, now.ask) if at), default=math.inf)


def _why_nothing(query: Query, now: float) -> str:
    from desktop_app.search.not_operators import read_as_words

    return why_nothing(query, now) or read_as_words(query)


def find_threads(context: Context, params: FindThreads) -> FoundThreads:
    """All conversations that `search_threads` gives page by page. Raises as it does."""
    query = parse(params.query, typing=params.typing)
    ids = context.store.finder.thread_ids(
        query,
        account_id=params.account,
        include_spam_trash=params.include_spam_trash,
        cancelled=context.cancelled,
    )
    return FoundThreads(ids)


def _of_gmail(context: Context, params: SearchThreads, query: Query, part: GmailOnly) -> ThreadPage:
    """The page of a query that Gmail alone can answer. Raises `QueryError` where no account has a
    server to be asked."""
    able = context.ports.accounts.capabilities
    accounts = [a for a in context.store.accounts.list() if params.account in {"", a.id}]
    if not any(able(account).server_search for account in accounts):
        raise refusal(part, query)
    then = "Press Enter to ask it." if params.typing else "What it answers is listed below."
    reason = f"Only Gmail knows what “{part.text}” finds. {then}"
    return ThreadPage((), 0, params.query, reason=reason)


def _asks_for_sent(node: Node | None) -> bool:
    """Whether every match was sent from here."""
    if isinstance(node, And):
        return any(_asks_for_sent(child) for child in node.nodes)
    return isinstance(node, Term) and (node.operator, node.value.lower()) in _SENT


def count_hidden(context: Context, params: CountHidden) -> HiddenHits:
    """What a search would show beside `shown` if it looked in Spam and Trash too. Raises
    `QueryError`, `Cancelled`."""
    query = parse(params.query, typing=params.typing)
    if query.root is None or gmail_only(query.root) is not None:
        return HiddenHits(0, ())
    found = context.store.finder.threads(
        Query(query.text, And((query.root, _HIDING))),
        limit=MOST_HIDDEN + len(params.shown),
        account_id=params.account,
        cancelled=context.cancelled,
    )
    hidden = [thread for thread in found if thread.id not in params.shown]
    labels = {label for thread in hidden for label in thread.labels}
    places = tuple(name for label, name in _HIDING_PLACES if label in labels)
    return HiddenHits(len(hidden[:MOST_HIDDEN]), places, len(hidden) >= MOST_HIDDEN)


def suggest_search(context: Context, params: SuggestSearch) -> Suggestions:
    """What could complete the query at the caret: operators, people, labels, saved searches."""
    store = context.store
    found = suggest(
        params.query,
        params.caret,
        people=lambda text: store.people.complete(text, 6),
        labels=[label.name for label in store.labels.list(None)],
        saved=[(s.name, s.query) for s in store.saved_searches.list()],
    )
    return Suggestions(tuple(found))


def search_server(context: Context, params: SearchServer) -> ServerHits:
    """Mail that has not been downloaded: the accounts' servers are asked the same query. A server
    that can't be asked is named in `trouble`; the others still answer."""
    from desktop_app.search.in_files import looks_inside

    found: list[RemoteSummary] = []
    trouble = ""
    root = parse(params.query).root
    if known_here_alone(root) or looks_inside(root):
        return ServerHits("Only this computer knows.", params.query, ())
    for account in context.store.accounts.list():
        searches = context.ports.accounts.capabilities(account).server_search
        if not searches or params.account not in {"", account.id}:
            continue
        try:
            found += context.ports.sync.search(
                account.id, params.query, limit=params.limit, cancelled=context.cancelled
            )
        except Cancelled:
            raise
        except KnownError as error:
            trouble = f"{account.name} could not be asked: {error.sentence}"
    hits = tuple(sorted(found, key=lambda hit: -hit.date)[: params.limit])
    by_gmail = gmail_only(parse(params.query).root) is not None
    heading = "Found by Gmail" if by_gmail else "On the server, not downloaded"
    return ServerHits(f"{len(hits)} more on the server.", params.query, hits, trouble, heading)


def fetch_message(context: Context, params: FetchMessage) -> Brought:
    """Fetch one mail that only the server has, so that it can be read. Raises `NotFound` when it
    was deleted meanwhile, and what the network does."""
    ref = RemoteRef(params.remote_id, params.remote_thread_id)
    ids = context.ports.sync.bring(params.account, (ref,), cancelled=context.cancelled)
    if not ids:
        raise NotFound("This mail is not on the server any more.")
    message = context.store.messages.get(ids[0])
    return Brought(message.thread_id, message.id)


SEARCH_THREADS = person_tool(search_threads, Effect.READ, SearchThreads)
COUNT_HIDDEN = person_tool(count_hidden, Effect.READ, CountHidden)
SUGGEST_SEARCH = person_tool(suggest_search, Effect.READ, SuggestSearch)
SEARCH_SERVER = person_tool(search_server, Effect.READ, SearchServer)
FETCH_MESSAGE = person_tool(fetch_message, Effect.READ, FetchMessage)

FIND_THREADS = person_tool(find_threads, Effect.READ, FindThreads)

TOOLS = (
    SEARCH_THREADS,
    COUNT_HIDDEN,
    SUGGEST_SEARCH,
    SEARCH_SERVER,
    FETCH_MESSAGE,
    FIND_THREADS,
)
