"""Presses on Send, and approved mail in the outbox: taken back, hastened, settled where its fate is
uncertain, kept as a draft where it was not sent."""

from __future__ import annotations

from desktop_app.model.address import people
from desktop_app.model.errors import BadInput
from desktop_app.model.outbox import OutboxEntry, OutboxState, PostmanStatus
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, DraftSaved, Queued, Result


class UndoSend(Params, frozen=True, kw_only=True):
    outbox_id: int


class SendNow(Params, frozen=True, kw_only=True):
    outbox_id: int


class PostponeSend(Params, frozen=True, kw_only=True):
    """`seconds` from now."""

    outbox_id: int
    seconds: float


class ChangeTime(Params, frozen=True, kw_only=True):
    """`at` in seconds since the epoch."""

    outbox_id: int
    at: float


class SettleSend(Params, frozen=True, kw_only=True):
    outbox_id: int


class ResolveSend(Params, frozen=True, kw_only=True):
    outbox_id: int
    sent: bool


class KeepUnsent(Params, frozen=True, kw_only=True):
    draft_id: str


class NotePress(Params, frozen=True, kw_only=True):
    draft_id: str


class TakePressBack(Params, frozen=True, kw_only=True):
    draft_id: str


class GiveUpPress(Params, frozen=True, kw_only=True):
    """`reason` is a sentence."""

    draft_id: str
    reason: str


class NotSent(Result, frozen=True):
    """Mail that was not sent and of which the person has said nothing yet, the newest first."""

    entries: tuple[OutboxEntry, ...]


def note_press(context: Context, params: NotePress) -> Done:
    """Write down that Send was pressed, before anything else is done for it. Raises `Refused` for a
    draft that is not open, `NotFound`."""
    context.store.outbox.presses.note(params.draft_id, now=context.clock())
    return Done("Noted.", 1)


def take_press_back(context: Context, params: TakePressBack) -> Done:
    """The person was told in the window that the mail does not go: nothing is left to be said."""
    context.store.outbox.presses.take_back(params.draft_id)
    return Done("Taken back.", 1)


def give_up_press(context: Context, params: GiveUpPress) -> Done:
    """Nothing more is done for a press: its mail stands among those that were not sent."""
    given_up = context.store.outbox.presses.give_up(params.draft_id, params.reason)
    return Done("Not sent.", int(given_up))


def postman_status(context: Context, params: NoParams) -> PostmanStatus:
    """Whether approved mail leaves, else why not."""
    return context.ports.postman.status


def undo_send(context: Context, params: UndoSend) -> DraftSaved:
    """Take a queued mail back: the very same text, editable. Raises `Refused` when it is already
    on its way."""
    entry = context.store.outbox.undo(params.outbox_id)
    return rows.draft_saved(context, context.store.drafts.get(entry.draft_id))


def send_now(context: Context, params: SendNow) -> Queued:
    """Let a queued mail go without waiting for the rest of its undo time, or for its time. It has
    been approved by a press already. Raises `Refused` once it has left, `NotFound`."""
    from desktop_app.tools.drafting.recipients import named_keys

    outbox, now = context.store.outbox, context.clock()
    if outbox.get(params.outbox_id).state is OutboxState.SCHEDULED:
        entry = outbox.scheduled.release(params.outbox_id, now, at_once=True)
    else:
        entry = outbox.hasten(params.outbox_id, now)
    context.ports.postman.wake()
    draft = context.store.drafts.get(entry.draft_id)
    return Queued(
        entry.id,
        draft.id,
        entry.send_after,
        people(draft.content.recipients, named=named_keys(context, draft)),
    )


def postpone_send(context: Context, params: PostponeSend) -> Done:
    """Stop the clock of a queued mail, or set it going again. Raises `Refused` when it is already
    on its way."""
    context.store.outbox.postpone(params.outbox_id, context.clock() + params.seconds)
    context.ports.postman.wake()
    return Done("Postponed.", 1)


def change_time(context: Context, params: ChangeTime) -> Done:
    """Let a mail that is to leave later leave at another time: the bytes that were approved are the
    same. Raises `BadInput` for a time that can't be chosen, `Refused` once it has left,
    `NotFound`."""
    from desktop_app.model.moments import is_ahead

    if not is_ahead(params.at, context.clock()):
        raise BadInput("That time is over, or too far ahead.")
    context.store.outbox.scheduled.change_time(params.outbox_id, params.at)
    context.ports.postman.wake()
    return Done("The time is changed.", 1)


def list_not_sent(context: Context, params: NoParams) -> NotSent:
    """What the person pressed Send for, and what was not sent."""
    return NotSent(tuple(context.store.outbox.not_sent().values()))


def settle_send(context: Context, params: SettleSend) -> Done:
    """Look again for what became of an uncertain mail; never sends."""
    context.ports.postman.settle(params.outbox_id)
    return Done("Looking for it in Sent.", 1)


def resolve_send(context: Context, params: ResolveSend) -> Done:
    """The person says what became of an uncertain mail: sent, or not, and then it is a draft
    again. Raises `Refused` when it is not uncertain."""
    state = OutboxState.SENT if params.sent else OutboxState.UNDONE
    context.store.outbox.finish(params.outbox_id, state)
    return Done("Noted as sent." if params.sent else "Back in drafts.", 1)


def keep_unsent(context: Context, params: KeepUnsent) -> Done:
    """Keep a mail that was not sent as a draft like any other. Raises `Refused` where nothing of
    it is to be said, `NotFound`."""
    context.store.outbox.keep_as_draft(params.draft_id)
    return Done("Kept as a draft.", 1)


NOTE_PRESS = person_tool(note_press, Effect.DRAFT, NotePress)
TAKE_PRESS_BACK = person_tool(take_press_back, Effect.DRAFT, TakePressBack)
GIVE_UP_PRESS = person_tool(give_up_press, Effect.DRAFT, GiveUpPress)
POSTMAN_STATUS = person_tool(postman_status, Effect.READ, NoParams)
UNDO_SEND = person_tool(undo_send, Effect.DRAFT, UndoSend)
SEND_NOW = person_tool(send_now, Effect.SEND, SendNow, "Send now")
POSTPONE_SEND = person_tool(postpone_send, Effect.DRAFT, PostponeSend)
CHANGE_TIME = person_tool(change_time, Effect.SEND, ChangeTime, "Change the time")
LIST_NOT_SENT = person_tool(list_not_sent, Effect.READ, NoParams)
SETTLE_SEND = person_tool(settle_send, Effect.READ, SettleSend)
RESOLVE_SEND = person_tool(resolve_send, Effect.DRAFT, ResolveSend)
KEEP_UNSENT = person_tool(keep_unsent, Effect.DRAFT, KeepUnsent)

TOOLS = (
    NOTE_PRESS,
    TAKE_PRESS_BACK,
    GIVE_UP_PRESS,
    POSTMAN_STATUS,
    UNDO_SEND,
    SEND_NOW,
    POSTPONE_SEND,
    CHANGE_TIME,
    LIST_NOT_SENT,
    SETTLE_SEND,
    RESOLVE_SEND,
    KEEP_UNSENT,
)
