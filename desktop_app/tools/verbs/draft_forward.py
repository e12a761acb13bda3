"""Pass a mail on with a draft, attachments included."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.model.message import Message
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Group, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Candidates, DraftSaved
from desktop_app.tools.drafting import draft_attachments, new_drafts
from desktop_app.tools.drafting.given_people import recipients
from desktop_app.tools.drafting.new_drafts import NewDraft
from desktop_app.tools.drafting.proposal_kind import in_kind
from desktop_app.tools.names.reference import HINTS, MessageReference, refuse_words_as_hint, resolve
from desktop_app.tools.names.resolving import resolved_message, with_message_id


class DraftForward(MessageReference, frozen=True, kw_only=True):
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    body: str = ""
    send_as: str = ""
    request_key: str = ""


def run(context: Context, params: DraftForward) -> DraftSaved | Candidates:
    """Raises `NotFound`, `BadInput`."""
    refuse_words_as_hint(context, params.body, params)
    message = resolve(context, params)
    if isinstance(message, tuple):
        return rows.candidates(context, message)
    new = _new(context, params, message)
    return rows.draft_saved(context, new_drafts.keep(context, new, request_key=params.request_key))


def _new(context: Context, params: DraftForward, message: Message) -> NewDraft:
    to = recipients(context, params.to)
    content = new_drafts.forward_content(context, message, to, params.body)
    content = new_drafts.also_to(context, content, params.cc, params.bcc)
    if context.origin is not Origin.USER and not content.recipients:
        raise BadInput("To whom? A forward goes to somebody.", next_step="Give to.")
    sources, parts = (new_drafts.source_of(message),), draft_attachments.parts_of(message)
    account = context.store.accounts.get(message.account_id)
    content = new_drafts.sent_as(context, content, params.send_as, account)
    said = ("forward", str(message.id))
    new = NewDraft(
        message.account_id, content, sources=sources, parts=parts, said=said, about=message
    )
    return in_kind(context, new)


def in_full(context: Context, params: DraftForward) -> DraftForward | Candidates:
    """The parameters with the mail's id. Raises like `run`."""
    refuse_words_as_hint(context, params.body, params)
    return with_message_id(context, params)


def subject(context: Context, params: DraftForward) -> Subject:
    """Raises like `run`. Of resolved parameters."""
    found = _new(context, params, resolved_message(context, params)).subject(context)
    return replace(found, words="Write a forward")


TOOL = Tool(
    name="draft_forward",
    title="Draft a forward",
    done="Drafted a forward",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description="Draft a forward, with its attachments.",
    params=DraftForward,
    result=DraftSaved,
    picks=True,
    unlisted=HINTS,
    other_ways=frozenset({"number", "request_key"}),
    needs=("to",),
    run=run,
    resolve=in_full,
    subject=subject,
)
