"""What needs a reply, waits for others or is news: corrections, reminders, sorting old mail."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from desktop_app.mail.message.body import read_body
from desktop_app.mail.words.asking import new_words
from desktop_app.mail.words.nudge import nudge
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput, NotFound, Refused
from desktop_app.model.message import Message, ThreadId
from desktop_app.model.query import Query, Term
from desktop_app.model.triage import NAMES, Kind
from desktop_app.store.triage.triage import Correction
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, DraftSaved, Result
from desktop_app.tools.drafting import new_drafts
from desktop_app.tools.drafting.new_drafts import NewDraft

NOTHING = "nothing"
PORTION = 50
MOST_OF_A_SENDER = 500
"""Conversations that are judged again when a sender's mail is called news, the newest ones."""

_CORRECTIONS = msgspec.json.Decoder(tuple[Correction, ...])


class Corrected(Result, frozen=True):
    """`undo` is the key for `take_back_triage`."""

    undo: str


class CorrectTriage(Params, frozen=True, kw_only=True):
    thread_ids: Annotated[tuple[ThreadId, ...], Meta(min_length=1, max_length=1000)]
    kind: Literal["needs-reply", "news", "nothing"]


class TakeBackTriage(Params, frozen=True, kw_only=True):
    undo: str


class DraftNudge(Params, frozen=True, kw_only=True):
    thread_id: ThreadId


def correct_triage(context: Context, params: CorrectTriage) -> Corrected:
    """Keep what the person says of conversations; one that is gone is passed over. Calling it news
    holds for what its sender writes, now and later."""
    kind = NAMES.get(params.kind, Kind.OTHER)
    before: list[Correction] = []
    for thread_id in params.thread_ids:
        try:
            before.append(context.store.triage.correct(thread_id, kind))
        except NotFound:
            continue
    _judge(context, before)
    return Corrected(msgspec.json.encode(before).decode())


def take_back_triage(context: Context, params: TakeBackTriage) -> Done:
    """Put back what was said before a correction. Raises `BadInput` for what is no key."""
    try:
        before = _CORRECTIONS.decode(params.undo)
    except msgspec.DecodeError as error:
        raise BadInput("This is no change that can be taken back.") from error
    for one in reversed(before):
        context.store.triage.take_back(one)
    _judge(context, before)
    return Done("Taken back.", len(before))


def _judge(context: Context, corrections: list[Correction] | tuple[Correction, ...]) -> None:
    """The conversations at once, the others of their senders soon."""
    for one in corrections:
        if one.sender:
            query = Query("", Term("from", one.sender, phrase=True))
            found = context.store.finder.threads(
                query, limit=MOST_OF_A_SENDER, account_id=one.account_id
            )
            context.store.triage.judge_again(thread.id for thread in found)
        context.store.triage.judge_now(one.thread)


def sort_mail(context: Context, params: NoParams) -> Done:
    """Judge every conversation that is due, where no window does it. Ends when cancelled."""
    done = 0
    while not (context.cancelled is not None and context.cancelled.is_set()):
        judged = context.store.triage.judge(PORTION).number
        done += judged
        if not judged:
            break
    return Done(f"{done} conversations sorted.", done)


def draft_nudge(context: Context, params: DraftNudge) -> DraftSaved:
    """A draft that asks for the answer to the person's last mail, in its language: their own, or a
    proposal of the prepared queue. Raises `Refused` where they were not the last to write,
    `NotFound`."""
    verdict = context.store.triage.of_thread(params.thread_id)
    if verdict is None or verdict.kind is not Kind.WAITING:
        raise Refused("You were not the last to write here, or you asked nothing.")
    message = context.store.messages.get(verdict.message)
    content = new_drafts.reply_content(context, message, _words(context, message), reply_all=True)
    sources = (new_drafts.source_of(message),)
    new = NewDraft(message.account_id, content, message, reply_all=True, sources=sources)
    return rows.draft_saved(context, new_drafts.keep(context, new))


def _words(context: Context, message: Message) -> str:
    text = new_words(read_body(context.store.messages.raw(message.id)).text)
    to = message.to
    return nudge(text, to[0].first_name if len(to) == 1 and to[0].name else "")


CORRECT_TRIAGE = person_tool(
    correct_triage, Effect.ORGANISE, CorrectTriage, "Say what a conversation wants"
)
TAKE_BACK_TRIAGE = person_tool(
    take_back_triage, Effect.ORGANISE, TakeBackTriage, "Take back what was said of conversations"
)
SORT_MAIL = person_tool(sort_mail, Effect.READ, NoParams)
DRAFT_NUDGE = person_tool(
    draft_nudge,
    Effect.DRAFT,
    DraftNudge,
    "Draft a reminder",
    origins=frozenset({Origin.USER, Origin.ASSISTANT}),
)

TOOLS = (CORRECT_TRIAGE, TAKE_BACK_TRIAGE, SORT_MAIL, DRAFT_NUDGE)
