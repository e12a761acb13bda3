"""Drive and Calendar of every signed-in Google account; implements `CloudServices`."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.accounts.google.session import GoogleSession
    from desktop_app.model.calendar_event import CalendarEvent
    from desktop_app.model.cloud_file import CloudFileBytes, CloudFilePage


class GoogleCloudServices:
    """`session` returns an account's session, and raises `NeedsSignIn` where there is none."""

    def __init__(self, session: Callable[[str], GoogleSession]) -> None:
        self._session = session

    def find_files(
        self, account_id: str, query: str, *, size: int, token: str, cancelled: Event
    ) -> CloudFilePage:
        from desktop_app.accounts.google.drive import Drive

        drive = Drive(self._session(account_id))
        return drive.search(query, size=size, token=token, cancelled=cancelled)

    def read_file(
        self, account_id: str, file_id: str, *, as_document: bool = False, cancelled: Event
    ) -> CloudFileBytes:
        from desktop_app.accounts.google.drive import Drive

        drive = Drive(self._session(account_id))
        return drive.read(file_id, as_document=as_document, cancelled=cancelled)

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
        from desktop_app.accounts.google.calendar import Calendar

        calendar = Calendar(self._session(account_id))
        return calendar.events(query, start=start, end=end, limit=limit, cancelled=cancelled)
