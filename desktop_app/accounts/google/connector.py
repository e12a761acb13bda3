"""Google connector: mailbox, drafts, identities, files and calendars over one session per
account."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

from desktop_app.accounts.google.cloud_services import GoogleCloudServices

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.accounts.base import AddressAlias
    from desktop_app.accounts.google.drafts import GmailDrafts
    from desktop_app.accounts.google.mailbox import GmailMailbox
    from desktop_app.accounts.google.session import GoogleSession
    from desktop_app.accounts.google.sessions import Sessions
    from desktop_app.model.mailbox_check import CheckedStep, CheckStep


class GoogleConnector:
    """Implements `Connector`. The sender uses its session too."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self.cloud = GoogleCloudServices(sessions.open)

    def session(self, account_id: str) -> GoogleSession:
        """Session of the account. Raises `NeedsSignIn`."""
        return self._sessions.open(account_id)

    def mailbox(self, account_id: str, cancelled: Event, *, urgent: bool = False) -> GmailMailbox:
        from desktop_app.accounts.google.mailbox import GmailMailbox

        return GmailMailbox(self.session(account_id), cancelled, urgent=urgent)

    def draft_box(self, account_id: str, cancelled: Event | None = None) -> GmailDrafts | None:
        from desktop_app.accounts.google.drafts import GmailDrafts
        from desktop_app.accounts.google.scopes import allows
        from desktop_app.model.sign_in import Permission

        session = self.session(account_id)
        if not allows(session.scopes, Permission.WRITE):
            return None
        return GmailDrafts(session, cancelled)

    def aliases(self, account_id: str, cancelled: Event) -> tuple[AddressAlias, ...]:
        from desktop_app.accounts.google.aliases import aliases

        return aliases(self.session(account_id), cancelled=cancelled)

    def check(
        self, account_id: str, cancelled: Event, told: Callable[[CheckStep], None]
    ) -> tuple[CheckedStep, ...]:
        """There are no servers to find: the sign-in has asked Google."""
        del account_id, cancelled, told
        return ()

    def waiter(self, account_id: str) -> None:
        """The Gmail API tells of new mail to servers alone, by Pub/Sub."""
        del account_id

    def thread_key(self, thread_id: str) -> str:
        from desktop_app.accounts.google.convert import thread_number

        return thread_number(thread_id)

    def quota(self, account_id: str) -> str:
        return self._sessions.quota(account_id)

    def forget(self, account_id: str) -> None:
        self._sessions.forget(account_id)

    def close(self) -> None:
        self._sessions.close()
