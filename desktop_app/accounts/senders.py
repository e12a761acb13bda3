"""Which sender an account kind has. Only the postman may import this."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_app.accounts.base import DraftLinks, Sender
from desktop_app.accounts.local.sender import LocalSender
from desktop_app.model.account import Account, AccountKind
from desktop_app.model.errors import Unavailable

if TYPE_CHECKING:
    from desktop_app.accounts.google.session import Session


def sender_for(
    account: Account, *, session: Callable[[str], Session], links: Callable[[str], DraftLinks]
) -> Sender:
    """A sender for the account; `session` gives a Google account's session by its id, `links`
    an account's draft links. Raises `Unavailable` for a kind that can't send, `NeedsSignIn`."""
    if account.kind is AccountKind.LOCAL:
        return LocalSender()
    if account.kind is AccountKind.GOOGLE:
        from desktop_app.accounts.google.sender import GmailSender

        return GmailSender(session(account.id), links(account.id))
    raise Unavailable(f"Mail can't be sent from {account.name}.")
