"""Senders of the account kinds, by the kind's name. Only the postman may import this.

`Kind` holds no sender, because whoever can read a kind could then send.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from desktop_app.accounts.base import Connector, Sender
from desktop_app.accounts.draft_box import DraftLinks
from desktop_app.model.account import Account
from desktop_app.model.errors import Unavailable

if TYPE_CHECKING:
    from desktop_app.accounts.google.connector import GoogleConnector
    from desktop_app.accounts.imap.connector import ImapConnector


def _local(account: Account, connector: None, links: DraftLinks, cancelled: Event) -> Sender:
    del account, connector, links, cancelled
    from desktop_app.accounts.local.sender import LocalSender

    return LocalSender()


def _google(
    account: Account, connector: GoogleConnector, links: DraftLinks, cancelled: Event
) -> Sender:
    from desktop_app.accounts.google.sender import GmailSender

    return GmailSender(connector.session(account.id), links, cancelled)


def _imap(
    account: Account, connector: ImapConnector, links: DraftLinks, cancelled: Event
) -> Sender:
    from desktop_app.accounts.imap.sender import SmtpSender

    servers = connector.servers(account.id)
    if servers.outgoing is None:
        raise Unavailable(f"{account.name} has no server for sending, so it can't send.")
    session = connector.session(account.id, urgent=True)
    secret, refused = connector.secret(account.id), connector.refused(account.id)
    count = connector.counter(account.id, "smtp")
    return SmtpSender(
        servers,
        servers.outgoing,
        secret,
        session,
        refused,
        links=links,
        count=count,
        cancelled=cancelled,
    )


SENDERS: Mapping[str, Callable[[Account, Any, DraftLinks, Event], Sender]] = MappingProxyType(
    {"local": _local, "google": _google, "imap": _imap, "microsoft": _imap}
)
"""Each takes the connector of its own kind, None for a kind without one."""


def sender_for(
    account: Account,
    *,
    connector: Connector | None,
    links: DraftLinks,
    cancelled: Event | None = None,
) -> Sender:
    """A sender for the account; `links` are its draft links, `cancelled` ends its waits. Raises
    `Unavailable` for a kind that can't send, `NeedsSignIn`."""
    make = SENDERS.get(account.kind)
    if make is None:
        raise Unavailable(f"Mail can't be sent from {account.name}.")
    return make(account, connector, links, cancelled or Event())
