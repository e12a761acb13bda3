"""Leaving a mailing list, by what its mail names for that; only when the person presses."""

from __future__ import annotations

from desktop_app.mime.unsubscribe import WaysOff, ways_off
from desktop_app.model.errors import NotFound, Unavailable
from desktop_app.model.message import SystemLabel
from desktop_app.tools.base import Effect, Params, person_tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done

_UNWANTED = frozenset({SystemLabel.SPAM, SystemLabel.SENT, SystemLabel.DRAFT})


class OfMessage(Params, frozen=True, kw_only=True):
    message_id: int


def find_ways_off(context: Context, params: OfMessage) -> WaysOff:
    """The ways off the list that sent the mail; none for spam, whose senders would only learn that
    somebody reads it. Raises `NotFound` for a mail that is not there."""
    message = context.store.messages.get(params.message_id)
    if message.labels & _UNWANTED:
        return WaysOff()
    return ways_off(context.store.messages.raw(message.id))


def unsubscribe(context: Context, params: OfMessage) -> Done:
    """Tell the list once, at the address that the stored mail names. Raises `NotFound` where it
    names none, `Refused`, `Unavailable`."""
    ways = find_ways_off(context, params)
    if not ways.one_click:
        raise NotFound("This mail names no way to unsubscribe with one press.")
    if context.ports.unsubscribe is None:
        raise Unavailable("Nothing here can reach the list.")
    context.ports.unsubscribe(ways.one_click)
    return Done(f"{ways.whom} was told. It may take some days until its mail stops.", 1)


FIND_WAYS_OFF = person_tool(find_ways_off, Effect.READ, OfMessage)
UNSUBSCRIBE = person_tool(unsubscribe, Effect.ORGANISE, OfMessage, "Unsubscribe from a list")
TOOLS = (FIND_WAYS_OFF, UNSUBSCRIBE)
