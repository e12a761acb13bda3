"""The account kinds: what each can do and how it is doing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from desktop_app.accounts.base import Health
from desktop_app.model.account import Account, AccountKind, Capabilities
from desktop_app.model.errors import Unavailable

CAPABILITIES: Mapping[AccountKind, Capabilities] = MappingProxyType(
    {
        AccountKind.LOCAL: Capabilities(
            sends=True,
            syncs=False,
            server_search=False,
            server_drafts=False,
            delivery_note="Local mail: Send files it in Sent. Nothing leaves this computer.",
        ),
        AccountKind.GOOGLE: Capabilities(
            sends=True,
            syncs=True,
            server_search=True,
            server_drafts=True,
        ),
    }
)


def _unknown(account: Account) -> Health:
    return Health(signed_in=False, last_sync="never", next_step=f"Sign in to {account.name}.")


class Directory:
    """Answers for every account; implements the tools' `AccountDirectory`. `google` tells how a
    Google account is doing."""

    def __init__(self, google: Callable[[Account], Health] = _unknown) -> None:
        self._google = google

    def capabilities(self, account: Account) -> Capabilities:
        """Raises `Unavailable` for a kind this program does not have."""
        able = CAPABILITIES.get(account.kind)
        if able is None:
            raise Unavailable(f"This version can't open {account.kind} accounts.")
        return able

    def health(self, account: Account) -> Health:
        """Local mail is always there; other kinds answer from their own state."""
        self.capabilities(account)
        if account.kind is AccountKind.GOOGLE:
            return self._google(account)
        return Health(signed_in=True, last_sync="on this computer")
