"""The raw source of a message."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.window_results import Bytes


class ReadSource(Params, frozen=True, kw_only=True):
    message_id: int
    limit: int = 1_000_000


def run(context: Context, params: ReadSource) -> Bytes:
    """At most `limit` bytes of it. Raises `NotFound`."""
    raw = context.store.messages.raw(params.message_id)
    return Bytes("message/rfc822", f"{params.message_id}.eml", raw[: params.limit])


TOOL = Tool(
    name="read_source",
    title="Read the source",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The raw source of a message.",
    params=ReadSource,
    result=Bytes,
    run=run,
    origins=PERSON,
)
