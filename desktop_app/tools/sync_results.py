"""Typed results of the tools that have to do with sync."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.sync import SyncOutcome, SyncStatus


@dataclass(frozen=True, slots=True)
class Synced:
    display: str
    accounts: tuple[SyncOutcome, ...]


@dataclass(frozen=True, slots=True)
class SyncStatuses:
    display: str
    accounts: tuple[SyncStatus, ...]
    paused: bool
