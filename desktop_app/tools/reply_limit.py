"""Limit of a run that prepares one answer: it reads, and replies to the one mail. Nothing else is
possible, whatever a mail talks the model into."""

from __future__ import annotations

from desktop_app.model.message import MessageId
from desktop_app.tools.base import AnyTool, Params
from desktop_app.tools.person import meeting_times, surroundings, writing_styles
from desktop_app.tools.runner import Limit
from desktop_app.tools.verbs import (
    draft_reply,
    get_attachment,
    get_message,
    get_thread,
    search_calendar_events,
    search_messages,
)

_LEFT = frozenset(
    tool.name
    for tool in (
        search_messages.TOOL,
        get_message.TOOL,
        get_thread.TOOL,
        get_attachment.TOOL,
        search_calendar_events.TOOL,
        draft_reply.TOOL,
        surroundings.SURROUNDINGS,
        writing_styles.HOW_I_WRITE,
        meeting_times.MEETING_TIMES,
    )
)
"""Tools that are left, those among them that the application calls for the run too."""

REFUSED = "An answer is being prepared: only reading and one reply to this mail are possible."


def only_a_reply_to(message: MessageId) -> Limit:
    """The limit of the run for this mail."""

    def refuses(_: AnyTool, params: Params) -> str:
        if not isinstance(params, draft_reply.DraftReply):
            return ""
        named = params.message_id == str(message) and not params.request_key
        return "" if named else REFUSED

    return Limit(_LEFT, REFUSED, refuses)
