"""Gmail drafts: `gmail_draft_create` and `gmail_send`."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from desktop_app.model.errors import BadInput
from desktop_app.tools.adapters.adapter import Adapter, Answer, Desk
from desktop_app.tools.adapters.drafting import ask_for, ask_to_send
from desktop_app.tools.calls.base import Effect, Params, ToolResult
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.verbs import create_draft, send_draft

FAMILY = "gmail_drafts"
_ALSO = {
    "htmlBody": "body",
    "text": "body",
    "message": "body",
    "content": "body",
    "recipient": "to",
    "recipients": "to",
    "inReplyTo": "replyToMessageId",
    "messageId": "replyToMessageId",
}


class GmailDraftCreate(Params, frozen=True, kw_only=True, rename="camel"):
    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    reply_to_message_id: Annotated[
        str, Meta(description="The mail it answers: any id of it, or its link in Gmail.")
    ] = ""
    content_type: str = "text/plain"
    account: str = ""


class GmailSend(GmailDraftCreate, frozen=True, kw_only=True, rename="camel"):
    draft_id: Annotated[str, Meta(description="A draft; or to, subject and body.")] = ""


class DraftCreated(Answer, frozen=True, kw_only=True, rename="camel"):
    """`gmailLink` opens Gmail's drafts and is there for an account at Gmail alone, `link` the draft
    in Draftdesk."""

    draft_id: str
    revision: int
    to: tuple[str, ...]
    subject: str
    link: str
    gmail_link: str | UnsetType = UNSET


def _create(desk: Desk, params: GmailDraftCreate) -> DraftCreated:
    saved = _saved(desk, params, then_ask=False)
    more = f"\nIn Gmail: {saved.gmail_link}" if saved.gmail_link else ""
    return DraftCreated(
        display=saved.display + more,
        draft_id=saved.draft_id,
        revision=saved.revision,
        to=saved.to,
        subject=saved.subject,
        link=saved.link,
        gmail_link=saved.gmail_link or UNSET,
    )


def _saved(desk: Desk, params: GmailDraftCreate, *, then_ask: bool) -> DraftSaved:
    saved: DraftSaved = desk.value(
        create_draft.TOOL,
        to=params.to,
        subject=params.subject,
        body=params.body,
        cc=params.cc,
        bcc=params.bcc,
        content_type=params.content_type,
        reply_to_message_id=params.reply_to_message_id,
        account=params.account,
        then_ask=then_ask,
    )
    return saved


def _send(desk: Desk, params: GmailSend) -> ToolResult[Any]:
    if not params.draft_id:
        return ask_for(desk, _saved(desk, params, then_ask=True))
    if params.reply_to_message_id:
        raise BadInput("A draft answers what it answers.", next_step="Give draftId alone.")
    given = {"to": params.to, "subject": params.subject, "body": params.body}
    given |= {"cc": params.cc, "bcc": params.bcc}
    return ask_to_send(desk, params.draft_id, {k: v for k, v in given.items() if v})


ADAPTERS = (
    Adapter(
        name="gmail_draft_create",
        family=FAMILY,
        title="Create a Gmail draft",
        description=(
            "Create a draft, also as the answer to a mail. It is not sent: the person reviews it. "
            "Returns draftId and gmailLink."
        ),
        params=GmailDraftCreate,
        tool=create_draft.TOOL,
        run=_create,
        effect=Effect.DRAFT,
        also=_ALSO,
    ),
    Adapter(
        name="gmail_send",
        family=FAMILY,
        title="Ask to send",
        description=(
            "Ask the person to send a draft (draftId), or a new mail, which is kept as a draft. "
            "Nothing is sent before they press Send."
        ),
        params=GmailSend,
        tool=send_draft.TOOL,
        run=_send,
        effect=Effect.SEND,
        also=_ALSO,
    ),
)
