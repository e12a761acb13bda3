"""Connections to the servers of IMAP accounts: one to sync, one for what a person waits for."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Lock
from typing import TYPE_CHECKING

from desktop_app.accounts.base import AddressAlias
from desktop_app.model.api_use import Call, CountCall, not_counted
from desktop_app.model.clock import Clock
from desktop_app.model.errors import NeedsSignIn, Unavailable

if TYPE_CHECKING:
    from desktop_app.accounts.folder_ledger import FolderLedger
    from desktop_app.accounts.imap.authenticating import Secret
    from desktop_app.accounts.imap.drafts import ImapDrafts
    from desktop_app.accounts.imap.idle import ImapWaiter
    from desktop_app.accounts.imap.mailbox import ImapMailbox
    from desktop_app.accounts.imap.session import ImapSession, Refusal
    from desktop_app.model.mail_server import MailServers
    from desktop_app.model.mailbox_check import CheckedStep, CheckStep

SIGN_IN_AGAIN = "Open Accounts and sign in."


class ImapConnector:
    """Implements `Connector`. `secret` returns an account's password or access token; `refused`
    is told where a server no longer accepts it, and returns whether there is another one to try.
    All take the account's id."""

    cloud = None

    def __init__(
        self,
        servers: Callable[[str], MailServers | None],
        folders: Callable[[str], FolderLedger],
        secret: Callable[[str], str],
        refused: Callable[[str], bool],
        count: CountCall = not_counted,
        *,
        clock: Clock = time.time,
    ) -> None:
        self._count = count
        self._servers, self._folders = servers, folders
        self._secret, self._refused, self._clock = secret, refused, clock
        self._sessions: dict[tuple[str, bool], ImapSession] = {}
        self._waiting: dict[str, ImapSession] = {}
        self._lock = Lock()

    def servers(self, account_id: str) -> MailServers:
        """Raises `NeedsSignIn` for an account without any."""
        found = self._servers(account_id)
        if found is None:
            raise NeedsSignIn("The account has no servers.", next_step=SIGN_IN_AGAIN)
        return found

    def session(self, account_id: str, *, urgent: bool = False) -> ImapSession:
        """Session of the account, one for each purpose. Raises `NeedsSignIn`."""
        from desktop_app.accounts.imap.session import ImapSession

        servers = self.servers(account_id)
        with self._lock:
            key = (account_id, urgent)
            if key not in self._sessions:
                self._sessions[key] = ImapSession(
                    servers,
                    self.secret(account_id),
                    self.refused(account_id),
                    self.counter(account_id, "imap"),
                )
            return self._sessions[key]

    def secret(self, account_id: str) -> Secret:
        """The password or access token of the moment, when it is asked for."""
        return lambda: self._secret(account_id)

    def refused(self, account_id: str) -> Refusal:
        """Whom to tell that a server did not take the secret."""
        return lambda: self._refused(account_id)

    def counter(self, account_id: str, service: str) -> Callable[[str], None]:
        """Whom to tell of each use of a service: with the code of its error, or an empty one."""
        return lambda error: self._count(Call(account_id, service, error))

    def mailbox(self, account_id: str, cancelled: Event, *, urgent: bool = False) -> ImapMailbox:
        from desktop_app.accounts.imap.mailbox import ImapMailbox

        session = self.session(account_id, urgent=urgent)
        folders = self._folders(account_id)
        return ImapMailbox(session, folders, account_id, cancelled, clock=self._clock)

    def draft_box(self, account_id: str, cancelled: Event | None = None) -> ImapDrafts:
        from desktop_app.accounts.imap.drafts import ImapDrafts

        return ImapDrafts(self.session(account_id), cancelled)

    def aliases(self, account_id: str, cancelled: Event) -> tuple[AddressAlias, ...]:
        """IMAP knows of none."""
        del account_id, cancelled
        return ()

    def waiter(self, account_id: str) -> ImapWaiter | None:
        """A connection that `forget` overtakes is dropped, and its refusal not noted: the account
        has another password by then."""
        from desktop_app.accounts.imap.idle import open_waiter
        from desktop_app.accounts.imap.session import ImapSession

        def refused() -> bool:
            return current() and self._refused(account_id)

        def current() -> bool:
            with self._lock:
                return self._waiting.get(account_id) is session

        session = ImapSession(self.servers(account_id), self.secret(account_id), refused)
        with self._lock:
            self._waiting[account_id] = session
        waiter = open_waiter(session)
        if waiter is not None and not current():
            waiter.close()
            raise Unavailable("The account was signed out, or signed in anew.")
        return waiter

    def check(
        self, account_id: str, cancelled: Event, told: Callable[[CheckStep], None]
    ) -> tuple[CheckedStep, ...]:
        from desktop_app.accounts.imap.check import check_mailbox

        servers, secret = self.servers(account_id), self.secret(account_id)
        return check_mailbox(servers, secret, cancelled, told)

    def thread_key(self, thread_id: str) -> str:
        """Gmail's thread as an import knows it; other servers have no threads."""
        return str(int(thread_id, 16)) if thread_id else ""

    def quota(self, account_id: str) -> str:
        del account_id
        return ""

    def forget(self, account_id: str) -> None:
        with self._lock:
            keys = [key for key in self._sessions if key[0] == account_id]
            dropped = [self._sessions.pop(key) for key in keys]
            if account_id in self._waiting:
                dropped.append(self._waiting.pop(account_id))
        for session in dropped:
            session.close()

    def close(self) -> None:
        for account_id in {*self._waiting, *(key[0] for key in self._sessions)}:
            self.forget(account_id)
