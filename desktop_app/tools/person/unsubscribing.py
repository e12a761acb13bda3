"""Leaving a mailing list, by what its mail names for that; only when the person presses."""

from __future__ import annotations

from desktop_app.mail.message.unsubscribe import WaysOff
from desktop_app.model.errors import NotFound
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.reading.leaving_lists import tell_list, ways_off_list


class OfMessage(Params, frozen=True, kw_only=True):
    message_id: int


def find_ways_off(context: Context, params: OfMessage) -> WaysOff:
    """The ways off the list that sent the mail. Raises `NotFound` for a mail that is not there."""
    return ways_off_list(context, context.store.messages.get(params.message_id))


def unsubscribe(context: Context, params: OfMessage) -> Done:
    """Tell the list once, at the address that the stored mail names. Raises `NotFound` where it
    names none, `Refused`, `Unavailable`."""
    ways = find_ways_off(context, params)
    if not ways.one_click:
        raise NotFound("This mail names no way to unsubscribe with one press.")
    return tell_list(context, ways)


FIND_WAYS_OFF = person_tool(find_ways_off, Effect.READ, OfMessage)
UNSUBSCRIBE = person_tool(unsubscribe, Effect.ORGANISE, OfMessage, "Unsubscribe from a list")
TOOLS = (FIND_WAYS_OFF, UNSUBSCRIBE)
