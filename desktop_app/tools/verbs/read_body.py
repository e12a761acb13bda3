"""One message as the reader shows it."""

from __future__ import annotations

from desktop_app.mime.body import read_body
from desktop_app.tools import window_results
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class ReadBody(Params, frozen=True, kw_only=True):
    message_id: int


def run(context: Context, params: ReadBody) -> window_results.ReadBody:
    """Sanitised HTML and the same as text. Raises `NotFound`."""
    message = context.store.messages.get(params.message_id)
    return window_results.ReadBody(message, read_body(context.store.messages.raw(message.id)))


TOOL = Tool(
    name="read_body",
    title="Read a body",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="One message as the reader shows it.",
    params=ReadBody,
    result=window_results.ReadBody,
    run=run,
    origins=PERSON,
)
