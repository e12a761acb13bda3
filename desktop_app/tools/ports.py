"""What tools need that the store has not got, as Protocols. app.py plugs the workers in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Protocol

from desktop_app.model.account import Account, Capabilities
from desktop_app.model.cloud_file import CloudFileBytes, CloudFilePage
from desktop_app.model.event import Event as CalendarEvent
from desktop_app.model.progress import ImportReport, Progress


class Importer(Protocol):
    """Reads mail files into an account's store; the sources are only read."""

    def run(
        self,
        paths: Sequence[Path],
        account_id: str,
        *,
        progress: Callable[[Progress], None],
        cancelled: Event,
        paused: Event,
    ) -> ImportReport: ...


class Postman(Protocol):
    """The worker that empties the outbox."""

    def wake(self) -> None:
        """Look at the outbox now."""

    def settle(self, entry_id: int) -> None:
        """Look again for what became of an uncertain mail; never sends."""


class AccountDirectory(Protocol):
    """What an account's kind can do, and how it is doing."""

    def capabilities(self, account: Account) -> Capabilities: ...

    def health(self, account: Account) -> AccountHealth: ...


class AccountHealth(Protocol):
    """The state of one account's connection, for `connection_status`."""

    @property
    def signed_in(self) -> bool: ...
    @property
    def scopes_granted(self) -> tuple[str, ...]: ...
    @property
    def scopes_missing(self) -> tuple[str, ...]: ...
    @property
    def last_sync(self) -> str: ...
    @property
    def quota(self) -> str: ...
    @property
    def next_step(self) -> str: ...


class CloudServices(Protocol):
    """Files and calendars of an account, read only. Each call raises `KnownError`: NeedsSignIn
    with the one next step where the account or a permission is missing."""

    def find_files(
        self, account_id: str, query: str, *, size: int, token: str, cancelled: Event
    ) -> CloudFilePage:
        """At most `size` files; `token` is empty or the `next_token` of the page before."""

    def read_file(self, account_id: str, file_id: str, *, cancelled: Event) -> CloudFileBytes: ...

    def events(
        self,
        account_id: str,
        query: str,
        *,
        start: float,
        end: float,
        limit: int,
        cancelled: Event,
    ) -> tuple[CalendarEvent, ...]:
        """Events that touch the span (seconds since the epoch), by their beginning."""


class SampleMailbox(Protocol):
    """Puts the sample mailbox that ships with the program into the store."""

    def install(self) -> Account: ...
