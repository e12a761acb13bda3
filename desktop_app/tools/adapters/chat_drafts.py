"""Previews and confirmations of a chat agent: a preview is a draft, a confirmation asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from desktop_app.model.address import Address
from desktop_app.model.errors import BadInput, Conflict
from desktop_app.tools.adapters.adapter import Answer, Desk
from desktop_app.tools.adapters.chat_mails import Choosing, chosen_id
from desktop_app.tools.adapters.drafting import ask_for, ask_to_send, changed
from desktop_app.tools.calls.base import Params, ToolResult
from desktop_app.tools.calls.results import DraftSaved, DraftText
from desktop_app.tools.drafting import new_drafts
from desktop_app.tools.drafting.answered_once import refuse_second_answer
from desktop_app.tools.names.reference import stored_mail
from desktop_app.tools.verbs import create_draft, get_draft
from desktop_app.tools.verbs.update_draft import NOBODY


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
        return _changed(desk, params.draft_id, _given(params))
    return _preview(desk, _created(desk, params))


def send_confirm(desk: Desk, params: SendConfirm) -> ToolResult[Any]:
    """Raises `BadInput` when nothing says what is to be sent."""
    given = _given(params)
    if params.draft_id:
        return ask_to_send(desk, params.draft_id, given)
    if not given:
        raise BadInput("Which draft? Give draftId, or to, subject and body.")
    return ask_for(desk, _created(desk, params, then_ask=True))


def reply_preview(desk: Desk, params: ReplyPreview) -> Preview:
    """A preview of a mail that has one already in this conversation changes that one; it goes to
    whom this call names, or to whom an answer to the mail goes."""
    if params.draft_id:
        return _changed(desk, params.draft_id, _given(params))
    mail = chosen_id(desk, params)
    if draft := _proposed(desk, mail, params.reply_all):
        return _changed(desk, draft, {**_anew(desk, draft, params), **_given(params)})
    return _preview(desk, _new_answer(desk, params, mail))


def reply_confirm(desk: Desk, params: ReplyConfirm) -> ToolResult[Any]:
    given = _given(params)
    if params.draft_id:
        return ask_to_send(desk, params.draft_id, given)
    mail = chosen_id(desk, params)
    if draft := _proposed(desk, mail, params.reply_all):
        return ask_to_send(desk, draft, given)
    if not params.body:
        raise BadInput("There is no preview of an answer to that mail.", next_step="Give body.")
    return ask_for(desk, _new_answer(desk, params, mail, then_ask=True))


def _changed(desk: Desk, draft: str, given: Mapping[str, Any]) -> Preview:
    """The draft with what was given; as it stands where nothing was."""
    if given:
        return _preview(desk, changed(desk, draft, given))
    return _shown(desk.value(get_draft.TOOL, draft_id=draft))


def _anew(desk: Desk, draft: str, params: ReplyPreview) -> Mapping[str, Any]:
    """Whom an answer to the draft's mail goes to: nobody is taken over from the former version."""
    stored = desk.context.store.drafts.get(draft)
    to, cc = new_drafts.answered_people(desk.context, stored, reply_all=params.reply_all)
    groups: Mapping[str, tuple[Address, ...]] = {"to": to, "cc": cc, "bcc": ()}
    return {name: [str(a) for a in group] or [NOBODY] for name, group in groups.items()}


def _new_answer(
    desk: Desk, params: ReplyPreview, mail: str, *, then_ask: bool = False
) -> DraftSaved:
    """One call with all that was said: where the person is asked, they are asked for all of it.
    Raises `BadInput` for an answer without words, `Conflict` for a second one."""
    if not params.body.strip():
        raise BadInput("The answer has no words.", next_step="Give them as body.")
    if (found := stored_mail(desk.context, mail)) is not None:
        refuse_second_answer(desk.context, found, "")
    saved: DraftSaved = desk.value(
        create_draft.TOOL,
        **_given(params),
        reply_to_message_id=mail,
        reply_all=params.reply_all,
        then_ask=then_ask,
    )
    return saved


def _proposed(desk: Desk, mail: str, reply_all: bool) -> str:
    """The newest open draft of the caller's that answers a mail, or empty. Raises `BadInput` when
    it is to answer everyone and answers the sender alone, `Conflict` when the caller has not seen
    it."""
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
    if not desk.conversation.revisions.get(draft.id, 0):
        raise Conflict(
            f"A draft that answers that mail waits already, which you have not seen: {draft.id}.",
            next_step="Give its draftId alone to see it.",
        )
    if reply_all and not draft.reply_all:
        raise BadInput(
            f"There is a draft already that answers the sender alone: {draft.id}.",
            next_step="Give to and cc to change its recipients.",
        )
    return draft.id


def _created(desk: Desk, params: SendPreview, *, then_ask: bool = False) -> DraftSaved:
    saved: DraftSaved = desk.value(
        create_draft.TOOL,
        **_given(params),
        content_type=params.content_type,
        account=params.account,
        then_ask=then_ask,
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
    shown = _shown(desk.value(get_draft.TOOL, draft_id=saved.draft_id))
    if not saved.change:
        return shown
    told = f"{saved.display}\n\n{shown.display}"
    return replace(shown, display=told, status="change proposed")


def _shown(draft: DraftText) -> Preview:
    row = draft.draft
    reads_on = f"[cut here; offset={draft.next_offset} reads on]"
    told = draft.display.replace(reads_on, "[cut here; the person sees all of it]")
    return Preview(
        display=f"{told}\n\nNot sent: this is a preview. {row.link}",
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
