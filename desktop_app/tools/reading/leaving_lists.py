"""Leaving a mailing list by what its mail names for that."""

from __future__ import annotations

from desktop_app.mail.message.unsubscribe import WaysOff, ways_off
from desktop_app.model.errors import Unavailable
from desktop_app.model.message import Message, SystemLabel
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done

_UNWANTED = frozenset({SystemLabel.SPAM, SystemLabel.SENT, SystemLabel.DRAFT})


def ways_off_list(context: Context, message: Message) -> WaysOff:
    """The ways off the list that sent the mail; none for spam, whose senders would only learn that
    somebody reads it."""
    if message.labels & _UNWANTED:
        return WaysOff()
    return ways_off(context.store.messages.raw(message.id))


def tell_list(context: Context, ways: WaysOff) -> Done:
    """Tell the list once, at its address for one press. Raises `Refused`, `Unavailable`."""
    if context.ports.unsubscribe is None:
        raise Unavailable("Nothing here can reach the list.")
    context.ports.unsubscribe(ways.one_click)
    return Done(f"{ways.whom} was told. It may take some days until its mail stops.", 1)
