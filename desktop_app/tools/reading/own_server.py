"""What the person's own side knows of a mail: the server that received it for its account, whether
that vouches for the sender, and whom the person has written to."""

from __future__ import annotations

from itertools import islice

from desktop_app.mail.senders import authentication
from desktop_app.mail.senders.own_side import OwnSide, asked_about
from desktop_app.model.message import Message, SystemLabel
from desktop_app.tools.calls.context import Context

MOST_ASKED = 5
"""Correspondents of a house of whom it is asked whether the person has written to them."""

_OF_THE_PERSON = frozenset({str(SystemLabel.SENT), str(SystemLabel.DRAFT)})


def own_server(context: Context, message: Message) -> str:
    """The domain of the account's own server where `message` came through it, else empty: mail
    files came through no server of the account, and what the person sent was not received."""
    if not message.source_id or message.labels & _OF_THE_PERSON:
        return ""
    return context.store.receivers.of(message.account_id)


def own_side(context: Context, message: Message, raw: bytes) -> OwnSide:
    """What the own side knows of `message`, whose bytes are `raw`; nothing where no server of the
    account received it. The store is asked only about those on whom something hangs."""
    server = own_server(context, message)
    if not server:
        return OwnSide()
    below = context.store.receivers.writes_below(message.account_id)
    people = context.store.people
    keys, house = asked_about(OwnSide(server, below), raw)
    if house:
        theirs = (a.key for a in people.correspondents() if f".{a.domain}".endswith(f".{house}"))
        keys = frozenset(islice(theirs, MOST_ASKED))
    return OwnSide(server, below, people.written_to(keys))


def passed(context: Context, message: Message) -> bool:
    """Whether the account's own server vouches for the one sender of `message`. False where nothing
    is known: what goes by the sender alone, as remote content does, needs this."""
    server = own_server(context, message)
    if not server:
        return False
    below = context.store.receivers.writes_below(message.account_id)
    return authentication.passed(context.store.messages.raw(message.id), server, below=below)
