"""Change a draft in place: it stays one draft with a further revision."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta, structs

from desktop_app.mime.visible_content import visible_content
from desktop_app.model.draft import Draft, DraftAttachment, DraftContent, Origin
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.store.drafts import refuse_closed, refuse_stale
from desktop_app.tools import draft_attachments, new_drafts, rows
from desktop_app.tools.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.draft_attachments import BOTH_AS_THERE, FileContent
from desktop_app.tools.made_from import made_from
from desktop_app.tools.reference import message_number
from desktop_app.tools.results import DraftSaved


class UpdateDraft(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: Annotated[int, Meta(ge=1, description="The revision you have read.")]
    to: tuple[str, ...] | None = None
    cc: tuple[str, ...] | None = None
    bcc: tuple[str, ...] | None = None
    subject: str | None = None
    body: str | None = None
    attachments: tuple[str, ...] = ()
    files: Annotated[tuple[FileContent, ...], Meta(description=BOTH_AS_THERE)] = ()
    remove_attachments: Annotated[
        tuple[str, ...], Meta(description="By attachment_id or name.")
    ] = ()
    send_as: str = ""


def run(context: Context, params: UpdateDraft) -> DraftSaved:
    """Thread, signature, quote and attachments stay. Raises `Conflict` for a stale revision, so
    that a repeated call attaches nothing twice, `Refused` for what is no open draft, `BadInput`,
    `NotFound`."""
    draft = _draft(context, params.draft_id)
    content = _changed(context, draft, params)
    parts = draft_attachments.resolved_parts(context, params.attachments)
    files = draft_attachments.gathered(context, parts, params.files)
    files, names = draft_attachments.visible_files(files)
    places: tuple[str, ...] = ()
    if context.origin is not Origin.USER:
        content, places = visible_content(content)
    draft = context.store.drafts.save(
        draft.id,
        params.base_revision,
        content,
        context.author,
        now=context.clock(),
        sources=made_from(context, content),
        taken_out=(*places, *names),
        files=files,
    )
    return rows.draft_saved(context, draft)


def in_full(context: Context, params: UpdateDraft) -> UpdateDraft:
    """The parameters with ids. Raises like `run`."""
    draft = _draft(context, params.draft_id)
    _changed(context, draft, params)
    return structs.replace(
        params,
        draft_id=draft.id,
        attachments=draft_attachments.resolved_parts(context, params.attachments),
    )


def subject(context: Context, params: UpdateDraft) -> Subject:
    """Raises like `run`."""
    draft = _draft(context, params.draft_id)
    content = _changed(context, draft, params)
    files = draft_attachments.names(context, params.attachments, params.files)
    refuse_closed(draft)
    refuse_stale(draft, params.base_revision)
    return Subject(
        "Change a draft",
        draft=visible_content(content)[0],
        files=files,
        draft_id=draft.id,
        account=draft.account_id,
    )


def _draft(context: Context, draft_id: str) -> Draft:
    """Raises `BadInput` for the id of a mail that is no draft, `NotFound`."""
    try:
        return context.store.drafts.get(draft_id)
    except NotFound:
        if not draft_id.isdecimal():
            raise
    try:
        context.store.messages.get(message_number(draft_id))
    except NotFound:
        raise NotFound(
            f"Email with UID {draft_id} not found.", next_step="list_drafts shows the drafts."
        ) from None
    raise BadInput(
        "You can only update drafts. The email you provided is not in the drafts folder.",
        next_step="list_drafts shows the drafts.",
    )


def _changed(context: Context, draft: Draft, params: UpdateDraft) -> DraftContent:
    """Raises `BadInput` for what is no address of the account's, `NotFound` for an attachment."""
    content = draft.content
    if params.send_as:
        account = context.store.accounts.get(draft.account_id)
        content = new_drafts.sent_as(context, content, params.send_as, account)
    return replace(
        content,
        attachments=_left(content.attachments, params.remove_attachments),
        to=content.to if params.to is None else new_drafts.recipients(params.to),
        cc=content.cc if params.cc is None else new_drafts.recipients(params.cc),
        bcc=content.bcc if params.bcc is None else new_drafts.recipients(params.bcc),
        subject=content.subject if params.subject is None else params.subject,
        body=content.body if params.body is None else params.body,
    )


def _left(
    parts: tuple[DraftAttachment, ...], removed: tuple[str, ...]
) -> tuple[DraftAttachment, ...]:
    for name in removed:
        found = [p for p in parts if p.id == name] or [p for p in parts if p.filename == name]
        if not found:
            there = ", ".join(rows.visible(p.filename) for p in parts) or "none"
            raise NotFound(
                f"The draft has no attachment {name[:120]!r}.", next_step=f"It has: {there}."
            )
        parts = tuple(p for p in parts if p is not found[0])
    return parts


TOOL = Tool(
    name="update_draft",
    title="Change a draft",
    done="Changed a draft",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description="Revise a draft in place; what is left out stays.",
    params=UpdateDraft,
    result=DraftSaved,
    run=run,
    resolve=in_full,
    subject=subject,
)
