"""Approved mail in the outbox: taken back, hastened, and settled where its fate is uncertain."""

from __future__ import annotations

from desktop_app.model.address import people
from desktop_app.model.outbox import OutboxState, PostmanStatus
from desktop_app.tools import rows
from desktop_app.tools.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done, DraftSaved, Queued


class UndoSend(Params, frozen=True, kw_only=True):
    outbox_id: int


class SendNow(Params, frozen=True, kw_only=True):
    outbox_id: int


class PostponeSend(Params, frozen=True, kw_only=True):
    """`seconds` from now."""

    outbox_id: int
    seconds: float


class SettleSend(Params, frozen=True, kw_only=True):
    outbox_id: int


class ResolveSend(Params, frozen=True, kw_only=True):
    outbox_id: int
    sent: bool


def postman_status(context: Context, params: NoParams) -> PostmanStatus:
    """Whether approved mail leaves, else why not."""
    return context.ports.postman.status


def undo_send(context: Context, params: UndoSend) -> DraftSaved:
    """Take a queued mail back: the very same text, editable. Raises `Refused` when it is already
    on its way."""
    entry = context.store.outbox.undo(params.outbox_id)
    return rows.draft_saved(context, context.store.drafts.get(entry.draft_id))


def send_now(context: Context, params: SendNow) -> Queued:
    """Let a queued mail go without waiting for the rest of its undo time. It has been approved
    by a press already. Raises `NotFound`."""
    entry = context.store.outbox.hasten(params.outbox_id, context.clock())
    context.ports.postman.wake()
    draft = context.store.drafts.get(entry.draft_id)
    return Queued(entry.id, draft.id, entry.send_after, people(draft.content.recipients))


def postpone_send(context: Context, params: PostponeSend) -> Done:
    """Stop the clock of a queued mail, or set it going again. Raises `Refused` when it is already
    on its way."""
    context.store.outbox.postpone(params.outbox_id, context.clock() + params.seconds)
    context.ports.postman.wake()
    return Done("Postponed.", 1)


def settle_send(context: Context, params: SettleSend) -> Done:
    """Look again for what became of an uncertain mail; never sends."""
    context.ports.postman.settle(params.outbox_id)
    return Done("Looking for it in Sent.", 1)


def resolve_send(context: Context, params: ResolveSend) -> Done:
    """The person says what became of an uncertain mail: sent, or not, and then it is a draft
    again. Raises `Refused` when it is not uncertain."""
    state = OutboxState.SENT if params.sent else OutboxState.FAILED
    context.store.outbox.finish(
        params.outbox_id, state, "" if params.sent else "You said it was not sent."
    )
    return Done("Noted as sent." if params.sent else "Back in drafts.", 1)


POSTMAN_STATUS = person_tool(postman_status, Effect.READ, NoParams)
UNDO_SEND = person_tool(undo_send, Effect.DRAFT, UndoSend)
SEND_NOW = person_tool(send_now, Effect.SEND, SendNow, "Send now")
POSTPONE_SEND = person_tool(postpone_send, Effect.DRAFT, PostponeSend)
SETTLE_SEND = person_tool(settle_send, Effect.READ, SettleSend)
RESOLVE_SEND = person_tool(resolve_send, Effect.DRAFT, ResolveSend)

TOOLS = (POSTMAN_STATUS, UNDO_SEND, SEND_NOW, POSTPONE_SEND, SETTLE_SEND, RESOLVE_SEND)
