"""Let a queued mail go without waiting for the rest of its undo time."""

from __future__ import annotations

from desktop_app.model.address import people
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.window_results import Queued


class SendNow(Params, frozen=True, kw_only=True):
    outbox_id: int


def run(context: Context, params: SendNow) -> Queued:
    """It has been approved by a press already. Raises `NotFound`."""
    entry = context.store.outbox.hasten(params.outbox_id, context.clock())
    context.ports.postman.wake()
    draft = context.store.drafts.get(entry.draft_id)
    return Queued(entry.id, draft.id, entry.send_after, people(draft.content.recipients))


TOOL = Tool(
    name="send_now",
    title="Send now",
    effect=Effect.SEND,
    group=Group.WINDOW,
    description="Let a queued mail go without waiting for the rest of its undo time.",
    params=SendNow,
    result=Queued,
    run=run,
    origins=PERSON,
)
