"""One proposed answer to a mail in a conversation."""

from __future__ import annotations

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import Conflict, NotFound
from desktop_app.model.message import Message
from desktop_app.tools.calls.context import Context


def refuse_second_answer(context: Context, message: Message, request_key: str) -> None:
    """Allow one proposed answer to a mail in a conversation; a new `request_key` allows another.
    Raises `Conflict` with how to go on."""
    if context.origin is Origin.USER or request_key:
        return
    proposed = context.conversation.answers.get(message.id) or _asked(context, message)
    if not proposed:
        return
    try:
        draft = context.store.drafts.get(proposed)
    except NotFound:
        return
    if draft.state in {DraftState.PROPOSED, DraftState.EDITED}:
        raise Conflict(
            f"There is a draft already that answers this mail: {draft.id}, revision "
            f"{draft.revision}.",
            next_step="Change it with update_draft, or give a request_key for one more.",
            details={"draft_id": draft.id},
        )


def _asked(context: Context, message: Message) -> str:
    """The draft that came of a request for an answer to the mail, empty without one. Raises
    `Conflict` while the request waits."""
    asked = context.conversation.asked.get(message.id)
    if asked is None:
        return ""
    try:
        request = context.store.requests.get(asked)
    except NotFound:
        return ""
    if request.is_open:
        raise Conflict(
            f"The person has been asked for a draft that answers this mail: request {asked}.",
            next_step="Wait for their answer, or give a request_key to ask for one more.",
        )
    return request.draft_id
