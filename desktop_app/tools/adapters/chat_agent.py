"""A chat agent's Gmail contract: `gmail` with an operation, and each operation as a name.

A mail is named by its id, by its place in the last list (`selectionIndex`, from 1) or by filters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, structs, to_builtins

from desktop_app.model.errors import BadInput
from desktop_app.tools.adapters import gmail_shapes
from desktop_app.tools.adapters.adapter import Adapter, AnyAdapter, Desk
from desktop_app.tools.adapters.answering import none_found
from desktop_app.tools.adapters.chat_drafts import (
    ReplyConfirm,
    ReplyPreview,
    SendConfirm,
    SendPreview,
    reply_confirm,
    reply_preview,
    send_confirm,
    send_preview,
)
from desktop_app.tools.adapters.chat_mails import (
    Choosing,
    Filters,
    chosen_id,
    conditions,
)
from desktop_app.tools.adapters.gmail_labels import Modified
from desktop_app.tools.adapters.message_source import TOOL as SOURCE
from desktop_app.tools.calls.base import Effect, Params
from desktop_app.tools.calls.results import MessageList, MessageText
from desktop_app.tools.calls.spelling import plain
from desktop_app.tools.verbs import (
    draft_reply,
    get_message,
    modify_messages,
    search_messages,
    send_draft,
)

FAMILY = "chat_agent"
BODIES, BODY_CHARS = 20, 20_000
"""Mails whose text a list can have, and the characters of all of them together."""

_ONE = {"id": "messageId", "emailId": "messageId", "index": "selectionIndex"}
_LIST = {"limit": "maxResults", "count": "maxResults", "q": "query", "pageToken": "page"}
_WRITE = {"text": "body", "message": "body", "content": "body", "recipients": "to"}
_CONFIRM = {"previewId": "draftId"}
_HINTS = ("filters", "selectionIndex")


class ListEmailsOf(Params, frozen=True, kw_only=True, rename="camel"):
    filters: Filters | None = None
    query: str = ""
    max_results: Annotated[int, Meta(ge=0, le=500)] = 0
    include_body: bool = False
    page: Annotated[int, Meta(ge=1, le=10_000)] = 1
    account: str = ""


class GetLatest(Params, frozen=True, kw_only=True, rename="camel"):
    filters: Filters | None = None
    query: str = ""
    account: str = ""


class GetById(Choosing, frozen=True, kw_only=True, rename="camel"):
    offset: Annotated[int, Meta(ge=0)] = 0


class Mark(Choosing, frozen=True, kw_only=True, rename="camel"):
    message_ids: Annotated[tuple[str, ...], Meta(max_length=1000)] = ()


def _list(desk: Desk, params: ListEmailsOf) -> gmail_shapes.Rows:
    filters = params.filters or Filters()
    found: MessageList = desk.value(
        search_messages.TOOL,
        query=conditions(filters, params.query),
        max_results=params.max_results or filters.max_results,
        label_ids=filters.label_ids,
        page=params.page,
        account=params.account,
    )
    bodies = _bodies(desk, found) if params.include_body or filters.include_body else {}
    rows = tuple(
        gmail_shapes.row_of(row, bodies.get(row.message_id, UNSET)) for row in found.results
    )
    texts = [f"{row.number}. {bodies[row.message_id]}" for row in found.results if bodies]
    return gmail_shapes.Rows(
        display="\n\n".join([found.display if found.count else none_found(found), *texts]),
        messages=rows,
        result_size_estimate=found.count,
        next_page_token=str(found.page + 1) if found.has_more else UNSET,
        searched=found.searched,
        covers=found.covers,
    )


def _bodies(desk: Desk, found: MessageList) -> dict[str, str]:
    """The text of each mail of the list, as it is shown with its warnings. Raises `BadInput` for a
    list that is too long."""
    if found.count > BODIES:
        raise BadInput(
            f"includeBody works for up to {BODIES} mails at once.",
            next_step=f"Ask with maxResults={BODIES} or fewer.",
        )
    room = max(500, BODY_CHARS // max(1, found.count))
    texts = {}
    for row in found.results:
        text = desk.value(get_message.TOOL, message_id=row.message_id, max_chars=room)
        texts[row.message_id] = text.display
    return texts


def _latest(desk: Desk, params: GetLatest) -> Any:
    """The newest mail itself."""
    found: MessageList = desk.value(
        search_messages.TOOL,
        query=conditions(params.filters or Filters(), params.query),
        label_ids=params.filters.label_ids if params.filters is not None else (),
        max_results=1,
        account=params.account,
    )
    if not found.count:
        return gmail_shapes.Rows(display=none_found(found), messages=(), result_size_estimate=0)
    return _mail(desk, desk.value(get_message.TOOL, message_id=found.results[0].message_id))


def _by_id(desk: Desk, params: GetById) -> gmail_shapes.Mail:
    wanted = chosen_id(desk, params)
    text = desk.value(get_message.TOOL, message_id=wanted, offset=params.offset)
    return _mail(desk, text, params.offset)


def _mail(desk: Desk, text: MessageText, offset: int = 0) -> gmail_shapes.Mail:
    source = desk.value(SOURCE, message_id=text.message.message_id, part="html")
    return gmail_shapes.full(text, source, offset)


def _mark(action: str) -> Any:
    def run(desk: Desk, params: Mark) -> Modified:
        ids = params.message_ids or (chosen_id(desk, params),)
        done = desk.value(modify_messages.TOOL, ids=ids, action=action)
        return Modified(display=done.display, id=ids[0], ids=ids, undo=done.undo)

    return run


def _operation(name: str, title: str, about: str, params: type[Any], **more: Any) -> AnyAdapter:
    return Adapter(name, FAMILY, title, about, params, **more)


OPERATIONS = (
    _operation(
        "listEmails",
        "List mails",
        "Mails that fit the filters, newest first, with includeBody their texts.",
        ListEmailsOf,
        gathers="filters",
        tool=search_messages.TOOL,
        run=_list,
        also=_LIST,
    ),
    _operation(
        "getLatestEmail",
        "Read the latest mail",
        "The newest mail that fits the filters, with its text.",
        GetLatest,
        gathers="filters",
        tool=get_message.TOOL,
        run=_latest,
        also=_LIST,
    ),
    _operation(
        "getEmailById",
        "Read a mail",
        "One mail with its text, by messageId, selectionIndex or filters.",
        GetById,
        gathers="filters",
        tool=get_message.TOOL,
        run=_by_id,
        also=_ONE,
        hints=_HINTS,
    ),
    _operation(
        "sendPreview",
        "Preview a mail",
        "Keep a mail as a draft and show it. sendConfirm asks the person to send it.",
        SendPreview,
        tool=send_draft.TOOL,
        run=send_preview,
        effect=Effect.DRAFT,
        also={**_WRITE, **_CONFIRM},
    ),
    _operation(
        "sendConfirm",
        "Ask to send a mail",
        "Ask the person to send the previewed draft. Nothing is sent before they press Send.",
        SendConfirm,
        tool=send_draft.TOOL,
        run=send_confirm,
        effect=Effect.SEND,
        also={**_WRITE, **_CONFIRM, "id": "draftId"},
    ),
    _operation(
        "replyPreview",
        "Preview a reply",
        "Draft an answer to a mail and show it. replyConfirm asks the person to send it.",
        ReplyPreview,
        tool=draft_reply.TOOL,
        run=reply_preview,
        effect=Effect.DRAFT,
        also={**_ONE, **_WRITE},
        hints=_HINTS,
    ),
    _operation(
        "replyConfirm",
        "Ask to send a reply",
        "Ask the person to send the answer to a mail. Nothing is sent before they press Send.",
        ReplyConfirm,
        tool=send_draft.TOOL,
        run=reply_confirm,
        effect=Effect.SEND,
        also={**_WRITE, **_CONFIRM, "emailId": "messageId", "index": "selectionIndex"},
        hints=_HINTS,
    ),
    _operation(
        "markAsRead",
        "Mark as read",
        "Mark mails as read, by messageId, messageIds, selectionIndex or filters.",
        Mark,
        gathers="filters",
        tool=modify_messages.TOOL,
        run=_mark("read"),
        effect=Effect.ORGANISE,
        also={**_ONE, "ids": "messageIds"},
        hints=_HINTS,
    ),
    _operation(
        "markAsUnread",
        "Mark as unread",
        "Mark mails as unread, by messageId, messageIds, selectionIndex or filters.",
        Mark,
        gathers="filters",
        tool=modify_messages.TOOL,
        run=_mark("unread"),
        effect=Effect.ORGANISE,
        also={**_ONE, "ids": "messageIds"},
        hints=_HINTS,
    ),
)
BY_OPERATION: Mapping[str, AnyAdapter] = {each.name: each for each in OPERATIONS}
Operation = Literal[
    "listEmails",
    "getLatestEmail",
    "getEmailById",
    "sendPreview",
    "sendConfirm",
    "replyPreview",
    "replyConfirm",
    "markAsRead",
    "markAsUnread",
]


class Gmail(ReplyConfirm, frozen=True, kw_only=True, rename="camel"):
    """Every argument that an operation has."""

    operation: Operation
    content_type: Literal["text/plain", "text/html"] = "text/plain"
    account: str = ""
    message_ids: tuple[str, ...] = ()
    query: str = ""
    max_results: Annotated[int, Meta(ge=0, le=500)] = 0
    include_body: bool = False
    page: Annotated[int, Meta(ge=1, le=10_000)] = 1
    offset: Annotated[int, Meta(ge=0)] = 0


def _of_operation(arguments: Mapping[str, Any]) -> AnyAdapter | None:
    wanted = plain(str(arguments.get("operation", "")))
    return next((each for each in OPERATIONS if plain(each.name) == wanted), None)


def _gmail(desk: Desk, params: Gmail) -> Any:
    """The operation, with those of the arguments that were given and are its own. Raises
    `BadInput` for one that it has not."""
    operation = BY_OPERATION[params.operation]
    given = {
        field.encode_name: to_builtins(getattr(params, field.name))
        for field in structs.fields(Gmail)
        if field.name != "operation" and getattr(params, field.name) != field.default
    }
    return operation.call(desk, given)


ADAPTERS = (
    Adapter(
        name="gmail",
        family=FAMILY,
        title="Gmail",
        description=(
            "Read mail and propose answers: operation is one of "
            f"{', '.join(BY_OPERATION)}. Nothing is sent: sendConfirm and replyConfirm ask the "
            "person."
        ),
        params=Gmail,
        gathers="filters",
        tool=search_messages.TOOL,
        run=_gmail,
        effect=Effect.SEND,
        also={**_ONE, **_LIST, **_WRITE, **_CONFIRM, "ids": "messageIds"},
        hints=_HINTS,
        meant=_of_operation,
    ),
    *OPERATIONS,
)
