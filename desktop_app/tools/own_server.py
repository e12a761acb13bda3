"""The server that received a mail for its account, and whether it vouches for the sender."""

from __future__ import annotations

from desktop_app.mime import authentication
from desktop_app.model.message import Message, SystemLabel
from desktop_app.tools.context import Context

_OF_THE_PERSON = frozenset({str(SystemLabel.SENT), str(SystemLabel.DRAFT)})


def own_server(context: Context, message: Message) -> str:
    """The domain of the account's own server where `message` came through it, else empty: mail
    files came through no server of the account, and what the person sent was not received."""
    if not message.source_id or message.labels & _OF_THE_PERSON:
        return ""
    return context.store.receivers.of(message.account_id)


def passed(context: Context, message: Message) -> bool:
    """Whether the account's own server vouches for the one sender of `message`. False where nothing
    is known: what goes by the sender alone, as remote content does, needs this."""
    server = own_server(context, message)
    return bool(server) and authentication.passed(context.store.messages.raw(message.id), server)
