"""Labels of a Gmail MCP server: listed, created, put on mails and taken off."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.tools.adapters.adapter import Answer, Desk
from desktop_app.tools.calls.base import Params
from desktop_app.tools.calls.results import LabelList, LabelRow
from desktop_app.tools.calls.spelling import plain
from desktop_app.tools.verbs import create_label, list_labels, modify_messages

SHOW, HIDE = "show", "hide"
LABEL_SHOW, LABEL_HIDE = "labelShow", "labelHide"
_LIST = frozenset({"", SHOW, HIDE, "showifunread"})
_MESSAGES = frozenset({"", SHOW, HIDE})


class GmailListLabels(Params, frozen=True, kw_only=True, rename="camel"):
    account: str = ""


class GmailCreateLabel(Params, frozen=True, kw_only=True, rename="camel"):
    name: Annotated[str, Meta(min_length=1, max_length=225)]
    label_list_visibility: str = ""
    message_list_visibility: str = ""
    account: str = ""


class GmailModifyMessage(Params, frozen=True, kw_only=True, rename="camel"):
    message_id: Annotated[
        tuple[str, ...], Meta(max_length=1000, description="One id or several.")
    ] = ()
    add_label_ids: tuple[str, ...] = ()
    remove_label_ids: tuple[str, ...] = ()


class GmailLabel(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    name: str
    type: str
    account: str
    label_list_visibility: str
    message_list_visibility: str
    messages_total: int = 0
    messages_unread: int = 0


class GmailLabels(Answer, frozen=True, kw_only=True, rename="camel"):
    labels: tuple[GmailLabel, ...]


class GmailLabelMade(Answer, frozen=True, kw_only=True, rename="camel"):
    id: str
    name: str
    type: str
    account: str
    label_list_visibility: str
    message_list_visibility: str


class Modified(Answer, frozen=True, kw_only=True, rename="camel"):
    """What was changed; `undo` names what takes it back."""

    id: str
    ids: tuple[str, ...]
    added_label_ids: tuple[str, ...] = ()
    removed_label_ids: tuple[str, ...] = ()
    undo: str = ""


def _visibility(text: str) -> str:
    """`labelShow`, as Gmail writes it, or `show`: the same."""
    return plain(text).removeprefix("label")


def list_all(desk: Desk, params: GmailListLabels) -> GmailLabels:
    found: LabelList = desk.value(list_labels.TOOL, account=params.account)
    shown = {
        (label.account_id, label.name): (label.in_list, label.in_messages)
        for label in desk.context.store.known_ids.labels()
    }
    labels = tuple(_label(row, *shown.get((row.account, row.name), (1, 1))) for row in found.labels)
    return GmailLabels(display=found.display, labels=labels)


def _label(row: LabelRow, in_list: int, in_messages: int) -> GmailLabel:
    return GmailLabel(
        id=row.label_id,
        name=row.label_id if row.system else row.name,
        type="system" if row.system else "user",
        account=row.account,
        label_list_visibility=LABEL_SHOW if in_list else LABEL_HIDE,
        message_list_visibility=SHOW if in_messages else HIDE,
        messages_total=row.total,
        messages_unread=row.unread,
    )


def create(desk: Desk, params: GmailCreateLabel) -> GmailLabelMade:
    """Raises `BadInput` for a visibility that Gmail does not have."""
    in_list, in_messages = map(
        _visibility, (params.label_list_visibility, params.message_list_visibility)
    )
    if in_list not in _LIST or in_messages not in _MESSAGES:
        raise BadInput(
            "That is no visibility.",
            next_step="labelListVisibility: labelShow, labelShowIfUnread or labelHide; "
            "messageListVisibility: show or hide.",
        )
    made: LabelRow = desk.value(create_label.TOOL, name=params.name, account=params.account)
    hidden = {in_list, in_messages} - {"", SHOW}
    more = " It is shown: where it is hidden is chosen in Gmail." if hidden else ""
    return GmailLabelMade(
        display=f"Created the label {made.name}.{more}",
        id=made.label_id,
        name=made.name,
        type="user",
        account=made.account,
        label_list_visibility=LABEL_SHOW,
        message_list_visibility=SHOW,
    )


def modify(desk: Desk, params: GmailModifyMessage) -> Modified:
    """Raises `NotFound` for an unknown mail or label; then nothing is changed."""
    if not params.message_id:
        raise BadInput("Which mail? Give messageId.")
    known = _known(desk)
    add = tuple(_known_label(known, each) for each in params.add_label_ids)
    remove = tuple(_known_label(known, each) for each in params.remove_label_ids)
    done = desk.value(
        modify_messages.TOOL, ids=params.message_id, add_label_ids=add, remove_label_ids=remove
    )
    return Modified(
        display=done.display,
        id=params.message_id[0],
        ids=params.message_id,
        added_label_ids=add if done.count else (),
        removed_label_ids=remove if done.count else (),
        undo=done.undo,
    )


def _known(desk: Desk) -> dict[str, str]:
    """The ids of labels here, by every id they have: system labels in any case, user labels by
    their id here and on their server."""
    found: LabelList = desk.value(list_labels.TOOL)
    known = {label.remote_id: label.name for label in desk.context.store.known_ids.labels()}
    known |= {row.label_id: row.label_id for row in found.labels if not row.system}
    return known | {row.label_id.upper(): row.label_id for row in found.labels if row.system}


def _known_label(known: dict[str, str], label_id: str) -> str:
    found = known.get(label_id) or known.get(label_id.upper())
    if found is None:
        raise NotFound(
            f"There is no label {label_id[:80]}.",
            next_step="gmail_list_labels shows them; gmail_create_label makes one.",
        )
    return found
