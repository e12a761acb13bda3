"""The account kinds: what each can do and how it is doing."""

from __future__ import annotations

from collections.abc import Mapping
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
    }
)


class Directory:
    """Answers for every account; implements the tools' `AccountDirectory`."""

    def capabilities(self, account: Account) -> Capabilities:
        """Raises `Unavailable` for a kind this program does not have."""
        able = CAPABILITIES.get(account.kind)
        if able is None:
            raise Unavailable(f"This version can't open {account.kind} accounts.")
        return able

    def health(self, account: Account) -> Health:
        """Local mail is always there; other kinds answer from their own state."""
        self.capabilities(account)
        return Health(signed_in=True, last_sync="on this computer")
