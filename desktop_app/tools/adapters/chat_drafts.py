"""Previews and confirmations of a chat agent: a preview is a draft, a confirmation asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from desktop_app.model.errors import BadInput
from desktop_app.tools.adapters.adapter import Answer, Desk
from desktop_app.tools.adapters.chat_mails import Choosing, chosen_id
from desktop_app.tools.adapters.drafting import ask_for, ask_to_send, changed
from desktop_app.tools.base import Params, ToolResult
from desktop_app.tools.reference import stored_mail
from desktop_app.tools.results import DraftSaved, DraftText
from desktop_app.tools.verbs import create_draft, draft_reply, get_draft


class SendPreview(Params, frozen=True, kw_only=True, rename="camel"):
    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    content_type: Literal["text/plain", "text/html"] = "text/plain"
    draft_id: str = ""
    account: str = ""


class SendConfirm(SendPreview, frozen=True, kw_only=True, rename="camel"):
    """The draft of a preview, with what is changed besides; or a new mail."""


class ReplyPreview(Choosing, frozen=True, kw_only=True, rename="camel"):
    body: str = ""
    reply_all: bool = False
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    subject: str = ""
    draft_id: str = ""


class ReplyConfirm(ReplyPreview, frozen=True, kw_only=True, rename="camel"):
    """The draft of a preview, by its id or by the mail it answers; or a new answer."""


class Preview(Answer, frozen=True, kw_only=True, rename="camel"):
    """Exactly what would be sent. `body` is the whole text that a recipient would read."""

    draft_id: str
    revision: int
    from_: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    bcc: tuple[str, ...]
    subject: str
    body: str
    checks: tuple[str, ...]
    link: str
    gmail_link: str | UnsetType = UNSET
    status: str = "preview"
    sent: bool = False


def send_preview(desk: Desk, params: SendPreview) -> Preview:
    if params.draft_id:
        return _preview(desk, changed(desk, params.draft_id, _given(params)))
    return _preview(desk, _created(desk, params))


def send_confirm(desk: Desk, params: SendConfirm) -> ToolResult[Any]:
    """Raises `BadInput` when nothing says what is to be sent."""
    given = _given(params)
    if params.draft_id:
        return ask_to_send(desk, params.draft_id, given)
    if not given:
        raise BadInput("Which draft? Give draftId, or to, subject and body.")
    return ask_for(desk, _created(desk, params))


def reply_preview(desk: Desk, params: ReplyPreview) -> Preview:
    """A preview of a mail that has one already changes that one."""
    return _preview(desk, _answer(desk, params))


def reply_confirm(desk: Desk, params: ReplyConfirm) -> ToolResult[Any]:
    given = _given(params)
    if params.draft_id:
        return ask_to_send(desk, params.draft_id, given)
    mail = chosen_id(desk, params)
    if draft := _proposed(desk, mail, params.reply_all):
        return ask_to_send(desk, draft, given)
    if not params.body:
        raise BadInput("There is no preview of an answer to that mail.", next_step="Give body.")
    return ask_for(desk, _new_answer(desk, params, mail))


def _answer(desk: Desk, params: ReplyPreview) -> DraftSaved:
    draft, mail = params.draft_id, ""
    if not draft:
        mail = chosen_id(desk, params)
        draft = _proposed(desk, mail, params.reply_all)
    if draft:
        return changed(desk, draft, _given(params))
    return _new_answer(desk, params, mail)


def _new_answer(desk: Desk, params: ReplyPreview, mail: str) -> DraftSaved:
    saved: DraftSaved = desk.value(
        draft_reply.TOOL, message_id=mail, body=params.body, reply_all=params.reply_all
    )
    given = {name: value for name, value in _given(params).items() if name != "body"}
    return changed(desk, saved.draft_id, given) if given else saved


def _proposed(desk: Desk, mail: str, reply_all: bool) -> str:
    """The newest open draft of the caller's that answers a mail, or empty. Raises `BadInput` when
    it is to answer everyone and answers the sender alone."""
    found = stored_mail(desk.context, mail)
    if found is None:
        return ""
    drafts = [
        draft
        for draft in desk.context.store.drafts.in_thread(found.thread_id)
        if (draft.reply_to_id, draft.author) == (found.id, desk.context.author)
    ]
    if not drafts:
        return ""
    draft = drafts[-1]
    if reply_all and not draft.reply_all:
        raise BadInput(
            f"There is a draft already that answers the sender alone: {draft.id}.",
            next_step="Give to and cc to change its recipients.",
        )
    return draft.id


def _created(desk: Desk, params: SendPreview) -> DraftSaved:
    saved: DraftSaved = desk.value(
        create_draft.TOOL,
        **_given(params),
        content_type=params.content_type,
        account=params.account,
    )
    return saved


def _given(params: SendPreview | ReplyPreview) -> Mapping[str, Any]:
    """What was written, without what was left out."""
    written = {
        "to": params.to,
        "cc": params.cc,
        "bcc": params.bcc,
        "subject": params.subject,
        "body": params.body,
    }
    return {name: value for name, value in written.items() if value}


def _preview(desk: Desk, saved: DraftSaved) -> Preview:
    draft: DraftText = desk.value(get_draft.TOOL, draft_id=saved.draft_id)
    row = draft.draft
    return Preview(
        display=f"{draft.display}\n\nNot sent: this is a preview. {row.link}",
        draft_id=row.draft_id,
        revision=row.revision,
        from_=row.from_,
        to=row.to,
        cc=row.cc,
        bcc=row.bcc,
        subject=row.subject,
        body=draft.body,
        checks=draft.checks,
        link=row.link,
        gmail_link=row.gmail_link or UNSET,
    )
