"""What a service of files and calendars offers; read only."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from desktop_app.model.calendar_event import CalendarEvent
    from desktop_app.model.cloud_file import CloudFileBytes, CloudFilePage


class CloudServices(Protocol):
    """Files and calendars of an account, read only. Each call raises `KnownError`: NeedsSignIn
    with the one next step where the account or a permission is missing."""

    def find_files(
        self, account_id: str, query: str, *, size: int, token: str, cancelled: Event
    ) -> CloudFilePage:
        """At most `size` files; `token` is empty or the `next_token` of the page before."""

    def read_file(
        self, account_id: str, file_id: str, *, as_document: bool = False, cancelled: Event
    ) -> CloudFileBytes:
        """The service's own formats as text, or with `as_document` as PDF."""

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
