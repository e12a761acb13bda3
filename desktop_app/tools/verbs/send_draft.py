"""Send a draft: for the person, with the permit of their press; for anyone else it asks."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from desktop_app.mail.drafts.compose import compose, new_message_id
from desktop_app.mail.wire.mailboxes import wire_address
from desktop_app.model.address import addressed, people
from desktop_app.model.bridge import NEVER_SENDS
from desktop_app.model.clock import iso
from desktop_app.model.draft import CheckLevel, Draft
from desktop_app.model.errors import BadInput, Refused
from desktop_app.model.moments import is_ahead, read_iso
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.answers.rows import MOST_PEOPLE
from desktop_app.tools.calls.base import Decision, Effect, Group, Params, Tool, ToolResult
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Queued
from desktop_app.tools.drafting import draft_checks
from desktop_app.tools.drafting.recipients import named_keys


class SendDraft(Params, frozen=True, kw_only=True):
    draft_id: str
    revision: Annotated[int, Meta(ge=1)]
    then_archive: bool = False
    send_at: Annotated[
        str, Meta(description="A time to propose, ISO 8601; the person sets it.")
    ] = ""


def run(context: Context, params: SendDraft) -> Queued:
    """Freeze and queue the draft; the undo window runs before it leaves, or it waits for its time.

    Raises `Refused` without a permit or when what is stored is not what was shown, `BadInput`
    when a blocking check fails, `Conflict`, `NotFound`.
    """
    draft = context.store.drafts.get(params.draft_id)
    permit = context.permit
    if permit is None:
        raise Refused("Only a press on Send sends.", next_step="Open the draft and press Send.")
    if params.revision != draft.revision:
        raise Refused(
            "What is stored is not what was shown, so nothing was sent.",
            next_step="Look at the draft again and press Send.",
        )
    _refuse_blocked(context, draft)
    scheduled = _time(context, params)
    content = draft.content
    parts = {part.id: part for part in content.attachments}
    message_id = new_message_id(content.from_.domain, permit.nonce)
    now = context.clock()
    mime = compose(
        content,
        message_id=message_id,
        date=scheduled or now,
        read_attachment=lambda part: context.store.drafts.read_whole(parts[part]),
        include_bcc=True,
    )
    entry = context.store.outbox.approve(
        draft,
        permit,
        mime=mime,
        rfc822_message_id=message_id,
        recipients=[wire_address(a.email) for a in content.recipients],
        send_after=now + context.settings.number("mail.undo_seconds"),
        now=now,
        then_archive=params.then_archive,
        scheduled=scheduled,
    )
    context.ports.postman.wake()
    return Queued(
        entry.id,
        draft.id,
        entry.send_after,
        people(content.recipients, named=named_keys(context, draft)),
        entry.scheduled,
    )


def _time(context: Context, params: SendDraft) -> float:
    """The moment that the call names, 0 for none. Raises `BadInput`."""
    if not params.send_at.strip():
        return 0.0
    try:
        at = read_iso(params.send_at)
    except ValueError:
        raise BadInput(
            "send_at is no time.", next_step="Give it as 2026-11-30T08:00, or leave it out."
        ) from None
    if not is_ahead(at, context.clock()):
        raise BadInput(
            "The time to send is over, or too far ahead.",
            next_step="Choose a time from a minute to five years from now.",
        )
    return at


def ask(context: Context, params: SendDraft) -> ToolResult[Any]:
    """Mark the draft as asking; it waits in *To review*, also after a restart."""
    at = _time(context, params)
    draft = context.store.drafts.ask_to_send(
        params.draft_id, params.revision, context.author, at=at
    )
    proposed = f" The time is proposed there: {iso(at)}." if at else ""
    told = (
        "Not sent. The draft asks to be sent. It waits under To review for a press on Send."
        f"{proposed} {NEVER_SENDS}"
    )
    reason = "\n".join((told, *Fence().around(_addressed(draft))))
    return ToolResult(Decision.ASK, reason=reason, draft_id=draft.id)


def _addressed(draft: Draft) -> str:
    """Everybody it would go to, by their addresses."""
    content = draft.content
    return addressed(content.to, content.cc, content.bcc, most=MOST_PEOPLE, named=())


def _refuse_blocked(context: Context, draft: Draft) -> None:
    for check in draft_checks.checks(context, draft):
        if check.level is CheckLevel.BLOCK:
            raise BadInput(check.text, next_step=check.fix)


TOOL = Tool(
    name="send_draft",
    title="Ask to send",
    done="Asked to send",
    effect=Effect.SEND,
    group=Group.DRAFTS,
    description=(
        "Ask the person to send a draft; only their press does. get_draft tells the outcome."
    ),
    params=SendDraft,
    result=Queued,
    run=run,
    ask=ask,
    unlisted=frozenset({"then_archive"}),
)
