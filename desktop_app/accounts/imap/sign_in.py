"""Sign-in of IMAP accounts by a password, kept in the keyring alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.accounts.imap.connector import SIGN_IN_AGAIN
from desktop_app.model.errors import NeedsSignIn

if TYPE_CHECKING:
    from desktop_app.accounts.secrets import Secrets
    from desktop_app.model.mail_server import MailServers


@dataclass(frozen=True, slots=True)
class PasswordGrant:
    """A password that the server took. `password` is in no repr."""

    email: str
    name: str
    servers: MailServers
    password: str = field(repr=False)
    client_id: str = ""
    scopes: frozenset[str] = frozenset()


class PasswordSignIn:
    """Implements `SignInMethod`."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets

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
        """The account's password. Raises `NeedsSignIn`, `NoKeyring`."""
        found = self._secrets.get(_name(account_id))
        if found is None:
            raise NeedsSignIn("The account's password is not here.", next_step=SIGN_IN_AGAIN)
        return found


def _name(account_id: str) -> str:
    return f"imap/{account_id}/password"
