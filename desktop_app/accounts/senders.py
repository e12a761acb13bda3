"""Which sender an account kind has. Only the postman may import this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from desktop_app.accounts.base import Sender
from desktop_app.accounts.local.sender import LocalSender
from desktop_app.model.account import Account, AccountKind
from desktop_app.model.errors import Unavailable

_SENDERS: Mapping[AccountKind, Callable[[Account], Sender]] = MappingProxyType(
    {AccountKind.LOCAL: lambda _: LocalSender()}
)


def sender_for(account: Account) -> Sender:
    """A sender for the account. Raises `Unavailable` for a kind that can't send."""
    make = _SENDERS.get(account.kind)
    if make is None:
        raise Unavailable(f"Mail can't be sent from {account.name}.")
    return make(account)
