"""One part of a message: an inline picture, or an attachment to open."""

from __future__ import annotations

from desktop_app.mime.access import attachment_bytes, inline_part
from desktop_app.mime.files import safe_filename
from desktop_app.model.errors import NotFound
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.window_results import Bytes


class GetPart(Params, frozen=True, kw_only=True):
    message_id: int
    content_id: str = ""
    attachment_id: str = ""


def run(context: Context, params: GetPart) -> Bytes:
    """By content id (no angle brackets) or by attachment id. Raises `NotFound`."""
    raw = context.store.messages.raw(params.message_id)
    if params.content_id:
        found = inline_part(raw, params.content_id)
        if found is None:
            raise NotFound("That picture is not in the mail.")
        return Bytes(found[0], "", found[1])
    message = context.store.messages.get(params.message_id)
    for part in message.attachments:
        if part.id == params.attachment_id:
            data = attachment_bytes(raw, part.id)
            return Bytes(part.content_type, safe_filename(part.filename), data)
    raise NotFound("That attachment is not in the mail.")


TOOL = Tool(
    name="get_part",
    title="Read a part",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="One part of a message: an inline picture, or an attachment to open.",
    params=GetPart,
    result=Bytes,
    run=run,
    origins=PERSON,
)
