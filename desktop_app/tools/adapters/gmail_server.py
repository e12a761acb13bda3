"""A Gmail MCP server: `gmail_search_messages` to `gmail_get_attachment`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from desktop_app.model.errors import BadInput
from desktop_app.tools.adapters import gmail_labels, gmail_shapes
from desktop_app.tools.adapters.adapter import Adapter, Answer, Desk
from desktop_app.tools.adapters.answering import answered
from desktop_app.tools.adapters.drafting import ask_for
from desktop_app.tools.adapters.gmail_labels import Modified
from desktop_app.tools.adapters.message_source import TOOL as SOURCE
from desktop_app.tools.calls.base import Effect, Params, ToolResult
from desktop_app.tools.calls.results import AttachmentContent, DraftSaved, MessageList, MessageText
from desktop_app.tools.verbs import (
    create_draft,
    create_label,
    delete_messages,
    get_attachment,
    get_message,
    list_labels,
    modify_messages,
    search_messages,
    send_draft,
)

FAMILY = "gmail_server"
_ID = {"id": "messageId", "emailId": "messageId", "messageIds": "messageId", "ids": "messageId"}
_SEARCH = {"q": "query", "limit": "maxResults", "count": "maxResults"}
_LABELS = {**_ID, "addLabels": "addLabelIds", "removeLabels": "removeLabelIds"}
_WRITE = {"text": "body", "message": "body", "content": "body", "recipients": "to"}
_WRITE |= {"recipient": "to", "replyToMessageId": "inReplyTo", "messageId": "inReplyTo"}


class GmailSearch(Params, frozen=True, kw_only=True, rename="camel"):
    query: str = ""
    max_results: Annotated[int, Meta(ge=1, le=500)] = 20
    label_ids: tuple[str, ...] = ()
    include_spam_trash: bool = False
    page_token: Annotated[str, Meta(description="nextPageToken of the page before.")] = ""
    account: str = ""


class GmailGet(Params, frozen=True, kw_only=True, rename="camel"):
    message_id: Annotated[str, Meta(min_length=1)]
    format: Literal["full", "metadata", "minimal", "raw"] = "full"
    offset: Annotated[int, Meta(ge=0, description="Where a long text is read on.")] = 0


class GmailFile(Params, frozen=True, kw_only=True, rename="camel"):
    filename: str
    content: Annotated[str, Meta(description="Base64.")]
    mime_type: str = ""


class GmailWrite(Params, frozen=True, kw_only=True, rename="camel"):
    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    content_type: Literal["text/plain", "text/html"] = "text/plain"
    html_body: str = ""
    attachments: tuple[GmailFile, ...] = ()
    thread_id: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    account: str = ""


class GmailDelete(Params, frozen=True, kw_only=True, rename="camel"):
    message_id: Annotated[
        tuple[str, ...], Meta(max_length=1000, description="One id or several.")
    ] = ()
    permanent: Annotated[bool, Meta(description="For good: the person is asked.")] = False


class GmailGetAttachment(Params, frozen=True, kw_only=True, rename="camel"):
    message_id: Annotated[str, Meta(min_length=1)]
    attachment_id: str = ""
    filename: str = ""


class Drafted(Answer, frozen=True, kw_only=True, rename="camel"):
    """A draft. `id` is the draft's, as Gmail's drafts have it."""

    id: str
    draft_id: str
    revision: int
    to: tuple[str, ...]
    subject: str
    link: str
    gmail_link: str | UnsetType = UNSET


class Attached(Answer, frozen=True, kw_only=True, rename="camel"):
    """An attachment, its bytes in base64."""

    attachment_id: str
    filename: str
    mime_type: str
    size: int
    data: str
    encoding: str = "base64"


def _search(desk: Desk, params: GmailSearch) -> gmail_shapes.Rows:
    found: MessageList = desk.value(
        search_messages.TOOL,
        query=params.query,
        max_results=params.max_results,
        label_ids=params.label_ids,
        include_spam_trash=params.include_spam_trash,
        page=_page(params.page_token),
        account=params.account,
    )
    more = f"page={found.page + 1} reads on."
    return gmail_shapes.Rows(
        display=found.display.replace(more, f"pageToken={found.page + 1} reads on."),
        messages=tuple(map(gmail_shapes.row_of, found.results)),
        result_size_estimate=found.count,
        next_page_token=str(found.page + 1) if found.has_more else UNSET,
        searched=found.searched,
        covers=found.covers,
    )


def _page(token: str) -> int:
    """The page that a token stands for. Raises `BadInput`."""
    if not token:
        return 1
    if not (token.isdecimal() and token.isascii() and 1 <= len(token) <= 5 and int(token)):
        raise BadInput(
            f"{token[:80]!r} is no pageToken of this search.",
            next_step="Take nextPageToken of the page before, or leave it out.",
        )
    return int(token)


def _get(desk: Desk, params: GmailGet) -> gmail_shapes.Mail:
    text: MessageText = desk.value(
        get_message.TOOL,
        message_id=params.message_id,
        format=params.format,
        offset=params.offset,
        quoted=True,
    )
    shape, part = _FORMATS[params.format]
    first = "plain" if params.offset and part == "html" else part
    source = desk.value(SOURCE, message_id=text.message.message_id, part=first)
    if params.format == "full":
        return gmail_shapes.full(text, source, params.offset)
    return shape(text, source)


_FORMATS = {
    "full": (gmail_shapes.full, "html"),
    "metadata": (gmail_shapes.metadata, "headers"),
    "minimal": (gmail_shapes.minimal, "headers"),
    "raw": (gmail_shapes.raw, "raw"),
}


def _write(desk: Desk, params: GmailWrite, *, then_ask: bool = False) -> DraftSaved:
    found = answered(
        desk,
        thread=params.thread_id,
        in_reply_to=params.in_reply_to,
        references=params.references,
    )
    files = [
        {"filename": f.filename, "content": f.content, "mime_type": f.mime_type}
        for f in params.attachments
    ]
    saved: DraftSaved = desk.value(
        create_draft.TOOL,
        to=params.to,
        subject=params.subject,
        body=params.html_body or params.body,
        cc=params.cc,
        bcc=params.bcc,
        content_type="text/html" if params.html_body else params.content_type,
        files=files,
        reply_to_message_id=found.reply_to,
        references=found.references,
        account=params.account,
        then_ask=then_ask,
    )
    return saved


def _draft(desk: Desk, params: GmailWrite) -> Drafted:
    saved = _write(desk, params)
    return Drafted(
        display=saved.display,
        id=saved.draft_id,
        draft_id=saved.draft_id,
        revision=saved.revision,
        to=saved.to,
        subject=saved.subject,
        link=saved.link,
        gmail_link=saved.gmail_link or UNSET,
    )


def _send(desk: Desk, params: GmailWrite) -> ToolResult[Any]:
    return ask_for(desk, _write(desk, params, then_ask=True))


def _delete(desk: Desk, params: GmailDelete) -> Modified:
    """To the trash, or for good where the person allows it."""
    if not params.message_id:
        raise BadInput("Which mail? Give messageId.")
    if params.permanent:
        done = desk.value(delete_messages.TOOL, ids=params.message_id)
    else:
        done = desk.value(modify_messages.TOOL, ids=params.message_id, action="trash")
    return Modified(
        display=done.display, id=params.message_id[0], ids=params.message_id, undo=done.undo
    )


def _attachment(desk: Desk, params: GmailGetAttachment) -> Attached:
    wanted = params.attachment_id or params.filename
    found: AttachmentContent = desk.value(
        get_attachment.TOOL,
        message_id=params.message_id,
        attachment_id=wanted,
        **{"as": "base64"},
    )
    return Attached(
        display=found.display,
        attachment_id=wanted,
        filename=found.filename,
        mime_type=found.content_type,
        size=found.size,
        data=found.base64,
    )


def _adapter(name: str, title: str, about: str, params: type[Any], **more: Any) -> Adapter[Any]:
    return Adapter(name, FAMILY, title, about, params, **more)


ADAPTERS = (
    _adapter(
        "gmail_search_messages",
        "Search mail",
        "Find mails with Gmail's query language, newest first. nextPageToken reads on.",
        GmailSearch,
        tool=search_messages.TOOL,
        run=_search,
        also=_SEARCH,
    ),
    _adapter(
        "gmail_get_message",
        "Read a mail",
        "Read one mail: full (text and HTML), metadata (every header), minimal, or raw.",
        GmailGet,
        tool=get_message.TOOL,
        run=_get,
        also=_ID,
    ),
    _adapter(
        "gmail_send_message",
        "Ask to send a mail",
        "Keep a mail as a draft and ask the person to send it. Nothing is sent before they do.",
        GmailWrite,
        tool=send_draft.TOOL,
        run=_send,
        effect=Effect.SEND,
        also=_WRITE,
    ),
    _adapter(
        "gmail_create_draft",
        "Create a draft",
        "Create a draft, also in a conversation (threadId, inReplyTo). The person sends it.",
        GmailWrite,
        tool=create_draft.TOOL,
        run=_draft,
        effect=Effect.DRAFT,
        also=_WRITE,
    ),
    _adapter(
        "gmail_modify_message",
        "Change labels",
        "Add labels to mails and remove them, by the labels' ids.",
        gmail_labels.GmailModifyMessage,
        tool=modify_messages.TOOL,
        run=gmail_labels.modify,
        effect=Effect.ORGANISE,
        also=_LABELS,
    ),
    _adapter(
        "gmail_delete_message",
        "Move to trash",
        "Move mails to the trash; permanent deletes them for good, if the person allows it.",
        GmailDelete,
        tool=delete_messages.TOOL,
        run=_delete,
        effect=Effect.DESTROY,
        also=_ID,
    ),
    _adapter(
        "gmail_list_labels",
        "List labels",
        "The labels with their ids, visibilities and counts.",
        gmail_labels.GmailListLabels,
        tool=list_labels.TOOL,
        run=gmail_labels.list_all,
    ),
    _adapter(
        "gmail_create_label",
        "Create a label",
        "Create a label that mails can carry.",
        gmail_labels.GmailCreateLabel,
        tool=create_label.TOOL,
        run=gmail_labels.create,
        effect=Effect.ORGANISE,
        also={"labelName": "name"},
    ),
    _adapter(
        "gmail_get_attachment",
        "Download an attachment",
        "The bytes of an attachment in base64, by attachmentId or filename.",
        GmailGetAttachment,
        tool=get_attachment.TOOL,
        run=_attachment,
        also=_ID,
    ),
)
