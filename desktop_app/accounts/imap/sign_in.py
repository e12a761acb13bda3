"""Sign-in of IMAP accounts by a password, kept in the keyring alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING

from desktop_app.model.errors import NeedsSignIn
from desktop_app.model.mailbox_check import CheckedStep, CheckStep, Credentials
from desktop_app.model.sign_in import NO_ORIGIN, GrantOrigin

if TYPE_CHECKING:
    from desktop_app.accounts.base import Dependencies
    from desktop_app.model.mail_provider import FoundServers
    from desktop_app.model.mail_server import MailServers


SIGN_IN_AGAIN = "Open Accounts and enter the servers and the password."


@dataclass(frozen=True, slots=True)
class PasswordGrant:
    """A password that the server took. `password` is in no repr."""

    email: str
    name: str
    servers: MailServers
    password: str = field(repr=False)
    client_id: str = ""
    scopes: frozenset[str] = frozenset()
    origin: GrantOrigin = NO_ORIGIN


class PasswordSignIn:
    """Implements `PasswordMethod`."""

    def __init__(self, given: Dependencies) -> None:
        self._secrets, self._ledger = given.secrets, given.sign_ins

    def find(
        self, email: str, cancelled: Event, told: Callable[[str], None]
    ) -> FoundServers | None:
        from desktop_app.accounts.imap.discovery import find_servers

        return find_servers(email, cancelled, told)

    def check(
        self, entered: Credentials, cancelled: Event, told: Callable[[CheckStep], None]
    ) -> tuple[CheckedStep, ...]:
        from desktop_app.accounts.imap.check import check_mailbox

        return check_mailbox(entered.servers, lambda: entered.password, cancelled, told)

    def grant(self, entered: Credentials) -> PasswordGrant:
        return PasswordGrant(entered.email, entered.name, entered.servers, entered.password)

    def keep(self, account_id: str, grant: PasswordGrant, *, session_only: bool) -> None:
        self._secrets.set(_name(account_id), grant.password, session_only=session_only)

    def give_back(self, grant: PasswordGrant) -> None:
        """A password can't be revoked."""
        del grant

    def revoke(self, account_id: str) -> str:
        """The server is told nothing: the password stays the person's."""
        del account_id
        return ""

    def forget(self, account_id: str) -> None:
        self._secrets.delete(_name(account_id))

    def remembers(self, account_id: str) -> bool:
        return self._secrets.in_memory(_name(account_id))

    def password(self, account_id: str) -> str:
        """The account's password. Raises `NeedsSignIn`, `NoKeyring`. One that the server has
        refused is not tried again: after some failures a server locks the account."""
        sign_in = self._ledger.get(account_id)
        if sign_in is None:
            raise NeedsSignIn("This account is not signed in.", next_step=SIGN_IN_AGAIN)
        if sign_in.refused:
            raise NeedsSignIn("The server refused the password.", next_step=SIGN_IN_AGAIN)
        found = self._secrets.get(_name(account_id))
        if found is None:
            raise NeedsSignIn("The account's password is not here.", next_step=SIGN_IN_AGAIN)
        return found

    def refused(self, account_id: str) -> bool:
        """The server no longer accepts the password, and there is no other one."""
        self._ledger.note_refused(account_id)
        return False


def _name(account_id: str) -> str:
    return f"imap/{account_id}/password"
