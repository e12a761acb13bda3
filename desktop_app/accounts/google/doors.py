"""Mailbox and drafts of each Google account, opened for the sync."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.accounts.base import Alias
    from desktop_app.accounts.google.drafts import GmailDrafts
    from desktop_app.accounts.google.mailbox import GmailMailbox
    from desktop_app.accounts.google.session import Session


class GoogleDoors:
    """`session` gives an account's session, and raises `NeedsSignIn` where there is none."""

    def __init__(self, session: Callable[[str], Session]) -> None:
        self._session = session

    def mailbox(self, account_id: str, cancelled: Event, *, urgent: bool = False) -> GmailMailbox:
        from desktop_app.accounts.google.mailbox import GmailMailbox

        return GmailMailbox(self._session(account_id), cancelled, urgent=urgent)

    def draft_box(self, account_id: str) -> GmailDrafts | None:
        from desktop_app.accounts.google.drafts import GmailDrafts
        from desktop_app.accounts.google.scopes import allows
        from desktop_app.model.sign_in import Permission

        session = self._session(account_id)
        return GmailDrafts(session) if allows(session.scopes, Permission.WRITE) else None

    def aliases(self, account_id: str, cancelled: Event) -> tuple[Alias, ...]:
        from desktop_app.accounts.google.aliases import aliases

        return aliases(self._session(account_id), cancelled=cancelled)

    def thread_key(self, thread_id: str) -> str:
        from desktop_app.accounts.google.convert import thread_number

        return thread_number(thread_id)
