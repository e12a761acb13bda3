"""Write a new mail, or an answer to one, and leave it for the person to review."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta, json, structs

from desktop_app.model.account import Account
from desktop_app.model.draft import DraftContent, Origin
from desktop_app.model.errors import BadInput
from desktop_app.model.message import Message
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.drafting import draft_attachments, new_drafts, templates
from desktop_app.tools.drafting.asked_with_it import THEN_ASKS, asked_with_it
from desktop_app.tools.drafting.draft_attachments import FileContent
from desktop_app.tools.drafting.given_people import recipients
from desktop_app.tools.drafting.new_drafts import NewDraft
from desktop_app.tools.drafting.proposal_kind import in_kind
from desktop_app.tools.drafting.proposed_events import Event, with_event
from desktop_app.tools.drafting.writing_format import formatted, is_formatted
from desktop_app.tools.names.reference import message_number

PLAIN, HTML = "text/plain", "text/html"


class CreateDraft(Params, frozen=True, kw_only=True):
    to: tuple[str, ...] = ()
    subject: str = ""
    body: Annotated[str, Meta(description="No signature, no quoted text.")] = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    content_type: Literal["", "text/plain", "text/html"] = ""
    attachments: Annotated[
        tuple[str, ...],
        Meta(
            description="message_id/attachment_id, or handed-in/NAME: a file in the folder of "
            "connection_status."
        ),
    ] = ()
    files: Annotated[tuple[FileContent, ...], Meta(description="Others, by their content.")] = ()
    event: Annotated[Event | None, Meta(description="Invites `to`; without, an own entry.")] = None
    send_as: Annotated[str, Meta(description="Another own address.")] = ""
    reply_to_message_id: str = ""
    references: Annotated[
        tuple[str, ...], Meta(description="Message-IDs, where the mail it answers is not here.")
    ] = ()
    reply_all: bool = False
    then_ask: bool = False
    account: str = ""
    template: str = ""
    template_digest: str = ""
    request_key: Annotated[str, Meta(description="Same key, same draft.")] = ""


def run(context: Context, params: CreateDraft) -> DraftSaved:
    """Raises `BadInput` for what is no address or attachment, `NotFound`."""
    draft = new_drafts.keep(context, _new(context, params), request_key=params.request_key)
    if params.then_ask:
        draft = asked_with_it(context, draft)
    own = not draft.reply_to_id and not params.template.strip()
    return rows.draft_saved(context, draft, as_given=own)


def _new(context: Context, params: CreateDraft) -> NewDraft:
    _refuse_empty(context, params)
    account = new_drafts.account_of(context, params.account, params.send_as)
    content = new_drafts.new_content(
        account,
        to=recipients(context, params.to),
        cc=recipients(context, params.cc),
        bcc=recipients(context, params.bcc),
        subject=params.subject,
        body=params.body,
        content_type=params.content_type or PLAIN,
    )
    reply_to = _answered(context, params)
    if params.reply_all and reply_to is None:
        raise BadInput("reply_all needs the mail that is answered.", next_step="Name that mail.")
    if reply_to is not None:
        account = context.store.accounts.get(reply_to.account_id)
        content = _as_reply(context, reply_to, content, reply_all=params.reply_all)
    elif params.references:
        content = new_drafts.in_conversation(content, params.references)
    elif _begins_formatted(context, account, params):
        content = formatted(content)
    content = new_drafts.sent_as(context, content, params.send_as, account)
    used = templates.use(context, params.template, content, reply_to, digest=params.template_digest)
    content = used.content
    made: tuple[FileContent, ...] = ()
    if params.event is not None:
        content, file = with_event(context, content, params.event)
        made = (file,)
    said = ("new", json.encode(params.event).decode(), *params.references)
    said += (f"template {params.template}",) if params.template else ()
    new = NewDraft(
        account.id,
        content,
        reply_to,
        reply_to is not None and params.reply_all,
        used.sources,
        parts=params.attachments,
        files=params.files,
        made=made,
        kept=used.files,
        said=said,
    )
    return new if params.content_type else in_kind(context, new)


def _begins_formatted(context: Context, account: Account, params: CreateDraft) -> bool:
    """Whether a new mail of the person's own begins as formatted text."""
    own = context.origin is Origin.USER and params.content_type != HTML
    return own and is_formatted(context, account)


def in_full(context: Context, params: CreateDraft) -> CreateDraft:
    """The parameters with ids. Raises like `run`."""
    _new(context, params)
    answered = _answered(context, params)
    return structs.replace(
        params,
        reply_to_message_id="" if answered is None else str(answered.id),
        account=new_drafts.account_of(context, params.account, params.send_as).id,
        attachments=draft_attachments.resolved_parts(context, params.attachments),
        template_digest=templates.digest_of(context, params.template),
    )


def subject(context: Context, params: CreateDraft) -> Subject:
    """Raises like `run`."""
    found = _new(context, params).subject(context)
    return replace(found, note=THEN_ASKS) if params.then_ask else found


def _refuse_empty(context: Context, params: CreateDraft) -> None:
    """Raises `BadInput` for a program's draft to nobody in which nothing is said."""
    said = (params.to, params.cc, params.bcc, params.subject.strip(), params.body.strip())
    more = (params.attachments, params.files, params.event, params.template.strip())
    answers = (params.reply_to_message_id, params.references)
    if context.origin is not Origin.USER and not any((*said, *more, *answers)):
        raise BadInput("There is nothing to write.", next_step="Give to, subject and body.")


def _answered(context: Context, params: CreateDraft) -> Message | None:
    if not params.reply_to_message_id:
        return None
    return context.store.messages.get(message_number(params.reply_to_message_id))


def _as_reply(
    context: Context, message: Message, given: DraftContent, *, reply_all: bool
) -> DraftContent:
    """The reply's headers with what was given besides: explicit recipients and subject win."""
    reply = new_drafts.reply_content(context, message, given.body, reply_all=reply_all)
    kind = given.content_type if given.content_type != PLAIN else reply.content_type
    return replace(
        reply,
        to=given.to or reply.to,
        cc=given.cc or reply.cc,
        bcc=given.bcc,
        subject=given.subject or reply.subject,
        content_type=kind,
    )


TOOL = Tool(
    name="create_draft",
    title="Write a draft",
    done="Wrote a draft",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description=(
        "Draft a new mail or invitation, which the person sends. Answer with draft_reply."
    ),
    params=CreateDraft,
    other_ways=frozenset({"reply_to_message_id"}),  # draft_reply answers
    unlisted=frozenset({"references", "reply_all", "then_ask", "template_digest"}),
    result=DraftSaved,
    run=run,
    resolve=in_full,
    subject=subject,
)
