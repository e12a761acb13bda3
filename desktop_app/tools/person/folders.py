"""What the sidebar lists: counts, labels and saved searches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from desktop_app.model.account import Account
from desktop_app.model.message import Label
from desktop_app.model.triage import Kind, working_days_ago
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result


class SidebarCounts(Result, frozen=True):
    """`not_sent` counts mail for which Send was pressed and that was not sent: it is among
    `to_review`, and not among `drafts`. `on_this_computer` are the ids of accounts that sync with
    no server. `outbox_waits_until` is when the first mail that its server postponed is tried again,
    0 where there is none. `needs_reply` and `overdue` count conversations by account: those that
    wait for the person, and those in which nobody has answered the person for
    `mail.follow_up_days` working days; `later` those that come back later."""

    labels: tuple[Label, ...]
    accounts: tuple[Account, ...]
    to_review: int
    outbox: int
    drafts: int
    on_this_computer: frozenset[str] = frozenset()
    outbox_waits_until: float = 0.0
    needs_reply: Mapping[str, int] = msgspec.field(default_factory=dict)
    overdue: Mapping[str, int] = msgspec.field(default_factory=dict)
    not_sent: int = 0
    later: Mapping[str, int] = msgspec.field(default_factory=dict)


class SavedSearchResult(Result, frozen=True):
    name: str
    query: str


class SavedSearchList(Result, frozen=True):
    searches: tuple[SavedSearchResult, ...]


class SaveSearch(Params, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    query: str


class DeleteSearch(Params, frozen=True, kw_only=True):
    name: str


def sidebar_counts(context: Context, params: NoParams) -> SidebarCounts:
    """What the sidebar and the status bar count."""
    drafts = context.store.drafts
    accounts = tuple(context.store.accounts.list())
    able = context.ports.accounts.capabilities
    asked = context.store.requests.count_open()
    days = context.settings.number("mail.follow_up_days")
    not_sent = context.store.outbox.not_sent()
    own = {draft_id for draft_id in not_sent if not drafts.get(draft_id).proposed}
    counted = drafts.changes.open() if own else {}
    late = working_days_ago(context.clock(), days)
    return SidebarCounts(
        labels=tuple(context.store.labels.list(None)),
        accounts=accounts,
        to_review=drafts.count(proposed=True) + len(own - counted.keys()) + asked,
        outbox=context.store.outbox.count_open(),
        drafts=drafts.count(proposed=False) - len(own),
        on_this_computer=frozenset(a.id for a in accounts if not able(a).syncs),
        outbox_waits_until=context.store.outbox.waits_until(),
        needs_reply=context.store.triage.counts(Kind.NEEDS_REPLY),
        overdue=context.store.triage.counts(Kind.WAITING, before=late),
        not_sent=len(not_sent),
        later=context.store.threads.come_back(),
    )


def list_searches(context: Context, params: NoParams) -> SavedSearchList:
    """The saved searches by name."""
    return _saved(context)


def save_search(context: Context, params: SaveSearch) -> SavedSearchList:
    """Keep a search under a name; the same name replaces it."""
    context.store.saved_searches.save(params.name.strip(), params.query)
    return _saved(context)


def delete_search(context: Context, params: DeleteSearch) -> SavedSearchList:
    """Forget a saved search."""
    context.store.saved_searches.delete(params.name)
    return _saved(context)


def _saved(context: Context) -> SavedSearchList:
    found = context.store.saved_searches.list()
    return SavedSearchList(tuple(SavedSearchResult(s.name, s.query) for s in found))


SIDEBAR_COUNTS = person_tool(sidebar_counts, Effect.READ, NoParams)
LIST_SEARCHES = person_tool(list_searches, Effect.READ, NoParams)
SAVE_SEARCH = person_tool(save_search, Effect.ORGANISE, SaveSearch, "Save a search")
DELETE_SEARCH = person_tool(delete_search, Effect.ORGANISE, DeleteSearch, "Delete a saved search")

TOOLS = (
    SIDEBAR_COUNTS,
    LIST_SEARCHES,
    SAVE_SEARCH,
    DELETE_SEARCH,
)
