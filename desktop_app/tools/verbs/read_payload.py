"""The body of one request to a language model, exactly as it left."""

from __future__ import annotations

from desktop_app.tools.assistant_results import Payload
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class ReadPayload(Params, frozen=True, kw_only=True):
    payload_id: int


def run(context: Context, params: ReadPayload) -> Payload:
    """Raises `NotFound`."""
    return Payload(params.payload_id, context.store.conversations.payload(params.payload_id))


TOOL = Tool(
    name="read_payload",
    title="Read what was sent",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The body of one request to a language model, exactly as it left.",
    params=ReadPayload,
    result=Payload,
    run=run,
    origins=PERSON,
)
