"""Typed results of the tools that have to do with sync."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.remote import RemoteSummary
from desktop_app.model.sync import SyncOutcome, SyncStatus


@dataclass(frozen=True, slots=True)
class SyncFailure:
    """An account whose pass ended early, and why."""

    account_id: str
    code: str
    sentence: str
    next_step: str


@dataclass(frozen=True, slots=True)
class Synced:
    display: str
    accounts: tuple[SyncOutcome, ...]
    failed: tuple[SyncFailure, ...] = ()


@dataclass(frozen=True, slots=True)
class ServerHits:
    """What only the accounts' servers have, newest first; `trouble` says in a sentence which
    server could not be asked."""

    display: str
    query: str
    hits: tuple[RemoteSummary, ...]
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Brought:
    """The thread and the message that a fetched mail became."""

    thread_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class SyncStatuses:
    display: str
    accounts: tuple[SyncStatus, ...]
    paused: bool
