"""Limit of a run that prepares one answer unasked: it reads the mail's own conversation and earlier
mail with the same people, and replies to the one mail. Of a calendar it is told the free times by
the application. Nothing else is possible, whatever a mail talks the model into."""

from __future__ import annotations

from desktop_app.model.message import MessageId
from desktop_app.store.store import Store
from desktop_app.tools.calls.base import AnyTool, Params
from desktop_app.tools.calls.caller import Limit
from desktop_app.tools.drafting.mail_with import mail_with_people_of
from desktop_app.tools.person import meeting_times, surroundings, writing_styles
from desktop_app.tools.verbs import (
    draft_reply,
    get_attachment,
    get_message,
    get_thread,
    search_messages,
)

_OF_MAIL = frozenset(
    tool.name
    for tool in (
        search_messages.TOOL,
        get_message.TOOL,
        get_thread.TOOL,
        get_attachment.TOOL,
        draft_reply.TOOL,
    )
)
"""Tools that a model calls, which see no other mail."""

_LEFT = _OF_MAIL | frozenset(
    tool.name
    for tool in (
        surroundings.SURROUNDINGS,
        writing_styles.HOW_I_WRITE,
        meeting_times.MEETING_TIMES,
    )
)
"""Tools that are left, those among them that the application calls for the run too."""

REFUSED = "An answer is being prepared: only reading and one reply to this mail are possible."

OTHERS_STYLE = "An answer is being prepared: how the person writes to others is not told."


def only_a_reply_to(message: MessageId) -> Limit:
    """The limit of the run for this mail."""

    def refuses(_: AnyTool, params: Params) -> str:
        if isinstance(params, writing_styles.HowIWrite) and params.recipient:
            return OTHERS_STYLE
        if not isinstance(params, draft_reply.DraftReply):
            return ""
        named = params.message_id == str(message) and not params.request_key
        return "" if named else REFUSED

    def narrowed(tool: AnyTool, store: Store) -> Store:
        return mail_with_people_of(store, message) if tool.name in _OF_MAIL else store

    return Limit(_LEFT, REFUSED, refuses, narrowed)
