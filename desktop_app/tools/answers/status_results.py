"""Typed results about the mailbox as a whole: the accounts' state, and counts."""

from __future__ import annotations

from desktop_app.model.api_use import ServiceUse
from desktop_app.tools.calls.results import ListedResult, Result


class AccountStatus(Result, frozen=True):
    """State of one account. `signatures` belong to the identities, in their order."""

    account: str
    name: str
    kind: str
    identities: tuple[str, ...]
    signed_in: bool
    scopes_granted: tuple[str, ...]
    scopes_missing: tuple[str, ...]
    last_sync: str
    quota: str
    next_step: str
    messages: int
    asks: str = ""
    used_last_day: tuple[ServiceUse, ...] = ()
    signatures: tuple[str, ...] = ()


class Status(ListedResult, frozen=True):
    display: str
    accounts: tuple[AccountStatus, ...]
    to_review: int
    outbox: int
    handed_in_folder: str = ""
    """The folder of the profile where programs put files that a draft takes along, by its name;
    empty where it can't be made."""
    not_sent: int = 0
    """Mail for which the person pressed Send and that was not sent."""


class StatRow(Result, frozen=True):
    """`last_answered` is when the person last wrote to a sender: ISO 8601, empty for never and
    where something else is counted."""

    key: str
    count: int
    last_answered: str = ""


class Stats(ListedResult, frozen=True):
    """`counted` says in words what was counted, `covers` what part of the mailboxes is here."""

    display: str
    query: str
    total: int
    by: str
    rows: tuple[StatRow, ...]
    counted: str = ""
    covers: str = ""
