"""Typed results of the tools the first picture of the window needs: its list, its sidebar, its
search entry. They stand apart from window_results.py, so that a start makes few classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_app.model.account import Account, Capabilities
from desktop_app.model.message import Label
from desktop_app.model.thread import ThreadSummary


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """`before` is handed back for the next page; 0 when there is no more."""

    threads: tuple[ThreadSummary, ...]
    before: int
    query: str
    drafts_waiting: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SidebarCounts:
    """`on_this_computer` are the ids of accounts that sync with no server."""

    labels: tuple[Label, ...]
    accounts: tuple[Account, ...]
    to_review: int
    outbox: int
    drafts: int
    on_this_computer: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`text` replaces the query from `start` to `end`; `label` is what the list shows and
    `hint` explains it."""

    text: str
    label: str
    hint: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Suggestions:
    suggestions: tuple[Suggestion, ...]


@dataclass(frozen=True, slots=True)
class SavedSearch:
    name: str
    query: str


@dataclass(frozen=True, slots=True)
class SavedSearches:
    searches: tuple[SavedSearch, ...]


@dataclass(frozen=True, slots=True)
class Accounts:
    """`capabilities` are those of each account, by its id."""

    accounts: tuple[Account, ...]
    capabilities: Mapping[str, Capabilities] = field(default_factory=dict)
