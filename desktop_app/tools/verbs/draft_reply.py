"""Answer a mail with a draft: everything but the words is derived."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta, json, structs

from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.model.invitation import Answer
from desktop_app.model.message import Message
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Group, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Candidates, DraftSaved
from desktop_app.tools.drafting import draft_attachments, new_drafts, templates
from desktop_app.tools.drafting.answered_once import refuse_second_answer
from desktop_app.tools.drafting.draft_attachments import BOTH_AS_THERE, FileContent
from desktop_app.tools.drafting.invitation_answers import answer_draft
from desktop_app.tools.drafting.new_drafts import NewDraft
from desktop_app.tools.drafting.proposal_kind import in_kind
from desktop_app.tools.drafting.proposed_events import EVENT_AS_THERE, Event, with_event
from desktop_app.tools.names.reference import HINTS, MessageReference, refuse_words_as_hint, resolve
from desktop_app.tools.names.resolving import resolved_message, with_message_id

_ANSWERS = {
    "accept": Answer.ACCEPTED,
    "maybe": Answer.TENTATIVE,
    "decline": Answer.DECLINED,
}


class DraftReply(MessageReference, frozen=True, kw_only=True):
    body: str = ""
    reply_all: bool = False
    cc: Annotated[tuple[str, ...], Meta(description="Added to those derived.")] = ()
    bcc: tuple[str, ...] = ()
    to_list: bool = False
    attachments: tuple[str, ...] = ()
    files: Annotated[tuple[FileContent, ...], Meta(description=BOTH_AS_THERE)] = ()
    event: Annotated[Event | None, Meta(description=EVENT_AS_THERE)] = None
    send_as: str = ""
    invitation: Annotated[
        Literal["", "accept", "maybe", "decline"], Meta(description="Answers the one in the mail.")
    ] = ""
    template: str = ""
    template_digest: str = ""
    request_key: str = ""


def run(context: Context, params: DraftReply) -> DraftSaved | Candidates:
    """Raises `NotFound`, `BadInput`, `Conflict` when it was answered in this conversation."""
    refuse_words_as_hint(context, params.body, params)
    message = resolve(context, params)
    if isinstance(message, tuple):
        return rows.candidates(context, message)
    new = _new(context, params, message)
    return rows.draft_saved(context, new_drafts.keep(context, new, request_key=params.request_key))


def _new(context: Context, params: DraftReply, message: Message) -> NewDraft:
    _refuse_empty(context, params)
    refuse_second_answer(context, message, params.request_key)
    if params.invitation:
        new = answer_draft(context, message, _ANSWERS[params.invitation], params.body)
    else:
        content = new_drafts.reply_content(
            context,
            message,
            params.body,
            reply_all=params.reply_all,
            to_list=params.to_list,
        )
        sources = (new_drafts.source_of(message),)
        new = NewDraft(message.account_id, content, message, params.reply_all, sources)
    account = context.store.accounts.get(new.account_id)
    content = new_drafts.also_to(context, new.content, params.cc, params.bcc)
    content = new_drafts.sent_as(context, content, params.send_as, account)
    used = templates.use(context, params.template, content, message, digest=params.template_digest)
    made = new.made
    if params.event is not None:
        content, file = with_event(context, content, params.event)
        made = (*made, file)
    event = json.encode(params.event).decode() if params.event is not None else ""
    flags = (str(params.reply_all), str(params.to_list))
    named = (f"template {params.template}",) if params.template else ()
    said = ("reply", params.invitation, *flags, event, *named)
    new = in_kind(context, replace(new, content=used.content))
    return replace(
        new,
        sources=(*new.sources, *used.sources),
        kept=used.files,
        parts=(*params.attachments, *new_drafts.quoted_pictures(new.content, message)),
        files=(*new.files, *params.files),
        made=made,
        said=said,
    )


def _refuse_empty(context: Context, params: DraftReply) -> None:
    """Raises `BadInput` for a program's answer that says nothing, or answers an invitation with
    another one."""
    if params.invitation and params.event is not None:
        raise BadInput("Answer the invitation, or make one with event: not both at once.")
    said = (params.body.strip(), params.invitation, params.template.strip(), params.event)
    if context.origin is not Origin.USER and not any((*said, params.attachments, params.files)):
        raise BadInput("The answer has no words.", next_step="Give them as body.")


def in_full(context: Context, params: DraftReply) -> DraftReply | Candidates:
    """The parameters with the ids of the mail and of attachments. Raises like `run`."""
    refuse_words_as_hint(context, params.body, params)
    found = with_message_id(context, params)
    if not isinstance(found, DraftReply):
        return found
    _new(context, found, resolved_message(context, found))
    parts = draft_attachments.resolved_parts(context, params.attachments)
    digest = templates.digest_of(context, params.template)
    return structs.replace(found, attachments=parts, template_digest=digest)


def subject(context: Context, params: DraftReply) -> Subject:
    """Raises like `run`. Of resolved parameters."""
    return _new(context, params, resolved_message(context, params)).subject(context)


TOOL = Tool(
    name="draft_reply",
    title="Draft a reply",
    done="Drafted a reply",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description="Draft an answer from the words alone.",
    params=DraftReply,
    unlisted=frozenset({"to_list", "template_digest"}),
    other_ways=HINTS | {"number", "request_key"},
    needs=("body",),
    result=DraftSaved,
    picks=True,
    run=run,
    resolve=in_full,
    subject=subject,
)
