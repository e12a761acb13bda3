"""Change a draft in place: it stays one draft with a further revision. A draft that somebody else
wrote in stays as it is: the change is proposed beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta, structs

from desktop_app.mail.drafts.visible_content import visible_content
from desktop_app.model.draft import Draft, DraftAttachment, DraftContent, Origin
from desktop_app.model.draft_change import ChangeState, DraftChange
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.hands import may_change
from desktop_app.store.drafts.draft_records import refuse_closed, refuse_stale
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.drafting import draft_attachments, new_drafts
from desktop_app.tools.drafting.asked_with_it import THEN_ASKS, asked_with_it
from desktop_app.tools.drafting.draft_attachments import BOTH_AS_THERE, FileContent
from desktop_app.tools.drafting.given_people import recipients
from desktop_app.tools.drafting.made_from import made_from
from desktop_app.tools.drafting.writing_format import words_for
from desktop_app.tools.names.reference import message_number

NOBODY = "nobody"
"""What empties Cc or Bcc; an empty list is what a host fills in."""


class UpdateDraft(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: Annotated[int, Meta(ge=1, description="The revision you have read.")]
    to: tuple[str, ...] | None = None
    cc: Annotated[tuple[str, ...] | None, Meta(description="nobody: empties it.")] = None
    bcc: tuple[str, ...] | None = None
    subject: str | None = None
    body: str | None = None
    attachments: tuple[str, ...] = ()
    files: Annotated[tuple[FileContent, ...], Meta(description=BOTH_AS_THERE)] = ()
    remove_attachments: Annotated[
        tuple[str, ...], Meta(description="By attachment_id or name.")
    ] = ()
    send_as: str = ""
    then_ask: bool = False


def run(context: Context, params: UpdateDraft) -> DraftSaved:
    """Thread, signature, quote and attachments stay. Raises `Conflict` for a stale revision, so
    that a repeated call attaches nothing twice, `Refused` for what is no open draft, `BadInput`,
    `NotFound`."""
    draft = _draft(context, params.draft_id)
    alone = _is_own(context, draft)
    content = _changed(context, draft, params, _begun(context, draft, alone=alone))
    parts = draft_attachments.resolved_parts(context, params.attachments)
    files = draft_attachments.gathered(context, parts, params.files)
    files, names = draft_attachments.visible_files(files)
    places: tuple[str, ...] = ()
    if context.origin is not Origin.USER:
        content, places = visible_content(content)
    store = context.store
    keep = store.drafts.save if alone else store.drafts.changes.propose
    kept = keep(
        draft.id,
        params.base_revision,
        content,
        context.author,
        now=context.clock(),
        sources=made_from(context, content, new_drafts.sources_of(context, parts)),
        taken_out=(*places, *names),
        files=files,
    )
    if isinstance(kept, DraftChange):
        return rows.change_proposed(context, draft, kept)
    if params.then_ask:
        kept = asked_with_it(context, kept)
    return rows.draft_saved(context, kept)


def _is_own(context: Context, draft: Draft) -> bool:
    """Whether the caller may change the draft itself: nobody else wrote in it, or the person
    calls."""
    versions = context.store.drafts.versions(draft.id)
    return may_change(context.author, (draft.author, *(v.author for v in versions)))


def _begun(context: Context, draft: Draft, *, alone: bool) -> DraftContent:
    """What the change starts from: the draft, or what the caller proposes for this revision
    already, so that a further call adds to the former one."""
    mine = [] if alone else context.store.drafts.changes.of_draft(draft.id)
    same = (
        change.content
        for change in mine
        if change.state is ChangeState.OPEN
        and change.author.runs_on(context.author)
        and change.base_revision == draft.revision
    )
    return next(same, draft.content)


def in_full(context: Context, params: UpdateDraft) -> UpdateDraft:
    """The parameters with ids. Raises like `run`."""
    draft = _draft(context, params.draft_id)
    _changed(context, draft, params, draft.content)
    return structs.replace(
        params,
        draft_id=draft.id,
        attachments=draft_attachments.resolved_parts(context, params.attachments),
    )


def subject(context: Context, params: UpdateDraft) -> Subject:
    """Raises like `run`."""
    draft = _draft(context, params.draft_id)
    alone = _is_own(context, draft)
    content = _changed(context, draft, params, _begun(context, draft, alone=alone))
    files = draft_attachments.names(context, params.attachments, params.files)
    refuse_closed(draft)
    refuse_stale(draft, params.base_revision)
    return Subject(
        "Change a draft" if alone else "Propose a change to a draft",
        draft=visible_content(content)[0],
        files=files,
        draft_id=draft.id,
        account=draft.account_id,
        note=THEN_ASKS if params.then_ask and alone else "",
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


def _changed(
    context: Context, draft: Draft, params: UpdateDraft, content: DraftContent
) -> DraftContent:
    """Raises `BadInput` for what is no address of the account's, `NotFound` for an attachment."""
    if context.origin is not Origin.USER:
        params = _said(params, filled_in=context.origin is Origin.MCP)
    if params.send_as:
        account = context.store.accounts.get(draft.account_id)
        content = new_drafts.sent_as(context, content, params.send_as, account)
    return replace(
        content,
        attachments=_left(content.attachments, params.remove_attachments),
        to=content.to if params.to is None else recipients(context, params.to),
        cc=content.cc if params.cc is None else recipients(context, params.cc),
        bcc=content.bcc if params.bcc is None else recipients(context, params.bcc),
        subject=content.subject if params.subject is None else params.subject,
        body=content.body if params.body is None else words_for(content, params.body),
    )


def _said(params: UpdateDraft, *, filled_in: bool) -> UpdateDraft:
    """The parameters with nobody in copy where a word says so. `filled_in`: what is empty may be
    what a host fills in that must give every argument, so that no draft is emptied by it."""
    named = {name: getattr(params, name) for name in ("to", "cc", "bcc", "subject", "body")}
    said = {name: value or None for name, value in named.items()} if filled_in else named
    for name in ("cc", "bcc"):
        words = [text.strip().lower() for text in named[name] or ()]
        said[name] = () if words == [NOBODY] else said[name]
    return structs.replace(params, **said)


def _left(
    parts: tuple[DraftAttachment, ...], removed: tuple[str, ...]
) -> tuple[DraftAttachment, ...]:
    for name in removed:
        found = [p for p in parts if p.id == name] or [p for p in parts if p.filename == name]
        if not found:
            raise NotFound(
                f"The draft has no attachment {name[:120]!r}.",
                next_step="It has those below." if parts else "It has none.",
                untrusted="\n".join(f"{p.id} ({rows.visible(p.filename)})" for p in parts),
            )
        parts = tuple(p for p in parts if p is not found[0])
    return parts


TOOL = Tool(
    name="update_draft",
    title="Change a draft",
    done="Changed a draft",
    effect=Effect.DRAFT,
    group=Group.DRAFTS,
    description=("Revise a draft; what is left out stays. Others' words: proposed."),
    params=UpdateDraft,
    unlisted=frozenset({"then_ask"}),
    result=DraftSaved,
    run=run,
    resolve=in_full,
    subject=subject,
)
