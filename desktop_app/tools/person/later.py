"""What comes back later: snoozing, reminders, and what the window says of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import BadInput
from desktop_app.model.label_difference import LabelDifference
from desktop_app.model.message import Message, MessageId, SystemLabel, ThreadId
from desktop_app.model.moments import is_ahead
from desktop_app.store.rows.label_changes import Relabelled
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

DAY = 86_400.0
PORTION = 500
"""Conversations that are changed in one transaction."""

_NOT_MINE = frozenset({str(SystemLabel.DRAFT), str(SystemLabel.SPAM), str(SystemLabel.TRASH)})
Threads = Annotated[tuple[ThreadId, ...], Meta(min_length=1)]


class Kept(Result, frozen=True):
    """How many conversations changed, and how many are as they were. `undo` is the key for
    `undo_change`, empty where nothing changed."""

    conversations: int
    conversations_left: int
    undo: str


class Snooze(Params, frozen=True, kw_only=True):
    """`until` is a moment in seconds since the epoch; 0 waits for somebody's answer."""

    thread_ids: Threads
    until: float = 0.0


class EndSnooze(Params, frozen=True, kw_only=True):
    thread_ids: Threads


class RemindIfUnanswered(Params, frozen=True, kw_only=True):
    """Of a conversation `at` a moment in seconds since the epoch, or of a draft so many `days`
    after it has left; 0 days takes the wish for the draft back."""

    thread_id: ThreadId = 0
    at: float = 0.0
    draft_id: str = ""
    days: Annotated[float, Meta(ge=0, le=366)] = 0.0


class ForgetReminders(Params, frozen=True, kw_only=True):
    thread_ids: Threads


def snooze(context: Context, params: Snooze) -> Kept:
    """Take conversations out of the inbox until then. Raises `BadInput` for a moment that is over
    or too far ahead."""
    if params.until and not is_ahead(params.until, context.clock()):
        raise BadInput("A conversation comes back at a time that is ahead, in five years at most.")
    later = context.store.later
    return _in_portions(context, params.thread_ids, lambda some: later.snooze(some, params.until))


def end_snooze(context: Context, params: EndSnooze) -> Kept:
    """Put snoozed conversations back into the inbox now."""
    return _in_portions(context, params.thread_ids, context.store.later.end_snooze)


def remind_if_unanswered(context: Context, params: RemindIfUnanswered) -> Kept:
    """Bring a conversation back if nobody has answered by then. Raises `NotFound`, `BadInput` for a
    moment that is over and where the person has written nothing."""
    if params.draft_id:
        draft = context.store.drafts.get(params.draft_id)
        context.store.later.want_reminder(draft.id, draft.account_id, params.days * DAY)
        return Kept(0, 0, "")
    at = params.at or context.clock() + params.days * DAY
    if not is_ahead(at, context.clock()):
        raise BadInput("A reminder is for a time that is ahead, in five years at most.")
    sent = _last_sent(context, params.thread_id)
    remind = context.store.later.remind
    return _in_portions(context, (params.thread_id,), lambda _: remind(sent.id, at))


def _last_sent(context: Context, thread_id: ThreadId) -> Message:
    """The newest mail of the person's own in a conversation. Raises `NotFound`, `BadInput`."""
    thread = context.store.threads.get(thread_id)
    own = context.store.accounts.own_keys(thread.account_id)
    for message in reversed(thread.messages):
        mine = str(SystemLabel.SENT) in message.labels or message.sender.key in own
        if mine and not message.labels & _NOT_MINE:
            return message
    raise BadInput("You have written nothing here that somebody could answer.")


def forget_reminders(context: Context, params: ForgetReminders) -> Kept:
    """Take the reminders of conversations away."""
    return _in_portions(context, params.thread_ids, context.store.later.forget_reminders)


def _in_portions(
    context: Context,
    threads: Sequence[ThreadId],
    work: Callable[[Sequence[ThreadId]], Relabelled],
) -> Kept:
    """A change of conversations, some in a transaction: other writers go in between. What takes all
    of it back is stored with the last of them."""
    changes: dict[MessageId, LabelDifference] = {}
    there: dict[MessageId, ThreadId] = {}
    undo = ""
    for start in range(0, len(threads), PORTION):
        with context.store.one_commit():
            done = work(threads[start : start + PORTION])
            changes |= done.changes
            there |= done.threads
            if changes and start + PORTION >= len(threads):
                undo = context.store.undos.keep(changes, now=context.clock())
    changed = {there[id_] for id_ in changes}
    return Kept(len(changed), len(set(there.values()) - changed), undo)


SNOOZE = person_tool(snooze, Effect.ORGANISE, Snooze, "Snooze conversations")
END_SNOOZE = person_tool(end_snooze, Effect.ORGANISE, EndSnooze, "End a snooze")
REMIND_IF_UNANSWERED = person_tool(
    remind_if_unanswered, Effect.ORGANISE, RemindIfUnanswered, "Remind if nobody answers"
)
FORGET_REMINDERS = person_tool(
    forget_reminders, Effect.ORGANISE, ForgetReminders, "Take reminders away"
)
TOOLS = (SNOOZE, END_SNOOZE, REMIND_IF_UNANSWERED, FORGET_REMINDERS)
