"""Ask the person to leave a mailing list: their press tells it, nothing else does."""

from __future__ import annotations

from desktop_app.mail.message.unsubscribe import WaysOff
from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound, Refused
from desktop_app.model.message import Message
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Group, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Candidates, Done
from desktop_app.tools.names.reference import MessageReference, resolve
from desktop_app.tools.names.resolving import resolved_message, with_message_id
from desktop_app.tools.reading.leaving_lists import tell_list, ways_off_list


class AskToUnsubscribe(MessageReference, frozen=True, kw_only=True):
    pass


def run(context: Context, params: AskToUnsubscribe) -> Done | Candidates:
    """Tell the list once. Raises `Refused` for a program without the person's press, `NotFound`
    where the mail names no way off with one press, `Unavailable`."""
    if context.origin is not Origin.USER and not context.conversation.of_a_request:
        raise Refused("Only a press of the person tells a list anything.")
    message = resolve(context, params)
    if isinstance(message, tuple):
        return rows.candidates(context, message)
    return tell_list(context, _one_click(context, message))


def subject(context: Context, params: AskToUnsubscribe) -> Subject:
    """Raises like `run`. Of resolved parameters."""
    message = resolved_message(context, params)
    host = rows.visible(_one_click(context, message).whom)
    return Subject(
        "Unsubscribe from a list",
        (message.id,),
        note="Draftdesk tells this server to take you off its list. The server learns your network "
        "address and that this mail was read. Nothing else is sent.",
        quotes=(("Server", host),),
    )


def _one_click(context: Context, message: Message) -> WaysOff:
    ways = ways_off_list(context, message)
    if ways.one_click:
        return ways
    if ways.mail:
        raise NotFound(
            "This list is left by a mail to it, not by a press.",
            next_step="Propose it with create_draft; the address is below.",
            untrusted=rows.visible(ways.mail)[:400],
        )
    if ways.page:
        raise NotFound(
            "This list is left on a page of its own, which only the person can open.",
            next_step="Tell them; the address is below.",
            untrusted=rows.visible(ways.page)[:400],
        )
    raise NotFound(
        "This mail names no list that could be left.",
        next_step="Propose to mark it as spam, or to archive such mail.",
    )


TOOL = Tool(
    name="ask_to_unsubscribe",
    title="Ask to unsubscribe",
    done="Asked to unsubscribe",
    effect=Effect.OUTWARD,
    group=Group.ORGANISING,
    description="Ask the person to leave the mailing list that sent a mail; their press tells it.",
    params=AskToUnsubscribe,
    result=Done,
    picks=True,
    run=run,
    resolve=with_message_id,
    subject=subject,
)
